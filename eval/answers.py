"""What a system answers, and how an answer is graded against gold. No memory and no data set's files are known here.

A set of names is right when it is the gold set, partly right with some overlap; a count must be exact; a definitional
answer is right when a gold phrase stands in it or token F1 (as in SQuAD, Rajpurkar et al. 2016) is at least .6, partly
right from .3. An answer without a citation is wrong, and so is a refusal where there is an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from eval.datasets.wiki import SET_CATEGORIES, Question
from eval.extraction import Names
from memkit.extract import Ontology
from memkit.resolve.normalise import clean

#: Token F1 from which a definitional answer is right, and from which it is partly right.
RIGHT_F1, PARTLY_F1 = 0.6, 0.3
GRADES = ("right", "partly", "wrong")

_TOKEN = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage given as the source of `claim`: its id, the document it is of, its whole text ("" if there is no such
    passage) and the words quoted from it."""

    claim: str
    passage_id: str
    doc: str
    text: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """`items`: the names (each with its other spellings behind it) or the one count that are answered, none in an
    answer of sentences, `text`; `route` "" if the system has none; `refused` with its `reason`."""

    text: str
    items: tuple[tuple[str, ...], ...] = ()
    citations: tuple[Cited, ...] = ()
    route: str = ""
    refused: bool = False
    reason: str = ""


class Answerer(Protocol):
    """A system under test."""

    def answer(self, question: Question) -> Reply:
        """A question in, a reply out; a question that it will not answer is a reply too."""

    def plan(self, question: Question) -> str:
        """The plan that it made of the question, in words; "" if it makes none."""


def grade(question: Question, reply: Reply, names: Names) -> str:
    """ "right", "partly" or "wrong"."""
    if question.category == "refusal":
        return "right" if reply.refused else "wrong"
    if reply.refused or not reply.citations:
        return "wrong"
    if question.category in SET_CATEGORIES:
        return grade_set(question.answer, reply.items, names)
    return max((grade_phrase(gold, reply.text) for gold in question.answer), key=GRADES[::-1].index)


def is_count(answer: Sequence[str]) -> bool:
    """One string of digits."""
    return len(answer) == 1 and answer[0].isdecimal()


def grade_set(gold: Sequence[str], items: Sequence[Sequence[str]], names: Names) -> str:
    """Names against names, as the things they stand for; where gold is a count, the one number against it."""
    if is_count(gold):
        return "right" if len(items) == 1 and items[0][0].strip() == gold[0] else "wrong"
    wanted = {thing((name,), names) for name in gold}
    given = {thing(spellings, names) for spellings in items}
    if given == wanted:
        return "right"
    return "partly" if given & wanted else "wrong"


def f1_of_set(question: Question, reply: Reply, names: Names) -> float:
    """How much of a set of names is right: the harmonic mean of precision and recall; a count is right or not, and an
    answer without a citation is none."""
    if reply.refused or not reply.citations:
        return 0.0
    if is_count(question.answer):
        return float(grade_set(question.answer, reply.items, names) == "right")
    wanted = {thing((name,), names) for name in question.answer}
    given = {thing(spellings, names) for spellings in reply.items}
    return 2 * len(wanted & given) / (len(wanted) + len(given))


def thing(spellings: Sequence[str], names: Names) -> str:
    """The known thing that a name or one of its other spellings stands for; an unknown one without case.

    A name that gold knows stands for what gold says, whatever the system takes it for: a wrong merge gains nothing.
    """
    return names.canonical(*(clean(spelling) for spelling in spellings)).casefold()


def grade_phrase(gold: str, text: str) -> str:
    """A phrase against the text of an answer."""
    wanted, given = tokens(gold), tokens(text)
    if f" {' '.join(wanted)} " in f" {' '.join(given)} ":
        return "right"
    f1 = token_f1(wanted, given)
    return "right" if f1 >= RIGHT_F1 else "partly" if f1 >= PARTLY_F1 else "wrong"


def tokens(text: str) -> list[str]:
    """Words without case, punctuation and articles."""
    return [token for token in _TOKEN.findall(text.casefold()) if token not in _ARTICLES]


def token_f1(wanted: Sequence[str], given: Sequence[str]) -> float:
    """Harmonic mean of the shares of tokens, with repetitions, that the two have in common; 0 if none."""
    common = sum((Counter(wanted) & Counter(given)).values())
    return 2 * common / (len(wanted) + len(given)) if common else 0.0


def right_route(question: Question, route: str) -> bool:
    """Is it the route of gold, or one that is sensible for the category?"""
    if question.route:
        return route == question.route
    return route in ROUTES_OF[question.category]


#: Routes that are right where gold names none.
ROUTES_OF = {
    "definitional": ("VECTOR", "HYBRID"),
    "2-hop": ("GRAPH", "HYBRID"),
    "3-hop": ("GRAPH", "HYBRID"),
    "aggregation": ("GRAPH",),
    "refusal": ("REFUSE",),
}


def is_valid(citation: Cited, known: Ontology) -> bool:
    """The passage is there, has the words quoted from it, and names everything that the claim names of the things
    `known`, under one of their spellings."""
    text = flat(citation.text)
    if not text or flat(citation.quote) not in text:
        return False
    named = [flat(citation.claim[found.start : found.end]) for found in known.find(citation.claim)]
    return all(any(stands_in(s, text) for s in (name, *known.other_names(name))) for name in named)


def coverage(reply: Reply, valid: Sequence[Cited], known: Ontology) -> tuple[int, int]:
    """(claims of an answer that a valid citation stands for, claims): each name of a set, by any spelling; a count, by
    any citation; each sentence of an answer in words."""
    if reply.items and is_count(reply.items[0]):
        return min(1, len(valid)), 1
    said = [flat(f"{c.claim} {c.quote}") for c in valid]
    said.append(flat(" ".join(c.claim for c in valid)))  # a claim may end without a full stop
    if reply.items:
        spelled = [(*item, *known.other_names(item[0])) for item in reply.items]
        return sum(any(stands_in(s, text) for s in item for text in said) for item in spelled), len(spelled)
    sentences = [flat(sentence) for sentence in _SENTENCE_END.split(reply.text) if sentence.strip()]
    return sum(any(sentence in text for text in said) for sentence in sentences), len(sentences)


def stands_in(name: str, text: str) -> bool:
    """The name as a whole, in any case ("tally" is not in "totally" and not in "tally-db")."""
    return bool(re.search(rf"(?<![\w-]){re.escape(flat(name))}(?!\w|-\w)", flat(text)))


def flat(text: str) -> str:
    """On one line, without case."""
    return " ".join(text.split()).casefold()
