"""The type of a name from what is said of it: what is used is an object, who says something is a person.

The small pipeline's labels are often wrong for names it has never seen ("uses Kafka": a person). A verb allows only
some types at either end; a label that it does not allow gives way to the first one that it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: How sure a type is: told by the name's form, a rule or the ontology; by what is said; by the pipeline; by nothing.
FORM, SAID, LABEL, GUESS = 3, 2, 1, 0
DEFAULT_TYPE = "Object"

_PERSON = ("Person",)
_ACTOR = ("Organization", "Person")
_HUMAN = ("Person", "Organization")
_EMPLOYER = ("Organization", "Object", "Event")
_PLACE = ("Location", "Organization", "Event", "Object")
_THING = ("Object",)
_MADE = ("Object", "Organization", "Event")


def _slots(text: str, subject: Sequence[str], target: Sequence[str]) -> dict[str, tuple[Sequence[str], Sequence[str]]]:
    return dict.fromkeys(text.split(), (subject, target))


#: Relation type -> (types its source may have, types its target may have), the likeliest first; () says nothing.
SLOTS = {
    **_slots("WORKS_FOR WORKS_AT JOINS LEAVES INTERNS_AT ENGINEER_AT", _PERSON, _EMPLOYER),
    **_slots(
        "CEO_OF CTO_OF CFO_OF FOUNDER_OF EMPLOYEE_OF CHAIRMAN_OF PRESIDENT_OF", _PERSON, ("Organization", "Location")
    ),
    **_slots("REPORTS_TO MARRIES MEETS ADMIRES MENTORS INTERVIEWS TEACHES", _PERSON, _HUMAN),
    **_slots("WRITES_WITH WORKS_WITH TALKS_TO TALKS_WITH", (), ()),
    **_slots("LIVES_IN MOVES_TO BORN_IN GROWS_UP_IN DIES_IN TRAVELS_TO FLIES_TO VISITS", _HUMAN, _PLACE),
    **_slots("WORKS_IN MEETS_IN STAYS_IN", _HUMAN, _PLACE),
    **_slots("STUDIES_AT TEACHES_AT GRADUATES_FROM", _PERSON, ("Organization", "Location")),
    **_slots("FOUNDED_IN LOCATED_IN BASED_IN HEADQUARTERED_IN IS_IN", (), ("Location", "Organization")),
    **_slots("ACQUIRES BUYS FUNDS SUES MERGES_WITH PARTNERS_WITH INVESTS_IN", _ACTOR, ("Organization", "Object")),
    **_slots("HIRES EMPLOYS FIRES", _ACTOR, _PERSON),
    **_slots("FOUNDS", _HUMAN, ("Organization", "Object", "Location", "Event")),
    **_slots(
        "DEVELOPS BUILDS MAKES CREATES RELEASES LAUNCHES PUBLISHES SHIPS MAINTAINS INVENTS DESIGNS", _ACTOR, _MADE
    ),
    **_slots("WRITES READS CHOOSES PREFERS LEARNS INSTALLS UPGRADES BUYS_FROM SETS_UP", (), _THING),
    **_slots("USES USES_FOR STARTS_USING ADOPTS MIGRATES_TO MIGRATES_FROM RUNS DEPLOYS SWITCHES_TO", (), _THING),
    **_slots("DEPENDS_ON RUNS_ON READS_FROM WRITES_TO CALLS IMPORTS EXTENDS WRAPS FORK_OF QUERIES", _THING, _THING),
    **_slots("COMPATIBLE_WITH WRITTEN_IN DEPLOYED_TO DEPLOYED_ON BUILT_ON BUILT_WITH STORED_IN", _THING, _THING),
    **_slots("SENDS_TO PUBLISHES_TO SUBSCRIBES_TO STORES_IN LOGS_TO CONNECTS_TO", (), _THING),
    **_slots("SAYS LEADS MANAGES", _HUMAN, ()),
}
#: Both ends are of one kind.
SAME_KIND = frozenset("COMPETES_WITH REPLACES FORK_OF COMPATIBLE_WITH SUCCEEDS OUTPERFORMS RIVALS IS".split())
#: Everyday nouns that say of what type a name is.
TYPE_OF_NOUN = {
    noun: type
    for type, nouns in (
        (
            "Person",
            "man woman engineer developer scientist author writer poet composer physicist mathematician actor "
            "politician musician artist painter lawyer doctor professor teacher student colleague friend manager",
        ),
        (
            "Organization",
            "company startup firm bank university agency institute team vendor employer band charity "
            "newspaper airline school foundation retailer manufacturer consultancy customer supplier",
        ),
        ("Location", "city town village country river lake mountain island state province region continent capital"),
        ("Event", "conference festival war battle summit tournament hackathon outage incident"),
        (
            "Object",
            "database datastore library framework tool language service app application product model package "
            "protocol broker queue cache engine platform server editor system book novel film movie song album paper "
            "cluster repository plugin compiler browser programming",
        ),
    )
    for noun in nouns.split()
}


@dataclass(slots=True)
class Typed:
    """One mention's type so far and how sure it is; `key` is its folded name: one name, one type in a text."""

    key: str
    type: str
    sure: int


def settle_types(
    mentions: list[Typed], relations: Sequence[tuple[int, str, int]], targets: Iterable[tuple[int, str]] = ()
) -> None:
    """Correct the mentions' types in place by what is said of them, then make equal names agree.

    `relations` are (mention, relation type, mention); `targets` are (mention, relation type) of what verbs without a
    named subject speak of.
    """
    for source, type, target in relations:
        allowed_source, allowed_target = SLOTS.get(type, ((), ()))
        _correct(mentions[source], allowed_source)
        _correct(mentions[target], allowed_target)
    for target, type in targets:
        _correct(mentions[target], SLOTS.get(type, ((), ()))[1])
    agree(mentions)
    for source, type, target in relations:
        if type in SAME_KIND:
            left, right = mentions[source], mentions[target]
            for known, other in ((left, right), (right, left)):
                if known.sure > other.sure and other.sure < SAID:
                    other.type, other.sure = known.type, known.sure - 1
    agree(mentions)


def _correct(mention: Typed, allowed: Sequence[str]) -> None:
    if not allowed or mention.sure >= SAID:
        return
    if mention.sure == GUESS or mention.type not in allowed:
        mention.type = allowed[0]
    mention.sure = SAID if len(allowed) == 1 or mention.sure == GUESS else LABEL


def agree(mentions: list[Typed]) -> None:
    """Give equal names the type of the one that is surest."""
    best: dict[str, Typed] = {}
    for mention in mentions:
        known = best.get(mention.key)
        if known is None or mention.sure > known.sure:
            best[mention.key] = mention
    for mention in mentions:
        mention.type, mention.sure = best[mention.key].type, best[mention.key].sure
