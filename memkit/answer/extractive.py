"""Synthesis without a language model: names from the graph's facts, or sentences as they stand in a passage."""

from __future__ import annotations

from collections.abc import Sequence

from memkit.answer.base import Claim, Draft, Part, Source
from memkit.answer.choose import Scored
from memkit.answer.context import Context, in_words
from memkit.answer.sentences import plain
from memkit.errors import OutOfScope
from memkit.plan.run import Stated, Way

#: A second sentence is given when its score is within this much of the first's: for half of the questions that the
#: weights of `memkit.answer.choose` were fitted on. The right sentence is the first for 85 of 105, and given for 96.
SECOND_WITHIN = 2.5


class ExtractiveSynthesizer:
    """Names (or their number) where a plan arrived at things, else the one or two best sentences of the passages."""

    def synthesize(self, context: Context, *, allowed: Sequence[str] | None = None) -> Draft:
        """A draft from this context; of its sentences, only those of passages in `allowed`, if given. Raises OutOfScope
        when there are only sentences, and they do not speak of what is asked."""
        if context.ways and context.planned.asks == "path":
            return Draft("path", [Part(in_words(s), ((_claim(s, context),),)) for s in context.facts()])
        if context.ways:
            return Draft("count" if context.count else "names", [_named(way, context) for way in context.ways])
        if context.none:
            return Draft("none", [Part(in_words(s), ((_claim(s, context),),)) for s in context.none])
        if context.lacking:
            raise OutOfScope(context.lacking)
        ranked = [s for s in context.sentences if allowed is None or s.sentence.passage.id in allowed]
        best = [s for s in ranked[:2] if s.score > ranked[0].score - SECOND_WITHIN]
        return Draft("text", [_said(s) for s in sorted(best, key=_reading_order(ranked))])


def _reading_order(ranked: Sequence[Scored]):
    """Two sentences of one page in the order of the page; of two pages, the better one first."""
    first = ranked[0].sentence.passage.parent_id if ranked else ""
    return lambda s: (s.sentence.passage.parent_id != first, s.sentence.passage.position, s.sentence.start)


def _said(scored: Scored) -> Part:
    text = plain(scored.sentence.text)
    return Part(text, ((Claim(text, (Source(scored.sentence.passage.id, scored.sentence.text),)),),))


def _named(way: Way, context: Context) -> Part:
    """A thing that a plan arrived at; the last statement of the way, which leads to it, is cited first."""
    return Part(way.name, (tuple(_claim(stated, context) for stated in reversed(way.statements)),))


def _claim(stated: Stated, context: Context) -> Claim:
    """A statement as a claim: whatever it names has to stand in the passage that it is from."""
    ends = {
        "relation": ((stated.source_id, stated.source), (stated.target_id, stated.target)),
        "attribute": ((stated.source_id, stated.source), ("", stated.target)),
        "mention": ((stated.target_id, stated.target),),
    }[stated.kind]
    names = tuple(
        (*context.spellings.get(id, (name,)), *context.surfaces.get((stated.passage_id, id), ())) for id, name in ends
    )
    return Claim(in_words(stated), (Source(stated.passage_id, stated.sentence),), names)
