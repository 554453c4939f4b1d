"""What stands: from acts on options, in the order in which they were said, to statuses, supersession and positions.

One implementation for transcripts and for the store; nothing here reads a text. A *key* names one option (a decision).
An option is *settled* by who decides it, and *held* by who proposed, supported, settled or reaffirmed it last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from memkit.converse.base import Act, Position

#: Acts that hold an option; "disagrees" opposes it and "withdraws" leaves the person without a position.
FOR = frozenset({"proposes", "supports", "decides", "reaffirms"})


@dataclass(slots=True)
class OptionState:
    """What the acts so far did to one option: the last act of each person, who proposed it, who settled it last.
    Whether another one took its place is not known here."""

    last: dict[str, str] = field(default_factory=dict)
    proposers: set[str] = field(default_factory=set)
    settler: str | None = None

    def apply(self, act: Act) -> None:
        self.last[act.person] = act.act
        if act.act == "proposes":
            self.proposers.add(act.person)
        elif act.act == "decides":
            self.settler = act.person

    def settled_by(self, act: Act) -> bool:
        """Does this act, the last one applied, settle the option (again)?"""
        return act.act == "decides" or (act.act == "reaffirms" and act.person == self.settler)

    @property
    def displaceable(self) -> bool:
        """Settled, called off since or not, or on the table: what a rival takes the place of when that is settled."""
        return self.settler is not None or not self.pulled

    @property
    def pulled(self) -> bool:
        """Called off by who settled it last; while nobody did, dropped by everybody who proposed it; where it was never
        heard who did, by everybody who said anything for it."""
        owners = {self.settler} if self.settler is not None else self.proposers
        if not owners and "withdraws" in self.last.values():
            owners = set(self.last)
        return bool(owners) and not any(self.last[person] in FOR for person in owners)

    @property
    def status(self) -> str:
        """As long as nothing took its place."""
        if self.pulled:
            return "withdrawn"
        return "open" if self.settler is None else "current"


def positions(acts: Iterable[Act]) -> list[Position]:
    """Where everybody stands in the end, in the order of first acts: the last act of each person on each option, unless
    that is *withdraws*. A position ends only by that person's own words."""
    last: dict[tuple[str, str], str] = {}
    for act in acts:
        last[act.person, act.decision] = act.act
    return [
        Position(person, decision, "supports" if act in FOR else "disagrees")
        for (person, decision), act in last.items()
        if act != "withdraws"
    ]


def statuses(acts: Iterable[Act], supersedes: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """key -> "current", "superseded", "open" or "withdrawn", for each key of `supersedes` (what each one took the place
    of, by `supersessions` or as it is stored) and of the acts."""
    options = {key: OptionState() for key in supersedes}
    for act in acts:
        options.setdefault(act.decision, OptionState()).apply(act)
    displaced = {key for keys in supersedes.values() for key in keys}
    return {key: "superseded" if key in displaced else option.status for key, option in options.items()}


def supersessions(
    acts: Sequence[Act], topics: Mapping[str, str], replaces: Mapping[str, Iterable[str]] | None = None
) -> dict[str, tuple[str, ...]]:
    """key -> the keys that it took the place of, for each key of `topics` (the topic of each option).

    Who settles an option displaces what stood on its topic (called off before or not) and the rival proposals on it
    that were on the table and that their proposers had not pulled, in that very turn at the latest. Settling the same
    option again, or reaffirming it by who settled it, displaces what was proposed since. Each option is displaced once,
    and never by one that it displaced: a return to an earlier option is a new key. `replaces` are options that were
    said to go for others, whatever their topics ("one order instead of both"); they go when it is settled.

    Acts are in the order of turns; of those of one turn, the withdrawals count first.
    """
    said = {key: dict.fromkeys(keys) for key, keys in (replaces or {}).items()}
    options: dict[str, OptionState] = {}
    took: dict[str, list[str]] = {key: [] for key in topics}
    displaced: set[str] = set()
    left: dict[str, dict[str, None]] = {}  # topic -> its options that were not displaced, in order
    for _, turn in groupby(acts, key=lambda act: act.n):
        for act in sorted(turn, key=lambda act: act.act != "withdraws"):
            key = act.decision
            options.setdefault(key, OptionState()).apply(act)
            if key in displaced:
                continue
            rivals = left.setdefault(topics[key], {})
            rivals[key] = None
            if not options[key].settled_by(act):
                continue
            meant = [
                other
                for other in said.get(key, ())
                if other in options and other not in displaced and other not in rivals
            ]
            gone = [other for other in [*rivals, *meant] if other != key and options[other].displaceable]
            took[key] += gone
            for other in gone:
                displaced.add(other)
                left[topics[other]].pop(other)
    return {key: tuple(keys) for key, keys in took.items()}
