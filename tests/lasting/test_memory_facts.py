"""Memory.facts and ask at a time, on both stores."""

from __future__ import annotations

import pytest

from memkit import Memory, Settings
from memkit.errors import InputError, OutOfScope
from memkit.lasting.vocabulary import load_states

NOTES = [
    ("2023-01-12", "Signe Aas lives in Bergen, two doors from the fish market."),
    ("2023-06-03", "Signe moved to Oslo in May, for the job at the museum."),
    ("2024-02-20", "The flat in Oslo is tiny, Signe says."),
]


@pytest.fixture
def memory():
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        for at, text in NOTES:
            memory.ingest(text, at=at, source=at)
        yield memory


def test_as_it_stands_now(memory):
    (fact,) = memory.facts("Signe Aas")
    assert (fact.source, fact.type, fact.target) == ("Signe Aas", "LIVES_IN", "Oslo")
    assert (fact.since, fact.until) == ("2023-05-01", "")
    assert fact.sentence == NOTES[1][1]


@pytest.mark.parametrize(
    "at, homes",
    [
        ("2023-04", ["Bergen"]),
        ("2023-04-15", ["Bergen"]),
        ("2023", ["Bergen", "Oslo"]),
        ("2023-09", ["Oslo"]),
        ("2015", []),
    ],
)
def test_as_it_stood(memory, at, homes):
    assert [fact.target for fact in memory.facts("Signe", at=at)] == homes


def test_by_entity_and_by_relation(memory):
    id = memory.facts("Signe Aas")[0].source_id
    assert [fact.target for fact in memory.facts(id, relation="LIVES_IN")] == ["Oslo"]
    assert memory.facts("Signe Aas", relation="WORKS_AT") == []
    assert [fact.source for fact in memory.facts("Oslo")] == ["Signe Aas"]
    assert memory.facts("Nobody") == []


@pytest.mark.parametrize("wrong", [{"about": ""}, {"about": "Signe", "at": "May"}, {"about": "Signe", "at": 2023}])
def test_bad_input(memory, wrong):
    with pytest.raises(InputError):
        memory.facts(**wrong)


def test_what_is_forgotten_no_longer_counts(memory):
    memory.forget(source="2023-06-03")
    assert [fact.target for fact in memory.facts("Signe Aas")] == ["Bergen"]


def test_a_second_run_changes_nothing(memory):
    again = memory.ingest(NOTES[1][1], at=NOTES[1][0], source=NOTES[1][0])
    assert (again.rows_changed, again.encoded) == (0, 0)


def test_the_answer_cites_the_note(memory):
    answer = memory.ask("Where did Signe Aas live in April 2023?")
    assert answer.items == ["Bergen"] and [c.quote for c in answer.citations] == [NOTES[0][1]]


def test_what_is_not_known_is_refused(memory):
    with pytest.raises(OutOfScope, match="LIVES_IN of Signe Aas, in 2015"):
        memory.ask("Where did Signe Aas live in 2015?")


def test_both_stores_tell_the_same(backend):
    settings = Settings(embedder="hash", cache_dir="")
    with Memory(backend.uri, namespace=backend.namespace("facts"), settings=settings, **backend.credentials) as memory:
        for at, text in NOTES:
            memory.ingest(text, at=at)
        assert [f.target for f in memory.facts("Signe Aas", at="2023-04")] == ["Bergen"]
        assert memory.ask("Where does Signe Aas live now?").items == ["Oslo"]


def test_notes_without_a_time_and_with_states_off_say_nothing_of_states():
    for settings, at in (
        (Settings(embedder="hash", cache_dir=""), None),
        (Settings(embedder="hash", states="none"), "2023"),
    ):
        with Memory(":memory:", settings=settings) as memory:
            memory.ingest("Pim Scholten gave up the library, and works at the bakery.", at=at)
            assert memory.facts("Pim Scholten") == []


