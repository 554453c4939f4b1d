"""The quick simulation decides as a real memory does, and its measures are right where the answer is plain."""

from __future__ import annotations

import pytest

from eval.drift.measure import measure
from eval.drift.settings import parse
from eval.drift.simulate import SESSION, Growing, grow, said_at
from eval.drift.told import ToldExtractor
from eval.drift.world import Message, World, make_world
from memkit import Memory
from memkit.errors import InputError

SETTINGS = "never; exact; seed hash .80 .95; memkit .86 .95; memkit confirmed; memkit rejected; memkit .90 reviewed"


@pytest.fixture(scope="module")
def world() -> World:
    """Few family names: many people are namesakes, and every guard has work."""
    return make_world(5, 120, new=0.35, varied=0.6, spellings=3, twins=0.3, families=12)


def remembered(world: World, setting) -> tuple[list[str], list[str]]:
    """(entity, thing) of each message in a real Memory on SQLite, with the same answers to the review queue."""
    settings = setting.memory_settings()
    growing = Growing(setting)  # who is right is told by its ledger alone
    entities: list[str] = []
    with Memory(":memory:", settings=settings, rule=setting.make_rule(), extractor=ToldExtractor(world.messages)) as m:
        for message in world.messages:
            known = {j.id for j in m.store.find("SAME_AS")}
            result = m.ingest(message.text, session_id=SESSION, at=said_at(message))
            entities.append(result.resolutions[0].entity_id)
            growing.ledger.take(m.store.find("Entity", type="Person"))
            growing.ledger.mention(message.person, entities[-1])
            asked = [j for j in m.store.find("SAME_AS", verdict="pending", state="active") if j.id not in known]
            asked = [j for j in asked if j.source_id in growing.ledger.heads]
            for judgement, yes in growing.answers(asked, message):
                try:
                    (m.confirm if yes else m.reject)(judgement.source_id, judgement.target_id)
                except InputError:
                    continue
                growing.ledger.take(m.store.find("Entity", type="Person"))
        heads = {e.id: e.canonical_id for e in m.store.find("Entity")}
    return entities, [heads[entity] for entity in entities]


@pytest.mark.parametrize("setting", parse(SETTINGS), ids=lambda setting: setting.name)
def test_decides_as_a_real_memory_on_sqlite(world, setting):
    *_, (_, memory) = grow(world, setting, [len(world.messages)])
    entities, things = remembered(world, setting)
    assert memory.ledger.entities == entities
    assert memory.ledger.things() == things


@pytest.mark.parametrize("setting", parse("exact; memkit .95; memkit .86"), ids=lambda setting: setting.name)
def test_the_facts_that_come_back_are_those_that_memory_returns(world, setting):
    """`Memory.relations` of a person's thing gives exactly the messages that the measures count for it."""
    *_, (_, memory) = grow(world, setting, [len(world.messages)])
    things = memory.ledger.things()
    with Memory(
        ":memory:",
        settings=setting.memory_settings(),
        rule=setting.make_rule(),
        extractor=ToldExtractor(world.messages),
    ) as m:
        said = [m.ingest(x.text, session_id=SESSION, at=said_at(x)).message_id for x in world.messages]
        for thing in sorted(set(things)):
            facts = [fact for fact in m.relations(thing) if fact.source_id == thing]
            told = [passage for passage, of in zip(said, things, strict=True) if of == thing]
            assert sorted(fact.passage_id for fact in facts) == sorted(told)


