"""What a change says of before and after: "A replaced B as head of X", "X moved from A to B", "A left X"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from memkit.extract.grammar import is_passive, particle, type_name
from memkit.extract.nouns import ANY, ONLY, Link, Nouns
from memkit.extract.truth import Truth, children

#: (what is said, whether it holds or is over)
Change = tuple[Link, Truth]

_SUCCEED = frozenset({"replace", "succeed", "follow"})
_APPOINT = frozenset({"appoint", "name", "elect", "make", "promote", "choose", "nominate", "confirm", "install"})
_RESIGN = frozenset({"resign", "retire", "step", "stand", "withdraw"})
_LEAVE = frozenset({"leave", "quit"})
_MOVE = frozenset({"move", "switch", "migrate", "pass", "transfer", "shift", "change", "relocate"})
_HAND = frozenset({"hand", "pass", "transfer", "give"})


class Changes(Nouns):
    """What the verbs of change in one block say."""

    def changes(self, verb: Any) -> Iterator[Change]:
        """What is so and what is over by this verb, which is stated."""
        lemma = verb.lemma_.lower()
        new, old = self._new_and_old(verb, lemma)
        for type, target in self._roles(verb):
            yield from (((one, type, target), Truth.HOLDS) for one in new)
            yield from (((one, type, target), Truth.FORMER) for one in old)
        if lemma in _LEAVE and not is_passive(verb):
            yield from self._over(self.subjects(verb), [m for t in children(verb, "dobj") for m in self.mentions(t)])
        if lemma == "join" and not is_passive(verb):
            yield from self._begun(self.subjects(verb), [m for t in children(verb, "dobj") for m in self.mentions(t)])
        if lemma in _MOVE:
            moved = self._moved(verb)
            yield from self._over(moved, self._after_word(verb, "from"))
            for noun in children(verb, "nsubj", "nsubjpass"):  # "supervision of X passed from Y to Z"
                type = type_name("has", noun.lemma_, "of")
                if noun.i not in self.mention_of and self.parsed.is_phrase(type):
                    for word, truth in (("to", Truth.HOLDS), ("from", Truth.FORMER)):
                        who = self._after_word(verb, word)
                        yield from (((one, type, m), truth) for one in who for m in self.things_of(noun))
            if self._after_word(verb, "from"):
                yield from self._begun(moved, self._after_word(verb, "to"))
        if lemma in _HAND and (lemma != "give" or particle(verb)):
            things = (
                self.subjects(verb)
                if is_passive(verb)
                else [m for t in children(verb, "dobj") for m in self.mentions(t)]
            )
            giver = self._by(verb) if is_passive(verb) else self.subjects(verb)
            if receivers := self._after_word(verb, "to"):
                yield from self._over(giver, things)
                yield from self._begun(receivers, things)

    def _new_and_old(self, verb: Any, lemma: str) -> tuple[list[int], list[int]]:
        """Who has a role from now on, and who had it."""
        if lemma in _SUCCEED:
            if is_passive(verb):
                return self._by(verb), self.subjects(verb)
            return self.subjects(verb), [m for t in children(verb, "dobj") for m in self.mentions(t)]
        if lemma == "take" and particle(verb) == "over":
            return self.subjects(verb), self._after_word(verb, "from")
        if lemma in _APPOINT and is_passive(verb):
            return self.subjects(verb), []
        if lemma in _RESIGN and not is_passive(verb):
            return [], self.subjects(verb)
        return [], []

    def _roles(self, verb: Any) -> Iterator[tuple[str, int]]:
        """HEAD_OF X from "as head of X", "head of X" after "was appointed"."""
        nouns = [t for p in verb.subtree if p.lower_ in ("as", "to") and p.dep_ == "prep" for t in children(p, "pobj")]
        nouns += [t for t in children(verb, "oprd", "attr", "dobj") if t.i not in self.mention_of]
        for noun in nouns:
            if noun.i not in self.mention_of and noun.tag_ in ("NN", "NNS"):
                yield from ((type_name(type), target) for type, target in self.of_noun(noun))

    def _moved(self, verb: Any) -> list[int]:
        if not is_passive(verb) and children(verb, "dobj"):
            return [m for t in children(verb, "dobj") for m in self.mentions(t)]
        return self.subjects(verb)

    def _after_word(self, verb: Any, word: str) -> list[int]:
        found = [p for p in verb.subtree if p.lower_ == word and p.dep_ in ("prep", "dative") and p.i > verb.i]
        return [m for p in found for t in children(p, "pobj") for m in self.mentions(t)]

    def _by(self, verb: Any) -> list[int]:
        return [m for p in children(verb, "agent") for t in children(p, "pobj") for m in self.mentions(t)]

    def _over(self, sources: list[int], targets: list[int]) -> Iterator[Change]:
        yield from (((source, ANY, target), Truth.FORMER) for source in sources for target in targets)

    def _begun(self, sources: list[int], targets: list[int]) -> Iterator[Change]:
        yield from (((source, ONLY, target), Truth.HOLDS) for source in sources for target in targets)
