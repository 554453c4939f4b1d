"""What a note says of lasting states, and the mood and the time in which a clause says it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from memkit.extract.relative_dates import BEFORE, ON, SINCE, UNTIL, Time, find_times
from memkit.extract.truth import Truth, children, truth_of
from memkit.lasting.clauses import Parse, Thing, clause
from memkit.lasting.signs import GOES, PLANS, SAYING, WILL, WRONG
from memkit.lasting.vocabulary import ENDS, States

#: What a note says of a state: that it is so, that it is over, or that it never was (or will not come).
SO, OVER, NEVER = "so", "over", "never"
#: Relation types that stand for others: whatever joins the two, and every job of the source.
ANY, JOB = "ANY", "JOB"
#: Changes of hands: of whatever the target is, and of whatever the target had.
TAKES_OVER, SUCCEEDS = "TAKES_OVER", "SUCCEEDS"
#: Who is absent no longer has again what others did meanwhile.
ABSENT = "ABSENT"
#: Whatever was said of the source is so of the target.
INSTEAD = "INSTEAD"
#: How a state is said to be so: beside others of its kind, or without ever having ended.
ALSO, STILL = "also", "still"


@dataclass(frozen=True, slots=True)
class Said:
    """source -relation-> target, as the sentence text[start:end] says: `what` is SO, OVER or NEVER. One thing at both
    ends stands for the thing and whatever it is joined to. `since` and `until` are ISO 8601, "" if not said; `manner`
    is ALSO (beside others), STILL (it has never ended) or ""."""

    source: Thing
    relation: str
    target: Thing
    what: str
    start: int
    end: int
    since: str = ""
    until: str = ""
    manner: str = ""


def said_by(phase: str, mood: str) -> str:
    """What a phrase of this phase (memkit.lasting.vocabulary) says in this mood, "" for nothing."""
    if phase == ENDS:
        return {SO: OVER, NEVER: SO}.get(mood, "")
    return mood


class Saying:
    """A note while it is read: `found` grows, sentence by sentence."""

    def __init__(self, parse: Parse, states: States, day: date) -> None:
        self.parse, self.states, self.day = parse, states, day
        self.found: list[Said] = []
        self.span, self.sentence = (0, 0), ""
        self.renamed: list[Thing] = []  # what is said to have another name, before the name is told
        self._times = find_times(parse.text, day)

    def opened(self, sentence: Any) -> bool:
        """Go on to a sentence; false if it has no text."""
        start, end = self.parse.offsets[sentence.start_char], self.parse.offsets[sentence.end_char]
        text = self.parse.text[start:end]
        start += len(text) - len(text.lstrip())
        self.span, self.sentence = (start, start + len(text.strip())), text.strip()
        return bool(self.sentence)

    def here(self) -> list[Thing]:
        """The names in the sentence, in its order."""
        names = self.parse.names
        return [names[i] for i in sorted(names) if self.span[0] <= names[i].start < self.span[1]]

    def say(
        self,
        verb: Any,
        what: str,
        sources: Iterable[Thing],
        relation: str,
        targets: Iterable[Thing],
        *,
        planned: bool = False,
        manner: str = "",
        once: bool = False,
    ) -> None:
        """Each source and each target, at the time that the verb's clause gives. `planned`: it is to come, and nothing
        is said without a time; `once`: it was so at that time, and no longer."""
        since, until, ahead = self.when(verb, planned)
        if once and since and not until and any(t.role == ON for t in self.times_of(verb)):
            what, until = SO, since  # "in 2019 she lived in Rome"
        if planned and not (since or until):
            return
        if ahead and what == OVER and not since:
            return
        for source in sources:
            for target in targets:
                self.found.append(Said(source, relation, target, what, *self.span, since, until, manner))
                if source != target and not self.parse.is_person(target):
                    self.parse.others.append(target)  # what "it" may stand for
        self.parse.others.sort(key=lambda thing: thing.start)

    def when(self, verb: Any, planned: bool) -> tuple[str, str, bool]:
        """(since, until, is it ahead): the times of the verb's clause, else those that the sentence gives to none."""
        progressive = verb.tag_ == "VBG" and any(t.lower_ in ("is", "are", "'s", "'re", "am") for t in verb.children)
        times = self.times_of(verb)
        ahead = planned or (progressive and any(t.ahead > self.day.isoformat() and t.past != t.ahead for t in times))
        since = until = ""
        for time in times:
            at = time.ahead if ahead else time.past
            if time.role == UNTIL:
                until = until or (time.ahead if verb.tag_ in ("VBZ", "VBP", "VB") or ahead else at)
            elif time.role in (SINCE, BEFORE) or not since:
                since = at
        return since, until, ahead

    def times_of(self, verb: Any) -> list[Time]:
        """The times of the verb's clause, else those of the sentence that no other verb has."""
        here = [t for t in self._times if self.span[0] <= t.start < self.span[1]]
        here = [t for t in here if not self._is_of_a_name(t, verb)]  # "the Tuesday choir"
        here = [t for t in here if not re.search(r"\bnot\s*$", self.parse.text[max(0, t.start - 8) : t.start])]
        if len(here) < 1:
            return []
        own = {self.parse.place(t)[0] for t in clause(verb)}
        mine = [t for t in here if own & set(range(t.start, t.end))]
        if mine:
            return mine
        others = [v for v in verb.sent if v.pos_ == "VERB" and v.i != verb.i and v.dep_ not in ("aux", "xcomp")]
        taken = [
            t for t in here for v in others if {self.parse.place(x)[0] for x in clause(v)} & set(range(t.start, t.end))
        ]
        if verb.dep_ == "xcomp":
            return self.times_of(verb.head)
        return [t for t in here if t not in taken]

    def _is_of_a_name(self, time: Time, verb: Any) -> bool:
        inside = [t for t in verb.sent if time.start <= self.parse.place(t)[0] < time.end]
        last = inside[-1] if inside else verb
        return last.dep_ in ("compound", "nmod") and last.head.i > last.i and last.head.pos_ == "NOUN"

    def goes_on(self, verb: Any) -> bool:
        """It is told since when it is so."""
        return any(t.role == SINCE for t in self.times_of(verb))

    def mood(self, verb: Any) -> tuple[str, bool]:
        """(SO, OVER, NEVER or "" for what is left open, is it planned)"""
        helpers = [t.lower_ for t in children(verb, "aux")]
        negated = any(t.dep_ == "neg" for t in verb.children)
        if any(t in WILL for t in helpers):
            return (NEVER, False) if negated else (SO, True)
        if verb.dep_ == "xcomp" and verb.head.lemma_ == "have" and verb.head.tag_ == "VBD":
            return self.mood(verb.head)  # "had to leave"
        if verb.dep_ == "xcomp" and verb.head.lemma_ in PLANS and any(t.tag_ == "TO" for t in verb.children):
            return (NEVER, False) if any(t.dep_ == "neg" for t in verb.head.children) else (SO, True)
        if verb.dep_ in ("xcomp", "advcl") and any(t.tag_ == "TO" for t in verb.children) and verb.head.lemma_ in GOES:
            return self.mood(verb.head)  # "moved to Kalmar to study at the music school"
        own = verb.head.lemma_ in SAYING and any(t.lower_ in ("i", "we") for t in children(verb.head, "nsubj"))
        if verb.dep_ == "ccomp" and own and WRONG.search(self.parse.text):
            return NEVER, False  # "I wrote that ... That was a mistake."
        truth = truth_of(verb)
        mood = {Truth.HOLDS: SO, Truth.NEGATED: NEVER, Truth.FORMER: OVER}.get(truth, "")
        if verb.dep_ in ("ccomp", "csubj", "acl") and verb.head.lemma_ in ("be", "story", "news", "claim"):
            be = verb.head if verb.head.lemma_ == "be" else verb.head.head
            judged = {t.lower_ for t in children(be, "acomp", "attr")}
            denied = any(t.dep_ == "neg" for t in be.children)
            if judged & {"true", "right", "correct", "so", "case"}:
                return (NEVER if denied else SO), False
            if judged & {"false", "wrong", "untrue", "mistake", "error", "invention", "mistaken"}:
                return ("" if denied else NEVER), False
        if mood == NEVER and re.search(r"\b(?:any ?more|any longer|no longer)\b", self.sentence):
            mood = OVER
        return mood, False
