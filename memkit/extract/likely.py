"""A draft's pairs of things, with what the rules found beside them, as candidates for more relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memkit.extract.referents import ABOUT
from memkit.extract.truth import Truth
from memkit.extract.types import GUESS
from memkit.extract.weigh import Candidate, Fact, Known, Span, Weigher

if TYPE_CHECKING:
    from memkit.extract.draft import Draft


def candidates_of(draft: Draft) -> list[Candidate]:
    """What the pairs of a draft whose types are settled may state. The page's thing is one if its type is known and it
    is named somewhere."""
    if not draft.ontology.relation_types:
        return []
    known = [_known(draft, number) for number in range(len(draft.typed))]
    is_about = draft.about is not None and draft.typed_as(ABOUT).sure > GUESS and draft.own_mention() >= 0
    about = _known(draft, ABOUT) if is_about else None
    weigher = Weigher(
        draft.ontology,
        draft.phrases.cues,
        lambda number: about if number == ABOUT else known[number],
        lambda end: [one for one in draft.stands_for(end) if one != ABOUT or is_about],
        about,
    )
    fact = lambda link: (known[link[0]].key, link[1], known[link[2]].key)  # noqa: E731
    doubted = [(fact(link), span) for link, span in draft.doubted if link not in draft.relations]
    return weigher.candidates(draft.pairs, facts_of(draft), map(fact, draft.denials), doubted)


def facts_of(draft: Draft) -> dict[Fact, list[Span]]:
    """The ontology's relations that the rules found, with the sentences that state them."""
    found: dict[Fact, list[Span]] = {}
    for said, (source, relation, target) in draft.stated:
        if said.truth is Truth.HOLDS and relation in draft.ontology.relation_types:
            fact = (_known(draft, source).key, relation, _known(draft, target).key)
            found.setdefault(fact, []).append((said.start, said.end))
    return found


def _known(draft: Draft, number: int) -> Known:
    typed = draft.typed_as(number)
    listed = number == ABOUT or draft.mentions[number][2] in ("ontology", "reference")
    return Known(draft.key_of(number), typed.type, typed.sure, listed)
