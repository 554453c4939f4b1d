"""The generator: gold states its facts, parameters do what they say (counted in the text), equal seeds equal bytes."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.datasets.beir import load_beir
from eval.generator import Corpus, Parameters, generate, page_id, varied, write_corpus, write_ontology
from eval.generator.names import ALIASES, FORMS, TWINS
from eval.generator.wording import KINDS, RELATIONS
from memkit import InputError
from memkit.extract import load_ontology

SMALL = {"things": 60, "questions": 8}
CORPORA = st.builds(
    Parameters,
    cross_references=st.integers(1, 9),
    things=st.integers(40, 70),
    questions=st.just(5),
    aliases=st.integers(0, 3),
    twins=st.sampled_from((0.0, 0.3, 1.0)),
    distractors=st.sampled_from((0, 1, 40)),
    fillers=st.integers(0, 4),
    seed=st.integers(0, 10_000),
)


def says(corpus: Corpus, page: str, fact) -> bool:
    """Does a sentence of the page name both ends of the fact? Read from the text alone: a page's title and a pronoun
    stand for its subject."""
    passage = next(p for p in corpus.data.passages if p["_id"] == page)
    ends = [corpus.world.things[n] for n in (fact.source, fact.target)]
    for sentence in passage["text"].replace(".C.", "#C#").split(". "):
        sentence = sentence.replace("#C#", ".C.")
        named = [
            any(spelling in sentence for spelling in end.spellings)
            or (end.name == passage["title"] and sentence.startswith(("It ", "He ", "She ")))
            for end in ends
        ]
        if all(named):
            return True
    return False


@settings(max_examples=15, deadline=None)
@given(CORPORA)
def test_gold_states_its_fact_and_chains_are_chains(parameters):
    corpus = generate(parameters)
    texts = {p["_id"]: p["text"] for p in corpus.data.passages}
    assert corpus.questions
    for question in corpus.questions:
        for before, after in zip(question.chain, question.chain[1:], strict=False):
            assert before.target == after.source
        on_the_way = [question.chain[0].source, *(fact.target for fact in question.chain)]
        assert len(set(on_the_way)) == len(on_the_way)
        start, answer = (corpus.world.things[n] for n in (on_the_way[0], on_the_way[-1]))
        assert any(spelling in question.text for spelling in start.spellings)
        assert not any(spelling in question.text for spelling in answer.spellings), "a question holds no answer"
        assert corpus.data.gold[question.id] == {page_id(number) for number in on_the_way[:-1]}
        for fact, pages in zip(question.chain, corpus.evidence[question.id], strict=True):
            assert page_id(fact.source) in pages
            for page in pages:
                sentences = [s for p in corpus.pages if page_id(p.about.number) == page for s in p.statements]
                (stated,) = [s.sentence for s in sentences if s.fact == fact]
                assert stated in texts[page]
                if "." not in "".join(
                    corpus.world.things[fact.source].aliases + corpus.world.things[fact.target].aliases
                ):
                    assert says(corpus, page, fact)


@settings(max_examples=15, deadline=None)
@given(CORPORA)
def test_no_chain_is_ambiguous(parameters):
    corpus = generate(parameters)
    spellings = Counter(s.casefold() for thing in corpus.world.things for s in thing.spellings)
    assert max(spellings.values()) == 1, "a spelling stands for one thing"
    facts = Counter(
        (fact.source, fact.relation.name) for page in corpus.pages for fact in {s.fact for s in page.statements}
    )
    assert set(facts.values()) == {min(parameters.cross_references, len(corpus.pages))}
    ends = [(fact.source, fact.target) for fact in corpus.world.facts.values()]
    assert len({frozenset(end) for end in ends}) == len(ends), "two facts join no two things"


@pytest.mark.parametrize("copies", [1, 2, 5])
def test_cross_references_count_pages(copies):
    corpus = generate(Parameters(cross_references=copies, **SMALL))
    counted = {
        fact: sum(says(corpus, p["_id"], fact) for p in corpus.data.passages)
        for fact in list(corpus.world.facts.values())[::7]
    }
    assert set(counted.values()) == {copies}


def test_density_lets_one_page_answer():
    shares = []
    for copies in (1, 3, 8):
        corpus = generate(Parameters(cross_references=copies, hops=(3,), things=80, questions=30))
        one = corpus.one_page()
        shares.append(sum(one.values()) / len(one))
    assert shares[0] == 0 and shares == sorted(shares) and shares[-1] > 0.5


def test_hops_aliases_twins_and_distractors_do_what_they_say():
    plain = generate(Parameters(**SMALL))
    assert Counter(plain.data.hops.values()) == {"1": 8, "2": 8, "3": 8, "4": 8}
    assert len(plain.pages) == 60 and {p.about.kind for p in plain.pages} == set(KINDS)
    assert all(thing.spellings == (thing.name,) for thing in plain.world.things)

    aliased = generate(Parameters(aliases=2, cross_references=3, **SMALL))
    assert {len(thing.aliases) for thing in aliased.world.things} == {2}
    used = Counter(
        spelling
        for page in aliased.pages
        for thing in aliased.world.things
        for spelling in thing.aliases
        if spelling in page.text and thing is not page.about
    )
    assert len(used) > 60, "other pages really use other spellings"
    assert all(p.text.startswith(p.about.name + " is ") for p in aliased.pages)

    twinned = generate(Parameters(twins=0.5, **SMALL))
    twins = [thing for thing in twinned.world.things if thing.twin_of >= 0]
    assert len(twins) == 30 and len(twinned.pages) == 90
    for twin in twins:
        other = twinned.world.things[twin.twin_of]
        assert twin.stem == other.stem and twin.kind == other.kind and twin.name != other.name
        assert twinned.world.facts_of(twin.number) and twin.number not in twinned.world.linked

    crowded = generate(Parameters(distractors=100, **SMALL))
    assert len(crowded.pages) == 160
    assert crowded.data.queries == plain.data.queries, "the same questions among more pages"
    for other in (aliased, twinned):
        assert [q.chain for q in other.questions] == [q.chain for q in plain.questions]
    for fact in crowded.world.facts.values():
        assert (fact.source < 60) == (fact.target < 60)


def test_cross_references_change_pages_only():
    one, five = (generate(Parameters(cross_references=c, **SMALL)) for c in (1, 5))
    assert one.data.queries == five.data.queries and one.data.gold == five.data.gold
    assert one.world.facts == five.world.facts and one.data.hash != five.data.hash
    for sparse, dense in zip(one.pages, five.pages, strict=True):
        assert len(sparse.text) < len(dense.text)
        assert {s.fact for s in sparse.statements} <= {s.fact for s in dense.statements} and sparse.about == dense.about


def test_the_same_seed_gives_the_same_bytes_and_another_seed_another_corpus(tmp_path):
    parameters = Parameters(cross_references=3, aliases=1, twins=0.2, distractors=10, seed=4, **SMALL)
    folders = [write_corpus(generate(parameters), tmp_path / name) for name in ("one", "two")]
    files = sorted(p.relative_to(folders[0]) for p in folders[0].rglob("*") if p.is_file())
    assert [str(f) for f in files] == ["corpus.jsonl", "parameters.json", "qrels/test.tsv", "queries.jsonl"]
    for file in files:
        assert (folders[0] / file).read_bytes() == (folders[1] / file).read_bytes()
    assert generate(varied(parameters, seed=5)).data.hash != generate(parameters).data.hash


def test_a_written_corpus_reads_back(tmp_path):
    corpus = generate(Parameters(cross_references=2, **SMALL))
    read = load_beir(write_corpus(corpus, tmp_path / "made"))
    assert read.passages == corpus.data.passages and read.queries == corpus.data.queries
    assert read.gold == corpus.data.gold and read.hops == corpus.data.hops and not read.problems
    first = json.loads((tmp_path / "made" / "queries.jsonl").read_text().splitlines()[0])
    assert [frozenset(pages) for pages in first["metadata"]["evidence"]] == list(corpus.evidence[first["_id"]])


def test_an_ontology_lists_all_spellings(tmp_path):
    corpus = generate(Parameters(aliases=2, twins=0.1, **SMALL))
    ontology = load_ontology(str(write_ontology(corpus, tmp_path / "ontology.yaml")))
    assert {e.name: e.aliases for e in ontology.entities} == {t.name: t.aliases for t in corpus.world.things}


def test_every_kind_and_relation_has_all_its_wordings():
    assert set(FORMS) == set(ALIASES) == set(TWINS) == set(KINDS) == {r.source for r in RELATIONS}
    assert sum(share for _, share, _ in KINDS.values()) == pytest.approx(1)
    for relation in RELATIONS:
        assert relation.target in KINDS and len(relation.forward) >= 3 and len(relation.inverse) >= 3
        assert all(form.startswith("{s}") and "{o}" in form for form in relation.forward)
        assert all(form.startswith("{o}") and "{s}" in form for form in relation.inverse)
        assert all("{s}" in form for form in (*relation.phrases, *relation.asks)) and len(relation.phrases) >= 2


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"cross_references": 0}, "cross_references"),
        ({"hops": (5,)}, "hops"),
        ({"hops": ()}, "hops"),
        ({"aliases": 9}, "aliases"),
        ({"twins": 1.5}, "twins"),
        ({"distractors": -1}, "distractors"),
        ({"fillers": 40}, "fillers"),
        ({"questions": 0}, "questions"),
        ({"things": 5}, "5 things"),
    ],
)
def test_what_is_out_of_range_is_named(values, named):
    with pytest.raises(InputError, match=named):
        generate(Parameters(**values))


def test_an_unknown_parameter_is_named():
    with pytest.raises(InputError, match="'colour'"):
        varied(Parameters(), colour=1)
