"""What a contribution does to which decisions: a pure function over it and the decisions that it may concern.

Nothing is read or written here. A plan names decisions by id; `check` refuses one that names an id which was not among
the candidates, whoever made the plan.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memkit.converse.contribution import Stated, topic_key
from memkit.converse.options import (
    Rivalry,
    differ_in_name_only,
    is_short,
    naming,
    opposed,
    refers,
    same,
    says_the_opposite,
    scopes_apart,
    shared,
    words_of,
)
from memkit.converse.reading.naming import topic_of
from memkit.converse.wording import Wording, wording
from memkit.errors import InputError
from memkit.model import stable_id

LIVE = ("current", "open")
NOT_BY_SIMILARITY = Rivalry(1.0, 1.0)
#: A statement that shares this much of its naming words with an option means that option.
MEANT = 0.5
#: Said of a rival by somebody who objects, these settle it; "let us", "I would rather" only put it on the table.
_DECISIVE = re.compile(
    r"\b(?:we(?:'re|’re| are)\s+(?:now\s+)?(?:moving|going|switching|using|adopting)"
    r"|we\s+(?:now\s+)?(?:move|go|switch|use|adopt)|it\s+is\b|decided|replaces?|takes\s+(?:its|the)\s+place|we\s+will)\b",
    re.IGNORECASE,
)

_LISTS = re.compile(r"\b(?:or|vs|versus)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Known:
    """A decision that may be meant; `status` as it stood when the contribution was made."""

    id: str
    statement: str
    topic_id: str
    topic: str
    question: str
    status: str


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the store holds that a contribution may concern.

    `options` in the order in which they came; `held` are the decisions for which the speaker stands, `here` those that
    came up in this session; `cosines` of (text, decision id) by the statements' embeddings; from those of `rivalry` on
    two statements answer one question.
    """

    options: tuple[Known, ...] = ()
    held: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()
    cosines: Mapping[tuple[str, str], float] = field(default_factory=dict)
    rivalry: Rivalry = NOT_BY_SIMILARITY

    def cosine(self, text: str, option: Known) -> float:
        return self.cosines.get((text, option.id), 0.0)


@dataclass(frozen=True, slots=True)
class Effect:
    """`act` is done to a decision. One that is new has its `statement` and the `question` that it answers."""

    decision_id: str
    act: str
    statement: str = ""
    question: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is done, and to which topic the decisions belong."""

    topic_id: str = ""
    topic: str = ""
    effects: tuple[Effect, ...] = ()

    @property
    def about(self) -> Effect | None:
        """The effect that matters most: on the decision that is new, else the first."""
        return next((effect for effect in self.effects if effect.statement), next(iter(self.effects), None))


def texts_of(stated: Stated) -> list[str]:
    """The texts whose similarity to the candidates `plan` asks for."""
    read = wording(stated.statement)
    return list(dict.fromkeys(text for text in (stated.statement, read.chosen, read.dropped) if text))


def topic_id(name: str) -> str:
    return stable_id("top", topic_key(name))


def plan(stated: Stated, topic: str, found: Candidates, mark: str) -> Plan:
    """What `stated` does, and to which decisions. `topic` is as the caller gave it ("": one is found or made); `mark`
    makes the ids of new decisions."""
    return _Planner(stated, topic, found, mark).plan()


def check(planned: Plan, found: Candidates) -> None:
    """Raises InputError for a plan with an id that is neither a candidate's nor that of a decision which it makes."""
    made = {effect.decision_id for effect in planned.effects if effect.statement}
    known = {option.id for option in found.options}
    questions = {option.question for option in found.options} | made
    for effect in planned.effects:
        if effect.decision_id not in known | made:
            raise InputError(f"the plan names the decision {effect.decision_id!r}, which is not among the candidates")
        if effect.statement and (effect.decision_id in known or effect.question not in questions):
            raise InputError(f"the plan puts {effect.statement!r} to {effect.question!r}, which no candidate answers")
    topics = {option.topic_id for option in found.options}
    if planned.effects and planned.topic_id not in topics | {topic_id(planned.topic)}:
        raise InputError(f"the plan names the topic {planned.topic_id!r}, which is not among the candidates")


