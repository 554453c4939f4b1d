"""The turns of a transcript, checked and in order."""

from __future__ import annotations

from collections.abc import Iterable

from memkit.converse.base import Turn
from memkit.errors import InputError


def in_order(turns: Iterable[Turn]) -> list[Turn]:
    """By number, whatever their times say; a turn that is given twice is one.

    Raises InputError for two different turns of one number, or one whose number or words are of the wrong type.
    """
    by_number: dict[int, Turn] = {}
    for place, turn in enumerate(turns):
        if not isinstance(turn, Turn):
            raise InputError(f"turns[{place}] is a {type(turn).__name__}: give a memkit.converse.base.Turn")
        if not isinstance(turn.n, int) or isinstance(turn.n, bool):
            raise InputError(f"turns[{place}] has number {turn.n!r}: an integer is needed")
        for name in ("speaker", "at", "text"):
            if not isinstance(getattr(turn, name), str):
                raise InputError(f"turn {turn.n}: {name} is {getattr(turn, name)!r}, a text is needed")
        if by_number.setdefault(turn.n, turn) != turn:
            raise InputError(f"two different turns have the number {turn.n}: number them from 1 on")
    return [by_number[n] for n in sorted(by_number)]
