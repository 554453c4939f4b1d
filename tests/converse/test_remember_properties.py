"""Whatever is remembered and forgotten, in whatever order: what is stored is what the acts make, and hangs together."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from silent import SilentExtractor

from memkit import Memory, Settings
from memkit.converse.history import read_history
from memkit.converse.standing import statuses
from memkit.model import ACTS, NODE_CLASSES

STATEMENTS = (
    "Use Postgres for the orders",
    "Use MongoDB for the orders",
    "Use Redis for the cache",
    "MongoDB",
    "I take back what I said; let us go with Postgres",
    "my earlier position",
    "SQLite instead of Postgres",
)
CALLS = st.lists(
    st.fixed_dictionaries(
        {
            "speaker": st.sampled_from(("Ana Costa", "@ana", "Bo", "Bo Lind", "🦊")),
            "session_id": st.sampled_from(("s", "t")),
            "topic": st.sampled_from(("datastores", None)),
            "at": st.sampled_from((None, "2025-01-01", "2025-02-01T10:00:00+02:00", "2024")),
            "tag": st.sampled_from(("x", "y")),
            "decision": st.fixed_dictionaries(
                {
                    "statement": st.sampled_from(STATEMENTS),
                    "stance": st.sampled_from(ACTS),
                    "open": st.booleans(),
                }
            ),
        }
    ),
    max_size=10,
)


def assert_whole(memory: Memory) -> None:
    """The invariants of what is stored."""
    store = memory.store
    history = read_history(store, [topic.id for topic in store.find("Topic")])
    decisions = {d.id: d for d in store.find("Decision")}
    assert history.decisions == decisions  # each is about a topic
    assert {id: d.status for id, d in decisions.items()} == history.statuses()
    displaced = [id for ids in history.supersedes.values() for id in ids]
    assert len(displaced) == len(set(displaced))
    assert {id for id, d in decisions.items() if d.status == "superseded"} == set(displaced)
    assert {id: d.status for id, d in decisions.items()} == {
        **dict.fromkeys(decisions, "open"),
        **statuses(history.acts(), history.supersedes),
    }
    by = {id: after for after, ids in history.supersedes.items() for id in ids}
    for id in displaced:
        seen = {id}
        while id in by:
            id = by[id]
            assert id not in seen and decisions[id].decided_at
            seen.add(id)
    acted = {done.decision_id for done in history.done}
    assert acted == decisions.keys()  # nothing stands that nobody speaks of
    speaking = {edge.target_id for edge in store.expand([p.id for p in store.find("Passage")], ["SPOKEN_BY"])}
    assert {e.id for e in store.find("Entity")} == speaking


@settings(max_examples=60, deadline=None)
@given(calls=CALLS, order=st.permutations(("x", "y")))
def test_random_sequences_keep_what_must_hold(calls, order):
    options = Settings(embedder="hash", cache_dir="")
    with Memory(":memory:", settings=options, extractor=SilentExtractor()) as memory:
        for number, call in enumerate(calls):
            first = memory.remember(claims=[f"Reason {number % 3}."], **call)
            assert first.decision_id and first.status
            assert_whole(memory)
            revision = memory.store.revision()
            again = memory.remember(claims=[f"Reason {number % 3}."], **call)
            assert again.rows_changed == 0 and memory.store.revision() == revision
            assert again.person_id == first.person_id
            assert_whole(memory)
        shown = memory.recall("What is decided?", top_k=50)
        order_of = {"current": 0, "open": 1, "superseded": 2, "withdrawn": 3}
        assert [order_of[row.status] for row in shown] == sorted(order_of[row.status] for row in shown)
        for tag in order:
            memory.forget(tag=tag)
            assert_whole(memory)
        for record in NODE_CLASSES:
            assert memory.store.count(record.label) == 0, record.label
