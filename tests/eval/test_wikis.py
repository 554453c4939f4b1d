"""Each wiki in data/ is what its README says it is: every answer is derived from the labels, not only asserted."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from gold_wiki import Fact, GoldWiki

DATA = Path(__file__).parents[2] / "data"
HOPS = {"2-hop": 2, "3-hop": 3}
CATEGORIES = ("definitional", "2-hop", "3-hop", "aggregation", "refusal")
ROUTES = {"VECTOR", "GRAPH", "HYBRID", "REFUSE"}


@dataclass(frozen=True)
class Case:
    """A wiki and what its README promises about it."""

    name: str
    pages: range  #: how many there may be
    words: range  #: on a page
    unlisted: tuple[float, float]  #: share of the names that ontology.yaml leaves out
    relations: int  #: at least
    relation_types: int  #: at least
    labels_per_type: int  #: at least
    repeated: int  #: facts that stand on several pages, at least
    chains: int  #: distinct 3-hop chains through three pages, at least
    per_category: dict[str, int]  #: questions, at least
    every_page_labelled: bool = False
    every_page_states_its_type: bool = False
    unrelated: frozenset[str] = frozenset()  #: names that take part in no relation, which a refusal asks about
    twins: tuple[tuple[str, str], ...] = ()  #: names that are easily taken for one another
    #: Two names in one sentence that states nothing between them: (page, one, other), read again by hand.
    beside_each_other: frozenset[tuple[str, str, str]] = frozenset()

    @cached_property
    def wiki(self) -> GoldWiki:
        return GoldWiki(DATA / self.name)


SMALL = {"definitional": 9, "2-hop": 11, "3-hop": 9, "aggregation": 11, "refusal": 10}
CASES = [
    Case(
        "meridian",
        pages=range(64, 65),
        words=range(200, 451),
        unlisted=(0.15, 0.25),
        relations=160,
        relation_types=10,
        labels_per_type=4,
        repeated=5,
        chains=12,
        per_category=dict.fromkeys(CATEGORIES, 12),
        every_page_labelled=True,
        every_page_states_its_type=True,
        unrelated=frozenset({"ADR-036"}),  # rejected: nobody approved it
        twins=(
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
        ),
        beside_each_other=frozenset(
            {
                ("fraud-screen.md", "fraud-scorer", "fraud-screen"),  # a contrast of the twins
                # "behind the front door": no relation type
                ("payments-api-v2.md", "edge-gateway", "payment-orchestrator"),
            }
        ),
    ),
    Case(
        "harbour",
        pages=range(24, 41),
        words=range(120, 351),
        unlisted=(0.2, 0.4),
        relations=80,
        relation_types=9,
        labels_per_type=3,
        repeated=3,
        chains=8,
        per_category=SMALL,
        twins=(("Vesper Tide", "Vesper Gale"),),
    ),
    Case(
        "herbarium",
        pages=range(24, 41),
        words=range(120, 351),
        unlisted=(0.2, 0.4),
        relations=80,
        relation_types=9,
        labels_per_type=4,
        repeated=4,
        chains=8,
        per_category=SMALL,
        twins=(
            ("Velsia montana", "Velsia maritima"),
            ("VM 1107", "VM 1170"),
            ("Augusta Hellwig", "Hellwig Expedition"),
        ),
    ),
]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    return request.param


@pytest.fixture
def wiki(case: Case) -> GoldWiki:
    return case.wiki


def questions_where(keep: Callable[[dict[str, Any]], bool]) -> pytest.MarkDecorator:
    """The test runs for each such question `q` of each wiki."""
    found = [pytest.param(c.wiki, q, id=f"{c.name}-{q['id']}") for c in CASES for q in c.wiki.questions if keep(q)]
    return pytest.mark.parametrize(("wiki", "q"), found)


answered = questions_where(lambda q: q["category"] != "refusal")
derived = questions_where(lambda q: q["category"] not in ("definitional", "refusal"))
definitions = questions_where(lambda q: q["category"] == "definitional")
multi_hop = questions_where(lambda q: q["category"] in HOPS)
refused = questions_where(lambda q: q["category"] == "refusal")


def triple(line: dict) -> tuple[str, str, str]:
    return line["source"], line["type"], line["target"]


def test_every_wiki_in_data_is_checked():
    assert {path.parent.name for path in DATA.glob("*/questions.jsonl")} == {case.name for case in CASES}


# --------------------------------------------------------------------------------------------------------- documents


def test_documents_are_as_many_and_as_long_as_promised(case, wiki):
    assert len(wiki.pages) in case.pages
    lengths = {page.name: len(page.body.split()) for page in wiki.pages.values()}
    assert {name: n for name, n in lengths.items() if n not in case.words} == {}
    assert len({page.title.casefold() for page in wiki.pages.values()}) == len(wiki.pages)


def test_a_page_is_about_one_known_entity_of_the_type_it_states_or_a_note(case, wiki):
    for page in wiki.pages.values() if case.every_page_states_its_type else ():
        stated = page.header["type"].casefold()
        assert stated == "note" or stated == wiki.types[page.title].casefold(), page.name


def test_no_document_is_an_orphan(wiki):
    """Each page shares an entity of its labelled relations with a labelled relation of another page."""
    ends = {r["doc"]: set() for r in wiki.relations}
    for r in wiki.relations:
        ends[r["doc"]] |= {r["source"], r["target"]}
    alone = [doc for doc, mine in ends.items() if not any(mine & ends[other] for other in ends if other != doc)]
    assert alone == []


def test_near_twins_exist_and_each_half_has_a_page_of_its_own(case, wiki):
    titles = {page.title for page in wiki.pages.values()}
    assert [twin for pair in case.twins for twin in pair if twin not in titles] == []


# ---------------------------------------------------------------------------------------------------------- ontology


def test_some_of_the_names_are_left_out_of_the_ontology(case, wiki):
    listed, unlisted = {e.name for e in wiki.ontology.entities}, {e["name"] for e in wiki.unlisted}
    assert not listed & unlisted
    low, high = case.unlisted
    assert low <= len(unlisted) / len(listed | unlisted) <= high


def test_no_spelling_names_two_entities(wiki):
    counts = Counter(spelling.casefold() for spellings in wiki.spellings.values() for spelling in spellings)
    assert [spelling for spelling, n in counts.items() if n > 1] == []


def test_every_entity_is_mentioned_and_takes_part_in_a_relation(case, wiki):
    mentioned = set().union(*wiki.mentioned.values())
    related = {end for r in wiki.relations for end in (r["source"], r["target"])}
    assert set(wiki.types) - mentioned == set()
    assert set(wiki.types) - related == case.unrelated


def test_every_relation_type_has_labels(case, wiki):
    counts = Counter(r["type"] for r in wiki.relations)
    assert set(counts) == set(wiki.ontology.relation_types)
    assert len(counts) >= case.relation_types
    assert min(counts.values()) >= case.labels_per_type


# --------------------------------------------------------------------------------------------------------- relations


def test_relations_are_many_unique_and_on_known_pages(case, wiki):
    assert len(wiki.relations) >= case.relations
    assert all(set(r) == {"source", "type", "target", "doc", "split"} for r in wiki.relations)
    assert len({(*triple(r), r["doc"]) for r in wiki.relations}) == len(wiki.relations)
    docs = {r["doc"] for r in wiki.relations}
    assert docs == set(wiki.pages) if case.every_page_labelled else docs <= set(wiki.pages)


def test_the_parts_of_the_relations_share_no_document(wiki):
    docs = {part: {r["doc"] for r in wiki.relations if r["split"] == part} for part in ("dev", "report")}
    assert docs["dev"] | docs["report"] == {r["doc"] for r in wiki.relations}
    assert not docs["dev"] & docs["report"]
    share = sum(r["split"] == "report" for r in wiki.relations) / len(wiki.relations)
    assert 0.4 <= share <= 0.6


def test_ends_fit_the_ontology(wiki):
    """Strictly: `Ontology.allows` would also take a type above an allowed one."""
    for line in (*wiki.relations, *wiki.traps):
        relation = wiki.ontology.relation_types[line["type"]]
        for end, allowed in ((line["source"], relation.source_types), (line["target"], relation.target_types)):
            assert any(wiki.is_a(end, type) for type in allowed), line


def test_both_ends_stand_in_the_document(wiki):
    for line in (*wiki.relations, *wiki.traps):
        assert {line["source"], line["target"]} <= wiki.mentioned[line["doc"]], line


def test_two_names_in_one_sentence_are_labelled_as_a_relation_or_a_trap(case, wiki):
    """So that no statement is left out: else both belong to one third name (a list, a contrast), or were read again
    by hand (`beside_each_other`)."""
    assert [
        pair for page in wiki.pages for pair in unlabelled(wiki, page) if pair[:3] not in case.beside_each_other
    ] == []


def unlabelled(wiki: GoldWiki, name: str) -> Iterator[tuple[str, str, str, str]]:
    neighbours: dict[str, set[str]] = {}
    for line in (*wiki.relations, *wiki.traps):
        if line["doc"] == name:
            neighbours.setdefault(line["source"], set()).add(line["target"])
            neighbours.setdefault(line["target"], set()).add(line["source"])
    for sentence in re.split(r"(?<=[.!?])\s+|\n", wiki.pages[name].body):
        for a, b in itertools.combinations(sorted(wiki.mentions(sentence)), 2):
            if not (b in neighbours.get(a, ()) or neighbours.get(a, set()) & neighbours.get(b, set())):
                yield name, a, b, sentence


def test_most_facts_stand_on_one_page_only_and_some_on_several(case, wiki):
    pages_per_fact = Counter(len(docs) for fact, docs in wiki.docs_of.items() if fact[0] == "relation")
    assert pages_per_fact[1] / pages_per_fact.total() >= 0.9
    assert sum(n for pages, n in pages_per_fact.items() if pages > 1) >= case.repeated
    assert max(pages_per_fact) <= 3


# ------------------------------------------------------------------------------------------------------------- traps


def test_nothing_negated_former_hypothetical_or_corrected_is_gold(wiki):
    gold = {triple(r) for r in wiki.relations}
    assert [trap for trap in wiki.traps if triple(trap) in gold] == []
    kinds = Counter(trap["why"] for trap in wiki.traps)
    assert set(kinds) == {"negated", "former", "hypothetical", "corrected"}
    assert min(kinds[kind] for kind in ("negated", "former", "corrected")) >= 4
    assert kinds["hypothetical"] >= 3


def test_a_corrected_fact_is_denied_by_a_later_page_that_states_what_holds_instead(wiki):
    for trap in (t for t in wiki.traps if t["why"] == "corrected"):
        assert wiki.pages[trap["by"]].date > wiki.pages[trap["doc"]].date > ""
        denied = {triple(t) for t in wiki.traps if t["doc"] == trap["by"] and t["why"] == "former"}
        assert triple(trap) in denied
        one_end = [
            r
            for r in wiki.relations
            if r["doc"] == trap["by"]
            and r["type"] == trap["type"]
            and (r["source"] == trap["source"]) != (r["target"] == trap["target"])
        ]
        assert one_end, f"{trap['by']} does not say what holds instead"


# --------------------------------------------------------------------------------------------------------- questions


def test_questions_are_many_in_every_category_and_part(case, wiki):
    ids = [q["id"] for q in wiki.questions]
    assert len(set(ids)) == len(ids) >= 50
    assert len({q["question"] for q in wiki.questions}) == len(ids)
    counts = Counter((q["category"], q["split"]) for q in wiki.questions)
    for category in CATEGORIES:
        assert counts[category, "dev"] + counts[category, "report"] >= case.per_category[category]
        assert abs(counts[category, "dev"] - counts[category, "report"]) <= 2
    assert sum(counts.values()) == sum(counts[c, part] for c in CATEGORIES for part in ("dev", "report"))


@answered
def test_gold_passages_exist(wiki, q):
    assert q["answer"] and q["passages"]
    assert q["passages"] == sorted(set(q["passages"]) & set(wiki.pages))


def test_routes_are_known_and_fit_the_category(wiki):
    for q in wiki.questions:
        assert q.get("route", "HYBRID") in ROUTES
        assert (q.get("route") == "REFUSE") == (q["category"] == "refusal")


@definitions
def test_a_definition_stands_word_for_word_in_its_passage_and_nowhere_else(wiki, q):
    (phrase,), (doc,) = q["answer"], q["passages"]
    assert [page.name for page in wiki.pages.values() if phrase in page.body] == [doc]


@derived
def test_the_answer_follows_from_the_labels(wiki, q):
    found = {way.entity for way in wiki.derive(q["derivation"])}
    if q["derivation"].get("count"):
        assert q["answer"] == [str(len(found))]
    else:
        assert sorted(q["answer"]) == sorted(found)


@derived
def test_the_passages_state_all_that_the_answer_rests_on_and_each_is_needed(wiki, q):
    ways = wiki.derive(q["derivation"])
    facts: set[Fact] = {fact for way in ways for fact in way.facts}
    passages = set(q["passages"])
    assert [fact for fact in sorted(facts) if not wiki.docs_of[fact] & passages] == []
    absent = any("without" in step for step in q["derivation"]["steps"] if isinstance(step, dict))
    for doc in passages:
        states = any(doc in wiki.docs_of[fact] for fact in facts)
        assert states or (absent and wiki.mentioned[doc] & set(q["answer"])), f"{doc} supports nothing"


@derived
def test_names_of_the_answer_stand_in_the_passages(wiki, q):
    mentioned = set().union(*(wiki.mentioned[doc] for doc in q["passages"]))
    assert {way.entity for way in wiki.derive(q["derivation"])} <= mentioned


@multi_hop
def test_a_multi_hop_question_needs_as_many_steps_and_as_many_pages(wiki, q):
    hops = HOPS[q["category"]]
    assert sum(isinstance(step, str) for step in q["derivation"]["steps"]) == hops
    assert len(q["passages"]) >= hops
    for way in wiki.derive(q["derivation"]):
        assert not set.intersection(*(wiki.docs_of[fact] for fact in way.facts)), "one page answers it"


def test_distinct_three_hop_chains_through_three_pages(case, wiki):
    chains = {
        way.facts
        for q in wiki.questions
        if q["category"] == "3-hop"
        for way in wiki.derive(q["derivation"])
        if len({min(wiki.docs_of[fact]) for fact in way.facts}) == 3
    }
    assert len(chains) >= case.chains


@derived
def test_a_question_names_what_its_derivation_starts_from_and_not_its_answer(wiki, q):
    start = q["derivation"]["start"]
    text = q["question"].casefold()
    if isinstance(start, list):
        assert all(any(s.casefold() in text for s in wiki.spellings[name]) for name in start)
    assert not [a for a in q["answer"] if a.casefold() in text and not a.isdigit()]


@refused
def test_a_refused_question_has_no_support(wiki, q):
    assert q["answer"] == q["passages"] == []
    assert ("derivation" in q) != ("absent" in q)
    if "derivation" in q:
        assert all(name in wiki.types for name in q["derivation"]["start"])
        assert wiki.derive(q["derivation"]) == []
    for word in q.get("absent", ()):
        assert [page.name for page in wiki.pages.values() if word.casefold() in page.text.casefold()] == []


def test_refusals_are_of_every_kind(wiki):
    kinds = Counter(q["why"] for q in wiki.questions if q["category"] == "refusal")
    assert set(kinds) == {"unknown entity", "out of domain", "unstated", "false presupposition"}
    assert min(kinds.values()) >= 3
