"""Which spans of a tagged block are names: runs of name-like words, corrected by what NER saw, and by the rules.

The small pipeline's tags and entity labels are evidence, not the answer: it tags "Deploy Grafana" as a person and
finds no name in "Anthropic". A name is found by its form (capitals away from a sentence's start, a first word that
English does not know), NER says where two names meet, which small words belong inside, and of what type it is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

from memkit.extract import words
from memkit.extract.english import Lexicon
from memkit.extract.rules import ADDRESS, CODE, ONTOLOGY, PROPER, QUOTED, Found

#: spaCy's OntoNotes labels as POLE+O types; the others (dates, numbers, money, ...) are no names.
NER_TYPES = {
    "PERSON": "Person",
    "NORP": "Organization",
    "FAC": "Location",
    "ORG": "Organization",
    "GPE": "Location",
    "LOC": "Location",
    "PRODUCT": "Object",
    "EVENT": "Event",
    "WORK_OF_ART": "Object",
    "LAW": "Object",
    "LANGUAGE": "Object",
}
_VERSION = re.compile(r"v?\d+(?:\.\d+)+[a-z0-9]*$|v\d+$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
#: Particles that only names of people have.
_NAME_PARTICLES = frozenset({"van", "von", "der", "bin", "ibn", "ben", "zu", "zum", "zur", "ter", "ten", "af", "av"})
_SMALL_AFTER = re.compile(r"\s+(?:the|for|and|in|on|to)\s")
_SMALL_BEFORE = re.compile(r"\s(?:the|for|and|in|on|to)\s+$")
_CONNECTORS = frozenset({"of", "the", "for", "and", "in", "on", "to"})


def find_names(doc: Any, ruled: Sequence[Found], lexicon: Lexicon) -> list[Found]:
    """The names in a block that the pipeline tagged, together with those the rules found; they never overlap."""
    names = _Names(doc, ruled, lexicon)
    known = [f for f in ruled if f.priority == ONTOLOGY]
    free = [f for f in (*names.runs(), *names.ner_only()) if not _joins(doc.text, f, known)]
    return without_overlaps([*ruled, *free])


def _joins(text: str, found: Found, known: Sequence[Found]) -> bool:
    """A run that holds a known name with a small word beside it ("from Birch Hall to Corn Exchange") is no name."""
    for one in known:
        inside = found.start <= one.start and one.end <= found.end and one.end - one.start < found.end - found.start
        if inside and (
            _SMALL_AFTER.match(text, one.end, found.end) or _SMALL_BEFORE.search(text[found.start : one.start])
        ):
            return True
    return False


def without_overlaps(found: Iterable[Found]) -> list[Found]:
    """Of spans that overlap the longest stays, then the one of higher priority, then the first; in text order."""
    kept: list[Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda f: (f.start - f.end, -f.priority, f.start, f.how)):
        if one.end > one.start and taken.isdisjoint(range(one.start, one.end)):
            taken.update(range(one.start, one.end))
            kept.append(one)
    return sorted(kept, key=lambda f: f.start)


class _Names:
    """One block's tokens and what is known of each."""

    def __init__(self, doc: Any, ruled: Sequence[Found], lexicon: Lexicon) -> None:
        self.doc = doc
        self.lexicon = lexicon
        self.taken = _covered(doc, [f for f in ruled if f.priority in (ADDRESS, QUOTED, CODE) and not _may_go_on(f)])
        self.ent = {t.i: number for number, e in enumerate(doc.ents) if e.label_ in NER_TYPES for t in e}
        self.heading = _is_title_case(doc, lexicon)
        self.first = _sentence_starts(doc)
        self.like = [self._is_name_like(token) for token in doc]
        self._drop_orders()

    # ------------------------------------------------------------------------------------------------ single words

    def _is_name_like(self, token: Any) -> bool:
        text, lower = token.text, token.lower_
        if token.i in self.taken or not any(map(str.isalpha, text)) or not any(map(str.isupper, text)):
            return False
        bare = lower.rstrip(".")
        if bare in words.CALENDAR:
            return self._label(token.i) == "PERSON"
        if text.isupper() and bare in words.GENERIC_ACRONYMS:
            return False
        if bare in words.ROLES and not (bare in words.HONORIFICS and self._label(token.i) != "ORG"):
            return False
        if self.lexicon.is_function_word(lower):
            spelt_out = text.isupper() and len(text) > 1
            return not (self.first[token.i] or self.heading) and (spelt_out or self._is_function_name(token))
        if any(map(str.isupper, text[1:])) and len(text) > 1:
            return True
        if not self.lexicon.knows(lower):
            return True
        proper = token.tag_ in ("NNP", "NNPS")
        if self.first[token.i] or self.heading:
            if self.first[token.i] and (self._is_subject(token) or self._is_title_noun(token)):
                return True
            if self.first[token.i] and self._is_head_noun(token):
                return False
            return proper or (self.ent.get(token.i) is not None and not token.tag_.startswith("VB"))
        return not (token.tag_.startswith("VB") and self.lexicon.is_verb(lower))

    def _is_subject(self, token: Any) -> bool:
        """ "Stripe acquired Paystack": a bare everyday word as the subject of a verb with a name behind it. English
        nouns that count want an article there; those that do not mostly show it by their ending ("Testing")."""
        after = self.doc[token.i + 1] if token.i + 1 < len(self.doc) else None
        if after is None or after.tag_ not in ("VBZ", "VBD") or not after.text.islower():
            return False
        abstract = token.lower_ in words.KIND_NOUNS or token.lower_.endswith(words.ABSTRACT_ENDINGS)
        named = any(_has_capital(t) for t in self.doc[after.i + 1 : after.i + 5])
        return token.tag_ in ("VB", "VBP", "NN", "JJ") and named and not abstract

    def _is_head_noun(self, token: Any) -> bool:
        """ "Member of the choir since 2019": an everyday noun before "of", not "University of"."""
        after = self.doc[token.i + 1].lower_ if token.i + 1 < len(self.doc) else ""
        noun = self.lexicon.is_bare_noun(token.lower_)
        return after == "of" and noun and token.lower_ not in words.INSTITUTIONS | words.ORGANIZATION_STARTS

    def _is_title_noun(self, token: Any) -> bool:
        """ "Team Phoenix", "Lake Como": a kind that stands before its name."""
        after = self.doc[token.i + 1].text if token.i + 1 < len(self.doc) else ""
        return token.lower_ in words.TITLE_NOUNS and after[:1].isupper()

    def _is_function_name(self, token: Any) -> bool:
        """ "uses Go": a verb by its word, a name by its capital between small words."""
        around = [self.doc[i].text for i in (token.i - 1, token.i + 1) if 0 <= i < len(self.doc)]
        return self.lexicon.is_verb(token.lower_) and not any(text[0].isupper() for text in around)

    def _drop_orders(self) -> None:
        """A sentence's first word, if it is a verb before a name ("Deploy Grafana"), is an order, no name."""
        for token in self.doc[:-1] if len(self.doc) else ():
            after = self.doc[token.i + 1]
            order = (
                self.like[token.i]
                and self.like[after.i]
                and self.first[token.i]
                and token.text[1:].islower()
                and self.lexicon.is_verb(token.lower_)
                and token.lower_ not in words.VERBS_AND_NAMES | words.TITLE_NOUNS
            )
            if order and self._label(token.i) in ("", "PERSON"):
                self.like[token.i] = False

    def _label(self, i: int) -> str:
        number = self.ent.get(i)
        return "" if number is None else self.doc.ents[number].label_

    # -------------------------------------------------------------------------------------------------------- runs

    def runs(self) -> Iterable[Found]:
        i = 0
        while i < len(self.doc):
            if not self.like[i]:
                i += 1
                continue
            end = self._run_end(i)
            for start, stop in self._split(i, end):
                if stop - start == 1 and self._is_adjective(start):
                    continue
                yield self._found(start, stop, "noun")
            i = end

    def _is_adjective(self, i: int) -> bool:
        """ "a French startup" """
        after = self.doc[i + 1] if i + 1 < len(self.doc) else None
        ordinary = self.doc[i].tag_ == "JJ" and self.lexicon.is_adjective(self.doc[i].lower_)
        return ordinary and after is not None and after.tag_ in ("NN", "NNS", "JJ") and after.text.islower()

    def _run_end(self, start: int) -> int:
        """One past the last token of the run that begins at `start`."""
        doc, i = self.doc, start + 1
        while i < len(doc):
            step = self._hyphenated(i) or self._joined(start, i) or self._version(i)
            if not step:
                break
            i += step
        return i

    def _hyphenated(self, i: int) -> int:
        """ "-en", "-Luc": a hyphen and a word, no space around it."""
        doc = self.doc
        glued = doc[i].text in ("-", "‑", "–") and not doc[i - 1].whitespace_ and not doc[i].whitespace_
        if not glued or i + 1 >= len(doc) or not doc[i + 1].text[0].isalnum():
            return 0
        ordinary = doc[i + 1].text.islower() and (
            self.lexicon.knows(doc[i + 1].lower_) and doc[i + 1].lower_ not in words.PARTICLES
        )
        inside = ordinary and i + 2 < len(doc) and doc[i + 2].text == "-" and not doc[i + 1].whitespace_
        return 2 if not ordinary or inside else 0

    def _joined(self, start: int, i: int) -> int:
        doc = self.doc
        lower = doc[i].lower_
        if doc[i - 1].text == "'s" or self.taken.intersection(range(i, i + 1)):
            return 0
        if self.like[i] or (doc[i].text.isupper() and lower in words.GENERIC_ACRONYMS - words.ROLES):
            if self._ends_sentence(i - 1):
                return 0
            return 1 if doc[i - 1].whitespace_ or doc[i].text[0] == "." else 0
        if lower == "&" and i + 1 < len(doc) and self.like[i + 1]:
            return 2
        if lower == "," and i + 1 < len(doc) and doc[i + 1].lower_ in words.LEGAL_FORMS | words.GENERATIONS:
            return 2 if doc[i + 1].text[0].isupper() else 0
        if not doc[i - 1].whitespace_:
            return 0
        ahead = i
        while ahead < len(doc) and ahead - i < 3 and doc[ahead].lower_ in words.PARTICLES | _CONNECTORS:
            ahead += 1
        if ahead == i or ahead >= len(doc) or not self.like[ahead]:
            return 0
        between = {doc[j].lower_ for j in range(i, ahead)}
        if between <= words.PARTICLES and not self.heading:
            return ahead - i + 1
        one_entity = self.ent.get(i - 1) is not None and len({self.ent.get(j) for j in range(i - 1, ahead + 1)}) == 1
        long_form = "and" not in between or (self._label(i) in ("ORG", "WORK_OF_ART", "LAW") and ahead - start >= 3)
        if one_entity and long_form and self._label(i) != "PERSON":
            return ahead - i + 1
        if between <= {"of", "the"} and doc[i].lower_ == "of" and doc[i - 1].lower_ in words.INSTITUTIONS:
            return ahead - i + 1
        return 0

    def _ends_sentence(self, i: int) -> bool:
        """The full stop of an abbreviation ("Corp.", "D.C.") ends the name too, unless NER saw one name across it or
        it is an initial's or a title's ("J. Smith", "Dr. Smith")."""
        text = self.doc[i].text
        if not text.endswith(".") or len(text) <= 2 or self.doc[i].lower_.rstrip(".") in words.HONORIFICS:
            return False
        one_entity = self.ent.get(i) is not None and self.ent.get(i) == self.ent.get(i + 1)
        return not one_entity or self.doc[i].lower_ in words.LEGAL_FORMS

    def _version(self, i: int) -> int:
        """A version or model number after a name: "Python 3.12", "Windows 11"; no year, no count of what follows."""
        doc, text = self.doc, self.doc[i].text
        if not doc[i - 1].whitespace_ or (self._label(i - 1) == "PERSON" and "." not in text):
            return 0
        if _VERSION.match(text):
            return 1
        if not text.isdigit() or len(text) > 4:
            return 0
        if _YEAR.match(text) and self._label(i - 1) in ("PERSON", "GPE", "LOC", "NORP"):
            return 0
        if i + 1 < len(doc) and (
            doc[i + 1].text in ("%", ":", "-", "/")
            or (doc[i + 1].tag_ in ("NN", "NNS", "JJ", "CD") and not doc[i + 1].text[0].isupper())
        ):
            return 0
        return 1

    def _split(self, start: int, end: int) -> Iterable[tuple[int, int]]:
        """A run in which NER saw a person beside something else is two names: "Microsoft Satya Nadella"."""
        inside = [e for e in self.doc.ents if e.label_ in NER_TYPES and e.start >= start and e.end <= end]
        labels = {e.label_ for e in inside}
        if len(inside) > 1 and len(labels) > 1 and "PERSON" in labels:
            cuts = [start, *(e.start for e in inside[1:] if self.like[e.start]), end]
            return list(itertools.pairwise(cuts))
        return [(start, end)]

    # --------------------------------------------------------------------------------------------------------- NER

    def ner_only(self) -> Iterable[Found]:
        """Entities without a name-like word: kept if they have a capital and are no everyday word."""
        for entity in self.doc.ents:
            if entity.label_ not in NER_TYPES or any(self.like[t.i] or t.i in self.taken for t in entity):
                continue
            start, end = entity.start, entity.end
            while start < end and (self.first[start] or not _has_capital(self.doc[start]) or self._is_ordinary(start)):
                start += 1
            while end > start and (self.doc[end - 1].text in ("'s", "’s", ",", ".") or self._is_ordinary(end - 1)):
                end -= 1
            if start < end:
                yield self._found(start, end, "ner")

    def _is_ordinary(self, i: int) -> bool:
        bare = self.doc[i].lower_.rstrip(".")
        return (
            bare in words.CALENDAR
            or bare in words.GENERIC_ACRONYMS
            or bare in words.ROLES
            or self.lexicon.is_function_word(bare)
            or self.lexicon.knows(bare)
            or not any(map(str.isalpha, bare))
        )

    def _found(self, start: int, end: int, how: str) -> Found:
        span = self.doc[start:end]
        length = len(span.text) - self._stop_at_end(end - 1)
        by_form = type_by_form([token.lower_ for token in span])
        type = by_form or self._label_type(start, end)
        return Found(span.start_char, span.start_char + length, type, how, PROPER, bool(by_form))

    def _stop_at_end(self, i: int) -> int:
        """1 if the token ends with the sentence's full stop ("SpaceX."), which the tokenizer leaves on some words."""
        text, lower = self.doc[i].text, self.doc[i].lower_
        abbreviation = "." in text[:-1] or len(text) <= 2 or lower in words.LEGAL_FORMS | words.GENERATIONS
        known = text[:-1].lower() in words.HONORIFICS or lower in ("st.", "ave.", "dept.", "univ.", "no.")
        return int(text.endswith(".") and not abbreviation and not known)

    def _label_type(self, start: int, end: int) -> str:
        """The type of the label that most of the tokens have, "" if none has one."""
        labels: dict[str, int] = {}
        for i in range(start, end):
            if label := self._label(i):
                labels[label] = labels.get(label, 0) + 1
        return NER_TYPES[max(sorted(labels), key=labels.__getitem__)] if labels else ""


