"""The pair bonus: a passage is worth more beside a good one when the two bridge, that is, together they answer.

A two-hop question is answered by a pair: one passage names a thing that the question does not, and the other is about
that thing. Pure functions over arrays. Every weight was chosen once, on 100 questions of MuSiQue and 100 of HotpotQA
(weights chosen on one set alone lose half a point on the other).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from memkit.retrieve.kinds import PAGE

#: How many of the walk's passages the second look covers, and how many of them may be a pair's first passage.
SECOND_LOOK, FIRSTS = 100, 5
#: The parts of the bonus that do not weigh 1; the whole weighs `pairs` beside the walk's own score (both about 0 to 1).
FIRST_WEIGHT, TITLE_WEIGHT = 1.5, 0.5
#: A thing bridges two passages if no more than this many name it: more is a topic, not a bridge.
BRIDGE_LIMIT = 60
#: How much of the first hop is taken out of the question's vector.
PROJECTED_OUT = 0.5


@dataclass(frozen=True, slots=True)
class PairBonus:
    """`bonus` (n,) >= 0 of each candidate and the row of the `first` it stands with (n,), -1 where it has none."""

    bonus: np.ndarray
    first: np.ndarray


def bridges(rows: sparse.csr_array, firsts: np.ndarray, allowed: np.ndarray) -> np.ndarray:
    """(a, n) L = s / (1 + s), s = the sum over shared `allowed` things (t,) of the product of their two weights."""
    kept = rows @ sparse.diags_array(allowed.astype(float))
    shared = (kept[firsts] @ kept.T).toarray()
    return shared / (1 + shared)


def remaining(question: np.ndarray, titles: np.ndarray, passages: np.ndarray) -> np.ndarray:
    """(a, n) R = cos(q - PROJECTED_OUT (T.q) T, D): how well each passage fits what the first one's title leaves open.

    `question` (d,), `titles` (a, d) (a zero row: no title, nothing is taken out) and `passages` (n, d) of unit length.
    """
    rest = question - PROJECTED_OUT * (titles @ question)[:, None] * titles
    lengths = np.linalg.norm(rest, axis=1, keepdims=True)
    return np.divide(rest, lengths, out=np.zeros_like(rest), where=lengths > 0) @ passages.T


def covered(words: np.ndarray, weights: np.ndarray, firsts: np.ndarray) -> np.ndarray:
    """(a, n) C: the share of the question's words, by weight, that one or both of a pair contain.

    `words` (n, w) says which passage has which word, `weights` (w,) their idf.
    """
    if weights.sum() <= 0:
        return np.zeros((len(firsts), len(words)))
    return (words[firsts][:, None, :] | words[None, :, :]) @ (weights / weights.sum())


def pair_bonus(
    scores: np.ndarray,
    firsts: np.ndarray,
    *,
    bridge: np.ndarray,
    title_links: np.ndarray,
    coverage: np.ndarray,
    rest: np.ndarray,
) -> PairBonus:
    """PAGE.pairs x the best over the firsts a of [FIRST_WEIGHT b(a) + L + TITLE_WEIGHT M + C + R], each part (a, n).

    `scores` b (n,) are the walk's, `firsts` the rows of a; no passage stands beside itself. Never negative.
    """
    if not len(firsts):
        return PairBonus(np.zeros(len(scores)), np.full(len(scores), -1))
    value = FIRST_WEIGHT * scores[firsts][:, None] + bridge + TITLE_WEIGHT * title_links + coverage + rest
    value[np.arange(len(firsts)), firsts] = -np.inf
    best = value.argmax(axis=0)
    top = value[best, np.arange(len(scores))]
    return PairBonus(PAGE.pairs * np.maximum(top, 0.0), np.where(np.isfinite(top), firsts[best], -1))
