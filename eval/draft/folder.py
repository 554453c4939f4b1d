"""From a folder of Markdown pages to a wiki whose questions and relations are drafts."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from eval.datasets.wiki import CATEGORIES, LabelledRelation
from eval.draft.ontology import draft_ontology, with_ends
from eval.draft.questions import Drafter, records, split_pages
from eval.extraction import Names, Stated, memory_relations
from memkit import Memory, Settings
from memkit.errors import InputError
from memkit.extract import Ontology, load_ontology
from memkit.known_ontology import ontology_text
from memkit.pages.folder import DOCS, ONTOLOGY, Folder, open_folder, read_file
from memkit.pages.page import Page

#: Endings of Markdown pages; in a wiki they have the first.
MARKDOWN = (".md", ".markdown")
QUESTIONS, RELATIONS = "questions.jsonl", "relations.jsonl"
_HEAD = (
    "# A draft: the types, names and relations that the extractor found, and nobody has checked. Correct it by hand:\n"
    "# give types of your own, join relation types that say the same, take out names that are none, add phrases.\n"
)


@dataclass(frozen=True)
class Source:
    """Where the pages are. `whole`: they lie in docs/ as a wiki's do, so that nothing need be copied to stay there."""

    folder: Folder
    home: Path
    whole: bool

    @classmethod
    def of(cls, data: Path) -> Source:
        """Find the pages of a folder, or of its docs/ where there are some. InputError when there is no Markdown."""
        docs = data / DOCS
        folder = open_folder(docs if any(docs.glob("*.md")) else data)
        if not any(Path(file).suffix.lower() in MARKDOWN for file in folder.files):
            raise InputError(f"{str(data)!r} has no Markdown page ({', '.join(MARKDOWN)}): nothing was written")
        whole = folder.root.resolve().name == DOCS
        return cls(folder, folder.root.resolve().parent if whole else data, whole)


@dataclass
class Drafted:
    """What was written: `left_out` has the `file` and the reason of each page that is not in the wiki."""

    out: Path
    documents: int
    ontology: str
    relations: int
    relation_types: int
    questions: dict[str, int]
    left_out: list[dict[str, str]] = field(default_factory=list)


def draft_wiki(data: Path | str, out: Path | str | None = None, *, embedder: str, seed: int, most: int) -> Drafted:
    """Draft a wiki from the pages in `data` into `out` (default: beside docs/, or else the folder DATA-draft).

    Raises InputError, and writes nothing, when there is no page, a file would be overwritten, or nothing was found that
    could be asked.
    """
    source = Source.of(Path(data))
    target = Path(out) if out else source.home if source.whole else Path(f"{str(source.home).rstrip('/')}-draft")
    stays = source.whole and target.resolve() == source.home.resolve()
    _nothing_there(target, stays, keeps_ontology=stays and source.folder.ontology is not None)
    with tempfile.TemporaryDirectory() as scratch:
        docs = Path(scratch) / DOCS
        docs.mkdir()
        pages, left_out = _copy(source.folder, docs)
        ontology, relations, types = _read(docs, source.folder.ontology, pages, embedder)
        split = split_pages(pages, seed)
        rows = [LabelledRelation(*row, split[row[3]]) for row in sorted(relations, key=lambda r: (r[3], *r[:3]))]
        questions = records(Drafter(ontology, rows, types, pages, seed).draft(most), split)
        if not questions and not rows:
            raise InputError(
                f"{str(data)!r}: neither a relation nor a definition was found in {len(pages)} page(s), nothing was "
                "written: put an ontology.yaml beside the pages that says which relations there are "
                "(data/ontology.example.yaml)"
            )
        target.mkdir(parents=True, exist_ok=True)
        if not stays:
            shutil.copytree(docs, target / DOCS)
    made = _write_ontology(target, source.folder.ontology, ontology)
    _write_lines(target / QUESTIONS, questions)
    _write_lines(target / RELATIONS, [_relation(row, relations) for row in rows])
    counts = Counter(question["category"] for question in questions)
    by_category = {category: counts[category] for category in CATEGORIES}
    stated = len({row.type for row in rows})
    return Drafted(target, len(pages), made, len(rows), stated, by_category, left_out)


