"""A plan walked once more where it found nothing: a relation may be missing because its sentence was not understood.

Most of what extraction misses are sentences that name both things in words that no rule reads. So where a plan over
several relations breaks, one that nothing states is looked for in sentences that name both ends, of which neither a
relation nor its denial was read. That is a guess, and is said to be one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from memkit.extract.blocks import blocks
from memkit.extract.english import load_pipeline
from memkit.extract.passages import sentence_ends
from memkit.extract.truth import Truth, truth_of
from memkit.model import Mention, Passage, Relation, stable_id
from memkit.plan.plan import Direction
from memkit.plan.things import Hop, Things

#: How sure a relation is that was never read; a stated one is 1.
UNREAD_CONFIDENCE = 0.5


class LooseThings(Things):
    """Things whose hops, where none is stated, are sentences that name both ends and were not understood."""

    def hops(self, things: Collection[str], relations: Sequence[str], direction: Direction) -> list[Hop]:
        found = super().hops(things, relations, direction)
        known = [relation for relation in relations if relation in self._ontology.relation_types]
        if found or not things or direction == "any" or self.guessed:  # one guess on a way is enough
            return found
        guessed = {hop.relation.id: hop for type in known for hop in self._unread(things, type, direction)}
        self.guessed += [hop.relation for hop in guessed.values()]
        return [guessed[id] for id in sorted(guessed)]

    def _unread(self, things: Collection[str], type: str, direction: Direction) -> Iterator[Hop]:
        own = self._store.expand(self._ids(things), ["MENTIONS"], "in")
        passages = self._store.get("Passage", {mention.source_id for mention in own})
        mentions = self._store.expand(passages, ["MENTIONS"])
        self._read(mention.target_id for mention in mentions)
        read = self._pairs_read(passages, type)
        for passage, text, inside in _by_sentence(passages, mentions):
            if not says_what_is(text):
                continue
            starts = sorted({self.head(m.target_id) for m in inside} & set(things))
            for other in sorted({self.head(m.target_id) for m in inside} - set(things)):
                for start in starts:
                    source, target = (start, other) if direction == "out" else (other, start)
                    if self._fits(type, source, target) and not {(source, target), (target, source)} & read[passage]:
                        id = stable_id("unread", source, type, target, passage)
                        yield Hop(start, other, Relation(id, source, target, type, passage, text, UNREAD_CONFIDENCE))

    def _pairs_read(self, passages: Collection[str], type: str) -> dict[str, set[tuple[str, str]]]:
        """passage -> the pairs of things between which it states anything; a denial of `type` counts in all of them."""
        stated = [edge for id in sorted(passages) for edge in self._store.find("RELATED_TO", passage_id=id)]
        denied = self._store.find("NOT_RELATED_TO", type=type)
        self._read(id for edge in (*stated, *denied) for id in (edge.source_id, edge.target_id))
        never = {(self.head(edge.source_id), self.head(edge.target_id)) for edge in denied}
        pairs = {id: set(never) for id in passages}
        for edge in stated:
            pairs[edge.passage_id].add((self.head(edge.source_id), self.head(edge.target_id)))
        return pairs

    def _fits(self, type: str, source: str, target: str) -> bool:
        """Both ends are of a type that the ontology gives the relation; one that is only known as something more
        general does not count."""
        wanted = self._ontology.relation_types[type]
        ends = ((wanted.source_types, source), (wanted.target_types, target))
        return all(not allowed or any(self.is_of(thing, one) for one in allowed) for allowed, thing in ends)


@lru_cache(maxsize=1_000)
def says_what_is(sentence: str) -> bool:
    """It denies nothing, and speaks of nothing former, hoped for, doubted or asked."""
    verbs = [t for t in load_pipeline()(sentence) if t.pos_ in ("VERB", "AUX") and t.dep_ not in ("aux", "auxpass")]
    return all(truth_of(verb) is Truth.HOLDS for verb in verbs)


def _by_sentence(passages: dict[str, Passage], mentions: Sequence[Mention]) -> Iterator[tuple[str, str, list[Mention]]]:
    """(passage id, sentence, the mentions in it), in order."""
    of: dict[str, list[Mention]] = {}
    for mention in mentions:
        of.setdefault(mention.source_id, []).append(mention)
    for id in sorted(passages):
        for at, block in blocks(passages[id].text):
            start = 0
            for end in dict.fromkeys((*sentence_ends(block), len(block))):
                inside = [m for m in of.get(id, ()) if at + start <= m.start < at + end]
                if len(inside) > 1:
                    yield id, block[start:end].strip(), inside
                start = end
