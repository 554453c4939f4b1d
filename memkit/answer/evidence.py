"""Do the passages speak of what is asked at all? If not, there is no answer, however well a sentence fits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memkit.answer.choose import Rarity, Scored
from memkit.answer.question import Question
from memkit.retrieve.bm25 import tokenize

#: A question is answered from a sentence if share + passage + rest is at least this: the share (by rarity) of the
#: question's content words that the passage, its title or heading has, the cosine of question and passage, and that of
#: the question without the thing's name and the sentence (NOTHING_ELSE where nothing else is asked). Chosen on the
#: questions that the weights of `memkit.answer.choose` were fitted on, as far as the router lets them through, and on
#: 25 of the same files that it lets through and no page answers: 1 of 99 is wrongly refused and 8 of 25 are wrongly
#: answered (from .95 to 1.2: 1 or 2, and 8 or 9). The hash embedder's cosines are smaller: 5 of 92, and 10 of 25.
LEAST_SUPPORT, LEAST_SUPPORT_HASH, NOTHING_ELSE = 1.1, 0.9, 0.5
#: What a sentence must have for these kinds, in words; a reason can be given without any mark of one.
_WANTED = {"duration": "a duration", "time": "a time", "quantity": "a number"}


def lacking(question: Question, ranked: Sequence[Scored], rarity: Rarity, *, least: float = LEAST_SUPPORT) -> str:
    """What is missing for an answer from the best of these sentences, in words; "" if nothing is."""
    if not ranked:
        return "no passage was found"
    best = ranked[0]
    share, rest = 1.0, NOTHING_ELSE
    if question.terms:
        share, rest = rarity.share(question.terms, best.terms), best.signs["rest"]
    if share + best.signs["passage"] + rest < least:
        missing = _as_asked(question, [t for t in question.terms if t not in best.terms])
        return f"no passage speaks of {missing}" if missing else "no passage speaks of what is asked"
    if question.kind in _WANTED and not best.signs["kind"]:
        return f"no passage that speaks of this gives {_WANTED[question.kind]}"
    return ""


def _as_asked(question: Question, terms: Sequence[str]) -> str:
    """The words of the question that have these stems, as they stand in it: 'salary', 'football'."""
    found = [w for w in re.findall(r"[\w'-]+", question.text) if set(tokenize(w)) & set(terms)]
    return ", ".join(repr(word) for word in dict.fromkeys(found))