def test_measures_of_a_namesake_by_hand():
    """Two people of one name under the rule "exact": of six facts each asker of that name gets all five."""

    def message(number: int, person: int, spelling: str, relation: str, value: str) -> Message:
        kind = "name" if spelling in ("Ann Lee", "Bo Ek") else "initial"
        return Message(number, person, spelling, kind, relation, value, "Location")

    messages = (
        message(0, 0, "Ann Lee", "BORN_IN", "Bern"),
        message(1, 0, "Ann Lee", "LIVES_IN", "Oslo"),
        message(2, 0, "A. Lee", "TRAVELLED_TO", "Peru"),  # missed: a name of its own
        message(3, 1, "Ann Lee", "BORN_IN", "Rome"),  # a namesake is introduced: a false merge
        message(4, 1, "Ann Lee", "BORN_IN", "Rome"),  # and another
        message(5, 2, "Bo Ek", "BORN_IN", "Bern"),
    )
    setting, _ = parse("exact; memkit")
    *_, (_, memory) = grow(World((), messages), setting, [6])
    found = measure(memory, messages)
    assert [(event.message, event.person, event.owner) for event in memory.ledger.tally.false] == [(3, 1, 0), (4, 1, 0)]
    assert found["people"] == 3 and found["things"] == 3
    assert found["contaminated"] == pytest.approx(2 / 3)
    # asked for Ann 0: 4 come back, 2 hers; Ann 1: 4, 2; Bo: 1, 1
    assert found["fact_precision"] == pytest.approx(5 / 9)
    assert found["fact_recall"] == pytest.approx(5 / 6)
    assert found["wrong_facts"] == pytest.approx(400 / 6)
    assert found["missing_facts"] == pytest.approx(100 / 6)
    # told: 0 BORN_IN (mixed), LIVES_IN (right), TRAVELLED_TO (none); 1 BORN_IN (mixed); 2 BORN_IN (right)
    assert found["answers_right"] == pytest.approx(2 / 5)
    assert found["answers_mixed"] == pytest.approx(2 / 5)
    # pairs in one thing: 6, of them 0-1 and 3-4 right; pairs of one person: 3 + 1
    assert found["pair_precision"] == pytest.approx(2 / 6)
    assert found["pair_recall"] == pytest.approx(2 / 4)
    assert found["missed"] == 1


def test_never_merging_mixes_nobody_up_and_finds_nothing_again(world):
    setting, _ = parse("never; memkit")
    *_, (_, memory) = grow(world, setting, [len(world.messages)])
    found = measure(memory, world.messages)
    assert found["things"] == len(world.messages)
    assert found["contaminated"] == found["wrong_facts"] == found["false_merges"] == 0
    assert found["fact_recall"] == pytest.approx(len(world.people) / len(world.messages))


def test_the_control_puts_every_mistake_right(world):
    from dataclasses import replace

    (setting,) = parse("memkit .86")
    *_, (_, memory) = grow(world, replace(setting, corrected=True), [len(world.messages)])
    found = measure(memory, world.messages)
    assert found["fact_precision"] == found["fact_recall"] == found["pair_precision"] == found["pair_recall"] == 1
    assert found["false_merges"] > 0  # decided wrongly, and put right


def test_a_reviewer_who_knows_mends_what_the_queue_holds(world):
    left, reviewed = parse("memkit .95; memkit .95 reviewed")
    *_, (_, without) = grow(world, left, [len(world.messages)])
    *_, (_, with_answers) = grow(world, reviewed, [len(world.messages)])
    before, after = measure(without, world.messages), measure(with_answers, world.messages)
    assert after["queue"] == 0 < before["queue"]
    assert after["fact_recall"] > before["fact_recall"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "at least one"),
        ("never; exact", "at least one of seed or memkit"),
        ("fuzzy .9", "none of never"),
        ("seed .9", "takes an embedder"),
        ("memkit hash .9", "takes an embedder"),
        ("memkit high", "no merge threshold"),
        ("memkit 1.5", "from 0 to 1"),
    ],
)
def test_settings_that_cannot_be_read_are_named(text, problem):
    with pytest.raises(InputError, match=problem):
        parse(text)


def test_settings_are_read():
    names = [s.name for s in parse("exact; seed minilm .85 .95; memkit .9 reviewed; memkit")]
    assert names == [
        "exact",
        "seed minilm 0.85",
        "seed minilm 0.95",
        "memkit 0.90, queue reviewed",
        "memkit 0.95",
    ]
