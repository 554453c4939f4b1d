"""Which sentence answers? Sentences of the retrieved passages, ranked by a few plain signs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memkit.answer.question import MARKS, Question, related, words
from memkit.answer.sentences import Sentence, plain, sentences
from memkit.embed import Embedder
from memkit.model import Passage
from memkit.retrieve.bm25 import tokenize
from memkit.retrieve.names import name_key, title_keys

#: Weight of each sign in a sentence's score. Fitted by conditional logistic regression (which of the sentences looked
#: at is the right one?) on 105 questions over development pages of the wikis in data/ (tests/answer/definitional.jsonl
#: and their own), then rounded. Under six-fold cross-validation the right sentence was first for 82 or 83 of them, and
#: among the first two for 95 or 96; with the hash embedder for 80 and 92.
WEIGHTS = {
    "rest": 5.0,  # cosine of the question without the thing's name and the sentence
    "said": 4.0,  # share (by rarity) of the question's content words that the sentence has
    "headed": 4.0,  # the same of its heading, for words that the sentence lacks
    "own": 3.0,  # the page is about the thing
    "kind": 4.0,  # it has what the kind of question wants: a date, a duration, a number, a reason
    "first": 2.5,  # what is it, what is it for: the first sentence of the page
    "defines": 3.0,  # what is it: "X is ...", "X, a ...", "It is ..."
    "passage": 6.0,  # cosine of the question and the passage
}
_FIRST, _DEFINES = frozenset({"definition", "purpose"}), frozenset({"definition", "purpose", "meaning"})
_PRONOUNS = frozenset({"it", "this", "here", "he", "she", "they"})
_COPULAS = frozenset({"is", "are", "was", "were", "means", "has", "have", "refers", "denotes", "describes"})
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence with its score and the signs (WEIGHTS) that it comes from; `terms` of the question are in the passage,
    its title or heading."""

    sentence: Sentence
    score: float
    signs: Mapping[str, float]
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Rarity:
    """In how many of `passages` a term stands: what makes a word worth more than another."""

    frequencies: Mapping[str, int]
    passages: int

    def weight(self, term: str) -> float:
        """ln((N + 1) / (df + 1/2)), positive always."""
        return math.log((self.passages + 1) / (min(self.frequencies.get(term, 0), self.passages) + 0.5))

    def share(self, terms: Sequence[str], found: frozenset[str]) -> float:
        """Of the weight of `terms`, the part of those in `found`; 0 if there are none."""
        total = sum(map(self.weight, terms))
        return sum(self.weight(t) for t in terms if t in found) / total if total else 0.0


def rank_sentences(
    question: Question, passages: Sequence[tuple[Passage, np.ndarray]], rarity: Rarity, embedder: Embedder
) -> list[Scored]:
    """The sentences of these passages (each with its vector, shape (d,)), best first, ties by passage and place. Of a
    page's header, only lines that have a word of the question."""
    found = [
        (sentence, vector)
        for passage, vector in passages
        for sentence in sentences(passage)
        if not sentence.key or _present(question.terms, sentence.text)
    ]
    if not found:
        return []
    texts = [plain(s.text) for s, _ in found]
    query, rest, *vectors = embedder.encode([question.text, question.rest or question.text, *texts])
    scored = []
    for (sentence, passage_vector), text, vector in zip(found, texts, vectors, strict=True):
        signs = _signs(question, sentence, text, rarity)
        signs |= {"rest": rest @ vector, "passage": query @ passage_vector}
        score = sum(WEIGHTS[name] * float(value) for name, value in signs.items())
        scored.append(Scored(sentence, round(score, 6), signs, _terms_near(question, sentence)))
    return sorted(scored, key=lambda s: (-s.score, s.sentence.passage.id, s.sentence.start))


def is_about(passage: Passage, question: Question) -> bool:
    """Is the page that the passage belongs to about a thing that the question names?"""
    titles = set(title_keys(passage.title))
    return any(name_key(spelling) in titles for spelling in question.spellings)


def _signs(question: Question, sentence: Sentence, text: str, rarity: Rarity) -> dict[str, float]:
    here = _present(question.terms, text)
    headed = _present(question.terms, sentence.heading) - here
    mark = MARKS.get(question.kind)
    own = is_about(sentence.passage, question)
    opens = sentence.passage.position == 0 and sentence.order == 0 and not sentence.key
    return {
        "said": rarity.share(question.terms, here),
        "headed": rarity.share(question.terms, headed),
        "own": own,
        "kind": bool(mark and mark.search(text)),
        "first": opens and (question.kind in _FIRST or not question.terms),
        "defines": _defines(question, text) if question.kind in _DEFINES else 0.0,
    }


def _defines(question: Question, text: str) -> float:
    """1 for "X is ..." and "X, a ...", half for another sentence that begins with X and for "It is ...", where X is the
    thing or what the question calls it."""
    said = list(words(text)[:14])
    said = said[1:] if said[:1] and said[0] in _ARTICLES else said
    names = {words(name) for name in (*question.spellings, question.subject)} - {()}
    length = max((len(name) for name in names if tuple(said[: len(name)]) == name), default=0)
    if not length:
        return 0.5 if said[:1] and said[0] in _PRONOUNS and _COPULAS.intersection(said[1:3]) else 0.0
    following = said[length : length + 4]
    return 1.0 if _COPULAS.intersection(following) or _ARTICLES.intersection(following[:1]) else 0.5


def _terms_near(question: Question, sentence: Sentence) -> frozenset[str]:
    """The question's terms that the sentence's passage, title or heading has."""
    return _present(question.terms, f"{sentence.passage.indexed_text}\n{sentence.heading}")


def _present(terms: Sequence[str], text: str) -> frozenset[str]:
    here = set(tokenize(text))
    return frozenset(t for t in terms if t in here or any(related(t, other) for other in here))
