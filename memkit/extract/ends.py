"""The type of a name from the relations that it stands in: who leads a team is a person, where the ontology says so.

A name's own form or the ontology's list is never overruled; the pipeline's label and everyday nouns are.
"""

from __future__ import annotations

from collections.abc import Sequence

from memkit.extract.ontology import Ontology
from memkit.extract.phrases import Meaning
from memkit.extract.types import DEFAULT_TYPE, FORM, SAID, Typed, agree


def type_by_ends(
    mentions: list[Typed], relations: Sequence[tuple[Typed, Typed, Sequence[Meaning]]], ontology: Ontology
) -> None:
    """Correct the mentions' types in place by what is said of two of them; equal names agree in the end."""
    for source, target, meanings in relations:
        for meaning in meanings:
            wanted = ontology.relation_types[meaning.relation]
            ends = (target, source) if meaning.swapped else (source, target)
            pairs = list(zip(ends, (wanted.source_types, wanted.target_types), strict=True))
            if all(
                not allowed or mention.sure < FORM or _fits(mention.type, allowed, ontology)
                for mention, allowed in pairs
            ):
                for mention, allowed in pairs:
                    _narrow(mention, allowed, ontology)
                break
    agree(mentions)


def type_together(joined: Sequence[Typed], ontology: Ontology) -> None:
    """Names that "and" joins are of one kind: those whose type is a guess take the type that the others have, if these
    have one."""
    sure = {typed.type for typed in joined if typed.sure >= FORM}
    if len(sure) != 1:
        return
    type = next(iter(sure))
    for typed in joined:
        if typed.sure < SAID or (typed.sure < FORM and typed.type in ontology.ancestors(type)):
            typed.type, typed.sure = type, SAID


def _fits(type: str, allowed: Sequence[str], ontology: Ontology) -> bool:
    return any(one in ontology.ancestors(type) or type in ontology.ancestors(one) for one in allowed)


def _narrow(mention: Typed, allowed: Sequence[str], ontology: Ontology) -> None:
    """The one allowed type that the present one leaves; of several, what they have in common."""
    if not allowed or mention.sure >= FORM or any(one in ontology.ancestors(mention.type) for one in allowed):
        return
    below = [one for one in allowed if mention.type in ontology.ancestors(one)] or list(allowed)
    chains = [ontology.ancestors(one) for one in below]
    common = [type for type in chains[0] if all(type in chain for chain in chains)]
    mention.type = common[0] if common else (mention.type if mention.type in chains[0] else DEFAULT_TYPE)
    mention.sure = max(mention.sure, SAID)
