"""Names in a question that nothing known has: code names, capitals and numbers beside a kind, by form alone.

A near-twin must never be answered for ("CVE-2024-90714" is not "CVE-2024-90417"), so nothing here is fuzzy: a name is
known by one of its spellings, or stands in the corpus as it is written, or is unknown.
"""

from __future__ import annotations

import re

from memkit.extract.words import CALENDAR
from memkit.plan.corpus_words import Corpus
from memkit.plan.tokens import Token, tokens_of
from memkit.plan.vocabulary import Vocabulary, shape

_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_]).+$|\d+[-./]\d[\w./-]*$|\w+_\w+$|[a-z]+[A-Z]\w*$")
_QUOTED = re.compile(r"[\"“«`]([^\"”»`]{2,80})[\"”»`]")
_YEAR = re.compile(r"(?:1[89]|20)\d\d$|\d{4}-\d\d(?:-\d\d)?$")
_INSIDE = frozenset("of the and & de van von der del di da la".split())
_NO_NAME = frozenset("i i'm i'd english no".split())


def unknown_names(text: str, vocabulary: Vocabulary, corpus: Corpus | None = None) -> tuple[str, ...]:
    """The names, as they are spelled in the question, in their order."""
    found = []
    for start, end in _candidates(text, vocabulary):
        phrase = text[start:end]
        if not vocabulary.is_name(phrase) and not (corpus and corpus.stands(phrase)):
            found.append(phrase)
    return tuple(dict.fromkeys(found))


def _candidates(text: str, vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """Spans of words that look like a name, known names beside them included, without those wholly known."""
    known = [(name.start, name.end) for name in vocabulary.find_names(text)]
    tokens = tokens_of(text)
    parts = [_is_part(tokens, at, known, vocabulary) for at in range(len(tokens))]
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(tokens):
        if not parts[at]:
            at += 1
            continue
        last = at
        while last + 1 < len(tokens):
            step = last + 1
            if (
                not parts[step]
                and tokens[step].lower in _INSIDE
                and step + 1 < len(tokens)
                and parts[step + 1] == "new"
            ):
                step += 1
            if not parts[step] or not _beside(text, tokens[last], tokens[step]):
                break
            last = step
        if "new" in parts[at : last + 1]:
            spans.append((tokens[at].start, tokens[last].end))
        at = last + 1
    quoted = [match.span(1) for match in _QUOTED.finditer(text)]
    return sorted({*spans, *quoted})


def _beside(text: str, left: Token, right: Token) -> bool:
    """Nothing but a space between, so no comma and no possessive; "No. 4" has a point."""
    return not text[left.end : right.start].strip(" .") and not left.text.lower().endswith(("'s", "’s", "'", "’"))


def _is_part(tokens: list[Token], at: int, known: list[tuple[int, int]], vocabulary: Vocabulary) -> str:
    """ "new" for a word that looks like (a part of) a name and is in no known one, "old" for one that may belong to a
    longer name: in a known name, or a kind of things; else ""."""
    token = tokens[at]
    if any(start <= token.start < end for start, end in known):
        return "old"
    lowers = [t.lower for t in tokens[at : at + 6]]
    if token.lower in CALENDAR or token.lower in _NO_NAME or _YEAR.match(token.text) or vocabulary.values_at(lowers):
        return ""
    if vocabulary.relation_words.shared(token.lower):
        return ""
    kind = vocabulary.type_at(lowers) is not None
    if _CODE.match(token.text):
        return "" if kind else "new"
    if token.text.isdigit():
        return "new" if at and (vocabulary.type_at([tokens[at - 1].lower]) or _is_capital(tokens, at - 1)) else ""
    if "-" in token.text and _joined(shape(token.text)) in map(_joined, vocabulary.shapes) and _is_noun(tokens, at):
        return "" if kind else "new"
    if _is_capital(tokens, at):
        first = at == 0 or tokens[at - 1].text in ".?!"
        if kind:
            return "old"
        english = vocabulary.lexicon.knows if first else vocabulary.lexicon.is_adjective  # "Maltese"
        return "" if english(token.lower) and (first or not _beside_capital(tokens, at)) else "new"
    return "old" if kind and at + 1 < len(tokens) and tokens[at + 1].text.isdigit() else ""


def _joined(form: str) -> str:
    """A form with any number of joined words as one with two: "a-a-a" as "a-a"."""
    return re.sub(r"(?:-a)+", "-a", form)


def _is_capital(tokens: list[Token], at: int) -> bool:
    return tokens[at].text[:1].isupper()


def _is_noun(tokens: list[Token], at: int) -> bool:
    """A hyphenated word that is no adjective before a noun ("read-only services"): the phrase ends with it, or a verb,
    preposition or mark follows."""
    following = tokens[at + 1].lower if at + 1 < len(tokens) else "?"
    preceding = tokens[at - 1].lower if at else ""
    return preceding not in ("a", "an", "be", "is", "are") and not (following.endswith("s") and following.isalpha())


def _beside_capital(tokens: list[Token], at: int) -> bool:
    return any(0 <= other < len(tokens) and _is_capital(tokens, other) for other in (at - 1, at + 1))
