"""Hybrid retrieval over turns with a signal taken out, or made senseless: what each signal is worth, and whether it is
the signal that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from eval.systems import ChatSystem, System, load_systems
from memkit import Memory
from memkit.retrieve import ConversationSearch, PassageHit, Retriever
from memkit.retrieve.asking import Asking
from memkit.retrieve.kinds import TURN
from memkit.retrieve.turns import TurnIndex

SEED = 0


class WrongSpeaker(ConversationSearch):
    """Who is named is taken for the others: worse than no speaker, if it is the speaker that helps."""

    def _speaker(self, asking: Asking) -> np.ndarray:
        factor = super()._speaker(asking)
        return factor.max() + factor.min() - factor


class ShuffledDates(ConversationSearch):
    """Every turn gets the day of another: as good as no dates, if it is the date that helps."""

    def _dated(self, asking: Asking) -> np.ndarray:
        return np.random.default_rng(SEED).permutation(super()._dated(asking))


class _Strangers(TurnIndex):
    """A turn's neighbours are turns drawn at random."""

    def neighbours(self, slots: np.ndarray, distance: int) -> np.ndarray:
        drawn = np.random.default_rng(SEED + abs(distance) + 10 * (distance > 0)).permutation(len(self))
        return drawn[slots]


class RandomNeighbours(ConversationSearch):
    """Words of random turns count instead of those said around: no better than none, if it is context that helps."""

    def clear(self) -> None:
        super().clear()
        self._turns = _Strangers()


def _with(**changes) -> Callable[..., ConversationSearch]:
    return partial(ConversationSearch, signals=replace(TURN, **changes))


#: How many turns before and after lend their words.
WINDOWS: Mapping[str, Callable[..., ConversationSearch]] = {
    f"window-{n}": _with(around={d: share for d, share in TURN.around.items() if abs(d) <= n}) for n in (0, 1, 2)
}
#: Without one signal each.
WITHOUT: Mapping[str, Callable[..., ConversationSearch]] = {
    "no-vectors": _with(vector=0.0),
    "no-words": _with(words=0.0),
    "no-like-words": _with(near=0.0),
    "no-speaker": _with(speaker=1.0, first=1.0),
    "no-date": _with(date=0.0),
    "no-time-word": _with(time=1.0),
    "no-question-mark": _with(question=1.0),
}
#: A signal that is there and says nothing.
CONTROLS: Mapping[str, Callable[..., ConversationSearch]] = {
    "wrong-speaker": WrongSpeaker,
    "shuffled-dates": ShuffledDates,
    "random-neighbours": RandomNeighbours,
}
VARIANTS = {**WINDOWS, **WITHOUT, **CONTROLS}


class VariantSystem(ChatSystem):
    """Mode hybrid of a memory, its turns ranked by a variant."""

    def __init__(self, memory: Memory, turns: Callable[..., ConversationSearch]) -> None:
        super().__init__(memory, "hybrid")
        self._variant = Retriever(memory.store, turns=turns)

    def abstains(self, question: str) -> bool:
        return False

    def _hits(self, question: str, k: int) -> Sequence[PassageHit]:
        memory = self.memory
        ranked = self._variant.rank(question, k=k, mode="hybrid", embedder=memory.embedder, extractor=memory.extractor)
        return self._variant.passages(ranked)


def load_chat_systems(names: Sequence[str], memory: Callable[[], Memory]) -> dict[str, System]:
    """name -> system for conversations, as `eval.systems.load_systems`; VARIANTS are known too."""
    opened: list[Memory] = []

    def shared() -> Memory:
        if not opened:
            opened.append(memory())
        return opened[0]

    others = load_systems([name for name in names if name not in VARIANTS], shared, ChatSystem)
    return {name: VariantSystem(shared(), VARIANTS[name]) if name in VARIANTS else others[name] for name in names}
