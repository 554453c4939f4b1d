"""Questions that say nothing, and plain questions whose true answer is checked by brute force over the relations."""

from __future__ import annotations

import random

import pytest

from memkit import InputError, Memory, OutOfScope, Settings

ONTOLOGY = """
entity_types: {Engine: {parent: Object, words: [engine]}, Hall: {parent: Location, words: [hall]}}
relation_types:
  DRIVES: {from: [Engine], to: [Engine], phrases: [drives], inverse_phrases: [is driven by]}
  STANDS_IN: {from: [Engine], to: [Hall], phrases: [stands in]}
"""


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    """Thirty engines that drive each other at random, most of them in one of four halls."""
    wiki, rng = tmp_path_factory.mktemp("engines"), random.Random(3)
    (wiki / "docs").mkdir()
    (wiki / "ontology.yaml").write_text(ONTOLOGY)
    for n in range(30):
        lines = [f"title: eng-{n}", "type: engine"]
        if driven := sorted(set(rng.choices(range(30), k=rng.randrange(4))) - {n}):
            lines.append(f"drives: [{', '.join(f'eng-{other}' for other in driven)}]")
        if rng.random() < 0.7:
            lines.append(f"stands_in: Hall H{rng.randrange(4)}")
        (wiki / "docs" / f"{n}.md").write_text("\n".join(["---", *lines, "---", f"# eng-{n}", "", "A page."]))
    for n in range(4):
        (wiki / "docs" / f"h{n}.md").write_text(f"---\ntitle: Hall H{n}\ntype: hall\n---\n# Hall H{n}\n\nA page.\n")
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        memory.ingest_folder(wiki)
        yield memory


@pytest.fixture(scope="module")
def drives(engines) -> set[tuple[str, str]]:
    return {(fact.source, fact.target) for fact in engines.relations() if fact.type == "DRIVES"}


def _answered(memory: Memory, question: str) -> set[str]:
    try:
        return set(memory.ask(question).items)
    except OutOfScope:
        return set()


def test_two_relations_in_a_row_are_followed_and_never_swapped_for_something_else(engines, drives):
    empty = 0
    for n in range(30):
        over = {source for source, target in drives if target == f"eng-{n}"}
        wanted = {source for source, target in drives if target in over}
        empty += bool(over) and not wanted
        assert _answered(engines, f"Which engines drive engines that drive eng-{n}?") == wanted
    assert empty  # an engine that is driven, by what nothing drives: the wrong reading would find something


def test_counts(engines, drives):
    stands = {f.source: f.target for f in engines.relations() if f.type == "STANDS_IN"}
    for n in range(30):
        if wanted := sum(target == f"eng-{n}" for _, target in drives):
            assert engines.ask(f"How many engines drive eng-{n}?").answer == str(wanted)
    for hall in sorted(set(stands.values())):
        wanted = sum(where == hall for where in stands.values())
        assert engines.ask(f"How many engines stand in {hall}?").answer == str(wanted)


@pytest.mark.parametrize("question", ["???", "-", "*", '"', "((((", "🙂🙂", "\u202e"])
def test_a_question_without_a_word_has_no_answer(engines, question):
    with pytest.raises(OutOfScope, match="no word"):
        engines.ask(question)


@pytest.mark.parametrize("mode", ["vector", "keyword", "fused", "graph", "hybrid"])
@pytest.mark.parametrize("question", ["eng-1\0", "eng-1 \ud800"])
def test_a_question_that_no_text_holds_is_refused_by_every_mode(engines, question, mode):
    with pytest.raises(InputError, match="question"):
        engines.retrieve(question, mode=mode)
