"""Retrieval sets in BEIR form: corpus.jsonl `{_id, title, text}`, queries.jsonl `{_id, text}`, qrels/SPLIT.tsv.

qrels: tab-separated `query-id corpus-id score` with a header; a score above 0 means relevant. A query's `metadata` may
hold `hops`, by which results are shown apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.datasets import files_hash, read_json
from memkit.errors import InputError

HEADER = ("query-id", "corpus-id", "score")


@dataclass(slots=True)
class BeirData:
    """`passages` as read, in file order; `queries` id -> text and `gold` id -> relevant passage ids, of the queries
    that have any; `hops` id -> the query's number of hops where it is told. `problems` says, one sentence each, what
    was skipped, `skipped` counts it."""

    name: str
    hash: str
    split: str
    passages: list[dict[str, str]]
    queries: dict[str, str]
    gold: dict[str, set[str]]
    hops: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)


def load_beir(folder: Path | str, split: str = "test") -> BeirData:
    """Read a folder in BEIR form.

    Skipped, counted and reported: a line that is no record, a qrel that names a passage or query that is not there, a
    query left without a relevant passage. InputError when a file is missing or not UTF-8, an `_id` repeats, or nothing
    is left.
    """
    folder = Path(folder)
    paths = [folder / "corpus.jsonl", folder / "queries.jsonl", folder / "qrels" / f"{split}.tsv"]
    for path in paths:
        if not path.is_file():
            other = any(folder.glob("*_corpus.json"))
            hint = " (`python -m eval convert` writes it from what is here)" if other else ""
            raise InputError(f"{path} is missing: BEIR form is corpus.jsonl, queries.jsonl, qrels/{split}.tsv{hint}")
    problems: list[str] = []
    passages = _records(paths[0], ("_id", "text"), problems)
    queries = _records(paths[1], ("_id", "text"), problems)
    bad_lines = len(problems)
    gold, missing = _gold(paths[2], {p["_id"] for p in passages}, {q["_id"] for q in queries}, problems)
    asked = {q["_id"]: q["text"] for q in queries if gold.get(q["_id"])}
    without = len(queries) - len(asked)
    if without:
        problems.append(f"{paths[1].name}: {without} queries have no relevant passage in qrels/{split}.tsv, skipped")
    if not asked:
        raise InputError(f"{folder}: no query has a relevant passage that is in corpus.jsonl: nothing can be measured")
    return BeirData(
        name=folder.resolve().name,
        hash=files_hash(*paths),
        split=split,
        passages=[{"_id": p["_id"], "title": p.get("title") or "", "text": p["text"]} for p in passages],
        queries=asked,
        gold={id: gold[id] for id in asked},
        hops={q["_id"]: str(q["metadata"]["hops"]) for q in queries if q["_id"] in asked and _has_hops(q)},
        problems=problems,
        skipped={"lines": bad_lines, "qrels": missing, "queries": without},
    )


def _has_hops(query: Mapping[str, Any]) -> bool:
    return isinstance(query.get("metadata"), dict) and "hops" in query["metadata"]


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start} is not UTF-8: convert the file, say with iconv") from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")


def _records(path: Path, needed: tuple[str, ...], problems: list[str]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for number, line in _lines(path):
        try:
            record = read_json(line)
        except InputError as error:
            problems.append(f"{path.name}, line {number}: {error}, skipped")
            continue
        lacking = [n for n in needed if not isinstance(record, dict) or not isinstance(record.get(n), str)]
        if lacking or not record["text"].strip() or not isinstance(record.get("title") or "", str):
            problems.append(f"{path.name}, line {number}: no text in {', '.join(lacking) or 'text or title'}, skipped")
            continue
        if record["_id"] in found:
            raise InputError(f"{path}, line {number}: the _id {record['_id']!r} is already taken by an earlier line")
        found[record["_id"]] = record
    if not found:
        raise InputError(f"{path} has no record: one JSON object a line is needed, with {' and '.join(needed)}")
    return list(found.values())


def _gold(path: Path, passages: set[str], queries: set[str], problems: list[str]) -> tuple[dict[str, set[str]], int]:
    """(query id -> ids of relevant passages, lines that name something that is not there)."""
    lines = list(_lines(path))
    if not lines or tuple(lines[0][1].split("\t")) != HEADER:
        raise InputError(f"{path}, line 1: the header {' '.join(HEADER)} (tab-separated) is needed")
    gold: dict[str, set[str]] = {}
    missing = 0
    for number, line in lines[1:]:
        cells = line.split("\t")
        try:
            query, passage, score = cells[0], cells[1], float(cells[2])
        except (IndexError, ValueError):
            problems.append(f"{path.name}, line {number}: {line!r:.60} is no query-id, corpus-id, score; skipped")
            missing += 1
            continue
        if query not in queries or passage not in passages:
            missing += 1
        elif score > 0:
            gold.setdefault(query, set()).add(passage)
    if missing:
        problems.append(f"{path.name}: {missing} lines name a query or passage that is not there, skipped")
    return gold, missing


def write_beir(
    folder: Path | str,
    passages: Iterable[Mapping[str, str]],
    queries: Iterable[Mapping[str, Any]],
    gold: Mapping[str, Iterable[str]],
    split: str = "test",
) -> Path:
    """Write a set in this form: files of sorted keys and ids in the order given, so that equal sets are equal bytes."""
    folder = Path(folder)
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    for name, records in (("corpus.jsonl", passages), ("queries.jsonl", queries)):
        lines = (json.dumps(dict(record), ensure_ascii=False, sort_keys=True) + "\n" for record in records)
        (folder / name).write_text("".join(lines), encoding="utf-8", newline="\n")
    rows = ["\t".join(HEADER), *(f"{query}\t{passage}\t1" for query, of in gold.items() for passage in sorted(of))]
    (folder / "qrels" / f"{split}.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")
    return folder
