"""Whatever the corpus: scores are finite and fall, and the order of arrival and the limit change nothing."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memkit.embed import HashEmbedder
from memkit.extract import ExtractedMention, Extraction
from memkit.model import Batch, Document, Entity, Mention, Passage
from memkit.retrieve import GraphSearch, Retriever
from memkit.store import open_store

NAMES = ["Ann", "Bob", "Crew Nine", "Pier 4"]
EMBEDDER = HashEmbedder()


class Names:
    """Finds the known names."""

    def extract(self, text: str) -> Extraction:
        return Extraction([ExtractedMention(0, 0, n, n, "Object", "given") for n in NAMES if n in text])

    def extract_many(self, texts) -> list[Extraction]:
        return [self.extract(text) for text in texts]


def fill(corpus, order) -> object:
    """One batch for each passage (title, names, words), in this order."""
    store = open_store(":memory:")
    for number in order:
        title, names, words = corpus[number]
        text = f"{' '.join(words)} {', '.join(names)}."
        batch = Batch(
            [Document(f"d{number}", title, "", ""), Passage(f"p{number}", "chunk", f"d{number}", 0, title, text, "")]
        )
        batch.set_vector("Passage", f"p{number}", EMBEDDER.encode([f"{title}. {text}"])[0])
        if title:
            batch.set_vector("Document", f"d{number}", EMBEDDER.encode([title])[0])
        for name in names:
            batch.add(Entity(f"e{name}", name, "Object", f"e{name}"))
            batch.add(Mention(f"m{number}{name}", f"p{number}", f"e{name}", 0, 0, name))
        store.apply(batch)
    return store


passages = st.tuples(
    st.sampled_from(["", "Ann", "Crew Nine (boat)", "Honey"]),
    st.lists(st.sampled_from(NAMES), max_size=3, unique=True),
    st.lists(st.sampled_from(["bees", "make", "honey", "paid", "born"]), max_size=4),
)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(passages, min_size=1, max_size=7), st.randoms(use_true_random=False), st.sampled_from(["graph", "hybrid"])
)
@example([("", ["Pier 4"], []), ("", ["Ann", "Bob"], []), ("", ["Pier 4", "Bob"], [])], Random(0), "graph")
def test_rankings_are_finite_and_depend_on_nothing_but_the_corpus(corpus, random, mode):
    question = "Where was Ann of Crew Nine born, and who paid for honey?"
    orders = [list(range(len(corpus))) for _ in range(2)]
    random.shuffle(orders[1])
    stores = [fill(corpus, order) for order in orders]
    searches = [GraphSearch(stores[0]), GraphSearch(stores[1]), GraphSearch(stores[0], whole_limit=0)]
    rankings = []
    for search in searches:
        retriever = Retriever(search.graph._store, search)
        found = retriever.rank(question, k=10, mode=mode, embedder=EMBEDDER, extractor=Names())
        assert all(math.isfinite(r.score) and r.score > 0 for r in found)
        assert [r.score for r in found] == sorted((r.score for r in found), reverse=True)
        assert all(r.via for r in found) and len({r.id for r in found}) == len(found)
        assert all(r.path is None or r.path.passages[-1] == r.id for r in found)
        rankings.append([(r.id, r.score) for r in found])
    whole, reordered, part = rankings
    assert [id for id, _ in whole] == [id for id, _ in reordered]
    assert [s for _, s in whole] == pytest.approx([s for _, s in reordered])
    # A part of the graph goes two things far: what is farther may be missing, and nothing else changes.
    assert {id for id, _ in part} <= {id for id, _ in whole}
    if len(part) == len(whole):
        assert [id for id, _ in whole] == [id for id, _ in part]
        assert [s for _, s in whole] == pytest.approx([s for _, s in part])
    for store in stores:
        store.close()
