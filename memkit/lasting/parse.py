"""A note's parse with its names masked, ready to be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from memkit.extract.base import ExtractedMention
from memkit.extract.english import DEFAULT_PIPELINE, PIPELINE_IN_USE, Lexicon, load_pipeline
from memkit.extract.masking import mask, placeholder
from memkit.extract.words import CALENDAR
from memkit.lasting.clauses import Parse, thing_of

#: What is taken for a part of a name, and is a time.
_TIME_FIRST = re.compile(r"^(?:New Year(?:'s)?(?: Day| Eve)?|Christmas|Easter|Midsummer)\b\s*")

#: What opens a note and says what kind it is.
_HEADINGS = frozenset("correction update news note reminder ps addendum".split())
#: Verbs that open a note in telegram style, and are no part of the name behind them.
_VERB_FIRST = re.compile(
    r"^(?:Met|Saw|Visited|Rang|Called|Phoned|Helped|Heard|Had|Got|Wrote|Told|Asked|Spoke|Ran|Found|Went|Took)\b\s+"
)


class NoteParser:
    """Parses notes with one spaCy pipeline."""

    def __init__(self, pipeline: str = DEFAULT_PIPELINE) -> None:
        self._nlp = load_pipeline(pipeline)
        self._lexicon = Lexicon(self._nlp)

    def parse(self, text: str, mentions: Sequence[ExtractedMention]) -> Parse:
        names = []
        for mention in sorted(mentions, key=lambda m: m.start):
            start, end = mention.start, mention.end
            if match := _TIME_FIRST.match(text[start:end]):
                start += match.end()
            if match := _VERB_FIRST.match(text[start:end]):
                start += match.end() if _opens(text, start) else 0
            if start < end and not self._is_word(text, start, end):
                names.append((start, end, {"Person": True, "Location": False}.get(mention.type)))
        masked, offsets, places = mask(
            text, [(start, end, placeholder(text, start, end, self._lexicon)) for start, end, _ in names]
        )
        with PIPELINE_IN_USE, self._nlp.select_pipes(disable=["ner"]):
            doc = self._nlp(masked)
        parse = Parse(text, doc, {}, offsets)
        for (start, end, person), place in zip(names, places, strict=True):
            token = doc.char_span(*place, alignment_mode="expand").root
            thing = thing_of(text, start, end, person=person)
            parse.names[token.i] = thing
            over = token.head if token.dep_ == "conj" else token
            subject = over.dep_ in ("nsubj", "nsubjpass")
            if not thing.article and (subject or person):
                parse.people.append(thing)
                if subject or token.dep_ == "attr":
                    parse.leading.append(thing)
            elif person is not True:
                parse.others.append(thing)
        for token in doc:
            if self._is_bare_name(token) and token.i not in parse.names:
                start, end = parse.place(token)
                parse.names[token.i] = thing_of(text, start, end, person=None)
                parse.people.append(parse.names[token.i])
                parse.leading.append(parse.names[token.i])
        parse.people.sort(key=lambda thing: thing.start)
        for token in doc:
            if token.i not in parse.names and token.dep_ in ("nsubj", "nsubjpass", "dative") and token.pos_ == "NOUN":
                parse.others += parse.things(token)
        parse.others.sort(key=lambda thing: thing.start)
        return parse

    def _is_bare_name(self, token: Any) -> bool:
        """A capitalised subject without an article, which the extractor took for a word: "Sofia has been ..."."""
        alone = not any(t.dep_ in ("det", "poss", "amod", "compound") for t in token.children)
        alone = alone and token.i + 1 < len(token.doc) and not token.nbor(1).is_punct
        plural = token.tag_ in ("NNS", "NNPS")
        subject = token.pos_ in ("NOUN", "PROPN") and token.dep_ in ("nsubj", "nsubjpass", "poss")
        word = token.lower_ in CALENDAR or token.lower_ in _HEADINGS or (plural and self._lexicon.knows(token.lower_))
        return subject and alone and token.text.istitle() and not word

    def _is_word(self, text: str, start: int, end: int) -> bool:
        """A time, or a plural that opens a sentence ("Teachers this year: ...")."""
        surface = text[start:end].casefold()
        plural = " " not in surface and surface.endswith("s") and self._lexicon.knows(surface)
        return surface in CALENDAR or (plural and _opens(text, start))


def _opens(text: str, start: int) -> bool:
    """A sentence begins here."""
    return not text[:start].rstrip() or text[:start].rstrip()[-1] in ".!?:"
