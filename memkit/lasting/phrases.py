"""The phrases of states.yaml in a clause: "lives in X", "took up a post at X", "was hired by X"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from memkit.extract.grammar import is_passive
from memkit.extract.truth import children, is_past
from memkit.lasting.clauses import GROUPS, NAME, NOUN, Thing, clause
from memkit.lasting.said import ALSO, ANY, NEVER, OVER, SO, STILL, Saying, said_by
from memkit.lasting.signs import BESIDES, BRIEF, NOT_TARGETS, STUDY, WEAK
from memkit.lasting.vocabulary import BEGINS, ENDS, HOLDS, Frame

#: How much of a phrase matched, the phrase, its sources, its targets, and targets that are denied ("not X").
_Match = tuple[int, Frame, list[Thing], list[Thing], list[Thing]]
_PLACES = ("LIVES_IN", "BASED_IN")


class Phrases(Saying):
    """What the phrases of the vocabulary say."""

    def frames(self, verb: Any, mood: str, planned: bool) -> None:
        matches = [m for frame in self._candidates(verb) for m in self._matched(verb, frame)]
        if not matches:
            return
        best = max(weight for weight, *_ in matches)
        matches = [m for m in matches if m[0] == best]
        relation = next(iter(self.states.of))
        relation = min((m[1].relation for m in matches), key=list(self.states.of).index)
        if len({m[1].relation for m in matches}) > 1 and all(m[1].phase == ENDS for m in matches):
            relation, matches = ANY, [(m[0], replace(m[1], relation=ANY), *m[2:]) for m in matches]
        for _, frame, sources, targets, denied in matches:
            if frame.relation != relation:
                continue
            what = said_by(frame.phase, mood)
            was = what == SO and frame.phase == HOLDS and is_past(verb) and not self.goes_on(verb)
            what = OVER if was else what
            if not what or (relation in _PLACES and frame.phase == HOLDS and self._is_brief(verb)):
                continue
            if relation in _PLACES:
                targets = [self.parse.followed(t) or t if t.kind == NOUN else t for t in targets]
                if any(t.kind == NAME for t in targets):
                    targets = [t for t in targets if t.kind == NAME]
            if relation == "OWNS" and any(t.kind == NAME for t in targets):  # "a car again, a green Saab"
                targets = [t for t in targets if t.kind == NAME or t.head not in self.states.of["OWNS"].things]
            manner = ALSO if BESIDES.search(self.sentence) and verb.lemma_ not in ("move", "relocate") else ""
            if mood == NEVER and frame.phase == ENDS:
                manner = STILL
            self.say(verb, what, sources, relation, targets, planned=planned, manner=manner, once=was)
            self.say(verb, NEVER, sources, relation, denied)
            if what == SO and frame.phase == BEGINS and "to" in frame.prepositions:
                old = [t for t in self.parse.after(verb, ("from",)) if t not in targets]
                self.say(verb, OVER, sources, relation, old, planned=planned)

    def _is_brief(self, verb: Any) -> bool:
        perfect = any(t.lower_ in ("has", "have", "'s", "'ve") for t in children(verb, "aux"))
        return not perfect and bool(BRIEF.search(self.sentence))

    def _candidates(self, verb: Any) -> Iterator[Frame]:
        yield from self.states.frames.get(verb.lemma_.lower(), ())
        if verb.tag_ == "VBN" or children(verb, "auxpass"):
            yield from (f for f in self.states.frames.get("be", ()) if verb.lower_ in f.words)

    def _matched(self, verb: Any, frame: Frame) -> Iterator[_Match]:
        """(how much of it matched, frame, sources, targets, targets that are denied)"""
        parse, passive = self.parse, is_passive(verb)
        tokens = list(clause(verb))
        lowers = {t.lower_ for t in tokens} | {t.lemma_.lower() for t in tokens if t.i != verb.i}
        is_participle = verb.lower_ in frame.words and "be" in frame.verbs
        if frame.particles and not any(t.lower_ in frame.particles and t.i > verb.i for t in tokens):
            return
        if frame.words and not is_participle and not frame.words & lowers:
            return
        sources = parse.subjects(verb)
        if frame.prepositions:
            targets = parse.after(verb, frame.prepositions, skip=frame.words)
            denied = parse.after(verb, frame.prepositions, negated=True, skip=frame.words)
            if passive and not is_participle and not frame.words:
                return
        elif passive and not is_participle:
            sources, targets, denied = parse.agents(verb), sources, []
            if not sources:
                if frame.phase == ENDS and self._speaks_alone(verb, frame, passive):
                    yield from ((2, frame, [one], [one], []) for one in targets)
                return
        else:
            targets, denied = parse.objects(verb), parse.objects(verb, negated=True)
        if frame.swapped:
            sources, targets = targets, sources
        targets = [t for t in targets if self._fits(frame, verb, sources, t)]
        denied = [t for t in denied if self._fits(frame, verb, sources, t)]
        sources = [s for s in sources if s not in targets and self._may_be_source(frame.relation, s)]
        sources = [s for s in sources if s.kind == NAME or s.article or s.owner]
        if frame.phase == ENDS and not targets and not denied and self._speaks_alone(verb, frame, passive):
            yield from ((2, frame, [one], [one], []) for one in sources)
        elif sources and (targets or denied):
            weight = 2 * bool(frame.words) + bool(frame.particles) + bool(frame.prepositions)
            yield weight, frame, sources, targets, denied

    def _speaks_alone(self, verb: Any, frame: Frame, passive: bool) -> bool:
        """It says that a state is over without its target: "graduated", "gave up her job", "the boat was sold"."""
        if passive:
            return frame.relation == "OWNS" and not frame.words and not frame.prepositions
        if frame.words:
            return not any(self.parse.after(verb, frame.prepositions))
        return not frame.prepositions and not children(verb, "dobj", "prep", "prt") and verb.lemma_ != "leave"

    def _may_be_source(self, relation: str, source: Thing) -> bool:
        wanted = self.states.of[relation].source
        if relation == "OWNS":
            return source.head not in GROUPS
        return wanted != "Person" or relation == "LIVES_IN" or self.parse.is_person(source)

    def _fits(self, frame: Frame, verb: Any, sources: Sequence[Thing], target: Thing) -> bool:
        """May the target stand in the relation? Told by its form: place names have no article, schools and groups have
        nouns of their own."""
        parse, state = self.parse, self.states.of[frame.relation]
        words = set(re.findall(r"\w+", target.text.lower()))
        school = bool(words & self.states.of["STUDIES_AT"].places) if "STUDIES_AT" in self.states.of else False
        group = bool(words & GROUPS)
        if target.text.lower() in NOT_TARGETS and target.kind == NOUN and not target.article:
            return False
        if state.target == "name" and target.kind != NAME:
            return False
        if frame.relation == "MARRIED_TO":
            return parse.is_person(target)
        if frame.relation in _PLACES:
            if verb.lemma_ == "be" and not frame.words:
                dated = self.goes_on(verb) or any(t.lower_ == "now" for t in clause(verb))
                return dated and target.kind == NAME and not target.article
            if verb.lemma_ in ("have", "be", "take", "find", "rent", "buy", "get", "sell", "give"):
                return target.kind == NAME and not school
            if (school or group) and any(parse.is_person(s) for s in sources):
                return False
            return target.kind == NOUN or not target.article or "in" in frame.prepositions
        if frame.relation == "STUDIES_AT" and verb.lemma_ in ("go", "finish", "complete"):
            return school
        if frame.relation == "STUDIES_AT":
            return school or bool(STUDY.search(self.sentence))
        if frame.relation == "MEMBER_OF":
            plainly = bool(frame.words or frame.particles) and frame.phase == ENDS
            return group or plainly or (target.kind == NAME and target.article and target.text.endswith("s"))
        if frame.relation == "WORKS_AT":
            known = target.kind == NOUN or target.article or not parse.is_person(target)
            if verb.lemma_ == "be" and frame.words == frozenset():
                dated = self.goes_on(verb) or any(t.lower_ in ("now", "longer", "more") for t in verb.children)
                named = target.kind == NAME and "with" in frame.prepositions
                return (known or (dated and target.kind == NAME)) and (
                    named or (dated and (target.kind == NAME or target.article))
                )
            return not school and (known or not target.person) and not (verb.lemma_ == "join" and group)
        if frame.relation == "OWNS":
            if verb.lemma_ in WEAK:
                return target.head in state.things or (target.kind == NAME and self._is_of_things(verb))
            return not parse.is_person(target) or target.kind == NAME
        return not parse.is_person(target) or target.kind == NAME

    def _is_of_things(self, verb: Any) -> bool:
        """The verb's object is a noun that can be owned, though its name is what was found: "has two cats, A and B"."""
        things = self.states.of["OWNS"].things
        nouns = [t for o in children(verb, "dobj") for t in (o, *o.children) if t.i not in self.parse.names]
        return any(t.lemma_.lower() in things for t in nouns) or any(s.relation == "OWNS" for s in self.found)
