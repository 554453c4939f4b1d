"""A wiki as a retrieval set: each page a passage, each question with gold passages a query."""

from __future__ import annotations

from pathlib import Path

from eval.datasets import read_text
from eval.datasets.beir import BeirData, write_beir
from eval.datasets.wiki import Question, Wiki
from memkit.errors import InputError
from memkit.pages.page import read_page

#: Category -> number of pages that an answer joins, where the category tells it.
HOPS = {"definitional": "1", "2-hop": "2", "3-hop": "3"}
#: A wiki's split -> that of the folder in BEIR form, whose usual one is test.
WRITTEN_AS = {"report": "test", "dev": "dev"}


def passages(wiki: Wiki) -> list[dict[str, str]]:
    """`{_id, title, text}` of each page: the file's name, the title that memkit reads (its header's, else its first
    heading), its whole text with the front matter."""
    texts = {name: read_text(wiki.folder / "docs" / name) for name in wiki.docs}
    return [{"_id": name, "title": read_page(name, text).title, "text": text} for name, text in texts.items()]


def as_beir(wiki: Wiki, split: str) -> BeirData:
    """The questions of a part ("dev", "report", "all") that have gold passages. InputError when none has."""
    asked = _asked(wiki, split)
    if not asked:
        raise InputError(f"{wiki.folder}: no question of the split {split!r} has a gold passage")
    return BeirData(
        name=wiki.name,
        hash=wiki.hash,
        split=split,
        passages=passages(wiki),
        queries={q.id: q.question for q in asked},
        gold={q.id: set(q.passages) for q in asked},
        hops={q.id: HOPS[q.category] for q in asked if q.category in HOPS},
        problems=list(wiki.problems),
        skipped=dict(wiki.skipped),
    )


def convert_wiki(wiki: Wiki, out: Path | str) -> Path:
    """Write the wiki as `out`/NAME in BEIR form: qrels/test.tsv holds the report part, qrels/dev.tsv the other."""
    folder = Path(out) / wiki.name
    pages = passages(wiki)
    queries = [_query(question) for question in _asked(wiki, "all")]
    if not queries:
        raise InputError(f"{wiki.folder}: no question has a gold passage, there is nothing to search for")
    for split, written in WRITTEN_AS.items():
        write_beir(folder, pages, queries, {q.id: q.passages for q in _asked(wiki, split)}, written)
    return folder


def _asked(wiki: Wiki, split: str) -> list[Question]:
    return [question for question in wiki.part(split)[0] if question.passages]


def _query(question: Question) -> dict[str, object]:
    hops = HOPS.get(question.category)
    return {"_id": question.id, "text": question.question} | ({"metadata": {"hops": hops}} if hops else {})
