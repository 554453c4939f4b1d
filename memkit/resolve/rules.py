"""The registry of identity rules: a name or a path gives a rule."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from memkit.errors import InputError
from memkit.resolve.names import MemkitRule
from memkit.resolve.rule import Rule
from memkit.resolve.seed import SeedRule

RULES = ("memkit", "seed")


def _exists(path: str | Path) -> bool:
    try:
        return bool(str(path)) and Path(path).exists()
    except (OSError, ValueError):  # too long for a path, or not one at all
        return False


def get_rule(name: str | Path, *, parents: Mapping[str, str] | None = None) -> Rule:
    """The rule `memkit` or `seed`, or the learned rule saved at a path.

    `parents` is an ontology's child -> parent table of entity types (used by `memkit`). Raises InputError naming the
    choices if `name` is neither a rule nor something that exists.
    """
    if name == "memkit":
        return MemkitRule(parents)
    if name == "seed":
        return SeedRule()
    if _exists(name):
        from memkit.records.learned import LearnedRule  # needs scikit-learn

        return LearnedRule.load(name)
    raise InputError(
        f"identity rule {str(name)!r} is unknown: give {', '.join(RULES)}, or the path of a saved learned rule"
    )
