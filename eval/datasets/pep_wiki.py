"""The Python Enhancement Proposals as a wiki: pages, an ontology of their headers, and questions with gold from them.

Six kinds of question (`kind`): what an author wrote (asked once for every spelling of the name), what replaces what,
who sponsored and who decided, with whom an author wrote (two steps), and counts by status, type and topic. A header
states facts of its own proposal only, so no page answers a question about many.

Headers are in the searched text for every system alike, or in a second folder stripped for every system alike: where
the header is the gold, that is another question, and another row.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from eval.datasets.peps import Entry, People, Pep, load_peps

#: Characters of a proposal's text that are kept: its abstract, and the start of what follows.
OPENING = 1500
#: Questions of a kind, where there are more (drawn with SEED).
MOST = 60
SEED = 0
#: Roles -> relation type.
RELATIONS = {"author": "AUTHOR", "sponsor": "SPONSOR", "delegate": "DELEGATE"}

ONTOLOGY: dict[str, Any] = {
    "entity_types": {
        "Proposal": {"parent": "Object", "words": ["PEP", "proposal"]},
    },
    "relation_types": {
        "AUTHOR": {
            "from": ["Proposal"],
            "to": ["Person"],
            "phrases": ["author", "was written by", "is authored by"],
            "inverse_phrases": ["wrote", "authored"],
        },
        "SPONSOR": {
            "from": ["Proposal"],
            "to": ["Person"],
            "phrases": ["sponsor", "was sponsored by"],
            "inverse_phrases": ["sponsored"],
        },
        "DELEGATE": {
            "from": ["Proposal"],
            "to": ["Person"],
            "phrases": ["delegate", "BDFL-Delegate", "PEP-Delegate", "was decided by"],
            "inverse_phrases": ["decided on", "decided"],
        },
        "REPLACES": {
            "from": ["Proposal"],
            "to": ["Proposal"],
            "phrases": ["replaces"],
            "inverse_phrases": ["superseded by", "was replaced by"],
        },
    },
    "attributes": {"Proposal": ["status", "type", "topic", "python-version", "created"]},
}


def write_pep_wiki(folder: Path | str, out: Path | str, *, headers: bool = True, opening: int = OPENING) -> Path:
    """Write the proposals in `folder` as a wiki into `out`: docs/, ontology.yaml, questions.jsonl, relations.jsonl, and
    unlisted.yaml with the people who have several spellings, for grading.

    A page is the header (unless stripped: `headers`), the name and the first `opening` characters of the text.
    """
    peps, out = load_peps(folder), Path(out)
    people = People(peps)
    (out / "docs").mkdir(parents=True, exist_ok=True)
    for pep in peps:
        (out / "docs" / pep.file).write_text(page(pep, headers, opening), encoding="utf-8")
    _write_yaml(out / "ontology.yaml", ONTOLOGY)
    spelled = [people.spellings(person) for person in people.all]
    several = [{"name": s[0], "type": "Person", "aliases": s[1:]} for s in spelled if len(s) > 1]
    _write_yaml(out / "unlisted.yaml", several)
    _write_lines(out / "questions.jsonl", questions(peps, people))
    _write_lines(out / "relations.jsonl", relations(peps, people))
    return out


def page(pep: Pep, headers: bool, opening: int) -> str:
    """One proposal as a page, cut at the last paragraph that fits."""
    body = pep.body.strip()
    if len(body) > opening:
        body = body[:opening].rpartition("\n\n")[0] or body[:opening]
    head = "".join(f"{name}: {value}\n" for name, value in pep.fields.items()) + "\n" if headers else ""
    return f"{head}# {pep.name}\n\n{body}\n"


def relations(peps: Sequence[Pep], people: People) -> Iterator[dict[str, str]]:
    """What the headers state, one row each; a person is named by the commonest spelling."""
    for pep in peps:
        for role, type in RELATIONS.items():
            for person in sorted(_ids(pep.people(role), people)):
                name = people.spellings(person)[0]
                yield {"source": pep.name, "type": type, "target": name, "doc": pep.file, "split": "report"}
        for field in ("Replaces", "Superseded-By"):
            for number in pep.numbers(field):
                ends = (pep.number, number) if field == "Replaces" else (number, pep.number)
                source, target = (f"PEP {n}" for n in ends)
                yield {"source": source, "type": "REPLACES", "target": target, "doc": pep.file, "split": "report"}


def questions(peps: Sequence[Pep], people: People) -> Iterator[dict[str, Any]]:
    """All questions, at most MOST of a kind; the same every time."""
    kinds = {
        "authored": _authored(peps, people),
        "replaced": _replaced(peps),
        "sponsored": _by_role(peps, people, "sponsor", ("Who sponsored {}?", "Who was the sponsor of {}?")),
        "decided": _by_role(peps, people, "delegate", ("Who decided on {}?", "Who was the delegate of {}?")),
        "co-authors": _coauthors(peps, people),
        "counts": _counts(peps),
    }
    for kind, found in kinds.items():
        rows = list(found)
        kept = sorted(random.Random(SEED).sample(range(len(rows)), min(MOST, len(rows))))
        for number, at in enumerate(kept, 1):
            text, answer, docs, category = rows[at]
            yield {
                "id": f"{kind}-{number:02}",
                "question": text,
                "category": category,
                "kind": kind,
                "answer": sorted(answer),
                "passages": sorted(docs),
                "split": "report",
            }


def kind_of(question_id: str) -> str:
    """The kind of question that an id is of."""
    return question_id.rpartition("-")[0]


_Row = tuple[str, Iterable[str], Iterable[str], str]  # question, answer, pages, category


def _authored(peps: Sequence[Pep], people: People) -> Iterator[_Row]:
    """Of everyone who wrote more than one, by each spelling."""
    forms = ("Which PEPs did {} write?", "Which PEPs were written by {}?", "Which proposals is {} an author of?")
    wrote = _wrote(peps, people)
    for person in people.all:
        own = wrote[person]
        if len(own) > 1:
            for name in people.spellings(person):
                text = forms[person % len(forms)].format(name)
                yield text, [p.name for p in own], [p.file for p in own], "aggregation"


def _replaced(peps: Sequence[Pep]) -> Iterator[_Row]:
    by_number = {pep.number: pep for pep in peps}
    replaced: dict[int, set[int]] = defaultdict(set)
    stated: dict[tuple[int, int], set[str]] = defaultdict(set)
    for pep in peps:
        pairs = [(n, pep.number) for n in pep.numbers("Replaces")]
        pairs += [(pep.number, n) for n in pep.numbers("Superseded-By")]
        for old, new in pairs:
            replaced[old].add(new)
            stated[old, new].add(pep.file)
    for old, new in sorted(replaced.items()):
        if old in by_number:
            text = "Which PEP replaces {}?" if old % 2 else "By which PEP was {} replaced?"
            docs = {file for n in new for file in stated[old, n]}
            yield text.format(f"PEP {old}"), [f"PEP {n}" for n in new], docs, "aggregation"


def _by_role(peps: Sequence[Pep], people: People, role: str, forms: Sequence[str]) -> Iterator[_Row]:
    for pep in peps:
        names = {people.spellings(id)[0] for id in _ids(pep.people(role), people)}
        if names:
            yield forms[pep.number % len(forms)].format(pep.name), names, [pep.file], "aggregation"


def _coauthors(peps: Sequence[Pep], people: People) -> Iterator[_Row]:
    forms = ("Who are the co-authors of {}?", "Who has written a PEP together with {}?")
    wrote = _wrote(peps, people)
    for person in people.all:
        shared = [p for p in wrote[person] if len(p.people("author")) > 1]
        others = {id for p in shared for id in _ids(p.people("author"), people)} - {person}
        if others:
            text = forms[person % len(forms)].format(people.spellings(person)[0])
            yield text, [people.spellings(id)[0] for id in others], [p.file for p in shared], "2-hop"


def _counts(peps: Sequence[Pep]) -> Iterator[_Row]:
    """How many of each status and type, and of each topic and status, that there are at least two of."""
    forms = {
        ("Status", "Type"): "How many PEPs have the status {} and the type {}?",
        ("Topic", "Status"): "How many PEPs with the topic {} have the status {}?",
    }
    for fields, form in forms.items():
        own: dict[tuple[str, ...], list[Pep]] = defaultdict(list)
        for pep in peps:
            for values in product(*(pep.fields.get(field, "").split(", ") for field in fields)):
                own[values].append(pep)
        for values, found in sorted(own.items()):
            if all(values) and len(found) > 1:
                yield form.format(*values), [str(len(found))], [p.file for p in found], "aggregation"


def _wrote(peps: Sequence[Pep], people: People) -> dict[int, list[Pep]]:
    wrote: dict[int, list[Pep]] = defaultdict(list)
    for pep in peps:
        for person in _ids(pep.people("author"), people):
            wrote[person].append(pep)
    return wrote


def _ids(entries: Iterable[Entry], people: People) -> set[int]:
    return {id for entry in entries if (id := people.id(entry)) is not None}


def _write_yaml(path: Path, content: Any) -> None:
    path.write_text(yaml.safe_dump(content, allow_unicode=True, sort_keys=False), encoding="utf-8")


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
