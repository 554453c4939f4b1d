"""What a conversation stands on so far, as far as telling acts needs it: options on the table, who holds what, who
leads. Which decision an act is about is settled later and elsewhere; here words do."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

#: Options and turns that are remembered; what lies further back no longer tells what a short reply means.
REACH = 24


@dataclass(slots=True)
class OnTable:
    words: frozenset[str]
    by: str
    turn: int
    settled: bool = False
    pulled: bool = False


@dataclass(slots=True)
class Ground:
    """The state before a turn; `note` keeps it up to date."""

    options: deque[OnTable] = field(default_factory=lambda: deque(maxlen=REACH))
    held: dict[str, list[str]] = field(default_factory=dict)  # person -> acts so far
    deciders: set[str] = field(default_factory=set)
    opener: str | None = None
    place: int = 0
    last_question: bool = False
    last_act_place: int = -9

    def leads(self, person: str) -> bool:
        """Who has settled something before, or opened the meeting, as a chair does."""
        return person in self.deciders or (not self.deciders and person == self.opener) or person == self.opener

    def overlap(self, words: frozenset[str]) -> OnTable | None:
        """The option on the table that shares most words with these, the latest of equals."""
        best, most = None, 0
        for option in self.options:
            shared = len(option.words & words)
            if shared and shared >= most:
                best, most = option, shared
        return best

    def last_open(self) -> OnTable | None:
        return next((o for o in reversed(self.options) if not o.settled and not o.pulled), None)

    def holds(self, person: str, kind: str | None = None) -> bool:
        acts = self.held.get(person, [])
        if kind is None:
            return bool(acts)
        return any((act == "disagrees") == (kind == "against") for act in acts if act != "withdraws")

    def note(self, person: str, act: str, words: frozenset[str]) -> None:
        self.held.setdefault(person, []).append(act)
        self.last_act_place = self.place
        if act == "proposes":
            self.options.append(OnTable(words, person, self.place))
        elif act == "decides":
            self.deciders.add(person)
            option = self.overlap(words) or self.last_open()
            if option is not None and (option.words & words or not words):
                option.settled = True
            else:
                self.options.append(OnTable(words, person, self.place, settled=True))
        elif act == "withdraws":
            for option in self.options:
                if option.by == person and (option.words & words or not words):
                    option.pulled = True
