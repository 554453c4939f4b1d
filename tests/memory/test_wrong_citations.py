"""A fault that an earlier system had: every relation of a kind cited one and the same wrong page. Whoever makes it,
extraction, a planner or a store that was written to, no such citation reaches an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memkit import Memory, OutOfScope
from memkit.model import Batch

PAGES = {
    "dahl.md": "[Ines Dahl|Person] -LEADS> [Harbour Office|Organization]",
    "bell.md": "[Ann Bell|Person] -LEADS> [Pilot Board|Organization]",
    "moss.md": "[Jo Moss|Person] -LEADS> [Dredging Unit|Organization]",
    "gulls.md": "Gulls are birds that follow [Wrath|Object] for fish.",
}
LED = {"Harbour Office": "dahl.md", "Pilot Board": "bell.md", "Dredging Unit": "moss.md"}


@pytest.fixture
def led(memory: Memory) -> Memory:
    memory.ingest_passages([{"_id": id, "title": id.removesuffix(".md"), "text": text} for id, text in PAGES.items()])
    return memory


def cite(memory: Memory, passage_of) -> None:
    """Rewrite which passage each LEADS edge says it is from."""
    batch = Batch()
    batch.add(*(replace(edge, passage_id=passage_of(edge)) for edge in memory.store.find("RELATED_TO", type="LEADS")))
    memory.store.apply(batch)


def passage_ids(memory: Memory) -> dict[str, str]:
    return {p.source: p.id for p in memory.store.find("Passage")}


def test_each_relation_cites_its_own_page(led):
    for unit, page in LED.items():
        assert [c.source for c in led.ask(f"Who leads the {unit}?").citations] == [page]
    assert len(set(LED.values())) == len(LED)


@pytest.mark.parametrize("page", ["dahl.md", "gulls.md"])
def test_when_every_edge_of_a_kind_cites_one_page_only_what_it_states_is_answered(led, page):
    wrong = passage_ids(led)[page]
    cite(led, lambda edge: wrong)
    for unit, own in LED.items():
        if own == page:
            assert [c.source for c in led.ask(f"Who leads the {unit}?").citations] == [page]
        else:
            with pytest.raises(OutOfScope, match="cited"):
                led.ask(f"Who leads the {unit}?")


def test_when_two_pages_are_swapped_neither_is_cited_for_the_other(led):
    ids = passage_ids(led)
    swapped = {ids["dahl.md"]: ids["bell.md"], ids["bell.md"]: ids["dahl.md"]}
    cite(led, lambda edge: swapped.get(edge.passage_id, edge.passage_id))
    for unit in ("Harbour Office", "Pilot Board"):
        with pytest.raises(OutOfScope, match="cited"):
            led.ask(f"Who leads the {unit}?")
    assert led.ask("Who leads the Dredging Unit?").items == ["Jo Moss"]


def test_of_a_set_what_cannot_be_cited_is_left_out_with_a_note(led):
    ids = passage_ids(led)
    cite(led, lambda edge: ids["gulls.md"] if edge.passage_id == ids["bell.md"] else edge.passage_id)
    answer = led.ask("Which persons lead an organization?")
    assert answer.items == ["Ines Dahl", "Jo Moss"]
    assert "Ann Bell" in answer.notes[0] and "gulls" in answer.notes[0]


def test_a_page_that_names_both_but_states_nothing_is_no_evidence_either(led):
    """The words quoted have to stand in the page, too."""
    led.ingest_passages(
        [{"_id": "list.md", "title": "list", "text": "[Ines Dahl|Person], [Harbour Office|Organization]."}]
    )
    wrong = passage_ids(led)["list.md"]
    cite(led, lambda edge: wrong)
    with pytest.raises(OutOfScope, match="do not stand in"):
        led.ask("Who leads the Harbour Office?")
