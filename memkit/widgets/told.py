"""What a page says when something cannot be done."""

from __future__ import annotations

import logging

from memkit.errors import FAULT, MemkitError

_log = logging.getLogger(__name__)


def told(error: Exception) -> str:
    """The words of an error that memkit raises on purpose. Any other is a fault of ours: its traceback goes to the log
    alone, and the page goes on."""
    if isinstance(error, MemkitError):
        return str(error)
    _log.error(FAULT, exc_info=error)
    return f"{FAULT} ({type(error).__name__}): the log says where"
