"""MuSiQue and HotpotQA as HippoRAG's repository gives them: NAME.json (questions) and NAME_corpus.json (passages).

MuSiQue's corpus is a list of {title, text}, in which titles repeat; a question marks its paragraphs `is_supporting`.
HotpotQA's is a dict of title -> sentences; a question names its supporting titles. Both become one BEIR form, scored by
passage.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eval.datasets.beir import write_beir
from memkit.errors import InputError


def convert(folder: Path | str, out: Path | str) -> list[Path]:
    """Write each set of `folder` into `out`/NAME in BEIR form; returns the folders written.

    InputError when there is none, a file is not in one of the two forms, or a question's passage is not in its corpus.
    """
    folder = Path(folder)
    corpora = sorted(folder.glob("*_corpus.json"))
    if not corpora:
        raise InputError(f"{folder} has no NAME_corpus.json with a NAME.json beside it")
    return [_convert(path, Path(out)) for path in corpora]


def _convert(path: Path, out: Path) -> Path:
    name = path.name.removesuffix("_corpus.json")
    questions, corpus = _json(path.with_name(f"{name}.json")), _json(path)
    if isinstance(corpus, dict):
        passages = [(title, "".join(sentences)) for title, sentences in corpus.items()]
    else:
        passages = [(entry["title"], entry["text"]) for entry in corpus]
    ids = {passage: f"p{number:05}" for number, passage in enumerate(passages)}
    by_title = {title: id for (title, _), id in ids.items()}
    queries, gold = [], {}
    for number, question in enumerate(questions):
        id = question.get("id") or question.get("_id")
        try:
            relevant = {ids[key] if isinstance(key, tuple) else by_title[key] for key in _supporting(question)}
        except KeyError as error:
            raise InputError(
                f"{name}.json, question {number} ({id}): its passage {error} is not in {path.name}"
            ) from None
        queries.append({"_id": id, "text": question["question"], "metadata": {"hops": str(len(relevant))}})
        gold[id] = relevant
    records = [{"_id": id, "title": title, "text": text} for (title, text), id in ids.items()]
    return write_beir(out / name, records, queries, gold)


def _supporting(question: dict[str, Any]) -> Iterator[tuple[str, str] | str]:
    """What a question marks as its evidence: (title, text) in MuSiQue, the title in HotpotQA."""
    if "paragraphs" in question:
        yield from ((p["title"], p["paragraph_text"]) for p in question["paragraphs"] if p["is_supporting"])
    else:
        yield from (title for title, _ in question["supporting_facts"])


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise InputError(f"{path} is not JSON in UTF-8: {error}") from None
