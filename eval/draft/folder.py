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
    """Markdown pages as they are found: path in their folder -> text. `home` is the folder, or that of which they are
    the docs/; `ontology` the file beside them, if there is one. `left_out` has the `file` and the reason of each other
    one. `whole`: docs/ is already that of a wiki."""

    home: Path
    texts: dict[str, str]
    ontology: Path | None
    left_out: list[dict[str, str]]
    whole: bool

    @classmethod
    def of(cls, data: Path) -> Source:
        """Read a folder, or its docs/ where there are pages. InputError when no Markdown page can be read."""
        folder = open_folder(data / DOCS if any((data / DOCS).glob("*.md")) else data)
        texts, left_out = {}, []
        for file in folder.files:
            try:
                if Path(file).suffix.lower() not in MARKDOWN:
                    raise InputError("is no Markdown: the pages of a wiki are")
                texts[file] = read_file(folder, file, Settings()).text
            except InputError as error:
                left_out.append({"file": file, "error": str(error)})
        if not texts:
            told = "; ".join(f"{one['file']}: {one['error']}" for one in left_out)
            raise InputError(f"{str(folder.root)!r}: no page can be read, nothing was written: {told}")
        root = folder.root.resolve()
        whole = root.name == DOCS and not left_out and all(_flat(file) == file for file in texts)
        return cls(root.parent if root.name == DOCS else root, texts, folder.ontology, left_out, whole)

    def write(self, docs: Path) -> list[Page]:
        """Put all pages into the one folder that a wiki has for them, and read them there."""
        pages = []
        for file, text in self.texts.items():
            name, number = _flat(file), 1
            while (docs / name).exists():
                number += 1
                name = f"{_flat(file).removesuffix('.md')}-{number}.md"
            (docs / name).write_text(text, encoding="utf-8", newline="\n")
            pages.append(read_file(Folder(docs, (name,), None), name, Settings()))
        return pages


def _flat(file: str) -> str:
    """The name in docs/ of a page that may lie deeper: "teams/atlas.md" is "teams-atlas.md"."""
    return file.rpartition(".")[0].replace("/", "-") + ".md"


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
    default = source.home if source.whole else source.home.with_name(f"{source.home.name}-draft")
    target = Path(out) if out else default
    stays = source.whole and target.resolve() == source.home
    _nothing_there(target, stays, keeps_ontology=stays and source.ontology is not None)
    with tempfile.TemporaryDirectory() as scratch:
        docs = Path(scratch) / DOCS
        docs.mkdir()
        pages = source.write(docs)
        ontology, relations, types = _read(docs, source.ontology, pages, embedder)
        split = split_pages(pages, seed)
        rows = [LabelledRelation(*row, split[row[3]]) for row in sorted(relations, key=lambda r: (r[3], *r[:3]))]
        drafter = Drafter(ontology, rows, types, pages, relations.values(), seed)
        questions = records(drafter.draft(most), split)
        if not questions and not rows:
            raise InputError(
                f"{str(data)!r}: neither a relation nor a definition was found in {len(pages)} page(s), nothing was "
                "written: put an ontology.yaml beside the pages that says which relations there are "
                "(data/ontology.example.yaml)"
            )
        target.mkdir(parents=True, exist_ok=True)
        if not stays:
            shutil.copytree(docs, target / DOCS)
    made = _write_ontology(target, source.ontology, ontology)
    _write_lines(target / QUESTIONS, questions)
    _write_lines(target / RELATIONS, [_relation(row, relations) for row in rows])
    counts = Counter(question["category"] for question in questions)
    by_category = {category: counts[category] for category in CATEGORIES}
    stated = len({row.type for row in rows})
    return Drafted(target, len(pages), made, len(rows), stated, by_category, source.left_out)


def _nothing_there(target: Path, stays: bool, keeps_ontology: bool) -> None:
    if target.exists() and not target.is_dir():
        raise InputError(f"{str(target)!r} is no folder: name another one with --out")
    written = [QUESTIONS, RELATIONS] + ([] if stays else [DOCS]) + ([] if keeps_ontology else [ONTOLOGY])
    if there := [name for name in sorted(written) if (target / name).exists()]:
        raise InputError(
            f"{str(target)!r} has {', '.join(there)} already and nothing is overwritten: give another folder with --out"
        )


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
    types = {end: frozenset(found[end]) for source, _, target, _ in relations for end in (source, target)}
    types |= {entity.name: frozenset((entity.type,)) for entity in ontology.entities}
    if given is None:
        ontology = with_ends(ontology, relations, types, pages)
    return ontology, relations, types


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