def type_by_form(tokens: Sequence[str]) -> str:
    """The type that a name's own words tell ("Dr.", "University", "Summit"), else ""."""
    first, last = tokens[0].rstrip("."), tokens[-1]
    if first in words.HONORIFICS and len(tokens) > 1:
        return "Person"
    if last in words.GENERATIONS or not _NAME_PARTICLES.isdisjoint(tokens[1:-1]):
        return "Person"
    if len(tokens) == 1:
        return ""
    if last in words.ORGANIZATION_ENDINGS or first in words.ORGANIZATION_STARTS:
        return "Organization"
    if last in words.EVENT_ENDINGS:
        return "Event"
    if last in words.LOCATION_ENDINGS or first in words.LOCATION_STARTS:
        return "Location"
    if any(_VERSION.match(token) for token in tokens[1:]):
        return "Object"
    return ""


def _may_go_on(found: Found) -> bool:
    """A camel-case word or an identifier may be the first word of a longer name: "iPhone 15 Pro", "GPT-4 Turbo"."""
    return found.how == "rule:identifier"


def _covered(doc: Any, found: Iterable[Found]) -> set[int]:
    covered: set[int] = set()
    for one in found:
        span = doc.char_span(one.start, one.end, alignment_mode="expand")
        if span is not None:
            covered.update(range(span.start, span.end))
    return covered


def _sentence_starts(doc: Any) -> list[bool]:
    """Which tokens may owe their capital to their place: after a full stop, a colon, an opening quote or bracket."""
    starts, fresh = [], True
    for token in doc:
        starts.append(fresh)
        if token.is_space or token.text in ('"', "“", "‘", "'", "(", "[", "*", "_", "**", "__"):
            continue
        fresh = token.text in (".", "!", "?", ":", ";", "…", "—", "|", "..", "...", "•") or (token.is_punct and fresh)
    return starts


def _is_title_case(doc: Any, lexicon: Lexicon) -> bool:
    """A heading in Title Case: capitals tell nothing there. No full stop, and its everyday words are capitalised."""
    content = [t for t in doc if t.is_alpha and not lexicon.is_function_word(t.lower_)]
    if len(content) < 3 or any(t.text in (".", "!", "?") for t in doc):
        return False
    everyday = [t for t in content[1:] if lexicon.knows(t.lower_)]
    return len(everyday) >= 2 and all(t.text[0].isupper() for t in content)


def _has_capital(token: Any) -> bool:
    return any(map(str.isupper, token.text))
