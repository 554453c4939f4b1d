"""Reads a dated note: which lasting states begin, go on, end or are denied in it, and when.

Names come from the extraction, the grammar from a parse in which each name is one word (parse.py), the words from
states.yaml and signs.py. What is only rumoured, wished or asked is passed over; a plan counts from its day.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from memkit.lasting.changes import Changes
from memkit.lasting.clauses import Parse
from memkit.lasting.corrections import Corrections
from memkit.lasting.phrases import Phrases
from memkit.lasting.roles import Roles
from memkit.lasting.said import Said
from memkit.lasting.signs import RUMOUR
from memkit.lasting.vocabulary import States


def read_states(parse: Parse, states: States, day: date) -> list[Said]:
    """What the note of this day says, in the order of its sentences."""
    return _Reader(parse, states, day).read()


class _Reader(Changes, Phrases, Roles, Corrections):
    """A note, sentence by sentence, word by word."""

    def read(self) -> list[Said]:
        for sentence in self.parse.doc.sents:
            if not self.opened(sentence) or self.sentence.endswith("?") or RUMOUR.search(self.sentence):
                continue
            before = len(self.found)
            for token in sentence:
                self._word(token)
            if len(self.found) == before:
                self.dropped()
            self.before_that()
            self.instead()
        return self.corrected()

    def _word(self, token: Any) -> None:
        if token.i in self.parse.names:
            return
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            mood, planned = self.mood(token)
            if mood and not self.change(token, mood, planned):
                self.frames(token, mood, planned)
        elif token.tag_ in ("NN", "NNS", "NNP"):
            self.role(token)
