"""Changes that are of no one state: something passes from hand to hand, somebody leaves, dies, comes after another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memkit.extract.grammar import is_passive
from memkit.extract.truth import children
from memkit.lasting.clauses import NAME, NOUN, Thing, clause
from memkit.lasting.naming import Naming
from memkit.lasting.said import ANY, JOB, NEVER, OVER, SO, SUCCEEDS, TAKES_OVER
from memkit.lasting.signs import (
    APPOINTS,
    DIES,
    DROPPED,
    ENDED,
    GOES_ON,
    LOST,
    NOT_TARGETS,
    POSTS,
    QUITS,
    REMOVED,
    SEATS,
)
from memkit.lasting.signs import SUCCEEDS as SUCCEEDING

_GIVES = frozenset("hand pass give turn sign sell leave transfer bequeath".split())
_STANDS_IN = frozenset("stand fill step act deputise deputize cover sit".split())
_MARRIES, _PARTS = frozenset({"marry", "wed"}), frozenset("divorce separate part split".split())
_IS_THEIRS = re.compile(r"['’]s?(?:[.,;:]|$| (?:now|again|since|today|only|alone))")


@dataclass(frozen=True, slots=True)
class Told:
    """A clause: its verb, who does what in it, and the small words beside the verb (`over`)."""

    verb: Any
    lemma: str
    passive: bool
    over: frozenset[str]
    subjects: list[Thing]
    objects: list[Thing]
    planned: bool

    def has_dependent(self, *words: str) -> bool:
        return any(t.lower_ in words for t in self.verb.children)


class Changes(Naming):
    """What the verbs of change say."""

    def change(self, verb: Any, mood: str, planned: bool) -> bool:
        """Say what the verb, in this mood, tells of a change; false if it tells of none."""
        if self.names(verb, mood, planned):
            return True
        lemma = verb.lemma_.lower()
        gone = lemma == "exist" and mood == OVER
        if lemma in ("be", "lie", "stand") and mood != NEVER and (self._belongs(verb) or self._seat(verb, mood)):
            return True
        if mood == NEVER or (mood == OVER and not gone):
            return False
        told = Told(
            verb,
            lemma,
            is_passive(verb),
            frozenset(t.lower_ for t in children(verb, "prt", "advmod", "prep")),
            self.parse.subjects(verb),
            self.parse.objects(verb),
            planned,
        )
        steps = (
            self._goes_to_heirs,
            self._takes_place,
            self._is_appointed,
            self._is_removed,
            self._hands_over,
            self._takes_over,
            self._succeeds,
            self._exchanges,
            self._is_no_more,
            self._quits,
            self._goes_on_to,
            self._lets_go,
            self._leaves,
            self._marries,
            self._stays_after_all,
        )
        return any(step(told) for step in steps)

    def _people(self, things: Iterable[Thing]) -> list[Thing]:
        return [thing for thing in things if self.parse.is_person(thing)]

    def _over(self, told: Told, people: Iterable[Thing], relation: str) -> None:
        for one in people:
            self.say(told.verb, OVER, [one], relation, [one], planned=told.planned)

    # --------------------------------------------------------------------------------------------- from hand to hand

    def _goes_to_heirs(self, told: Told) -> bool:
        """ "The house went to her niece", "his post went to Y" """
        if told.lemma not in ("go", "pass", "fall", "come"):
            return False
        heirs = self._people(self.parse.after(told.verb, ("to",)))
        posts = [t for t in children(told.verb, "nsubj") if t.lemma_ in POSTS]
        things = [t for t in told.subjects if t.kind == NOUN and not self.parse.is_person(t)]
        if heirs and posts:
            old = [x for t in children(posts[0], "poss") for x in self.parse.things(t)]
            self.say(told.verb, SO, heirs, SUCCEEDS, old, planned=told.planned)
        elif heirs and things:
            self.say(told.verb, SO, heirs, "OWNS", things, planned=told.planned)
        return bool(heirs and (posts or things))

    def _hands_over(self, told: Told) -> bool:
        """ "A handed X over to B", "X was sold to B", "A sold X to B" """
        receivers = self._people(self.parse.after(told.verb, ("to",))) if told.lemma in _GIVES else []
        if not receivers or (told.passive and any(p for p in self._people(told.subjects) if not p.article)):
            return False
        things = (told.subjects if told.passive else told.objects) or self.parse.after(told.verb, ("of",))
        things = [t for t in things if t.kind == NAME or not self.parse.is_person(t)]
        givers = self.parse.agents(told.verb) if told.passive else told.subjects
        owned = told.lemma in ("sell", "leave", "bequeath")
        owned |= told.lemma == "give" and not told.over & {"over", "up", "on"}
        relation = "OWNS" if owned else TAKES_OVER
        self.say(told.verb, OVER, givers, relation, things, planned=told.planned)
        self.say(told.verb, SO, receivers, relation, things, planned=told.planned)
        if not things:
            self.say(told.verb, SO, receivers, SUCCEEDS, givers, planned=told.planned)
        return bool(things or givers)

    def _takes_over(self, told: Told) -> bool:
        """ "B took over X from A", "B took over from A" """
        if told.lemma != "take" or "over" not in told.over:
            return False
        old = self._people(self.parse.after(told.verb, ("from",)))
        things = [t for t in (told.subjects if told.passive else told.objects) if t not in old]
        new = self.parse.agents(told.verb) if told.passive else told.subjects
        if things:
            self.say(told.verb, SO, new, TAKES_OVER, things, planned=told.planned)
            self.say(told.verb, OVER, old, TAKES_OVER, things, planned=told.planned)
        else:
            self.say(told.verb, SO, new, SUCCEEDS, old, planned=told.planned)
        return bool(new)

    def _exchanges(self, told: Told) -> bool:
        """ "Traded X in for Y"; of "bought X from A", what it says of A."""
        if told.lemma in ("buy", "purchase", "acquire", "get", "inherit"):
            old = self._people(self.parse.after(told.verb, ("from",)))
            self.say(told.verb, OVER, old, "OWNS", told.objects, planned=told.planned)
        new = self.parse.after(told.verb, ("for",)) if told.lemma in ("trade", "swap", "exchange") else []
        if new:
            self.say(told.verb, OVER, told.subjects, "OWNS", told.objects, planned=told.planned)
            self.say(told.verb, SO, told.subjects, "OWNS", new, planned=told.planned)
        return bool(new)

    def _belongs(self, verb: Any) -> bool:
        """ "The house is Agda Holm's", "it is Lore's now": who owns it."""
        for token in clause(verb):
            name = self.parse.names.get(token.i)
            if name and token.i > verb.i and _IS_THEIRS.match(self.parse.text, name.end):
                things = [t for t in self.parse.subjects(verb) if t != name]
                self.say(verb, SO, [name], "OWNS", things)
                return bool(things)
        return False

    # ---------------------------------------------------------------------------------------------- one after another

    def _takes_place(self, told: Told) -> bool:
        """ "B took A's place", "her deputy took her place" """
        places = [t for t in children(told.verb, "dobj") if t.lemma_ == "place"] if told.lemma == "take" else []
        if not places:
            return False
        owners = children(places[0], "poss")
        old = [x for t in owners for x in self.parse.things(t)]
        if any(t.tag_ == "PRP$" for t in owners):
            before = [p for p in self.parse.people if p.start < self.parse.place(told.verb)[0]]
            old = [p for p in before if p not in told.subjects][-1:]
        self.say(
            told.verb, SO, told.subjects, SUCCEEDS, [o for o in old if o not in told.subjects], planned=told.planned
        )
        return bool(old)

    def _is_appointed(self, told: Told) -> bool:
        """ "A is treasurer no longer, B was voted in"; "She is ambassador. She was appointed in 2019." """
        plainly = [t for t in clause(told.verb) if self.states.by_noun(t.lemma_.lower())]
        if not told.passive or told.lemma not in APPOINTS | {"vote"} or plainly:
            return False
        gone = [s.source for s in reversed(self.found) if s.what == OVER]
        self.say(told.verb, SO, told.subjects, SUCCEEDS, gone[:1], planned=told.planned)
        since = self.when(told.verb, told.planned)[0]
        for n, s in enumerate(self.found):
            if since and s.what == SO and not s.since and s.source in told.subjects and s.relation.endswith("_OF"):
                self.found[n] = replace(s, since=since)
        return bool(gone)

    def _succeeds(self, told: Told) -> bool:
        """ "B succeeded A", "A was replaced by B", "B stands in for A" """
        if told.lemma in SUCCEEDING and (told.subjects or told.passive):
            new, old = (self.parse.agents(told.verb), told.subjects) if told.passive else (told.subjects, told.objects)
            new, old = self._people(new), self._people(old)
        elif told.lemma in _STANDS_IN:
            new, old = told.subjects, self._people(self.parse.after(told.verb, ("for",)))
        else:
            return False
        self.say(told.verb, SO, new, SUCCEEDS, old, planned=told.planned)
        return bool(new and old)

    # ------------------------------------------------------------------------------------------------------ it is over

    def _is_removed(self, told: Told) -> bool:
        """ "She was recalled" """
        if not told.passive or told.lemma not in REMOVED or self.parse.after(told.verb, ("from", "by")):
            return False
        self._over(told, told.subjects, JOB)
        return True

    def _is_no_more(self, told: Told) -> bool:
        """ "Ink died", "the canoe was stolen", "the quartet has broken up" """
        lost = told.passive and told.lemma in LOST
        lost = lost and (told.lemma not in ("run", "put", "burn") or bool(told.over & {"over", "down", "to"}))
        ended = told.lemma in ("exist", "go", "break", "close", "shut", "wind") and not told.objects
        ended = ended and bool(ENDED.search(self.sentence))
        away = told.lemma in ("pass", "run") and "away" in told.over
        if not (told.lemma in DIES or lost or ended or away):
            return False
        self._over(told, told.subjects, ANY)
        return True

    def _quits(self, told: Told) -> bool:
        """ "He resigned", "she stepped down" """
        stepped = told.lemma in ("step", "stand") and told.over & {"down", "aside", "back"}
        if not (told.lemma in QUITS or stepped) or self.parse.after(told.verb, ("from",)) or told.objects:
            return False
        self._over(told, told.subjects, JOB)
        return True

    def _lets_go(self, told: Told) -> bool:
        """ "X let Y go" (a person, or a thing)"""
        go = next((t for t in told.verb.subtree if t.lemma_ == "go"), None)
        if told.lemma != "let" or go is None:
            return False
        gone = [self.parse.names[t.i] for t in told.verb.subtree if t.i in self.parse.names and t.i > told.verb.i]
        if not gone:
            things = [x for t in children(go, "nsubj") for x in self.parse.things(t)]
            self.say(go, OVER, told.subjects, ANY, things)
        for one in gone[:1]:
            self.say(go, OVER, [one], ANY, [s for s in told.subjects if s != one] or [one])
        return bool(gone)

    def _leaves(self, told: Told) -> bool:
        """ "She left the mill", "he gave up the library", "Mr. Sorel has left us" """
        if told.lemma not in ("leave", "quit", "drop") and not (told.lemma == "give" and "up" in told.over):
            return False
        things = [t for t in told.objects if t.kind == NAME or not self.parse.is_person(t)]
        things = [t for t in things if t.kind == NAME or t.text.lower() not in NOT_TARGETS]
        if things:
            self.say(told.verb, OVER, told.subjects, ANY, things, planned=told.planned)
        elif told.lemma in ("leave", "quit"):
            self._over(told, told.subjects, JOB)
        return bool(things) or told.lemma in ("leave", "quit")

    def _stays_after_all(self, told: Told) -> bool:
        """ "Otto stays after all": what was planned is not done."""
        if told.lemma in GOES_ON and (
            DROPPED.search(self.sentence) or any(t.lower_ == "where" for t in told.verb.subtree)
        ):
            for subject in told.subjects:
                self.say(told.verb, NEVER, [subject], ANY, [subject])
        return False

    # ------------------------------------------------------------------------------------------------ homes and pairs

    def _goes_on_to(self, told: Told) -> bool:
        """ "She no longer lives in Perth. She went to Hobart." """
        left = any(s.what == OVER and s.relation == "LIVES_IN" and s.source in told.subjects for s in self.found)
        places = self.parse.after(told.verb, ("to",)) if left and told.lemma in ("go", "come") else []
        self.say(told.verb, SO, told.subjects, "LIVES_IN", [t for t in places if t.kind == NAME and not t.article])
        return bool(places)

    def _marries(self, told: Told) -> bool:
        """ "A and B got married", "A and B have separated" """
        ends = told.lemma in _PARTS or told.has_dependent("divorced")
        begins = told.lemma in _MARRIES or (told.lemma in ("get", "be") and told.has_dependent("married"))
        pair = self._people(told.subjects)
        if not (ends or begins) or len(pair) != 2 or told.objects:
            return False
        self.say(told.verb, OVER if ends else SO, pair[:1], "MARRIED_TO", pair[1:], planned=told.planned)
        return True

    def _seat(self, verb: Any, mood: str) -> bool:
        """ "The orchestra's office is in Brno", "the new rooms are in Dunbar", "her flat is in Ulm": where it is."""
        for noun in children(verb, "nsubj"):
            places = self.parse.after(verb, ("in", "at", "on"))
            if noun.lemma_.lower() in SEATS and places and (owner := self._owner(noun)):
                denied = self.parse.after(verb, ("in", "at", "on"), negated=True)
                self.say(verb, NEVER, owner, "BASED_IN", denied)
                self.say(verb, mood, owner, "BASED_IN", places)
                return True
        return False

    def _owner(self, noun: Any) -> Sequence[Thing]:
        """Whose it is: as the noun says, else who was spoken of last in the sentence."""
        parse = self.parse
        own = [x for t in children(noun, "poss") for x in parse.things(t)]
        of = [t for p in children(noun, "prep") if p.lower_ == "of" for t in children(p, "pobj")]
        own += [x for t in of for x in parse.things(t)]
        last = [s.source for s in self.found if s.start >= self.span[0]]
        return own or last[-1:] or [n for i, n in parse.names.items() if noun.sent.start <= i < noun.i][-1:]
