"""A turn's text cut into clauses: pieces that do one thing each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memkit.converse.reading.plainly import plain

#: Characters of a clause that are read: nobody says more in one.
LONGEST = 400
#: What joins a clause to a heading before it ("Item two: the bus").
HEADING = "heading:"
_HEADING = re.compile(
    r"(?:\w+ )?(?:item|point|agenda|next|topic|question|update|news|note|re|subject|number|minutes|issue|"
    r"matter)\b\W*(?:\w+\W*){0,3}$",
    re.IGNORECASE,
)
#: No sentence ends after these.
_ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|mx|dr|prof|st|sr|jr|rev|cllr|hon|capt|gen|col|sgt|no|vs|approx|etc|e\.g|i\.e|dept|fig|max|min)"
    r"|(?<![A-Za-z'])(?!I\b)[A-Z])\.$",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"(?<![A-Za-z'])(?!I\.)[A-Z]\.$")
_SENTENCE_END = re.compile(r"(?:[.!?…]+[\"')\]”’]*(?=\s)|\n+|;|\s[-–—]+\s|—)")
#: Where a new clause may begin inside a sentence.
_JOINT = re.compile(
    r",?\s+(?:and|but|so|yet|then|though|although|because|since|while|whereas|as|or|which is why|that is why|if|"
    r"unless|provided|when|once|until)\s+(?=\S)"
    r"|,\s+(?!hear\b)|:\s+",
    re.IGNORECASE,
)
#: "not until", "only if": the word before belongs to what follows.
_BOUND_TO = re.compile(r"\b(?:not|only|even|just|but)$", re.IGNORECASE)
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_OPENERS = frozenset("then so ok okay good yes well and right fine also".split())
_NAMING = frozenset(("DT", "NN", "NNS", "NNP", "CD", "JJ"))
_SUBJECTS = frozenset(("PRP", "DT", "NN", "NNS", "NNP", "NNPS", "PRP$", "EX", "WP", "CD", "JJ"))
#: Words that a first clause of a sentence may be alone: "no, the roof stays", "all right, I agree".
_ANSWER = re.compile(
    r"^(?:yes|no|yep|yeah|nope|agreed|seconded|sure|done|same here|me too|ditto|likewise|fine by me|carried|"
    r"resolved|settled|decided|"
    r"granted|objection|sorry|against|never|not yet|understood|noted|thanks|thank you|hm+|oh|ah|well)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`text[start:end]` of the turn; `words` are it in plain wording; `mark` is what ends its sentence."""

    start: int
    end: int
    text: str
    words: str
    sentence: int  # its sentence's number in the turn
    mark: str  # "?", "!", "." or ""
    joint: str  # the words or the sign that join it to the clause before: "" at the start of a sentence
    before: str  # ... and what joins the next clause of its sentence to it
    tokens: tuple[Any, ...]

    @property
    def asked(self) -> bool:
        return self.mark == "?"


def sentences(text: str) -> list[tuple[int, int]]:
    """Start and end of each sentence, end marks included."""
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(text):
        before = text[start : match.end()].rstrip()
        if match.group().startswith(".") and (_ABBREVIATION.search(before[-12:]) and _is_abbreviation(before)):
            continue
        spans.append((start, match.end()))
        start = match.end()
    spans.append((start, len(text)))
    return [(s, e) for s, e in (_trim(text, s, e) for s, e in spans) if s < e]


def _is_abbreviation(before: str) -> bool:
    last = before.split()[-1]
    return bool(_INITIAL.search(last)) or last[:-1].lower().strip("(\"'") in _KNOWN_SHORT


