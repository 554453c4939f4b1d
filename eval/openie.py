"""Names that a language model found beforehand, as an extractor: the same walk, the same embedder, another extraction.

The file has one line per passage of a corpus, in its order: `{"entities": [...], "triples": [[subject, relation,
object], ...]}`. A name is a mention where it stands in the passage, in any case, the longest first; one that does not
stand there is dropped and counted. Questions, and passages that the file does not have, are read by the usual
extractor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eval.datasets import read_text
from memkit.errors import InputError
from memkit.extract import ExtractedMention, Extraction, Extractor

#: What is taken from a line: its entities, the ends of its triples, or both.
PARTS = ("entities", "triples", "both")


@dataclass(frozen=True, slots=True)
class GivenExtractor:
    """`names` passage text -> names; `usual` reads everything else."""

    names: Mapping[str, Sequence[str]]
    usual: Extractor

    def extract(self, text: str) -> Extraction:
        return self.extract_many([text])[0]

    def extract_many(self, texts: Iterable[str]) -> list[Extraction]:
        return [self._read(text) for text in texts]

    def _read(self, text: str) -> Extraction:
        if text not in self.names:
            return self.usual.extract(text)
        mentions = list(find_mentions(text, self.names[text]))
        missing = len({n.casefold() for n in self.names[text]} - {m.surface.casefold() for m in mentions})
        return Extraction(mentions, problems=[f"{missing} given names do not stand in the text"] if missing else [])


def find_mentions(text: str, names: Sequence[str]) -> Iterator[ExtractedMention]:
    """Every place where a name stands as whole words, in any case; of two that overlap the longer."""
    longest = sorted({name.strip() for name in names if name.strip()}, key=lambda n: (-len(n), n))
    if not longest:
        return
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest)
    for match in re.finditer(pattern, text, re.IGNORECASE):
        surface = match.group()
        yield ExtractedMention(match.start(), match.end(), surface, " ".join(surface.split()), "Object", "given")


def load_openie(path: Path | str, texts: Sequence[str], part: str, usual: Extractor) -> GivenExtractor:
    """Read a file whose line i is of `texts[i]`. Raises InputError for another number of lines, or a bad one."""
    if part not in PARTS:
        raise InputError(f"part {part!r} is unknown: use one of {', '.join(PARTS)}")
    lines = read_text(Path(path)).splitlines()
    if len(lines) != len(texts):
        raise InputError(f"{path} has {len(lines)} lines, the corpus {len(texts)} passages: one each is needed")
    names: dict[str, list[str]] = {}
    for number, (line, text) in enumerate(zip(lines, texts, strict=True), 1):
        try:
            names[text] = list(_names(json.loads(line), part))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InputError(f"{path}, line {number}: no entities and triples in it ({error})") from None
    return GivenExtractor(names, usual)


def _names(line: dict[str, Any], part: str) -> Iterator[str]:
    if part != "triples":
        yield from (name for name in line["entities"] if isinstance(name, str))
    if part != "entities":
        for triple in line["triples"]:
            if len(triple) == 3:  # some are malformed
                yield from (end for end in (triple[0], triple[2]) if isinstance(end, str))
