"""Forgetting leaves exactly what would be there without it."""

from __future__ import annotations

import pytest
from contents import contents
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from marked import MarkedExtractor

from memkit import InputError, Memory, Settings


def test_forget_takes_what_a_source_brought_and_nothing_else(memory):
    memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]", source="keep")
    before = contents(memory)
    memory.ingest("[Acme|Organization] -OWNS> [Anvil|Object]", source="go", session_id="s")
    memory.ingest("[Acme Inc.|Organization] -MAKES> [Rocket|Object]", source="go")
    gone = memory.forget(source="go")
    assert (gone.passages, gone.relations, gone.entities) == (2, 2, 2)
    assert contents(memory) == before


@pytest.mark.parametrize("by", [{"tag": "t"}, {"session_id": "s"}, {"source": "x"}])
def test_each_handle_works(memory, by):
    memory.ingest("[A1|Object]", tag="t", session_id="s", source="x")
    memory.ingest("[B2|Object]", tag="u", session_id="r", source="y")
    assert memory.forget(**by).passages == 1
    assert [e.name for e in memory.entities()] == ["B2"]
    assert memory.forget(**by).passages == 0


@pytest.mark.parametrize("by", [{}, {"source": ""}, {"tag": None}])
def test_forget_without_a_handle_deletes_nothing(memory, by):
    memory.ingest("[A1|Object]")
    with pytest.raises(InputError, match="nothing was deleted"):
        memory.forget(**by)
    assert memory.stats()["messages"] == 1


def test_the_chain_of_messages_closes_over_the_gap(memory):
    one, two, three = (
        memory.ingest(text, source=source).message_id for text, source in (("1", "a"), ("2", "b"), ("3", "a"))
    )
    memory.forget(source="b")
    assert [(e.source_id, e.target_id) for e in memory.store.expand([one, two, three], ["NEXT"])] == [(one, three)]
    four = memory.ingest("4", source="a").message_id
    assert [e.target_id for e in memory.store.expand([three], ["NEXT"])] == [four]


def test_a_bridge_that_goes_parts_what_it_joined(memory):
    memory.ingest("[Alpha One|Object]", source="a")
    memory.ingest("[Beta Two|Object]", source="bridge")
    memory.ingest("[Gamma Three|Object]", source="c")
    ids = {e.name: e.id for e in memory.store.find("Entity")}
    memory.confirm(ids["Alpha One"], ids["Beta Two"])
    memory.confirm(ids["Beta Two"], ids["Gamma Three"])
    assert memory.stats()["entities"] == 1
    memory.forget(source="bridge")
    assert {e.name: e.canonical_id for e in memory.store.find("Entity")} == {
        "Alpha One": ids["Alpha One"],
        "Gamma Three": ids["Gamma Three"],
    }


NAMES = [
    "Acme|Organization",
    "Acme Inc.|Organization",
    "Ana|Person",
    "Ana Costa|Person",
    "RFC 1|Object",
    "RFC 2|Object",
]
NOTE = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3).map(lambda ns: " -KNOWS> ".join(f"[{n}]" for n in ns))


@given(kept=st.lists(NOTE, max_size=3, unique=True), forgotten=st.lists(NOTE, min_size=1, max_size=3, unique=True))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_forgetting_is_as_if_it_had_never_been(kept, forgotten):
    options = {"settings": Settings(embedder="hash", cache_dir=""), "extractor": MarkedExtractor()}
    with Memory(":memory:", **options) as one, Memory(":memory:", **options) as other:
        for memory in (one, other):
            for n, note in enumerate(kept):
                memory.ingest(note, source="keep", session_id=f"k{n}")
        for n, note in enumerate(forgotten):
            one.ingest(note, source="go", session_id=f"f{n}")
        one.forget(source="go")
        assert contents(one) == contents(other)
