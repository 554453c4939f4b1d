"""Reading texts with an extractor that may be anybody's: what it returns is checked before it reaches a store."""

from __future__ import annotations

from collections.abc import Sequence

from memkit.errors import MemkitError, ModelError
from memkit.extract import ExtractedMention, Extraction, Extractor


def read_texts(extractor: Extractor, texts: Sequence[str]) -> list[Extraction]:
    """One checked extraction for each text. Raises ModelError, naming the extractor, if it fails or its answer is not
    what `memkit.extract.Extractor` promises."""
    name = type(extractor).__name__
    try:
        found = list(extractor.extract_many(texts))
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
