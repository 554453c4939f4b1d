"""The ontology file: what it says is used, and everything wrong with it is named at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from memkit.errors import InputError
from memkit.extract import SpacyExtractor, load_ontology
from memkit.extract.ontology import Ontology, ontology_from_dict

EXAMPLE = Path(__file__).resolve().parents[2] / "data" / "ontology.example.yaml"


@pytest.fixture(scope="module")
def example() -> Ontology:
    return load_ontology(EXAMPLE)


@pytest.fixture(scope="module")
def reader(example) -> SpacyExtractor:
    return SpacyExtractor(ontology=example)


def facts(reader, text):
    read = reader.extract(text)
    return [(read.mentions[r.source].name, r.type, read.mentions[r.target].name) for r in read.relations]


def test_parents_lead_to_the_five_types(example):
    assert example.parents == {"Service": "Object", "Datastore": "Object", "Team": "Organization"}
    chain = ontology_from_dict({"entity_types": {"A": {"parent": "B"}, "B": {"parent": "Event"}}})
    assert chain.parents == {"A": "Event", "B": "Event"}
    assert chain.ancestors("A") == ["A", "B", "Event"]


@pytest.mark.parametrize(
    "text",
    [
        "The payments-api depends on ledger-db.",
        "payments-api calls ledger-db.",
        "payments-api called ledger-db.",
        "The ledger-db is used by the payments-api.",
        "ledger-db has been used by PAY.",
        "The payments API reads from ledger-db.",
    ],
)
def test_phrases_in_any_tense_and_direction(reader, text):
    ((source, relation, target),) = facts(reader, text)
    assert relation == "DEPENDS_ON"
    assert source.lower().lstrip("the ").replace(" ", "-") in ("payments-api", "pay")
    assert target == "ledger-db"


def test_inverse_phrase_turns_the_relation_round(reader):
    assert facts(reader, "payments-api is maintained by Team Atlas.") == [("Team Atlas", "OWNS", "payments-api")]
    assert facts(reader, "Team Atlas is responsible for payments-api.") == [("Team Atlas", "OWNS", "payments-api")]


@pytest.mark.parametrize(
    "text",
    [
        "The payments-api does not depend on ledger-db.",
        "The payments-api might call ledger-db.",
        "Is ledger-db used by payments-api?",
        "If payments-api calls ledger-db, we alert.",
    ],
)
def test_what_is_not_so_is_no_relation(reader, text):
    assert facts(reader, text) == []


def test_ends_of_a_wrong_type_are_no_relation(reader):
    assert facts(reader, "Priya Nair calls Team Atlas.") == []  # DEPENDS_ON joins no person


def test_a_relation_that_no_phrase_means_keeps_its_open_type(reader):
    assert facts(reader, "The payments-api publishes to Kafka.") == [("payments-api", "PUBLISHES_TO", "Kafka")]


def test_type_words_beside_a_name_tell_its_type(reader):
    read = reader.extract("The refunds-api service depends on the Redis cache. The Falcon squad owns it.")
    assert {m.name: m.type for m in read.mentions} == {"refunds-api": "Service", "Redis": "Datastore", "Falcon": "Team"}


def test_known_names_have_their_type_and_place(example):
    text = "PAY and the Payments API, not pay; ledger-db's owner is team atlas, not ledger-db-old."
    found = [(text[f.start : f.end], f.type) for f in example.find(text)]
    assert found == [
        ("PAY", "Service"),
        ("the Payments API", "Service"),
        ("ledger-db", "Datastore"),
        ("team atlas", "Team"),
    ]


def test_the_longest_known_name_wins():
    known = ontology_from_dict(
        {"entities": [{"name": "New York", "type": "Location"}, {"name": "New York Times", "type": "Organization"}]}
    )
    text = "New York Times of New York"
    assert [text[f.start : f.end] for f in known.find(text)] == ["New York Times", "New York"]


def test_finding_known_names_takes_linear_time():
    names = [{"name": f"alpha beta {number}", "type": "Object"} for number in range(3000)]
    known = ontology_from_dict({"entities": names})
    text = "alpha beta gamma " * 20_000
    start = time.monotonic()
    assert list(known.find(text)) == []
    assert time.monotonic() - start < 20  # a search per name would take minutes


def test_an_empty_file_says_nothing(tmp_path):
    file = tmp_path / "o.yaml"
    file.write_text("")
    assert load_ontology(file) == Ontology()


WRONG = """
entity_types:
  Service: {parent: Objekt, words: service}
  Loop: {parent: Pool}
  Pool: {parent: Loop}
  Orphan: {}
  Person: {parent: Object}
  Other: {parent: Object, words: [team]}
  Team: {parent: Organization, words: [team]}
relation_types:
  depends_on: {from: [Service], to: [Servise]}
  OWNS: {form: [Team], phrases: [owns, 3], inverse_phrases: [owns]}
entities:
  - {name: A, type: Service, aliases: [B]}
  - {name: b, type: Nothing}
  - {type: Service}
  - just text
attributes:
  Servic: [tier]
  Team: tier
extra: 1
"""


def test_all_that_is_wrong_is_named_at_once_with_its_path(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG)
    with pytest.raises(InputError) as raised:
        load_ontology(file)
    message = str(raised.value)
    for part in (
        "entity_types.Service.parent: 'Objekt' is no entity type (did you mean 'Object'?)",
        "entity_types.Service.words: is a string, a list of strings is needed",
        "entity_types.Loop.parent: the parents run in a circle",
        "entity_types.Orphan: parent is missing",
        "entity_types.Person.parent: Person is one of the five types",
        "entity_types.Team.words: 'team' stands for Other already",
        "relation_types.depends_on: a relation type is written in capitals",
        "relation_types.depends_on.to[0]: 'Servise' is no entity type (did you mean 'Service'?)",
        "relation_types.OWNS.form: is not known here",
        "relation_types.OWNS.phrases[1]: is 3, a string is needed",
        "relation_types.OWNS.inverse_phrases: 'owns' cannot be both a phrase and an inverse",
        "entities[1]: 'b' names entities[0] already",
        "entities[1].type: 'Nothing' is no entity type",
        "entities[2].name: is None, a name is needed",
        "entities[3]: is a string, a mapping (key: value) is needed",
        "attributes.Servic: 'Servic' is no entity type (did you mean 'Service'?)",
        "attributes.Team: is a string, a list of strings is needed",
        "extra: is not known here",
    ):
        assert part in message, part
    assert str(file) in message


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"entity_types: [", "is not valid YAML"),
        (b"entity_types: {A: {parent: Object}, A: {parent: Event}}", "key 'A' stands twice"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"- a list", "the file: is a list"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, what):
    file = tmp_path / "o.yaml"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"o\.yaml") as raised:
        load_ontology(file)
    assert what in str(raised.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load_ontology(tmp_path / "none.yaml")
