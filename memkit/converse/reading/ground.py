"""What a conversation stands on so far, as far as telling acts needs it: options on the table, who holds what, who
leads. Which decision an act is about is settled later and elsewhere; here words do."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from memkit.converse.standing import FOR

#: Options that are remembered; what lies further back no longer tells what a short reply means.
REACH = 24


@dataclass(slots=True)
class OnTable:
    """An option that somebody proposed or settled: the words said of it, by whom, in which turn (counted from 0)."""

    core: frozenset[str]  # said of it by who put it there, in so many words
    words: frozenset[str]  # these and all around them
    by: str
    place: int
    settled: bool = False
    pulled: bool = False


@dataclass(slots=True)
class Ground:
    """The state before a turn. `note` takes in an act, `end_turn` a whole turn."""

    options: deque[OnTable] = field(default_factory=lambda: deque(maxlen=REACH))
    held: dict[str, list[str]] = field(default_factory=dict)  # person -> acts so far
    deciders: set[str] = field(default_factory=set)
    opener: str | None = None
    place: int = 0
    asked: bool = False  # does the turn before end with a plain question?
    asker: str = ""
    topic: frozenset[str] = frozenset()  # words of the turn before, if nothing was done in it
    last_act: str = ""
    last_by: str = ""
    last_place: int = -99

    def leads(self, person: str) -> bool:
        """Who has settled something before, or opened the meeting, as a chair does."""
        return person in self.deciders or person == self.opener

    def since(self) -> int:
        """Turns since somebody last did something."""
        return self.place - self.last_place

    def option_of(self, words: frozenset[str]) -> OnTable | None:
        """The option on the table that shares most words with these, the latest of equals."""
        best, most = None, 0
        for option in self.options:
            shared = len(option.core & words) + len(option.words & words)
            if shared and shared >= most:
                best, most = option, shared
        return best

    def open_option(self) -> OnTable | None:
        """The last one that is neither settled nor pulled."""
        return next((o for o in reversed(self.options) if not o.settled and not o.pulled), None)

    def waiting(self) -> bool:
        """Is there something that one can say yes to: an option not yet settled, or just put?"""
        return self.open_option() is not None or (self.last_act == "proposes" and self.since() <= 3)

    def stance(self, person: str) -> str:
        """What the person said last that still counts: "for", "against" or ""."""
        last = next((act for act in reversed(self.held.get(person, ())) if act != "withdraws"), None)
        return "" if last is None else "for" if last in FOR else "against"

    def same(self, person: str) -> str:
        """What "me too" does now: what was done last, by somebody else, if it can be joined in; "" if nothing."""
        if self.since() > 2 or self.last_by == person:
            return ""
        if self.last_act == "withdraws":
            return "withdraws" if person in self.held else ""
        return "disagrees" if self.last_act == "disagrees" else "supports"

    def is_for(self, person: str) -> bool:
        return any(act in FOR for act in self.held.get(person, ()))

    def is_against(self, person: str) -> bool:
        return "disagrees" in self.held.get(person, ())

    def note(self, person: str, act: str, words: frozenset[str], around: frozenset[str]) -> None:
        """`words` are those of the act, `around` all of its turn."""
        self.held.setdefault(person, []).append(act)
        self.last_act, self.last_by, self.last_place = act, person, self.place
        if act == "proposes":
            self.options.append(OnTable(words or around, around | self.topic, person, self.place))
        elif act == "decides":
            self.deciders.add(person)
            option = self.option_of(words) or self.open_option()
            if option is None or (words and not option.words & words):
                self.options.append(OnTable(words, words, person, self.place, settled=True))
            else:
                option.settled = True
        elif act == "withdraws":
            for option in self.options:
                if option.by == person and (option.words & words or not words):
                    option.pulled = True

    def end_turn(self, speaker: str, words: frozenset[str], asked: bool) -> None:
        """`asked`: it ends with a question that is no act."""
        self.asked, self.asker = asked, speaker
        self.topic = words if asked and self.last_place != self.place else frozenset()
        self.place += 1
