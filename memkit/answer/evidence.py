"""Do the passages speak of what is asked at all? If not, there is no answer, however well a sentence fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memkit.answer.choose import Rarity, Scored
from memkit.answer.question import Question
from memkit.retrieve.bm25 import tokenize

#: A question is answered from a passage if share + PASSAGE_WEIGHT x cosine is at least LEAST_SUPPORT, where share is
#: that of the question's content words (by rarity) in the passage, its title or heading, and the cosine that of
#: question and passage. Logistic regression over 59 questions that the development pages of data/meridian answer and
#: 43 that they do not (tests/answer/definitional.jsonl): .91 right under ten-fold cross-validation.
PASSAGE_WEIGHT, LEAST_SUPPORT = 1.1, 1.17
#: What a sentence must have for these kinds, in words; a reason can be given without any mark of one.
_WANTED = {"duration": "a duration", "time": "a time", "quantity": "a number"}


def lacking(question: Question, ranked: Sequence[Scored], rarity: Rarity) -> str:
    """What is missing for an answer from the best of these sentences, in words; "" if nothing is."""
    if not ranked:
        return "no passage was found"
    best = ranked[0]
    share = rarity.share(question.terms, best.terms) if question.terms else 1.0
    if share + PASSAGE_WEIGHT * best.signs["passage"] < LEAST_SUPPORT:
        missing = _as_asked(question, [t for t in question.terms if t not in best.terms])
        return f"no passage speaks of {missing}" if missing else "no passage speaks of what is asked"
    if question.kind in _WANTED and not best.signs["kind"]:
        return f"no passage that speaks of this gives {_WANTED[question.kind]}"
    return ""


def _as_asked(question: Question, terms: Sequence[str]) -> str:
    """The words of the question that have these stems, as they stand in it: 'salary', 'football'."""
    found = [w for w in re.findall(r"[\w'-]+", question.text) if set(tokenize(w)) & set(terms)]
    return ", ".join(repr(word) for word in dict.fromkeys(found))
