"""An extractor that reads marks instead of English, so that tests say exactly what a note holds."""

from __future__ import annotations

import itertools
import re

from memkit.extract import ExtractedMention, ExtractedRelation, Extraction

_MARK = re.compile(r"\[([^\]|]+)\|([A-Za-z]+)(\?)?\]")
_VERB = re.compile(r"^ -([A-Z_]+)> $")


class MarkedExtractor:
    """`[Acme|Organization] -OWNS> [Anvil|Object]` has two mentions and one relation; the rest is plain text. A type
    with a question mark is a guess."""

    def extract(self, text: str) -> Extraction:
        marks = list(_MARK.finditer(text))
        mentions = [ExtractedMention(m.start(1), m.end(1), m[1], m[1], m[2], "ner" if m[3] else "mark") for m in marks]
        relations = [
            ExtractedRelation(n, n + 1, verb[1], left.start(), right.end(), text[left.start() : right.end()])
            for n, (left, right) in enumerate(itertools.pairwise(marks))
            if (verb := _VERB.match(text[left.end() : right.start()]))
        ]
        return Extraction(mentions, relations, sentences=[(0, len(text))])

    def extract_many(self, texts):
        return [self.extract(text) for text in texts]