_KNOWN_SHORT = frozenset(
    "mr mrs ms mx dr prof st sr jr rev cllr hon capt gen col sgt vs approx etc e.g i.e dept fig".split()
)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (text[start].isspace() or text[start] in "-–—;,"):
        if text[start] == "-" and text[start + 1 : start + 2].isdigit():
            break
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def clauses(doc: Any, text: str) -> list[Clause]:
    """The clauses of a turn in order. `doc` is its parse (spaCy), whose tags tell where a clause has its own verb."""
    found: list[Clause] = []
    tokens = [token for token in doc if not token.is_space]
    place = 0
    for number, (start, end) in enumerate(sentences(text)):
        while place < len(tokens) and tokens[place].idx < start:
            place += 1
        first = place
        while place < len(tokens) and tokens[place].idx < end:
            place += 1
        sentence = tokens[first:place]
        match = re.search(r"[.!?]", text[start:end][::-1][:4])
        mark = "?" if "?" in text[max(start, end - 4) : end] else (match.group() if match else "")
        joint = ""
        for piece_start, piece_end, next_joint in _pieces(text, start, end, sentence):
            words = plain(text[piece_start : min(piece_end, piece_start + LONGEST)])
            if words.strip(" .,!?;:"):
                inside = tuple(t for t in sentence if piece_start <= t.idx < piece_end)
                found.append(
                    Clause(
                        piece_start,
                        piece_end,
                        text[piece_start:piece_end],
                        words.rstrip(" .!?;:,"),
                        number,
                        mark,
                        joint,
                        next_joint,
                        inside,
                    )
                )
                joint = next_joint
    return found


def _pieces(text: str, start: int, end: int, tokens: Sequence[Any]):
    """(start, end, joint after it) of each piece of a sentence."""
    begin = start
    joints = list(_JOINT.finditer(text, start, end))
    for number, match in enumerate(joints):
        if match.start() <= begin or _BOUND_TO.search(text, begin, match.start()):
            continue
        until = joints[number + 1].start() if number + 1 < len(joints) else end
        before = [t for t in tokens if begin <= t.idx < match.start()]
        after = [t for t in tokens if match.end() <= t.idx < until]
        sign = match.group().strip().lower()
        if sign == ":" or (_ANSWER.match(text[begin : match.start()].strip()) and sign.startswith(",")):
            cut = True
        else:
            cut = (_has_verb(before) or (sign.startswith(",") and _is_named(before))) and _is_clause(
                after, sign not in (",", ":")
            )
            if not cut and sign.lstrip(", ") in ("if", "unless", "provided", "because", "since", "as"):
                cut = _has_verb(before) and _has_verb(after)
        if cut:
            word = sign.strip(", ")
            heading = sign == ":" and _HEADING.match(text, begin, match.start())
            yield begin, match.start(), HEADING if heading else word or sign
            # the conjunction belongs to the clause that it opens
            begin = (
                match.end()
                if not word or word == ":"
                else match.start() + len(match.group()) - len(match.group().lstrip(", "))
            )
    yield begin, end, ""


def _has_verb(tokens: Sequence[Any]) -> bool:
    return any(t.tag_ in _FINITE or t.tag_ == "VB" for t in tokens)


def _is_named(tokens: Sequence[Any]) -> bool:
    """It only names something ("Solar panels on the roof"), and is no time or place to begin a sentence with."""
    tokens = [t for t in tokens if t.lower_ not in _OPENERS]
    return bool(tokens) and tokens[0].tag_ in _NAMING and any(t.tag_ in ("NN", "NNS", "NNP", "CD") for t in tokens)


def _is_clause(tokens: Sequence[Any], joined: bool) -> bool:
    """It has a finite verb with something before it that can be its subject, or begins with a verb: an order, or, if it
    is `joined` by a conjunction, one that shares the subject before."""
    if tokens and tokens[0].tag_ in ("WP", "WDT", "WP$"):
        return False
    for place, token in enumerate(tokens):
        if token.tag_ in _FINITE:
            return any(t.tag_ in _SUBJECTS for t in tokens[:place]) or (place == 0 and joined)
        if token.tag_ == "VB" and place == 0:
            return True
    return False
