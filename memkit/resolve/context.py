"""Context: what stands around two equal names, and when it says that they may be two things."""

from __future__ import annotations

from memkit.resolve.form import form_of
from memkit.resolve.rule import Name

#: Relations of which a thing has one at a time; different targets under one name ask for a review.
FUNCTIONAL = frozenset(
    """
    BORN_IN BORN_ON DATE_OF_BIRTH DIED_IN DIED_ON WORKS_FOR EMPLOYED_BY LOCATED_IN HEADQUARTERED_IN CAPITAL_OF
    CITIZEN_OF FOUNDED_IN FOUNDED_BY MARRIED_TO EMAIL PHONE CEO_OF WRITTEN_BY DIRECTED_BY PUBLISHED_IN VERSION
    """.split()
)
#: So many neighbours on each side and none shared, from different sources: too much to be chance for one thing.
ENOUGH_NEIGHBOURS = 5


def conflict(left: Name, right: Name) -> str:
    """Why two things whose names agree may still be two, or an empty string.

    A *functional* relation (FUNCTIONAL) with targets on both sides and none in common conflicts. So do neighbours:
    at least ENOUGH_NEIGHBOURS on each side, none shared, and no source shared. Little context never conflicts.
    """
    if left.facts and right.facts:
        one, other = _functional(left), _functional(right)
        for relation in sorted(one.keys() & other.keys()):
            if not {form_of(v).squash for v in one[relation]} & {form_of(v).squash for v in other[relation]}:
                return f"{relation} differs: {', '.join(sorted(one[relation]))} / {', '.join(sorted(other[relation]))}"
    few = min(len(left.neighbours), len(right.neighbours))
    if few >= ENOUGH_NEIGHBOURS and not left.neighbours & right.neighbours and not left.sources & right.sources:
        return f"they share none of {len(left.neighbours)} and {len(right.neighbours)} neighbours"
    return ""


def shared(left: Name, right: Name) -> str:
    """What supports a pair that is up for review: shared neighbours or facts, in words; empty if none."""
    neighbours, facts = len(left.neighbours & right.neighbours), sorted(left.facts & right.facts)
    if facts:
        return f"both: {facts[0][0]} {facts[0][1]}"
    return f"they share {neighbours} neighbour{'s' if neighbours > 1 else ''}" if neighbours else ""


def _functional(name: Name) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for relation, target in name.facts:
        key = relation.upper().replace(" ", "_")
        if key in FUNCTIONAL:
            found.setdefault(key, set()).add(target)
    return found
