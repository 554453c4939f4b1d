"""Who does what in a conversation: proposes, supports, disagrees, withdraws, decides or reaffirms.

turns -> clauses (clauses.py) -> whose view each is (quoting.py) -> which act its words do (cues.py), told from what is
on the table where the words alone do not say it (ground.py) -> at most one act per person and option in a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memkit.converse.base import Said, Turn
from memkit.converse.people import People, find_people
from memkit.converse.reading import cues
from memkit.converse.reading.clauses import clauses
from memkit.converse.reading.ground import Ground
from memkit.converse.reading.quoting import Attributor, Mention, View, is_reminder, mentions, name_pattern
from memkit.converse.reading.words import content
from memkit.extract.english import load_pipeline

#: Characters of a turn that are read: what is longer is a paste, not talk.
LONGEST = 20_000
BATCH = 64


@dataclass(slots=True)
class _Found:
    person: str  # as written, "" : the speaker
    name: str  # identity
    act: str
    view: View
    words: frozenset[str]
    strong: bool
    new: bool = False


def find_acts(turns: Sequence[Turn], people: Iterable[Mapping[str, object]] = (), nlp: Any = None) -> list[Said]:
    """The acts of each turn, in order. `people` ({name, aliases}) helps to tell names; `nlp` is a spaCy pipeline (the
    shared one if None). Linear in the length of the conversation."""
    turns = list(turns)
    if not turns:
        return []
    nlp = nlp or load_pipeline()
    people = list(people)
    known = find_people([turn.speaker for turn in turns], people)
    names = name_pattern(_names(turns, people))
    ground = Ground()
    heard: list[Said] = []
    session: set[str] = set()
    before_at = ""
    mentioned: Mention | None = None
    docs = nlp.pipe((turn.text[:LONGEST] for turn in turns), batch_size=BATCH)
    for place, (turn, doc) in enumerate(zip(turns, docs, strict=True)):
        text = turn.text[:LONGEST]
        ground.place = place
        speaker = known.of(turn.speaker)
        if place == 0:
            ground.opener = speaker
        if _hours(before_at, turn.at) > 12:
            session = set()
        before_at = turn.at or before_at
        session.add(speaker)
        named = mentions(doc, text, names)
        found = _acts_of(turn, doc, text, named, mentioned, speaker, known, ground, session)
        for one in found:
            heard.append(_said(turn, one))
            ground.note(one.name, one.act, one.words)
        mentioned = named[-1] if named else None
        ground.last_question = text.rstrip(" \"')”").endswith("?")
    return heard


def _names(turns: Sequence[Turn], people: Sequence[Mapping[str, object]]) -> Iterator[str]:
    for turn in turns:
        yield turn.speaker
        yield turn.speaker.split()[0] if turn.speaker.split() and turn.speaker[:1].isupper() else turn.speaker
    for person in people:
        name = str(person.get("name", ""))
        yield name
        first = name.split()[:1]
        if first and not first[0].endswith("."):
            yield first[0]
        yield from (str(alias) for alias in person.get("aliases", ()) or ())


def _hours(before: str, after: str) -> float:
    try:
        gap = datetime.fromisoformat(after.replace("Z", "+00:00")) - datetime.fromisoformat(
            before.replace("Z", "+00:00")
        )
    except (ValueError, TypeError):
        return 0.0
    return abs(gap.total_seconds()) / 3600


def _said(turn: Turn, one: _Found) -> Said:
    clause = one.view.clause
    return Said(turn.n, one.person, one.act, clause.start, clause.end, clause.text.strip() if one.words else "")


def _acts_of(
    turn, doc, text, named, mentioned, speaker, known: People, ground: Ground, session: set[str]
) -> list[_Found]:
    pieces = clauses(doc, text)
    views = Attributor(text, named, mentioned).views(pieces)
    found: list[_Found] = []
    for number, view in enumerate(views):
        for person in view.persons:
            name = known.of(person) if person else speaker
            if person and (name == speaker):
                person = ""
            if person and (name in session):
                continue  # who is here speaks for himself: this only reminds of what was said
            judged = _judge(view, name, bool(person), ground, found, views, number)
            if judged is None:
                continue
            act, words, strong, new = judged
            if person and act in _against_for(ground, name) and is_reminder(view.words):
                continue
            found.append(_Found(person, name, act, view, words, strong, new))
        if view.persons and view.persons[0] and not any(f.view is view for f in found) and not view.reported:
            # "Chantal gets Thursdays": nobody's view is told, the speaker says something of a person
            own = View(view.clause, ("",), view.clause.words)
            judged = _judge(own, speaker, False, ground, found, views, number)
            if judged is not None and judged[0] in ("decides", "proposes"):
                found.append(_Found("", speaker, judged[0], own, *judged[1:]))
    return _settle(found, ground)


def _against_for(ground: Ground, name: str) -> list[str]:
    return ground.held.get(name, [])


_POINTS_BACK = re.compile(r"\b(?:it|that|this|them|those|so|one|same)\b")
_EXPLICIT = re.compile(
    r"\b(?:propose|suggest|move|nominate|recommend|how about|why (?:not|do)|proposal|suggestion|motion|"
    r"put forward|what if|may i)\b"
)
_IDIOM = re.compile(
    r"\bhow about\b|\bwhy (?:do not|not|do) (?:we|you|i|just|try|make|use|take|have|go)?|\bwhat if we\b|\b(?:may|"
    r"might|could|can) i (?:suggest|propose|ask for|recommend|move|have)\b|"
    r"\bplease\b|\bwhat do you say to\b|\bwhat would you say to\b|\bshall we (?:not )?\b|\bcould we not\b|"
    r"\bcan we not\b|\bwould it not be\b|\bshould we not\b|\bhow would it be if\b|\bwhat about (?:we |us |a |"
    r"an )?\w+ing\b"
)


def _judge(view: View, name: str, quoted: bool, ground: Ground, found, views, number):
    """(act, words of the option, strong, new option) that a view does; None if nothing."""
    clause = view.clause
    words = cues.NEUTRAL.sub(" ", view.words).strip(" ,.")
    about = frozenset(content(clause.text))
    if not re.sub(r"\W", "", words) and not re.search(r"[+-]1|👍|👎", clause.text):
        return None
    option = ground.overlap(about)
    if clause.asked and not (clause.joint == "" and _is_answer(words)):
        if quoted:
            return None
        if _IDIOM.search(words) and any(
            c.act == "proposes" and c.strong and c.pattern.search(words) for c in cues.PROPOSES
        ):
            return "proposes", about, True, True
        return None
    if cues.UNREAL.search(words):
        return None
    strong = {}
    weak = {}
    for cue in cues.CUES:
        match = cue.pattern.search(words)
        if match:
            (strong if cue.strong else weak).setdefault(cue.act, match)
    held = ground.held.get(name, [])
    for_it = any(a in ("proposes", "supports", "decides", "reaffirms") for a in held)
    against = "disagrees" in held
    leads = ground.leads(name) and not quoted
    if "withdraws" in strong:
        if not held and not quoted:
            strong.pop("withdraws")
        else:
            return "withdraws", about, True, False
    if "withdraws" in weak and (against or (leads and for_it)):
        return "withdraws", about, False, False
    if "reaffirms" in strong:
        if against and not for_it:
            return "disagrees", about, True, False
        if for_it or (leads and ground.deciders):
            if "disagrees" in strong and against:
                return "disagrees", about, True, False
            return "reaffirms", about, True, False
        if "disagrees" in strong:
            return "disagrees", about, True, False
        return "supports", about, False, False
    if "decides" in strong and not quoted and "disagrees" not in strong and (leads or "proposes" not in strong):
        return "decides", about, True, False
    if "disagrees" in strong:
        return "disagrees", about, True, False
    if "supports" in strong:
        if leads and weak.get("decides") and option is not None and "agree" in words:
            return "decides", about, True, False
        return "supports", about, True, False
    if "proposes" in strong:
        if leads and "decides" in weak and option is not None and re.search(r"\blet us\b", words):
            return "decides", about, True, False
        new = about - (option.words if option else frozenset())
        explicit = bool(_EXPLICIT.search(words))
        if (
            not explicit
            and option is not None
            and not option.settled
            and option.by != name
            and len(new) <= len(about & option.words)
            and "again" not in words
        ):
            return "supports", about, True, False
        if (
            not explicit
            and not about
            and ground.last_open()
            and ground.last_open().by != name
            and not clause_before_asked(views, number)
        ):
            return "supports", about, False, False
        if "reaffirms" in weak and for_it and option is not None:
            return "reaffirms", about, True, False
        return "proposes", about, explicit or True, True
    if (
        "reaffirms" in weak
        and for_it
        and re.search(r"\bshould stay|must stay|stay|remain", words)
        and option is not None
        and (option.by == name or leads)
    ):
        return "reaffirms", about, False, False
    finite = any(t.tag_ in ("VBD", "VBP", "VBZ", "MD") for t in clause.tokens)
    if leads and "decides" in weak and (option is not None or (not about and finite)) and not quoted:
        return "decides", about, False, False
    if leads and not finite and option is not None and not option.settled and about:
        return "decides", about, False, False
    if (
        "supports" in weak
        and not leads
        and (
            (option is not None and option.by != name)
            or (not about and _POINTS_BACK.search(words))
            or re.match(r"^(?:yes|ok|fine|sure)\b", words)
        )
        and ground.place - ground.last_act_place <= 4
    ):
        return "supports", about, False, False
    if (
        "disagrees" in weak
        and ground.last_open() is not None
        and ground.last_open().by != name
        and ground.place - ground.last_act_place <= 2
    ):
        return "disagrees", about, False, False
    if quoted:
        return None
    if not finite and about and len(clause.tokens) <= 14:
        if option is not None and not (about - option.words):
            if option.by != name:
                return "supports", about, False, False
            return None
        recent = ground.place - ground.last_act_place
        open_now = ground.last_open()
        if ground.last_question and open_now is not None and recent <= 3:
            return None  # an answer to a question about what is on the table
        if clause.joint and clause.joint != ":":
            return None
        if not leads and not found:
            return "proposes", about, False, True
    if not finite and clause.tokens and clause.tokens[0].tag_ == "VB" and not found and not leads:
        return "proposes", about, False, True
    return None


def clause_before_asked(views, number: int) -> bool:
    return number > 0 and views[number - 1].clause.asked


def _is_answer(words: str) -> bool:
    return False


_RANK = {"decides": 5, "disagrees": 4, "supports": 3, "proposes": 2, "reaffirms": 6, "withdraws": 1}


def _settle(found: list[_Found], ground: Ground) -> list[_Found]:
    """At most one act per person and option: of what is left, the strongest."""
    kept: list[_Found] = []
    for name in dict.fromkeys(one.name for one in found):
        own = [one for one in found if one.name == name]
        if any(one.strong for one in own):
            own = [one for one in own if one.strong or (one.act == "decides")]
        merged: list[_Found] = []
        for one in own:
            twin = next((m for m in merged if m.act == one.act), None)
            if twin is not None and not (one.act in ("decides", "withdraws", "proposes") and _apart(twin, one, ground)):
                twin.words |= one.words
                continue
            merged.append(one)
        acts = {m.act for m in merged}
        held = ground.held.get(name, [])
        if {"supports", "decides"} <= acts:
            merged = [m for m in merged if m.act != "supports"]
        if {"disagrees", "supports"} <= acts:
            last = [m for m in merged if m.act in ("disagrees", "supports")][-1]
            merged = [m for m in merged if m.act not in ("disagrees", "supports") or m is last]
        if {"disagrees", "withdraws"} <= acts:
            drop = "disagrees" if "disagrees" in held else "withdraws"
            merged = [m for m in merged if m.act != drop]
        if {"supports", "withdraws"} <= acts and "disagrees" in held and not any(a != "disagrees" for a in held):
            merged = [m for m in merged if m.act != "withdraws"]
        if {"supports", "proposes"} <= acts:
            first = next(m for m in merged if m.act in ("supports", "proposes"))
            if first.act == "proposes" or len(
                [m for m in merged if m.act == "proposes" and m.view.clause.sentence == first.view.clause.sentence]
            ):
                merged = [m for m in merged if m.act != "supports"]
        if {"decides", "proposes"} <= acts:
            merged = [
                m
                for m in merged
                if m.act != "proposes"
                or m.view.clause.sentence != next(d for d in merged if d.act == "decides").view.clause.sentence
            ]
        if {"supports", "reaffirms"} <= acts:
            merged = [m for m in merged if m.act != "supports"]
        kept += merged
    return sorted(kept, key=lambda one: one.view.clause.start)


def _apart(one: _Found, other: _Found, ground: Ground) -> bool:
    """They are about two options: each has its own on the table, or its own words."""
    if one.view.clause.sentence == other.view.clause.sentence and other.view.clause.joint != "and":
        return False
    if not one.words or not other.words or one.words & other.words:
        return False
    a, b = ground.overlap(one.words), ground.overlap(other.words)
    if one.act == "proposes":
        return other.strong
    return a is not None and b is not None and a is not b
