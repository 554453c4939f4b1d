"""What an extraction says, as edges from the passages that say it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memkit.extract import Extraction
from memkit.extract.base import ExtractedDenial, ExtractedRelation
from memkit.extract.passages import Chunk
from memkit.model import Attribute, Denial, Edge, Mention, Passage, Relation, Resolution, stable_id


def statements(
    passages: Sequence[Passage], chunks: Sequence[Chunk], extraction: Extraction, found: Sequence[Resolution]
) -> list[Edge]:
    """The edges of one text's extraction. `chunks[i]` says which part of the text `passages[i]` is; `found[i]` is what
    mention i resolved to.

    A mention belongs to the passage in which it begins, a statement to the one in which its sentence begins, wherever
    its two ends are named. One that is longer than a passage (a header that lists many people) is stated by the passage
    that names the later end in it. A passage states a thing once, by the first sentence that does.
    """
    where = _Places(passages, chunks)
    edges = [
        *_mentions(where, extraction, found),
        *_relations(where, extraction, found),
        *_denials(where, extraction, found),
        *_attributes(where, extraction, found),
    ]
    first: dict[str, Edge] = {}
    for edge in edges:
        first.setdefault(edge.id, edge)
    return list(first.values())


def by_chunk(extraction: Extraction, chunks: Sequence[Chunk]) -> list[Extraction]:
    """For each chunk the mentions that begin in it, in order, and the relations between two of them: what a passage
    says around a name."""
    starts = [chunk.start for chunk in chunks]
    parts = [Extraction() for _ in chunks]
    place: dict[int, tuple[int, int]] = {}
    for number, mention in sorted(enumerate(extraction.mentions), key=lambda pair: (pair[1].start, pair[0])):
        part = _part(starts, mention.start)
        place[number] = part, len(parts[part].mentions)
        parts[part].mentions.append(mention)
    for relation in extraction.relations:
        (left, source), (right, target) = place[relation.source], place[relation.target]
        if left == right:
            parts[left].relations.append(replace(relation, source=source, target=target))
    return parts


def _part(starts: Sequence[int], offset: int) -> int:
    return max(bisect_right(starts, offset) - 1, 0)


class _Places:
    def __init__(self, passages: Sequence[Passage], chunks: Sequence[Chunk]) -> None:
        self._passages = passages
        self._chunks = chunks
        self._starts = [chunk.start for chunk in chunks]

    def passage(self, offset: int) -> Passage:
        return self._passages[_part(self._starts, offset)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        chunk = self._chunks[_part(self._starts, start)]
        return chunk.place(start), chunk.place(end)

    def stated(self, said: ExtractedRelation | ExtractedDenial, extraction: Extraction) -> tuple[Passage, str]:
        """The passage that states it, and the words there that do."""
        first, last = (_part(self._starts, offset) for offset in (said.start, max(said.start, said.end - 1)))
        if first == last:
            return self._passages[first], said.sentence
        ends = (extraction.mentions[number].start for number in (said.source, said.target))
        part = _part(self._starts, max((end for end in ends if said.start <= end < said.end), default=said.start))
        passage, chunk = self._passages[part], self._chunks[part]
        return passage, passage.text[chunk.place(said.start) : chunk.place(said.end)].strip()


def _mentions(where: _Places, extraction: Extraction, found: Sequence[Resolution]) -> Iterator[Mention]:
    for mention, resolution in zip(extraction.mentions, found, strict=True):
        passage = where.passage(mention.start)
        start, end = where.span(mention.start, mention.end)
        yield Mention(
            id=stable_id("men", passage.id, start, resolution.entity_id),
            source_id=passage.id,
            target_id=resolution.entity_id,
            start=start,
            end=end,
            surface=mention.surface,
            action=resolution.action,
            score=resolution.confidence,
            reason=resolution.reason,
        )


def _relations(where: _Places, extraction: Extraction, found: Sequence[Resolution]) -> Iterator[Relation]:
    for relation in extraction.relations:
        source_id, target_id = found[relation.source].entity_id, found[relation.target].entity_id
        passage, sentence = where.stated(relation, extraction)
        if source_id != target_id:
            yield Relation(
                id=stable_id("rel", source_id, relation.type, target_id, passage.id),
                source_id=source_id,
                target_id=target_id,
                type=relation.type,
                passage_id=passage.id,
                sentence=sentence,
                source=passage.source,
                since=relation.since,
                until=relation.until,
                manner=relation.manner,
            )


def _denials(where: _Places, extraction: Extraction, found: Sequence[Resolution]) -> Iterator[Denial]:
    for denial in extraction.denials:
        source_id, target_id = found[denial.source].entity_id, found[denial.target].entity_id
        passage, sentence = where.stated(denial, extraction)
        if source_id != target_id or denial.source == denial.target:
            yield Denial(
                id=stable_id("den", source_id, denial.type, target_id, passage.id, denial.former),
                source_id=source_id,
                target_id=target_id,
                type=denial.type,
                passage_id=passage.id,
                sentence=sentence,
                former=denial.former,
                at=denial.at or passage.at,
            )


def _attributes(where: _Places, extraction: Extraction, found: Sequence[Resolution]) -> Iterator[Attribute]:
    for attribute in extraction.attributes:
        passage = where.passage(attribute.start)
        start, end = where.span(attribute.start, attribute.end)
        entity_id = found[attribute.mention].entity_id
        yield Attribute(
            id=stable_id("att", passage.id, entity_id, attribute.name, attribute.value),
            source_id=passage.id,
            target_id=entity_id,
            name=attribute.name,
            value=attribute.value,
            sentence=passage.text[start:end],
        )
