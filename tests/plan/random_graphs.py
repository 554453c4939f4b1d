"""Small random graphs with everything that a plan can meet, and random plans over them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from memkit.extract.ontology import Ontology, ontology_from_dict
from memkit.model import Attribute, Batch, Denial, Document, Entity, Judgement, Mention, Passage, Record, Relation
from memkit.plan.plan import Linked, Plan, Step, Value, shape_of
from memkit.resolve.clusters import canonical_ids

ONTOLOGY: Ontology = ontology_from_dict(
    {
        "entity_types": {
            "Part": {"parent": "Object"},
            "Service": {"parent": "Part"},
            "Library": {"parent": "Part"},
            "Team": {"parent": "Organization"},
        },
        "relation_types": {"USES": {}, "OWNS": {}, "NEEDS": {"from": ["Part"], "to": ["Part"]}},
        "attributes": {"Part": ["tier"], "Team": ["tier"]},
    }
)
ENTITIES = [f"e{n}" for n in range(7)]
PASSAGES = [f"p{n}" for n in range(4)]
RELATIONS = sorted(ONTOLOGY.relation_types)
#: Sorted otherwise by code point, by UTF-16 unit, and by letter; two things may have one name.
NAMES = ["a", "B", "Ä", "\uffee", "\U0001f600", '"] DETACH DELETE n //', "$ns"]
TIMES = ["", "soon", "2024", "2024-05", "2024-05-01", "2024-05-01T12:00:00+02:00", "2024-12-31T23:59:59Z", "2025"]
VALUES = ["1", "2", " Beta", "beta", "BETA ", "Ärger", "ärger", "$ns"]

entities, passages = st.sampled_from(ENTITIES), st.sampled_from(PASSAGES)
relations, times = st.sampled_from(RELATIONS), st.sampled_from(TIMES)
types = st.sampled_from(["Service", "Library", "Team", "Part", "Object"])


@st.composite
def graphs(draw) -> list[Record]:
    """The records of one namespace; canonical ids are as the judgements make them."""
    names = [Entity(id, draw(st.sampled_from(NAMES)), draw(types), id, created_at=id) for id in ENTITIES]
    pairs = draw(st.lists(st.tuples(entities, entities), max_size=3, unique_by=frozenset))
    judgements = [
        Judgement(f"j{n}", *sorted(pair), draw(st.sampled_from(["merged", "merged", "rejected"])), 1.0, {}, "", "", "")
        for n, pair in enumerate(pairs)
        if pair[0] != pair[1]
    ]
    canonical = canonical_ids({e.id: e for e in names}, judgements)
    records: list[Record] = [replace(e, canonical_id=canonical[e.id]) for e in names]
    records += [Document("d", "a", "a.md", ""), *judgements]
    records += [
        Passage(id, "chunk", "d", n, "a", f"Text {id}.", "a.md", at=draw(times)) for n, id in enumerate(PASSAGES)
    ]
    for n, ends in enumerate(draw(st.lists(st.tuples(entities, entities), max_size=14))):
        records.append(Relation(f"r{n}", *ends, draw(relations), draw(passages), f"sentence r{n}"))
    stated = [r for r in records if isinstance(r, Relation)]
    for n, denied in enumerate(draw(st.lists(st.sampled_from(stated), max_size=4)) if stated else []):
        # of the same statement, it may be between other names of the two things
        same = [
            [e.id for e in records if isinstance(e, Entity) and e.canonical_id == canonical[end]]
            for end in (denied.source_id, denied.target_id)
        ]
        ends = [draw(st.sampled_from(ids)) for ids in same]
        records.append(Denial(f"x{n}", *ends, denied.type, draw(passages), "", draw(st.booleans()), draw(times)))
    for n, ends in enumerate(draw(st.lists(st.tuples(passages, entities), max_size=6))):
        records.append(Attribute(f"a{n}", *ends, "tier", draw(st.sampled_from(VALUES)), f"sentence a{n}"))
    for n, ends in enumerate(draw(st.lists(st.tuples(passages, entities), max_size=5))):
        records.append(Mention(f"m{n}", *ends, 0, 4, "Text"))
    return records


directions = st.sampled_from(["out", "in", "any"])
some_types = st.just("") | types
some_relations = st.lists(relations, max_size=2, unique=True).map(tuple)
some_things = st.lists(entities, max_size=2, unique=True).map(tuple)
conditions = st.one_of(
    st.builds(Value, st.just("tier"), st.sampled_from(["", *VALUES]), st.booleans()),
    st.builds(Linked, some_relations, directions, some_types, some_things, st.booleans(), st.integers(1, 2)),
)
rankings = st.none() | st.builds(Linked, some_relations, directions, some_types, holds=st.booleans())
some_conditions = st.lists(conditions, max_size=1).map(tuple)


@st.composite
def steps(draw, most: int) -> Step:
    least = draw(st.integers(1, most))
    step = Step(draw(some_relations), draw(directions), draw(some_types), draw(some_conditions))
    return replace(step, least=least, most=draw(st.integers(least, most)))


@st.composite
def plans(draw) -> Plan:
    """A plan of any shape; it may be one that `check` refuses."""
    if draw(st.integers(0, 4)) == 0:
        step = Step(draw(some_relations), draw(directions), most=draw(st.integers(1, 3)))
        some = st.lists(entities, min_size=1, max_size=2, unique=True).map(tuple)
        plan = Plan("path", draw(some), steps=(step,), ends=draw(some))
    else:
        few = [draw(steps(3 if n == 0 else 1)) for n in range(draw(st.integers(0, 2)))]
        plan = Plan(
            "", draw(some_things), draw(some_types), draw(some_conditions), tuple(few), count=draw(st.booleans())
        )
    ranked = None if plan.ends or plan.count else draw(rankings)
    plan = replace(plan, without=draw(some_things), ranked=ranked)
    return replace(plan, shape=shape_of(plan))


def batch(records: list[Record]) -> Batch:
    return Batch(upserts=records)
