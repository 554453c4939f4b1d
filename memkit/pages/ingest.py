"""A folder of pages into memory: what is new or changed is written, what is gone from the folder goes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memkit.config import Settings
from memkit.corpus import CorpusIngestor
from memkit.extract import Ontology
from memkit.extract.ontology import KnownEntity
from memkit.known_ontology import ontology_text
from memkit.model import Result, Rows, stable_id
from memkit.pages.folder import Folder, read_pages
from memkit.pages.keys import Keys
from memkit.pages.page import Page
from memkit.pages.source import PageSource
from memkit.pages.subject import Subject, subject_of
from memkit.pages.values import Titles
from memkit.store import Store


@dataclass(frozen=True, slots=True)
class FolderReport(Result):
    """What a folder brought. `documents` and `passages` count all of the folder's that are in memory now.

    `relations`, `denials` and `attributes` count what new and changed pages state; `removed` the pages that are no
    longer in the folder; `rows_changed` and `encoded` (texts sent to the embedder) are 0 on a second run. `failed` has
    the `file` and the reason of each page that was left out (as memory knows it, it stays); `problems` what could not
    be read in a page that was not. `seconds` are those spent in "read" (files and their form), "extract", "encode" and
    "write".
    """

    documents: int
    passages: int
    relations: int
    denials: int
    attributes: int
    rows_changed: int
    encoded: int
    removed: int
    failed: Rows[dict]
    problems: Rows[dict]
    degraded: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict, compare=False)


def ingest_pages(
    folder: Folder, *, tag: str, ontology: Ontology, store: Store, settings: Settings, corpus: CorpusIngestor
) -> FolderReport:
    """Bring memory to what the folder holds.

    A folder is known by where it is and by its tag, so that two folders never touch each other's pages. One that was
    moved is another one: give a folder that may move a tag, by which what it brought can be forgotten.
    """
    start = time.perf_counter()
    pages, failed = read_pages(folder, settings)
    mark = stable_id("folder", folder.root.resolve().as_posix(), tag)
    sources = _sources(pages, tag, mark, ontology, store, settings)
    read = time.perf_counter() - start
    written = corpus.write(sources, known_names(source.subject for source in sources))
    ids = dict(zip((page.source for page in pages), (source.id for source in sources), strict=True))
    kept = {ids.get(file) for file in folder.files}
    unread = {row["file"] for row in failed}
    gone = [d.id for d in store.find("Document", folder=mark) if d.id not in kept and d.source not in unread]
    changed = written.rows_changed + corpus.remove(gone)
    failed += [{"file": file, "error": error} for file, error in written.failed]
    problems = [(page.source, problem) for page in pages for problem in page.problems] + written.problems
    left_out = {row["file"] for row in failed}
    there = [source for source in sources if source.key not in left_out]
    return FolderReport(
        documents=len(there),
        passages=sum(len(source.chunks(settings.passage_chars)) for source in there),
        relations=written.stated["RELATED_TO"],
        denials=written.stated["NOT_RELATED_TO"],
        attributes=written.stated["DESCRIBES"],
        rows_changed=changed,
        encoded=written.encoded,
        removed=len(gone),
        failed=Rows(sorted(failed, key=lambda row: row["file"])),
        problems=Rows({"file": file, "problem": problem} for file, problem in sorted(problems)),
        seconds={"read": read, **written.seconds},
    )


def _sources(
    pages: Sequence[Page], tag: str, mark: str, ontology: Ontology, store: Store, settings: Settings
) -> list[PageSource]:
    keys = Keys(ontology)
    subjects = [subject_of(page, ontology, keys) for page in pages]
    titles = _titles(pages, subjects)
    read_as = stable_id("read", ontology_text(ontology), settings.passage_chars)
    ids = _ids([page.source for page in pages], tag, mark, store)
    with_pages = ontology.with_known(known_names(subjects))
    return [
        PageSource(id, page, subject, tag, mark, read_as, with_pages, keys, titles)
        for id, page, subject in zip(ids, pages, subjects, strict=True)
    ]


def known_names(subjects: Iterable[Subject]) -> list[KnownEntity]:
    """The pages' entities, to be found on other pages: those with a known type whose name is no single plain word,
    which might be said of anything ("search")."""
    found = []
    for s in subjects:
        names = [name for name in (s.name, s.name.removeprefix("The ")) if not name.isalpha()]
        if s.type and names:
            found.append(KnownEntity(names[0], s.type, tuple(names[1:]) if names[1:] != names[:1] else ()))
    return found


def _titles(pages: Sequence[Page], subjects: Sequence[Subject]) -> Titles:
    """A name that two pages have names neither of them for sure."""
    named = Counter(name.casefold() for s in subjects for name in {s.name, *s.aliases})
    return Titles(
        by_file={page.source: (s.name, s.type) for page, s in zip(pages, subjects, strict=True)},
        by_name={
            name.casefold(): (s.name, s.type)
            for s in subjects
            for name in (s.name, *s.aliases)
            if named[name.casefold()] == 1
        },
    )


def _ids(files: Sequence[str], tag: str, mark: str, store: Store) -> list[str]:
    """A document is known by its tag and its path in the folder, wherever the folder is; one whose id a page of another
    folder has taken, by its folder too."""
    plain = {file: stable_id("page", tag, file) for file in files}
    apart = {file: stable_id("page", tag, file, mark) for file in files}
    known = store.get("Document", [*plain.values(), *apart.values()])
    taken = {file for file, id in plain.items() if id in known and known[id].folder != mark}
    return [apart[file] if file in taken or apart[file] in known else plain[file] for file in files]