def _nothing_there(target: Path, stays: bool, keeps_ontology: bool) -> None:
    written = [QUESTIONS, RELATIONS] + ([] if stays else [DOCS]) + ([] if keeps_ontology else [ONTOLOGY])
    if there := [name for name in sorted(written) if (target / name).exists()]:
        raise InputError(
            f"{str(target)!r} has {', '.join(there)} already and nothing is overwritten: give another folder with --out"
        )


def _copy(folder: Folder, docs: Path) -> tuple[list[Page], list[dict[str, str]]]:
    """(the pages that can be read, as they now lie in `docs`, the files that were left out)."""
    pages, left_out = [], []
    for file in folder.files:
        try:
            if Path(file).suffix.lower() not in MARKDOWN:
                raise InputError("is no Markdown: a wiki has *.md pages")
            text = read_file(folder, file, Settings()).text
            name = _flat(file, docs)
            (docs / name).write_text(text, encoding="utf-8", newline="\n")
            pages.append(read_file(Folder(docs, (name,), None), name, Settings()))
        except InputError as error:
            left_out.append({"file": file, "error": str(error)})
    if not pages:
        raise InputError(f"{str(folder.root)!r}: no page can be read, nothing was written: {_told(left_out)}")
    return pages, left_out


def _flat(file: str, docs: Path) -> str:
    """A name in one folder for a page that may lie in several: "teams/atlas.md" is "teams-atlas.md"."""
    stem = file.rpartition(".")[0].replace("/", "-")
    name, number = f"{stem}.md", 1
    while (docs / name).exists():
        number += 1
        name = f"{stem}-{number}.md"
    return name


def _read(
    docs: Path, given: Path | None, pages: Sequence[Page], embedder: str
) -> tuple[Ontology, dict[Stated, str], dict[str, frozenset[str]]]:
    """(ontology, all that stands -> the sentence that states it, name -> types of every known thing).

    Without an ontology the pages are read once to draft one, and again under it, as the wiki's will be.
    """
    settings = Settings(embedder=embedder)
    if given is None:
        with Memory(":memory:", settings=settings) as memory:
            memory.ingest_folder(docs, ontology=Ontology())
            ontology = draft_ontology(memory.store, pages)
    else:
        ontology = load_ontology(given)
    with Memory(":memory:", settings=settings) as memory:
        memory.ingest_folder(docs, ontology=ontology)
        relations = memory_relations(memory, Names(ontology))
        found: dict[str, set[str]] = defaultdict(set)
        for entity in memory.store.find("Entity"):
            found[entity.name].add(entity.type)
    if given is None:
        ontology = with_ends(ontology, relations, pages)
    types = {end: frozenset(found[end]) for source, _, target, _ in relations for end in (source, target)}
    return ontology, relations, types | {e.name: frozenset((e.type,)) for e in ontology.entities}


def _relation(row: LabelledRelation, sentences: dict[Stated, str]) -> dict[str, Any]:
    """A line of relations.jsonl, with the sentence for whoever checks it."""
    stated = {"source": row.source, "type": row.type, "target": row.target, "doc": row.doc}
    return stated | {
        "split": row.split,
        "draft": True,
        "sentence": sentences[row.source, row.type, row.target, row.doc],
    }


def _write_ontology(target: Path, given: Path | None, ontology: Ontology) -> str:
    """Write the ontology where there is none yet; returns "given" or "drafted"."""
    path = target / ONTOLOGY
    if given is None:
        content = json.loads(ontology_text(ontology) or "{}")
        text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=120)
        path.write_text(_HEAD + text, encoding="utf-8")
    elif not path.exists():
        shutil.copyfile(given, path)
    return "drafted" if given is None else "given"


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _told(left_out: Iterable[dict[str, str]]) -> str:
    return "; ".join(f"{one['file']}: {one['error']}" for one in left_out)
