"""memkit: memory for AI agents that you can trust, measured.

    from memkit import Memory, Settings

    memory = Memory("memory.db")
    memory.ingest("Anthropic developed Claude Code. Claude Code competes with Codex.", source="note")
    memory.retrieve("Who competes with Codex?")
    print(memory.ask("Who competes with Codex?"))

Importing this package is quick: models, pandas and spaCy are loaded when they are first needed.
"""

from memkit.config import Settings
from memkit.errors import InputError, MemkitError, MissingRecord, ModelError, OutOfScope, SettingsError, StoreError
from memkit.memory import Memory
from memkit.reembed import reembed

__version__ = "0.1.0"

__all__ = [
    "InputError",
    "MemkitError",
    "Memory",
    "MissingRecord",
    "ModelError",
    "OutOfScope",
    "Settings",
    "SettingsError",
    "StoreError",
    "__version__",
    "reembed",
]
