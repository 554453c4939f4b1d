"""The Python Enhancement Proposals: headers with gold that nobody here wrote, and the people behind all spellings.

Each file starts with an RFC 822 header that names its authors (`Name <email>`), sponsor, delegate, and the proposals it
replaces. The email says who is meant: entries with one email are one person, and so are entries with one name. An entry
without an email is whoever has exactly its name. Where that would join two names that share no word with one another
through an email, a mailing list is likelier than a person: those entries are left out and counted.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from functools import cached_property
from pathlib import Path

from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from eval.datasets import read_text
from memkit.errors import InputError
from memkit.resolve.normalise import fold

#: Header fields that name people -> what they did.
PEOPLE = {"Author": "author", "Sponsor": "sponsor", "BDFL-Delegate": "delegate", "PEP-Delegate": "delegate"}
_BETWEEN_PEOPLE = re.compile(r",\s+(?![JS]r\.?(?:\s|<|$))")
_PERSON = re.compile(r"(?P<name>[^<]*?)\s*(?:<(?P<email>[^<>]*)>)?\s*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One person as one header spells them; `email` is "" where none is given."""

    name: str
    email: str


@dataclass(frozen=True)
class Pep:
    """One proposal: its number, header fields (unfolded) and the text below the header."""

    number: int
    fields: dict[str, str]
    body: str

    @property
    def name(self) -> str:
        return f"PEP {self.number}"

    @property
    def file(self) -> str:
        return f"pep-{self.number:04}.md"

    def people(self, role: str) -> list[Entry]:
        """Those who were its author, sponsor or delegate, in the header's order."""
        named = [self.fields[field] for field, of in PEOPLE.items() if of == role and field in self.fields]
        return [entry for text in named for entry in _entries(text)]

    def numbers(self, field: str) -> list[int]:
        """The proposals that a field such as Replaces names."""
        return [int(number) for number in re.findall(r"\d+", self.fields.get(field, ""))]


def load_peps(folder: Path | str) -> list[Pep]:
    """All proposals in a folder, by number. Raises InputError when there is none, or one has no number."""
    folder = Path(folder)
    peps = [_read(path) for path in sorted(folder.glob("pep-*.rst"))]
    if not peps:
        raise InputError(f"{folder} has no file pep-NNNN.rst")
    return sorted(peps, key=lambda pep: pep.number)


def _read(path: Path) -> Pep:
    head, _, body = read_text(path).partition("\n\n")
    fields = {name: " ".join(value.split()) for name, value in HeaderParser().parsestr(head).items()}
    if not fields.get("PEP", "").isdigit():
        raise InputError(f"{path}: its header has no PEP: NUMBER")
    return Pep(int(fields["PEP"]), fields, body)


def _entries(text: str) -> Iterator[Entry]:
    for part in _BETWEEN_PEOPLE.split(text.strip(" ,")):
        match = _PERSON.fullmatch(part.strip())
        if match and match["name"]:
            email = re.sub(r"\s+at\s+", "@", match["email"] or "").strip().lower()
            yield Entry(match["name"], email)


class People:
    """Who is who. `id(entry)` is the person's number, None for an entry that was left out (`left_out` of them)."""

    def __init__(self, peps: Sequence[Pep]) -> None:
        entries = [e for pep in peps for role in ("author", "sponsor", "delegate") for e in pep.people(role)]
        self._spellings: dict[int, Counter[str]] = defaultdict(Counter)
        self._person = _components(entries)
        conflicts = {person for person, names in self._names(entries).items() if not _alike(names)}
        self._person = {key: None if person in conflicts else person for key, person in self._person.items()}
        self.left_out = 0
        for entry in entries:
            person = self.id(entry)
            if person is None:
                self.left_out += 1
            else:
                self._spellings[person][entry.name] += 1

    def id(self, entry: Entry) -> int | None:
        return self._person[f"name {fold(entry.name)}"]

    def spellings(self, person: int) -> list[str]:
        """All spellings of a person's name, the commonest first, ties by name."""
        return [name for name, _ in sorted(self._spellings[person].items(), key=lambda item: (-item[1], item[0]))]

    @cached_property
    def all(self) -> list[int]:
        return sorted(self._spellings)

    def _names(self, entries: Sequence[Entry]) -> dict[int, set[str]]:
        names: dict[int, set[str]] = defaultdict(set)
        for entry in entries:
            names[self._person[f"name {fold(entry.name)}"]].add(fold(entry.name))
        return names


def _components(entries: Sequence[Entry]) -> dict[str, int | None]:
    """ "name ..." and "email ..." -> number of the person that they are joined into."""
    keys = sorted({f"name {fold(e.name)}" for e in entries} | {f"email {e.email}" for e in entries if e.email})
    at = {key: n for n, key in enumerate(keys)}
    joined = sorted({(at[f"name {fold(e.name)}"], at[f"email {e.email}"]) for e in entries if e.email})
    rows, columns = zip(*joined, strict=True) if joined else ((), ())
    _, labels = connected_components(coo_array(([1] * len(joined), (rows, columns)), shape=(len(keys),) * 2), False)
    return {key: int(labels[n]) for key, n in at.items()}


def _alike(names: set[str]) -> bool:
    """Every two of the names share a word: spellings of one person do."""
    words = [set(re.findall(r"\w+", name)) for name in sorted(names)]
    return all(a & b for n, a in enumerate(words) for b in words[n + 1 :])
