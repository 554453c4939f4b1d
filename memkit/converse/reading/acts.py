"""Who does what in a conversation: proposes, supports, disagrees, withdraws, decides or reaffirms.

turns -> clauses (clauses.py) -> whose view each is (quoting.py) -> which act its words do (cues.py, judging.py), told
from what is on the table where the words alone do not say it (ground.py) -> at most one act per person and option in a
turn (settling.py).
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memkit.converse.base import Said, Turn
from memkit.converse.people import find_people
from memkit.converse.reading.clauses import clauses
from memkit.converse.reading.ground import Ground
from memkit.converse.reading.judging import judge
from memkit.converse.reading.mentions import Mention, find_mentions, name_pattern
from memkit.converse.reading.quoting import Attributor, View, is_reminder
from memkit.converse.reading.settling import Found, settle
from memkit.converse.reading.words import content
from memkit.extract.english import PIPELINE_IN_USE, load_pipeline

log = logging.getLogger(__name__)

#: Characters of a turn that are read: what is longer is a paste, not talk.
LONGEST = 20_000
BATCH = 64
#: Hours without a word that end a sitting: who was here before need not be here now.
SITTING_HOURS = 12.0
#: People named in earlier turns whom "he" or "she" may still mean.
REMEMBERED = 3
#: "Yes to both", "I'm against both motions"
_BOTH = re.compile(
    r"\bboth\b(?! (?:of (?:us|you|them\b)|for\b|against\b|in favou?r|agree|want|say|think|sides|think|"
    r"support))(?<!we both)(?<!us both)"
)
#: "Ada is right", "Ada's gate has my blessing": of somebody else, but the speaker's view.
_OF_ONES_OWN = re.compile(r"\b(?:my|me|is right)\b")
#: Questions that call for a stance: yes and no are acts then.
_CALL = re.compile(
    r"\b(?:favou?r|agree|agreed|objections?|object|happy|vote|against|for it|opposed|all right|ok|okay|with me|accept|"
    r"live with|support|a yes|a no|wedded|second|seconds|seconder|content|shall we|should we|do we|are we)\b",
    re.IGNORECASE,
)


def find_acts(turns: Sequence[Turn], people: Iterable[Mapping[str, object]] = (), nlp: Any = None) -> list[Said]:
    """The acts of each turn, in order. `people` ({name, aliases}) helps to tell names; `nlp` is a spaCy pipeline (the
    shared one if None). Linear in the length of the conversation. A turn that the pipeline cannot read is passed over,
    with a warning in the log."""
    return [said for looked in look_through(turns, people, nlp) for said in looked.said()]


def look_through(
    turns: Sequence[Turn], people: Iterable[Mapping[str, object]] = (), nlp: Any = None
) -> Iterator[Looked]:
    """What the rules see in each turn, in order, as `find_acts` does. While one is looked at, `ground` is still that
    before it; with the next one its acts are taken in."""
    turns, people = list(turns), list(people)
    if not turns:
        return
    nlp = nlp or load_pipeline()
    finder = _Finder(turns, people)
    for start in range(0, len(turns), BATCH):
        batch = turns[start : start + BATCH]
        for turn, doc in zip(batch, _parsed(nlp, batch), strict=True):
            if doc is not None:
                looked = finder.look(turn, doc)
                yield looked
                finder.take_in(looked)


@dataclass(frozen=True, slots=True)
class Looked:
    """A turn as the rules see it: whose view each clause is, and the acts that are left of all that clauses seem to do
    (`judged`). `speaker` is the name of who speaks, `name_of` gives that of any spelling."""

    turn: Turn
    speaker: str
    name_of: Callable[[str], str]
    views: Sequence[View]
    judged: Sequence[Found]
    found: Sequence[Found]
    named: Sequence[Mention]
    ground: Ground

    def said(self) -> list[Said]:
        """The acts; twice where one speaks to both of the options that wait for an answer."""
        return [_said(self.turn, one) for one in self.found for _ in range(self.times(one.act, one.view.words))]

    def times(self, act: str, words: str) -> int:
        """Two where one speaks to both of the options that wait for an answer."""
        waiting = sum(not (option.settled or option.pulled) for option in self.ground.options)
        return 2 if waiting > 1 and act != "proposes" and _BOTH.search(words) else 1


def _parsed(nlp: Any, turns: Sequence[Turn]) -> list[Any]:
    """A spaCy Doc per turn; None for one that the pipeline fails on."""
    texts = [turn.text[:LONGEST] for turn in turns]
    with PIPELINE_IN_USE:
        try:
            return list(nlp.pipe(texts, batch_size=BATCH))
        except Exception:  # find the one that fails; the others are read all the same
            return [_parsed_one(nlp, turn.n, text) for turn, text in zip(turns, texts, strict=True)]


def _parsed_one(nlp: Any, n: int, text: str) -> Any:
    try:
        return nlp(text)
    except Exception as error:
        log.warning("turn %d cannot be read: %s", n, error)
        return None


class _Finder:
    """Goes through a conversation turn by turn."""

    def __init__(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]]) -> None:
        self._known = find_people([turn.speaker for turn in turns], people)
        self._names = name_pattern(_names(turns, people))
        self._ground = Ground(opener=self._known.of(turns[0].speaker))
        self._here: set[str] = set()
        self._at = ""
        self._named: deque[Mention] = deque(maxlen=REMEMBERED)  # absent people of the last turns

    def look(self, turn: Turn, doc: Any) -> Looked:
        text = turn.text[:LONGEST]
        speaker = self._known.of(turn.speaker)
        if _hours(self._at, turn.at) > SITTING_HOURS:
            self._here = set()
        self._at = turn.at or self._at
        self._here.add(speaker)
        named = find_mentions(doc, text, self._names)
        views = Attributor(named, self._named, lambda m: self._known.of(m.text) in self._here).views(clauses(doc, text))
        judged = self._judge_all(views, speaker)
        return Looked(turn, speaker, self._known.of, views, judged, settle(judged, self._ground), named, self._ground)

    def take_in(self, looked: Looked) -> None:
        text = looked.turn.text[:LONGEST]
        around = frozenset(content(text))
        for one in looked.found:
            self._ground.note(one.name, one.act, one.words, around)
        choice = re.search(r"\bor\b", text) is not None
        asks = _asks(looked.views, looked.found)
        self._ground.end_turn(looked.speaker, frozenset() if choice else around, asks)
        self._named.extend(m for m in looked.named if self._known.of(m.text) not in self._here)

    def _judge_all(self, views: Sequence[View], speaker: str) -> list[Found]:
        found: list[Found] = []
        quoted_in = -1
        for place, view in enumerate(views):
            after = views[place + 1 :]
            told = False
            for person in view.persons:
                name = self._known.of(person) if person else speaker
                absent = bool(person) and name != speaker
                if absent and name in self._here:
                    continue  # who is here speaks for himself: this only reminds of what was said
                judged = judge(view, after, name, absent, self._ground, _nothing_but_withdrawn(found))
                if judged is None or (
                    absent and is_reminder(view.words) and judged.act in self._ground.held.get(name, ())
                ):
                    continue
                if not judged.sure and not absent and quoted_in == view.clause.sentence:
                    continue  # more of what somebody absent thinks
                told = True
                quoted_in = view.clause.sentence if absent else quoted_in
                found.append(Found(person if absent else "", name, judged.act, view, judged.words, judged.sure))
            if not told and "" not in view.persons and not view.reported and view.persons:
                # "Chantal gets Thursdays": nobody's view is told, the speaker says something of a person
                own = View(view.clause, ("",), view.clause.words)
                judged = judge(own, after, speaker, False, self._ground, _nothing_but_withdrawn(found))
                spoken = judged is not None and judged.sure and _OF_ONES_OWN.search(own.words)
                if judged is not None and (spoken or judged.act in ("decides", "proposes")):
                    found.append(Found("", speaker, judged.act, own, judged.words, judged.sure))
        return found


def _asks(views: Sequence[View], found: Sequence[Found]) -> bool:
    """Does a turn end with a question that wants to know something, and neither suggests nor calls a vote?"""
    last = views[-1].clause if views else None
    if last is None or not last.asked or _CALL.search(last.text):
        return False
    return all(one.sentence != last.sentence for one in found)


def _nothing_but_withdrawn(found: Sequence[Found]) -> bool:
    return all(one.act == "withdraws" for one in found)


def _names(turns: Sequence[Turn], people: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Every way in which a person of the conversation may be named in it."""
    for turn in turns:
        yield turn.speaker
        first = turn.speaker.split()[:1]
        if first and turn.speaker[:1].isupper() and not first[0].endswith("."):
            yield first[0]
    for person in people:
        name = str(person.get("name", ""))
        yield name
        first = name.split()[:1]
        if first and not first[0].endswith("."):
            yield first[0]
        yield from (str(alias) for alias in person.get("aliases", ()) or ())


def _hours(before: str, after: str) -> float:
    try:
        gap = _time(after) - _time(before)
    except (ValueError, TypeError):
        return 0.0
    return abs(gap.total_seconds()) / 3600


def _time(at: str) -> datetime:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).replace(tzinfo=None)


def _said(turn: Turn, one: Found) -> Said:
    clause = one.view.clause
    return Said(turn.n, one.person, one.act, clause.start, clause.end, clause.text.strip() if one.words else "")
