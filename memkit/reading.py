"""Reading texts with an extractor that may be anybody's: what it returns is checked before it reaches a store."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from memkit.errors import MemkitError, ModelError
from memkit.extract import ExtractedMention, Extraction, Extractor
from memkit.extract.ontology import KnownEntity

#: (name, type) of what a text is about; None: nothing, type "": unknown.
About = tuple[str, str] | None


def read_texts(
    extractor: Extractor,
    texts: Sequence[str],
    *,
    about: Sequence[About] | None = None,
    known: Sequence[KnownEntity] = (),
) -> list[Extraction]:
    """One checked extraction for each text. `about` and `known` (see SpacyExtractor.extract_many) help an extractor
    that takes them. Raises ModelError, naming the extractor, if it fails or its answer is not what
    `memkit.extract.Extractor` promises."""
    name = type(extractor).__name__
    try:
        found = list(extractor.extract_many(texts, **_taken(extractor, about=about, known=known)))
    except MemkitError:
        raise
    except Exception as error:
        raise ModelError(f"extractor {name} failed: {type(error).__name__}: {error}") from error
    if len(found) != len(texts):
        raise ModelError(f"extractor {name} gave {len(found)} extractions for {len(texts)} texts: one each is needed")
    for text, extraction in zip(texts, found, strict=True):
        for problem in _problems(text, extraction):
            raise ModelError(f"extractor {name}: {problem} (text: {text[:60]!r})")
    return found


def _taken(extractor: Extractor, **hints: Any) -> dict[str, Any]:
    """The hints that say something and that this extractor takes."""
    parameters = inspect.signature(extractor.extract_many).parameters
    return {name: hint for name, hint in hints.items() if hint and name in parameters}


def _problems(text: str, extraction: object):
    if not isinstance(extraction, Extraction):
        yield f"an Extraction is needed, not a {type(extraction).__name__}"
        return
    end = 0
    for mention in sorted(extraction.mentions, key=lambda m: (m.start, m.end)):
        yield from _wrong_mention(text, mention)
        if mention.start < end:
            yield f"mention {mention.surface!r} at {mention.start} overlaps the one before it"
        end = mention.end
    for relation in extraction.relations:
        for side in (relation.source, relation.target):
            if not 0 <= side < len(extraction.mentions):
                yield f"relation {relation.type!r} names mention {side}, there are {len(extraction.mentions)}"


def _wrong_mention(text: str, mention: ExtractedMention):
    if not (0 <= mention.start < mention.end <= len(text)):
        yield f"mention {mention.surface!r} has the span {mention.start} to {mention.end}, outside the text"
    elif text[mention.start : mention.end] != mention.surface:
        yield f"mention {mention.surface!r} is not what stands at {mention.start} to {mention.end}"
    for field in ("name", "type"):
        value = getattr(mention, field)
        if not isinstance(value, str) or not value.strip():
            yield f"mention {mention.surface!r} has the {field} {value!r}: text is needed"
