"""Which person of a labelled transcript a spelling means: labels and systems may write one person in several ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eval.datasets.transcripts import Transcript


@dataclass(frozen=True)
class Identities:
    """`spellings` maps each listed spelling, in lower case, to a person's name; `names` are the names of all people.

    Listed are the transcript's `people` and whom its labels name; where it has no `people`, those speakers too who are
    none of them. Another spelling ("Jon C.", "@ines") means the only person whose name has all its words or begins a
    word with its initials; where none or several do, it is somebody of its own.
    """

    spellings: Mapping[str, str]
    names: tuple[str, ...]

    @classmethod
    def of(cls, transcript: Transcript) -> Identities:
        listed = [(s, p["name"]) for p in transcript.people for s in dict.fromkeys((p["name"], *p["aliases"]))]
        owners = Counter(plain(spelling) for spelling, _ in listed)
        spellings = {plain(spelling): name for spelling, name in listed if owners[plain(spelling)] == 1}
        names = list(dict.fromkeys(name for _, name in listed))
        gold = transcript.gold
        others = {labelled.person for labelled in (*gold.turns, *gold.positions)}
        for name in sorted(others):
            if plain(name) not in spellings:
                spellings[plain(name)] = name
                names.append(name)
        if not transcript.people:  # the longest first: what shortens a name is not another one
            for speaker in sorted({turn.speaker for turn in transcript.turns}, key=lambda s: (-len(s), s)):
                if not any(_fits(_words(speaker), _words(name)) for name in names):
                    names.append(speaker)
        return cls(spellings, tuple(names))

    def person(self, spelling: str) -> str:
        """The name of the person that is meant, else the spelling in lower case."""
        known = self.spellings.get(plain(spelling))
        if known is not None:
            return known
        words = _words(spelling)
        meant = [name for name in self.names if words and _fits(words, _words(name))]
        return meant[0] if len(meant) == 1 else plain(spelling)


def plain(spelling: str) -> str:
    """The spelling in lower case with single spaces."""
    return " ".join(spelling.casefold().split())


def _words(spelling: str) -> list[str]:
    """The words of a name, a handle, or an address up to its @."""
    return re.findall(r"[^\W\d_]+", spelling.casefold().strip().lstrip("@").split("@")[0])


def _fits(words: Sequence[str], name: Sequence[str]) -> bool:
    return all(any(word == part or (len(word) == 1 and part[0] == word) for part in name) for word in words)
