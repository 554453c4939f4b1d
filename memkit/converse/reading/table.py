"""What is on the table at one point of a conversation: the options, as one reading of the acts so far has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from memkit.converse.base import Act
from memkit.converse.standing import FOR, OptionState


@dataclass(frozen=True, slots=True)
class Heard:
    """An act as the search sees it: what is the same for every reading of what came before.

    `place` counts turns from 0, `sitting` the stretches of time without a long pause. `words` are what the act says of
    its option, stem to weight (1 in the words of the act itself, less around them).
    """

    n: int
    place: int
    sitting: int
    person: str
    act: str
    words: Mapping[str, float]
    instead: frozenset[str] = frozenset()  # stems of what it says is not wanted ("an elm instead of plums")
    numbers: frozenset[str] = frozenset()  # those of the act's own words that are numbers
    named: frozenset[str] = frozenset()  # persons named in the turn
    owners: frozenset[str] = frozenset()  # those of them whose option is meant ("Ann's idea")
    cues: frozenset[str] = frozenset()
    idle: int = 0  # turns without an act just before
    asked: str = ""  # was the turn before a question of somebody else, without an act: "fact", "open", or "" for no
    beside: frozenset[str] = frozenset()  # the person's other acts in this turn
    later: frozenset[str] = frozenset()  # those of them that come after
    likely: float = 1.0  # that it is an act
    second: bool = False  # the act before once more, on another option ("both")

    @property
    def mass(self) -> float:
        """Weight of all words together."""
        return sum(self.words.values())


@dataclass(frozen=True, slots=True)
class Entry:
    """An option: its topic, its words, when it was opened and last spoken of, and who did what to it last."""

    id: int
    topic: int
    place: int
    sitting: int
    touched: int  # the number of the act that spoke of it last
    touched_place: int
    touched_sitting: int
    words: Mapping[str, float]
    numbers: frozenset[str] = frozenset()  # those in the words that opened it
    state: OptionState = field(default_factory=OptionState)
    status: str = "open"  # that of `state`, or "displaced"

    def holding(self, person: str) -> str:
        act = self.state.last.get(person)
        return "none" if act in (None, "withdraws") else "for" if act in FOR else "against"

    def comes_to(self, act: str, person: str) -> str:
        """What this act of the person is, given what was done to the option before: who proposes what others proposed
        supports it, who supports what is theirs already says so again, and one can say again only what one said."""
        held = self.holding(person) == "for"
        if act in ("proposes", "supports", "reaffirms"):
            return "reaffirms" if held else "supports"
        if act == "decides" and held and self.settler == person and self.status == "current":
            return "reaffirms"
        return act

    @property
    def proposers(self) -> set[str]:
        return self.state.proposers

    @property
    def settler(self) -> str | None:
        return self.state.settler

    def after(self, act: Act) -> Entry:
        """The entry with one more act on it."""
        state = OptionState(dict(self.state.last), set(self.state.proposers), self.state.settler)
        state.apply(act)
        return replace(self, state=state, status="displaced" if self.status == "displaced" else state.status)


#: Weight that words have for an option, by the act that brings them: who opens it names it best.
GROWTH = 0.5


@dataclass(frozen=True, slots=True)
class Table:
    """The options within reach, by id. Changes make a new table; `size` counts all options that there ever were."""

    entries: Mapping[int, Entry] = field(default_factory=dict)
    size: int = 0
    topics: int = 0
    acts: int = 0
    turn: tuple[tuple[str, str, int], ...] = ()  # (person, act, option) of the turn being read
    turn_n: int | None = None
    latest: Mapping[str, int] = field(default_factory=dict)  # the option that each person acted on last

    def apply(self, heard: Heard, option: int | None, topic: int | None, reach: int) -> tuple[Table, int, str]:
        """The table after this act on `option`, or on a new one (None) of `topic`, or of a new topic (None); then the
        option, and what the act came to."""
        entries = dict(self.entries)
        size, topics = self.size, self.topics
        act = heard.act
        if option is None:
            option, size = size, size + 1
            if topic is None:
                topic, topics = topics, topics + 1
            entry = Entry(option, topic, heard.place, heard.sitting, 0, 0, 0, dict(heard.words), heard.numbers)
            act = "proposes" if act == "supports" else act  # nothing like it was said before
        else:
            entry = entries[option]
            act = entry.comes_to(act, heard.person)
            words = dict(entry.words)
            for word, weight in heard.words.items():
                words[word] = max(words.get(word, 0.0), GROWTH * weight)
            entry = replace(entry, words=words)
        done = Act(heard.n, heard.person, act, str(option))
        entry = replace(
            entry,
            touched=self.acts + 1,
            touched_place=heard.place,
            touched_sitting=heard.sitting,
        ).after(done)
        entries[option] = entry
        if entry.status != "displaced" and entry.state.settled_by(done):
            for other in self.entries.values():
                if other.topic == entry.topic and other.id != option and other.state.displaceable:
                    entries[other.id] = replace(other, status="displaced")
        if len(entries) > reach:
            del entries[min(entries, key=lambda id: entries[id].touched)]
        turn = self.turn if self.turn_n == heard.n else ()
        return (
            Table(
                entries,
                size,
                topics,
                self.acts + 1,
                (*turn, (heard.person, act, option)),
                heard.n,
                {**self.latest, heard.person: option},
            ),
            option,
            act,
        )
