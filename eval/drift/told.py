"""Messages as an extractor would read them if it never erred: what drifts is identity alone."""

from __future__ import annotations

from collections.abc import Iterable

from eval.drift.world import Message
from memkit.extract import Extraction
from memkit.extract.base import ExtractedMention, ExtractedRelation, extract_one


def extraction(message: Message) -> Extraction:
    """The person and the value that a message names, and the relation that it states."""
    text = message.text
    mentions = [
        _mention(text, message.spelling, "Person"),
        _mention(text, message.value, message.value_type, len(message.spelling)),
    ]
    relation = ExtractedRelation(0, 1, message.relation, 0, len(text), text)
    return Extraction(mentions, [relation], sentences=[(0, len(text))])


def _mention(text: str, name: str, type: str, after: int = 0) -> ExtractedMention:
    start = text.index(name, after)
    return ExtractedMention(start, start + len(name), name, name, type, "told")


class ToldExtractor:
    """An Extractor that knows what each of these messages says."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self._known = {message.text: message for message in messages}

    def extract(self, text: str) -> Extraction:
        return extract_one(self, text)

    def extract_many(self, texts: Iterable[str]) -> list[Extraction]:
        return [extraction(self._known[text]) if text in self._known else Extraction() for text in texts]
