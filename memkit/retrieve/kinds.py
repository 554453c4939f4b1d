"""Which signals rank a passage, and what each weighs: the one place where kinds of passages differ.

A *page* is a chunk of a document, or a note that nobody is said to have spoken: it stands for itself, and things that
several of them name lead from one to the next. A *turn* is what somebody said in a session: it leans on what was said
around it, on who says it and when, and hardly on the things that it names (the walk adds nothing there).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memkit.model import Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Weights of one kind. What is left at its default does not apply to the kind.

    `vector` and `words` weigh the two lists, each scaled to its best. `walk`: they only seed a walk over the graph,
    which decides (memkit.retrieve.hybrid); `pairs` weighs its second look at two passages that bridge.

    `around`: distance in turns -> the share of a neighbour's words that count as the turn's own. `length` is BM25's b.
    `near`: the share of a word of like meaning, if its cosine is above `near_from`, for at most `near_most` words.

    A turn's score is multiplied by `speaker` where the question names who said it, by `first` where it names several
    and this one first; by 1 + `date` on the day (month, year) asked for; by `time` where the question asks when and
    the turn has a word of time; by `question` where it only asks.
    """

    vector: float
    words: float
    walk: bool = False
    pairs: float = 0.0
    around: Mapping[int, float] = field(default_factory=dict)
    length: float = 0.75
    near: float = 0.0
    near_from: float = 1.0
    near_most: int = 0
    speaker: float = 1.0
    first: float = 1.0
    date: float = 0.0
    time: float = 1.0
    question: float = 1.0


#: Chosen on 100 questions of MuSiQue and 100 of HotpotQA (see hybrid.py and pairs.py).
PAGE = Signals(vector=1.0, words=0.5, walk=True, pairs=0.25)

#: Chosen on the 383 questions of three LoCoMo conversations (26, 30 and 41; 42 and 43 were for scores only). The
#: optimum is flat: a step up or down in most of them moves recall@10 there by less than .01, which is noise.
TURN = Signals(
    vector=0.7,
    words=1.0,
    around={-1: 0.6, 1: 0.4, -2: 0.3, 2: 0.2, -3: 0.2, 3: 0.1},
    length=0.7,
    near=0.3,
    near_from=0.4,
    near_most=8,
    speaker=1.6,
    first=1.2,
    date=1.0,
    time=1.4,
    question=0.8,
)


def signals_of(passage: Passage) -> Signals:
    """The signals that rank this passage: those of a turn if somebody said it."""
    return TURN if passage.kind == "message" and passage.speaker else PAGE
