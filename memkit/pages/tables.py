"""The facts that a table states.

Three forms. A table of two columns whose first column holds keys ("Owner | Team Atlas") is about the holder (the page's
entity). Else each row is about the thing in its first column (or the first one whose head is a type, "Service"), and
each other column whose head is a key says something of that thing. And if the head of the row's own column is a
relation ("Owns", "Caller"), or the heading above the table is one, it joins the holder with the thing of each row.

A row with something under "Until" or "Ended" is over and states nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from memkit.pages.blocks import Block, Span
from memkit.pages.draft import PageDraft
from memkit.pages.header import values_in
from memkit.pages.keys import Meaning, folded
from memkit.pages.page import plain
from memkit.pages.values import Named, says_nothing

_ENDED = frozenset("until ended end left removed retired dissolved".split())
_STILL = frozenset("present today now current ongoing open".split())

Row = Sequence[Span]


def read_table(draft: PageDraft, block: Block, holder: int, above: Sequence[Meaning]) -> None:
    """Take what the table states into the draft. `above` is what the heading over it means."""
    rows = [row for row in block.rows if row]
    for row in rows:
        for cell in row:
            draft.known_names(*cell)
    if len(rows) < 2:
        return
    if _is_of_keys(draft, rows, holder):
        for row in rows:
            draft.state(holder, _cell(draft, row[0]), values_in(draft.page.text, *row[1]), _span(row))
    else:
        _read_rows(draft, rows, holder, above)


def _is_of_keys(draft: PageDraft, rows: Sequence[Row], holder: int) -> bool:
    keys = [_cell(draft, row[0]) for row in rows[1:]]
    known = [bool(draft.keys.meanings(key) or draft.keys.attribute(key, draft.type_of(holder))) for key in keys]
    return all(len(row) == 2 for row in rows) and any(known) and 2 * sum(known) >= len(known)


def _read_rows(draft: PageDraft, rows: Sequence[Row], holder: int, above: Sequence[Meaning]) -> None:
    head = [_cell(draft, cell) for cell in rows[0]]
    types = [draft.keys.type_of(name) for name in head]
    own = next((n for n, type in enumerate(types) if type), 0)
    meanings = [draft.keys.meanings(name) for name in head]
    ended = [n for n, name in enumerate(head) if set(folded(name).split()) & _ENDED]
    for row in rows[1:]:
        if own >= len(row) or any(_is_over(draft, row[n]) for n in ended if n < len(row)):
            continue
        named = draft.reader.leading(*row[own], loose=False)
        if named is None:
            continue
        thing = _thing(draft, named, types[own], holder, [*meanings[own], *above], row)
        for n, cell in enumerate(row[: len(head)]):
            if n != own and thing is not None:
                draft.state(thing, head[n], values_in(draft.page.text, *cell), _span(row))


def _thing(draft: PageDraft, named: Named, type: str, holder: int, meanings: Sequence[Meaning], row: Row) -> int | None:
    """The mention of a row's thing, joined with the holder if the head of its column or of the table says how."""
    if not named.type and type:
        named = Named(named.start, named.end, named.name, type)
    joined = draft.relate(holder, meanings, named, _span(row), strict=True) if meanings else None
    return draft.mention(named) if joined is None and named.type else joined


def _is_over(draft: PageDraft, cell: Span) -> bool:
    text = _cell(draft, cell)
    return not says_nothing(text) and text.casefold() not in _STILL


def _cell(draft: PageDraft, cell: Span) -> str:
    return plain(draft.page.text[slice(*cell)])


def _span(row: Row) -> Span:
    return row[0][0], row[-1][1]