class _Planner:
    def __init__(self, stated: Stated, topic: str, found: Candidates, mark: str) -> None:
        self._stated = stated
        self._found = found
        self._mark = mark
        self._read: Wording = wording(stated.statement)
        self._effects: list[Effect] = []
        self._topic = topic or self._likely_topic()
        id = topic_id(self._topic)
        self._options = [option for option in found.options if option.topic_id == id]
        names = {name for o in self._options for name in words_of(o.statement).names} | words_of(stated.statement).names
        self._common = _common(self._topic) - names

    def plan(self) -> Plan:
        stance = self._stated.stance
        if stance in ("proposes", "decides"):
            self._put()
        elif stance in ("supports", "reaffirms"):
            self._back()
        elif stance == "withdraws":
            self._withdraw()
        else:
            self._object()
        return Plan(topic_id(self._topic), self._topic, tuple(_one_each(self._effects)))

    # ------------------------------------------------------------------------------------------------- the five ways

    def _put(self) -> None:
        text = self._read.chosen if self._read.dropped and self._read.chosen else self._stated.statement
        self._choose(text, self._stated.statement)
        dropped = self._meant(self._read.dropped) if self._read.dropped else None
        if dropped is not None and dropped.id in self._found.held:
            self._do(dropped, "withdraws")

    def _back(self) -> None:
        text = self._read.chosen if self._read.dropped and self._read.chosen else self._stated.statement
        meant = self._meant(text)
        stands = [option for option in self._options if option.status == "current"]
        if meant is not None and opposed(text, meant.statement):
            meant = None
        elif meant is None and not self._names_a_rival(text):
            meant = self._pointed_at()
        if meant is not None and not (self._read.turns and meant.status != "current" and stands):
            self._do(meant, self._stated.stance)
        elif stands:
            self._choose(text, self._stated.statement if not self._read.dropped else text)
        else:
            self._make(text, self._stated.stance)
        dropped = self._meant(self._read.dropped) if self._read.dropped else None
        if dropped is not None and dropped.id in self._found.held:
            self._do(dropped, "withdraws")

    def _withdraw(self) -> None:
        read, statement = self._read, self._stated.statement
        target = self._meant(read.dropped or statement) or self._pointed_at()
        rival = read.chosen
        if not read.dropped and self._meant(statement) is not None:
            rival = ""  # the words are only those of what is dropped
        elif not read.turns and (target is None or target.id not in self._found.held):
            if self._names_a_rival(statement):  # of something that nobody put on the table here
                self._make(statement, "withdraws")
                return
            rival = ""
        if target is not None:
            self._do(target, "withdraws")
        elif not rival:
            self._make(statement, "withdraws")
        if rival and (target is None or self._meant(rival) is not target):
            self._choose(rival, rival)

    def _object(self) -> None:
        read = self._read
        words = read.dropped or self._stated.statement
        target = self._meant(words)
        if target is None and (read.dropped or not is_short(words)):
            target = self._pointed_at(of_others=True)
        if target is None:
            self._make(self._stated.statement, "disagrees")
        else:
            self._do(target, "disagrees")
        rival = read.chosen if read.dropped else ""
        if rival and self._meant(rival) is not target:
            held = target is not None and target.id in self._found.held
            settles = held or _DECISIVE.search(self._stated.statement) is not None
            self._choose(rival, rival, act="" if settles else "proposes")

    # ------------------------------------------------------------------------------------------------------- parts

    def _do(self, option: Known, act: str) -> None:
        self._effects.append(Effect(option.id, act))

    def _choose(self, text: str, statement: str, act: str = "") -> None:
        """Settle (or propose) the option that `text` names: the one on the table, else a new one."""
        act = act or ("proposes" if self._stated.open else "decides")
        for option in reversed(self._options):
            if option.status in LIVE and self._is_same(text, option.statement):
                self._do(option, act)
                return
        self._make(statement, act, text)

    def _make(self, statement: str, act: str, text: str = "") -> None:
        id = stable_id("dec", self._mark, len(self._effects))
        self._effects.append(Effect(id, act, statement, self._question(text or statement) or id))

    def _is_same(self, new: str, known: str) -> bool:
        """One option in other or fewer words, the topic's own words apart: of an event store, "let us go with
        Cassandra" is "use Cassandra for events"."""
        left, right = words_of(new), words_of(known)
        if opposed(new, known):
            return False
        told = left.without(self._common), right.without(self._common)
        return same(*told) if all(words.all for words in told) else same(left, right)

    def _meant(self, text: str) -> Known | None:
        """The option that these words name, the likeliest if several do; None if none."""
        words = words_of(text).without(self._common)
        scored = [
            (
                refers(words, words_of(o.statement).without(self._common)),
                not opposed(text, o.statement),
                o.status in LIVE,
                self._found.cosine(text, o),
                n,
            )
            for n, o in enumerate(self._options)
        ]
        best = max(scored, default=(0.0, False, False, 0.0, 0))
        return self._options[best[-1]] if best[0] >= MEANT else None

    def _names_a_rival(self, text: str) -> bool:
        """Words that name no known option name a new one, if they are such as options are named by."""
        words = words_of(text).without(self._common)
        return bool(set(naming(text)) - self._common) and (self._read.turns or bool(words.names) or is_short(text))

    def _pointed_at(self, of_others: bool = False) -> Known | None:
        """What "my earlier position" or "it" means: what the speaker stands for, else what stands, the latest of it."""
        live = [option for option in self._options if option.status in LIVE]
        held = [option for option in live if (option.id in self._found.held) != of_others]
        current = [option for option in live if option.status == "current"]
        for group in ([o for o in held if o.status == "current"], held, current, live):
            if group:
                return group[-1]
        return None

    def _question(self, text: str) -> str:
        """The question that a new option answers: that of the options whose place it could take, "" for one of its own.

        It is told that it could by words that turn something around, by an answer as short as "go with Postgres", by
        the opposite of what is said, by another name in its place, or by a similar statement; never where the two are
        for different things, or where one is said to come beside."""
        if self._read.adds:
            return ""
        dropped = self._meant(self._read.dropped) if self._read.dropped else None
        if dropped is not None:
            return dropped.question
        rivals = [option for option in self._options if self._turns(text, option) or self._answers(text, option)]
        ranked = sorted(rivals, key=lambda o: (o.status in LIVE, self._found.cosine(text, o)), reverse=True)
        return ranked[0].question if ranked else ""

    def _turns(self, text: str, option: Known) -> bool:
        """The words, or a stance on what stands, turn something around, and this can be it: they name no other matter
        ("it is Postgres from now on"), or one that the option speaks of too."""
        if self._stated.stance not in ("proposes", "decides"):
            return True
        if not self._read.turns:
            return False
        words = words_of(text)
        bare = len(words.all - self._common - words.names) <= 1
        known = words_of(option.statement).all
        return (
            bare or bool(shared(words.all, known)) or self._found.cosine(text, option) >= self._found.rivalry.on_topic
        )

    def _answers(self, text: str, option: Known) -> bool:
        if scopes_apart(text, option.statement):
            return False
        if is_short(text) or says_the_opposite(text, option.statement):
            return True
        topic = words_of(self._topic).all
        on_topic = all(shared(words_of(said).all, topic) for said in (text, option.statement))
        if on_topic and differ_in_name_only(text, option.statement, self._common):
            return True
        least = self._found.rivalry.on_topic if on_topic else self._found.rivalry.anyhow
        return self._found.cosine(text, option) >= least

    def _likely_topic(self) -> str:
        """The topic of the known decision that the statement is about, or a name made of its words."""
        texts = [t for t in (self._read.dropped, self._read.chosen, self._stated.statement) if t]
        best: tuple[float, float, int] = (0.0, 0.0, -1)
        for number, option in enumerate(self._found.options):
            words = words_of(option.statement)
            fits = max(refers(words_of(text), words) for text in texts)
            near = max(self._found.cosine(text, option) for text in texts)
            if fits >= 1.0 or near >= self._found.rivalry.anyhow or (self._read.dropped and fits >= MEANT):
                best = max(best, (fits if self._read.dropped else 0.0, near, number))
        if best[2] >= 0:
            return self._found.options[best[2]].topic
        live = [option for option in self._found.options if option.status in LIVE]
        for ids in (self._found.held, self._found.here):
            near = [option for option in live if option.id in ids]
            if near and (self._read.turns or self._stated.stance == "withdraws"):
                return max(near, key=lambda o: max(self._found.cosine(text, o) for text in texts)).topic
        return topic_of([self._stated.statement]) or self._stated.statement


def _common(topic: str) -> frozenset[str]:
    """Words that tell no option of a topic from another: those of its name, unless that lists the options."""
    return frozenset() if _LISTS.search(topic) else words_of(topic).all


def _one_each(effects: Iterable[Effect]) -> list[Effect]:
    """At most one act on each decision, the first."""
    found: dict[str, Effect] = {}
    for effect in effects:
        found.setdefault(effect.decision_id, effect)
    return list(found.values())