def test_a_vocabulary_of_ones_own(tmp_path):
    path = tmp_path / "states.yaml"
    path.write_text("RENTS:\n  one: source\n  source: Person\n  holds: [rent]\n", encoding="utf-8")
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="", states=str(path))) as memory:
        memory.ingest("Lena Falk rents the boathouse.", at="2024-01-10")
        assert [(f.type, f.target) for f in memory.facts("Lena Falk")] == [("RENTS", "boathouse")]


@pytest.mark.parametrize("text", ["- a", "X: {one: two}", "X: [", "X: {one: source, holds: 3}"])
def test_a_vocabulary_that_is_none(tmp_path, text):
    path = tmp_path / "states.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"states\.yaml"):
        load_states(str(path))


# ------------------------------------------------------------------------------------------ without a time, or nothing


@pytest.fixture
def memory_options():
    return {"settings": Settings(embedder="hash", cache_dir="")}


def told(rows) -> list[tuple[str, str, str, str]]:
    return [(f.type, f.target, f.since, f.until) for f in rows]


def test_a_note_without_a_time_holds_since_nobody_knows_when(open_memory):
    memory = open_memory()
    memory.ingest("Lena Falk lives in Kalmar. Lena Falk works at Acme.")
    memory.ingest("Bo Lind moved to Oslo.")
    rows = memory.facts("Lena Falk")
    assert told(rows) == [("LIVES_IN", "Kalmar", "", ""), ("WORKS_AT", "Acme", "", "")]
    assert "since unknown" in rows.notes[0] and "at=" in rows.notes[0] and rows.to_dict()["notes"] == rows.notes
    assert told(memory.facts("Bo Lind", at="1990")) == [("LIVES_IN", "Oslo", "", "")]


def test_a_note_with_a_time_says_when(open_memory):
    memory = open_memory()
    memory.ingest("Lena Falk lives in Kalmar.")
    memory.ingest("Lena Falk lives in Visby.", at="2024-05-02")
    assert told(memory.facts("Lena Falk")) == [("LIVES_IN", "Visby", "2024-05-02", "")]
    assert told(memory.facts("Lena Falk", at="2023")) == [("LIVES_IN", "Kalmar", "", "2024-05-02")]
    memory.ingest("Lena Falk lives in Kalmar.", at="2025-01-01")
    assert told(memory.facts("Lena Falk", at="2023")) == []
    assert told(memory.facts("Lena Falk")) == [("LIVES_IN", "Kalmar", "2025-01-01", "")]


def test_of_two_notes_without_a_time_both_stand_and_a_denial_ends_it(open_memory):
    memory = open_memory()
    memory.ingest("Lena Falk lives in Kalmar.", session_id="z")
    memory.ingest("Lena Falk lives in Visby.", session_id="a")
    assert {f.target for f in memory.facts("Lena Falk")} == {"Kalmar", "Visby"}
    memory.ingest("Lena Falk no longer lives in Kalmar.")
    assert {f.target for f in memory.facts("Lena Falk")} == {"Visby"}


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"about": "Nobody"}, "no note says anything of 'Nobody' that lasts"),
        ({"about": "Signe Ass"}, "is it 'Signe Aas'"),
        ({"about": "Signe Aas", "relation": "WORKS_AT"}, "what is said is LIVES_IN"),
        ({"about": "Signe Aas", "at": "2015"}, "stands at 2015; known are LIVES_IN Bergen from 2023-01-12"),
    ],
)
def test_where_there_is_none_it_says_why_and_what_can_be_done(memory, asked, says):
    rows = memory.facts(**asked)
    assert rows == [] and says in rows.notes[0]


def test_a_relation_may_be_written_small_and_an_unknown_one_is_refused_with_those_that_are(memory):
    assert [f.target for f in memory.facts("Signe Aas", relation="lives in")] == ["Oslo"]
    with pytest.raises(InputError, match=r"LIKES.*LIVES_IN.*relations"):
        memory.facts("Signe Aas", relation="LIKES")
    assert memory.facts("Signe Aas", relation="MAYOR_OF") == []
    for wrong in ("", 3, "\x00"):
        with pytest.raises(InputError, match="relation"):
            memory.facts("Signe Aas", relation=wrong)
