"""No file crashes `import`: it is refused in words and writes nothing, or gives a memory that can be used."""

from __future__ import annotations

import contextlib
import json

import pytest
from fuzzed import INPUTS, SAID, TEXTS, VALUES, fuzz, rows_of
from hypothesis import given
from hypothesis import strategies as st

from memkit import MemkitError, Memory, Settings
from memkit.transfer import export_graphml, export_lines, import_lines
from memkit.widgets.shown import neighbourhood

HASH = Settings(embedder="hash", cache_dir="")
DECISION = {"statement": "We use Postgres", "stance": "proposes"}

#: (where in the file as a share, which field of that line, what stands there instead); a field of None: the whole line.
_CHANGE = st.tuples(
    st.floats(0, 1), st.none() | st.integers(0, 20), VALUES | TEXTS | st.sampled_from(("ent_x", "", -1, 10**9))
)
_BYTES = st.tuples(st.floats(0, 1), st.integers(0, 255))
_DAMAGE = st.tuples(
    st.lists(_CHANGE, max_size=3), st.lists(_BYTES, max_size=1), st.sampled_from(("", "", "", "cut", "twice"))
)


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> list[str]:
    path = tmp_path_factory.mktemp("exported") / "memory.jsonl"
    with Memory(":memory:", settings=HASH) as memory:
        memory.ingest_many(SAID[:5])
        memory.remember(
            session_id="s", speaker="Ana", claims=["Mongo loses writes."], topic="orders", decision=DECISION
        )
        memory.chat("What of Acme?", session_id="s", at="2026-01-01")
        export_lines(memory.store, path)
    return path.read_text().splitlines()


def damaged(lines: list[str], damage) -> bytes:
    """The file with a few fields changed to something else, and perhaps a byte, cut off, or twice."""
    changes, flips, whole = damage
    lines = [*lines]
    for place, field, value in changes:
        at = round(place * (len(lines) - 1))
        line = json.loads(lines[at]) if field is not None else value
        if field is not None and isinstance(line, dict) and line:
            line[sorted(line)[field % len(line)]] = value
        lines[at] = json.dumps(line)
    raw = bytearray("\n".join(lines).encode())
    for place, byte in flips:
        raw[round(place * (len(raw) - 1))] = byte
    return bytes({"": raw, "cut": raw[: len(raw) // 2], "twice": raw + raw}[whole])


#: What people do with a memory.
USES = (
    lambda memory, _: [memory.stats(), memory.pending()],
    lambda memory, _: [memory.entities(), memory.relations()],
    lambda memory, _: memory.retrieve("Who joined Acme?", k=3).to_dict(),
    lambda memory, _: memory.ask("Who joined Acme?").to_dict(),
    lambda memory, _: memory.recall("Which database?").to_dict(),
    lambda memory, _: memory.timeline("orders").to_dict(),
    lambda memory, _: [neighbourhood(memory, e.id) for e in memory.entities()[:2]],
    lambda memory, _: memory.review().view,
    lambda memory, folder: export_graphml(memory.store, folder / "used.graphml"),
    lambda memory, _: memory.ingest("Priya Nair left Acme."),
    lambda memory, _: memory.remember(session_id="s", speaker="Ana", claims=["No."], topic="orders", decision=DECISION),
    lambda memory, _: memory.chat("What of Acme?", session_id="s"),
    lambda memory, _: memory.forget(session_id="s"),
)
_INPUTS = st.tuples(_DAMAGE, st.lists(st.sampled_from(USES), min_size=2, max_size=2))


@pytest.mark.parametrize("inputs", INPUTS)
def test_no_damage_is_a_crash_then_or_later(exported, tmp_path, inputs):
    taken = 0

    @given(rows=rows_of(_INPUTS))
    @fuzz(inputs)
    def refused_or_used(rows):
        nonlocal taken
        for damage, uses in rows:
            path = tmp_path / "damaged.jsonl"
            path.write_bytes(damaged(exported, damage))
            with Memory(":memory:", settings=HASH) as memory:
                try:
                    import_lines(memory.store, path)
                except MemkitError as error:
                    assert memory.store.revision() == 0 and "Traceback" not in str(error), damage
                    continue
                taken += 1
                for use in uses:  # an error in words is an answer: a file may say what cannot be
                    with contextlib.suppress(MemkitError):
                        use(memory, tmp_path)

    refused_or_used()
    assert taken > inputs // 10
