"""Titles as phrases: which of all known titles stand in a text, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memkit.resolve.normalise import clean, fold
from memkit.retrieve.names import title_keys

_WORD = re.compile(r"\w+")


class TitlePhrases:
    """A set of titles, grown one by one. A text is read once, whatever their number."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, ...], str] = {}
        self._longest: dict[str, int] = {}  # first word -> words of the longest title that begins with it

    def add(self, title: str) -> None:
        """Know a title by each of its names (`title_keys`)."""
        for key in title_keys(title):
            words = tuple(_WORD.findall(key))
            if words:
                self._keys.setdefault(words, key)
                self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def find(self, text: str) -> list[str]:
        """Keys of the titles in the text, in order, each once; of titles that overlap the longer from the left."""
        return list(dict.fromkeys(self._find(_WORD.findall(fold(clean(text))))))

    def _find(self, words: list[str]) -> Iterator[str]:
        start = 0
        while start < len(words):
            for length in range(min(self._longest.get(words[start], 0), len(words) - start), 0, -1):
                key = self._keys.get(tuple(words[start : start + length]))
                if key is not None:
                    yield key
                    start += length - 1
                    break
            start += 1
