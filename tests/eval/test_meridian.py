"""Meridian is what data/meridian/README.md says it is: every answer is derived from the labels, not only asserted."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path

import pytest
from gold_wiki import Fact, GoldWiki

FOLDER = Path(__file__).parents[2] / "data" / "meridian"
WIKI = GoldWiki(FOLDER)
HOPS = {"2-hop": 2, "3-hop": 3}
CATEGORIES = ("definitional", "2-hop", "3-hop", "aggregation", "refusal")
ROUTES = {"VECTOR", "GRAPH", "HYBRID", "REFUSE"}
#: Names that are easily taken for one another.
TWINS = (
    ("ledger-core", "ledger-cache"),
    ("Payments API v1", "Payments API v2"),
    ("Team Atlas", "atlas-sdk"),
    ("quill", "quill-pdf"),
    ("fraud-scorer", "fraud-screen"),
    ("Risk Signals", "Risk Operations"),
    ("token-vault", "vault-db"),
    ("CVE-2024-90417", "CVE-2024-90471"),
    ("INC-112", "INC-121"),
    ("ADR-014", "ADR-041"),
)

#: Two names in one sentence that states nothing between them.
BESIDE_EACH_OTHER = {
    ("fraud-screen.md", "fraud-scorer", "fraud-screen"),  # a contrast of the twins
    ("payments-api-v2.md", "edge-gateway", "payment-orchestrator"),  # "behind the front door": no relation type
}

answered = [q for q in WIKI.questions if q["category"] != "refusal"]
derived = [q for q in answered if q["category"] != "definitional"]
refusals = [q for q in WIKI.questions if q["category"] == "refusal"]
by_id = {"ids": lambda q: q["id"]}


def triple(line: dict) -> tuple[str, str, str]:
    return line["source"], line["type"], line["target"]


# --------------------------------------------------------------------------------------------------------- documents


def test_documents_are_as_many_and_as_long_as_promised():
    assert len(WIKI.pages) == 64
    lengths = {page.name: len(page.body.split()) for page in WIKI.pages.values()}
    assert {name: n for name, n in lengths.items() if not 200 <= n <= 450} == {}
    assert len({page.title.casefold() for page in WIKI.pages.values()}) == len(WIKI.pages)


def test_a_page_is_about_one_known_entity_of_the_type_it_states_or_a_note():
    for page in WIKI.pages.values():
        stated = page.header["type"].casefold()
        assert stated == "note" or stated == WIKI.types[page.title].casefold(), page.name


def test_no_document_is_an_orphan():
    """Each page shares an entity of its labelled relations with a labelled relation of another page."""
    ends = {doc: set() for doc in WIKI.pages}
    for r in WIKI.relations:
        ends[r["doc"]] |= {r["source"], r["target"]}
    alone = [doc for doc, mine in ends.items() if not any(mine & ends[other] for other in ends if other != doc)]
    assert alone == []


def test_near_twins_exist_and_each_half_has_a_page_of_its_own():
    titles = {page.title for page in WIKI.pages.values()}
    assert [twin for pair in TWINS for twin in pair if twin not in titles] == []


# ---------------------------------------------------------------------------------------------------------- ontology


def test_about_a_fifth_of_the_names_is_left_out_of_the_ontology():
    listed, unlisted = {e.name for e in WIKI.ontology.entities}, {e["name"] for e in WIKI.unlisted}
    assert not listed & unlisted
    assert 0.15 <= len(unlisted) / len(listed | unlisted) <= 0.25


def test_no_spelling_names_two_entities():
    counts = Counter(spelling.casefold() for spellings in WIKI.spellings.values() for spelling in spellings)
    assert [spelling for spelling, n in counts.items() if n > 1] == []


def test_every_entity_is_mentioned_and_takes_part_in_a_relation():
    mentioned = set().union(*WIKI.mentioned.values())
    related = {end for r in WIKI.relations for end in (r["source"], r["target"])}
    assert set(WIKI.types) - mentioned == set()
    assert set(WIKI.types) - related == {"ADR-036"}  # rejected: nobody approved it, which a refusal asks about


def test_every_relation_type_has_labels():
    counts = Counter(r["type"] for r in WIKI.relations)
    assert set(counts) == set(WIKI.ontology.relation_types)
    assert len(counts) >= 10
    assert min(counts.values()) >= 4


# --------------------------------------------------------------------------------------------------------- relations


def test_relations_are_many_unique_and_on_every_page():
    assert len(WIKI.relations) >= 160
    assert all(set(r) == {"source", "type", "target", "doc", "split"} for r in WIKI.relations)
    assert len({(*triple(r), r["doc"]) for r in WIKI.relations}) == len(WIKI.relations)
    assert {r["doc"] for r in WIKI.relations} == set(WIKI.pages)


def test_the_parts_of_the_relations_share_no_document():
    docs = {part: {r["doc"] for r in WIKI.relations if r["split"] == part} for part in ("dev", "report")}
    assert docs["dev"] | docs["report"] == set(WIKI.pages)
    assert not docs["dev"] & docs["report"]
    share = sum(r["split"] == "report" for r in WIKI.relations) / len(WIKI.relations)
    assert 0.4 <= share <= 0.6


def test_ends_fit_the_ontology():
    """Strictly: `Ontology.allows` would also take a type above an allowed one."""
    for line in (*WIKI.relations, *WIKI.traps):
        relation = WIKI.ontology.relation_types[line["type"]]
        for end, allowed in ((line["source"], relation.source_types), (line["target"], relation.target_types)):
            assert any(WIKI.is_a(end, type) for type in allowed), line


def test_both_ends_stand_in_the_document():
    for line in (*WIKI.relations, *WIKI.traps):
        assert {line["source"], line["target"]} <= WIKI.mentioned[line["doc"]], line


def test_two_names_in_one_sentence_are_labelled_as_a_relation_or_a_trap():
    """So that no statement is left out: else both belong to one third name (a list, a contrast), or were read again
    by hand (BESIDE_EACH_OTHER)."""
    for page in WIKI.pages.values():
        labelled = [line for line in (*WIKI.relations, *WIKI.traps) if line["doc"] == page.name]
        neighbours: dict[str, set[str]] = {}
        for line in labelled:
            neighbours.setdefault(line["source"], set()).add(line["target"])
            neighbours.setdefault(line["target"], set()).add(line["source"])
        for sentence in re.split(r"(?<=[.!?])\s+|\n", page.body):
            for a, b in itertools.combinations(sorted(WIKI.mentions(sentence)), 2):
                joined = b in neighbours.get(a, ()) or neighbours.get(a, set()) & neighbours.get(b, set())
                assert joined or (page.name, a, b) in BESIDE_EACH_OTHER, (page.name, a, b, sentence)


def test_most_facts_stand_on_one_page_only_and_some_on_several():
    pages_per_fact = Counter(len(docs) for fact, docs in WIKI.docs_of.items() if fact[0] == "relation")
    assert pages_per_fact[1] / pages_per_fact.total() >= 0.9
    assert sum(n for pages, n in pages_per_fact.items() if pages > 1) >= 5
    assert max(pages_per_fact) <= 3


# ------------------------------------------------------------------------------------------------------------- traps


def test_nothing_negated_former_hypothetical_or_corrected_is_gold():
    gold = {triple(r) for r in WIKI.relations}
    assert [trap for trap in WIKI.traps if triple(trap) in gold] == []
    kinds = Counter(trap["why"] for trap in WIKI.traps)
    assert set(kinds) == {"negated", "former", "hypothetical", "corrected"}
    assert min(kinds.values()) >= 5


def test_a_corrected_fact_is_denied_by_a_later_page_that_states_what_holds_instead():
    for trap in (t for t in WIKI.traps if t["why"] == "corrected"):
        assert WIKI.pages[trap["by"]].date > WIKI.pages[trap["doc"]].date
        denied = {triple(t) for t in WIKI.traps if t["doc"] == trap["by"] and t["why"] == "former"}
        assert triple(trap) in denied
        one_end = [
            r
            for r in WIKI.relations
            if r["doc"] == trap["by"]
            and r["type"] == trap["type"]
            and (r["source"] == trap["source"]) != (r["target"] == trap["target"])
        ]
        assert one_end, f"{trap['by']} does not say what holds instead"


# --------------------------------------------------------------------------------------------------------- questions


def test_questions_are_many_in_every_category_and_part():
    ids = [q["id"] for q in WIKI.questions]
    assert len(set(ids)) == len(ids) >= 60
    assert len({q["question"] for q in WIKI.questions}) == len(ids)
    counts = Counter((q["category"], q["split"]) for q in WIKI.questions)
    for category in CATEGORIES:
        assert counts[category, "dev"] + counts[category, "report"] >= 10
        assert abs(counts[category, "dev"] - counts[category, "report"]) <= 2
    assert sum(counts.values()) == sum(counts[c, part] for c in CATEGORIES for part in ("dev", "report"))


def test_gold_passages_exist():
    for q in answered:
        assert q["answer"] and q["passages"]
        assert q["passages"] == sorted(set(q["passages"]) & set(WIKI.pages)), q["id"]


def test_routes_are_known_and_fit_the_category():
    for q in WIKI.questions:
        assert q.get("route", "HYBRID") in ROUTES
        assert (q.get("route") == "REFUSE") == (q["category"] == "refusal")


@pytest.mark.parametrize("q", [q for q in answered if q["category"] == "definitional"], **by_id)
def test_a_definition_stands_word_for_word_in_its_passage_and_nowhere_else(q):
    (phrase,), (doc,) = q["answer"], q["passages"]
    assert [page.name for page in WIKI.pages.values() if phrase in page.body] == [doc]


@pytest.mark.parametrize("q", derived, **by_id)
def test_the_answer_follows_from_the_labels(q):
    found = {way.entity for way in WIKI.derive(q["derivation"])}
    if q["derivation"].get("count"):
        assert q["answer"] == [str(len(found))]
    else:
        assert sorted(q["answer"]) == sorted(found)


@pytest.mark.parametrize("q", derived, **by_id)
def test_the_passages_state_all_that_the_answer_rests_on_and_each_is_needed(q):
    ways = WIKI.derive(q["derivation"])
    facts: set[Fact] = {fact for way in ways for fact in way.facts}
    passages = set(q["passages"])
    assert [fact for fact in sorted(facts) if not WIKI.docs_of[fact] & passages] == []
    absent = any("without" in step for step in q["derivation"]["steps"] if isinstance(step, dict))
    for doc in passages:
        states = any(doc in WIKI.docs_of[fact] for fact in facts)
        assert states or (absent and WIKI.mentioned[doc] & set(q["answer"])), f"{doc} supports nothing"


@pytest.mark.parametrize("q", derived, **by_id)
def test_names_of_the_answer_stand_in_the_passages(q):
    mentioned = set().union(*(WIKI.mentioned[doc] for doc in q["passages"]))
    assert {way.entity for way in WIKI.derive(q["derivation"])} <= mentioned


@pytest.mark.parametrize("q", [q for q in derived if q["category"] in HOPS], **by_id)
def test_a_multi_hop_question_needs_as_many_steps_and_as_many_pages(q):
    hops = HOPS[q["category"]]
    assert sum(isinstance(step, str) for step in q["derivation"]["steps"]) == hops
    assert len(q["passages"]) >= hops
    for way in WIKI.derive(q["derivation"]):
        assert not set.intersection(*(WIKI.docs_of[fact] for fact in way.facts)), "one page answers it"


def test_distinct_three_hop_chains_through_three_pages():
    chains = {
        way.facts
        for q in derived
        if q["category"] == "3-hop"
        for way in WIKI.derive(q["derivation"])
        if len({min(WIKI.docs_of[fact]) for fact in way.facts}) == 3
    }
    assert len(chains) >= 12


@pytest.mark.parametrize("q", derived, **by_id)
def test_a_question_names_what_its_derivation_starts_from_and_not_its_answer(q):
    start = q["derivation"]["start"]
    text = q["question"].casefold()
    if isinstance(start, list):
        assert all(any(s.casefold() in text for s in WIKI.spellings[name]) for name in start)
    assert not [a for a in q["answer"] if a.casefold() in text and not a.isdigit()]


@pytest.mark.parametrize("q", refusals, **by_id)
def test_a_refused_question_has_no_support(q):
    assert q["answer"] == q["passages"] == []
    assert ("derivation" in q) != ("absent" in q)
    if "derivation" in q:
        assert all(name in WIKI.types for name in q["derivation"]["start"])
        assert WIKI.derive(q["derivation"]) == []
    for word in q.get("absent", ()):
        assert [page.name for page in WIKI.pages.values() if word.casefold() in page.text.casefold()] == []


def test_refusals_are_of_every_kind():
    kinds = Counter(q["why"] for q in refusals)
    assert set(kinds) == {"unknown entity", "out of domain", "unstated", "false presupposition"}
    assert min(kinds.values()) >= 3
