"""What is sent to the faces to see whether anything crashes them: a few dozen inputs each time, 10,000 in the long run.

An input is half plausible, so that it gets past the first check: the right fields with sentences, questions and ids
that the memory knows. The rest is whatever JSON can say, and texts that have broken programs before.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

#: Inputs of a test: few by default, as many as were asked for in the long run.
INPUTS = [40, pytest.param(10_000, marks=pytest.mark.long)]
#: Inputs that one memory gets, one after the other: what an input does may only show in the next.
IN_A_ROW = 20

#: Injections, controls, odd Unicode, and nothing.
HOSTILE = (
    *(
        "",
        " ",
        "\x00",
        "a\x00b",
        "\ud800",
        "x\udcff",
        "\ufeff",
        "\u202eevil",
        "\x1b[31m\x07",
        "\r\n",
        "\u200b",
        "\u0301",
    ),
    *(
        "' OR 1=1; DROP TABLE entity; --",
        '" OR "*" NEAR(',
        "`}) DETACH DELETE n //",
        "$namespace",
        "{0.__class__}",
        "%s%n",
    ),
    *(
        "<img src=x onerror=alert(1)>",
        "</script><script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "$x^{\\frac",
        "| a |",
    ),
    *(
        "../../etc/passwd",
        "file:///etc/passwd",
        "$(touch owned)",
        "--store",
        "-",
        "NaN",
        "1e999",
        "9" * 400,
        "x" * 3000,
    ),
    *(
        "İstanbul ẞ ﬃ ǅ",
        "日本 東京",
        "مرحبا",
        "👩‍👩‍👧",
        "O'Hara & Søn",
        "2026-13-45",
        "0001-01-01",
        "9999-12-31T23:59:60Z",
    ),
)
#: What people say and ask, so that rules, plans and identity have work.
SAID = (
    *(
        "Anthropic developed Claude Code.",
        "Claude Code competes with Codex.",
        "Dr. Priya Nair joined Acme Inc. in May.",
    ),
    *("P. Nair likes Acme.", "Ana moved to Oslo in 2024.", "We use Postgres for orders.", "Mongo loses writes."),
    *("Let us scrap Postgres.", "Acme Corp. was not founded by Ben.", "# A\n\n| a | b |\n|---|---|\n| Acme | Ana |"),
    *("Who developed what competes with Codex?", "How many things compete with Codex?", "Where did Ana live in 2023?"),
    *("Which database do we use?", "What is Acme?", "What did Ana say?", "orders", "Postgres", "Acme", "Ana", "monday"),
)

TEXTS = st.sampled_from(SAID) | st.sampled_from(HOSTILE) | st.text(max_size=30)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 10)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


class Known:
    """In an input: the id of something that the memory holds when the input is sent."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"Known({self.number})"

    def among(self, ids: list[str]) -> str:
        return ids[self.number % len(ids)] if ids else ""


KNOWN = st.builds(Known, st.integers(0, 6))
_STANCE = st.sampled_from(("proposes", "supports", "disagrees", "withdraws", "decides", "reaffirms")) | VALUES
_DECISION = st.fixed_dictionaries(
    {}, optional={"statement": TEXTS, "stance": _STANCE, "open": st.booleans(), "x": VALUES}
)
#: Plausible values of what calls of Memory take, by name.
_PLAUSIBLE = {
    **dict.fromkeys(("left_id", "right_id", "id", "entity"), KNOWN),
    **dict.fromkeys(("k", "top_k", "max_hops"), st.integers(-1, 5)),
    **dict.fromkeys(("confirm",), st.booleans()),
    "at": st.dates().map(str) | st.sampled_from(("2026", "2026-05", "2026-05-01T09:30:00+02:00")) | TEXTS,
    "claims": st.lists(TEXTS, max_size=3),
    "decision": _DECISION,
    "params": st.dictionaries(TEXTS, VALUES, max_size=2),
    "query": st.sampled_from(("SELECT * FROM passage", "SELECT :x AS x", "SELECT 1; DELETE FROM entity", "PRAGMA x"))
    | TEXTS,
}


def value_of(name: str) -> st.SearchStrategy[Any]:
    """A value for an argument: plausible three times out of four."""
    plausible = _PLAUSIBLE.get(name, TEXTS)
    return st.one_of(plausible, plausible, plausible, VALUES)


def arguments(*names: str, also: tuple[str, ...] = ()) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of a call: each of `names` most times, those of `also` and others that no call takes sometimes."""
    optional = {name: value_of(name) for name in (*also, "tag", "colour")}
    whole = st.fixed_dictionaries({name: value_of(name) for name in names}, optional=optional)
    partly = st.fixed_dictionaries({}, optional={name: value_of(name) for name in (*names, *also)})
    return st.one_of(whole, whole, whole, partly)


def filled(value: Any, ids: list[str]) -> Any:
    """`value` with each Known in it replaced by one of `ids`."""
    if isinstance(value, Known):
        return value.among(ids)
    if isinstance(value, dict):
        return {key: filled(item, ids) for key, item in value.items()}
    return [filled(item, ids) for item in value] if isinstance(value, list) else value


def rows_of(inputs: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """The inputs of one memory."""
    return st.lists(inputs, min_size=IN_A_ROW, max_size=IN_A_ROW)


def fuzz(inputs: int) -> settings:
    """Hypothesis' settings for a test whose examples are `rows_of` inputs: the same ones in every run. Not
    shrunk: the input that failed is the last one of its row."""
    return settings(
        max_examples=inputs // IN_A_ROW,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
