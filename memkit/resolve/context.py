"""Context: what stands around two equal names, and when it says that they may be two things."""

from __future__ import annotations

from memkit.resolve.form import form_of
from memkit.resolve.rule import Name

#: Root type -> relations of which such a thing has one at a time. Two targets under one name ask for a review.
FUNCTIONAL: dict[str, frozenset[str]] = {
    "person": frozenset(
        """
        BORN_IN BORN_ON DATE_OF_BIRTH DIED_IN DIED_ON WORKS_FOR WORK_FOR WORKS_AT WORK_AT EMPLOYED_BY CITIZEN_OF
        MARRIED_TO EMAIL PHONE
        """.split()
    ),
    "location": frozenset("LOCATED_IN CAPITAL_OF".split()),
    "organization": frozenset("HEADQUARTERED_IN".split()),
}
#: So many neighbours on each side and none shared, from different sources: too much to be chance for one person.
ENOUGH_NEIGHBOURS = 5


def conflict(left: Name, right: Name, root: str) -> str:
    """Why two things of the root type whose names agree may still be two, or an empty string.

    - A functional relation of that type (FUNCTIONAL) has targets on both sides, and no target of one side may be one
      of the other's (same words, a part of them, or their initials).
    - Two people have at least ENOUGH_NEIGHBOURS neighbours each and share none, nor a source. Things that are no
      people are spoken of in unrelated places all the time.

    Little context never conflicts: a same-named person of whom nothing is known is that person.
    """
    if left.facts and right.facts:
        one, other = _functional(left, root), _functional(right, root)
        for relation in sorted(one.keys() & other.keys()):
            if not any(_may_be_one(x, y) for x in one[relation] for y in other[relation]):
                targets = sorted((", ".join(sorted(one[relation])), ", ".join(sorted(other[relation]))))
                return f"{relation} differs: {' / '.join(targets)}"
    few = min(len(left.neighbours), len(right.neighbours))
    if (
        root != "person"
        or few < ENOUGH_NEIGHBOURS
        or left.neighbours & right.neighbours
        or left.sources & right.sources
    ):
        return ""
    one, other = sorted((len(left.neighbours), len(right.neighbours)))
    return f"they share none of their {one} and {other} neighbours"


def shared(left: Name, right: Name) -> str:
    """What supports a pair that is up for review: a fact or neighbours in common, in words; empty if none."""
    facts = sorted(left.facts & right.facts)
    if facts:
        return f"both {facts[0][0]} {facts[0][1]}"
    neighbours = len(left.neighbours & right.neighbours)
    return f"they share {neighbours} neighbour{'s' if neighbours > 1 else ''}" if neighbours else ""


def _functional(name: Name, root: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for relation, target in name.facts:
        key = relation.upper().replace(" ", "_")
        if key in FUNCTIONAL.get(root, ()):
            found.setdefault(key, set()).add(target)
    return found


def _may_be_one(left: str, right: str) -> bool:
    """Could two targets be one thing? Generous: a wrong yes only means that no question is asked."""
    a, b = form_of(left), form_of(right)
    if a.squash == b.squash or a.core == b.core or a.squash in b.initials or b.squash in a.initials:
        return True
    return set(a.core) <= set(b.core) or set(b.core) <= set(a.core)
