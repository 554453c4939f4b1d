"""A question about a lasting state: "Where did Ana live in April 2024?", "Who leads the choir now?" """

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from memkit.extract.relative_dates import Time, find_times
from memkit.lasting.book import WHAT, WHERE, WHO, Book, role_of
from memkit.lasting.clauses import GROUPS, PEOPLE
from memkit.lasting.names import name_words, one_name
from memkit.lasting.spells import Spell, day_of, last_day_of

_ASKS = re.compile(
    r"^(?:(?:and|so|but|please|now|then),? )*(?:(?:in|at|on|for|with|to|of|by|since|from) )?"
    r"(who|whom|whose|where|what|which)\b",
    re.IGNORECASE,
)
_NOT_A_STATE = re.compile(r"\b(?:how (?:many|long|often)|when|why|since when)\b", re.IGNORECASE)
_NOW = re.compile(
    r"\b(?:now|nowadays|today|currently|at present|presently|these days|at the moment|right now|still|anymore|any more|"
    r"by now|as of now)\b",
    re.IGNORECASE,
)
#: What notes may tell in the words of the other.
_LIKE = {"MEMBER_OF": "WORKS_AT", "WORKS_AT": "MEMBER_OF", "STUDIES_AT": "WORKS_AT"}
_PRESENT = frozenset("VBZ VBP".split())
_KINDS = frozenset("animal pet vehicle instrument building property".split())
_PLAIN = frozenset("thing things kind sort".split())


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks: the `others` of the spells of `relations` that one end of which is the thing named `known`
    (in all its spellings), `known_as` source or target, on some day from `first` to `last` (None: now). `noun` is the
    kind of thing asked for ("which boat"), "" if none is said."""

    relations: tuple[str, ...]
    known: frozenset[str]
    known_as: str
    first: date | None
    last: date | None
    when: str
    noun: str = ""


def read_question(text: str, doc: Any, book: Book) -> Asked | None:
    """None where it asks for no lasting state of a thing that the book knows. `doc` is the question's parse."""
    asks = _ASKS.match(text.strip())
    if not asks or _NOT_A_STATE.search(text) or book.now is None:
        return None
    times = find_times(text, book.now)
    dated = [t for t in times if not _NOW.fullmatch(text[t.start : t.end].strip())]
    now = bool(_NOW.search(text))
    tokens = [t for t in doc if not t.is_punct]
    past = not any(t.tag_ in _PRESENT for t in tokens) and any(t.tag_ in ("VBD", "VBN") for t in tokens)
    if past and not dated and not now:
        return None
    first = last = None
    if dated:
        first, last = day_of(dated[0].past), last_day_of(dated[-1].past)
    rest = _without(text, dated)
    unsaid: Asked | None = None
    word = asks.group(1).lower()
    for known, role in _known(rest, book):
        for end in ("target", "source") if word in ("who", "whom", "whose") else ("source", "target"):
            found = [
                r for r in _relations(tokens, rest, known, book) if role_of(r, book.states)[end == "target"] == role
            ]
            near = [*found, *(_LIKE[r] for r in found if r in _LIKE)]
            told = [r for r in found if any(is_said(r, end, known, book))]
            told = told or [r for r in near if any(is_said(r, end, known, book))]
            if told or (found and dated and not unsaid):
                asked = Asked(tuple(told or found), known, end, first, last, _when(text, dated), _noun(tokens, word))
                if told:
                    return asked
                unsaid = asked  # no passage tells what was so at a time
    return unsaid


def answers(asked: Asked, book: Book) -> list[tuple[str, Spell]]:
    """(the name of the other end, the spell) of each answer, by name."""
    other = "source" if asked.known_as == "target" else "target"
    found: dict[str, Spell] = {}
    for spell in book.standing(asked.first, asked.last):
        if spell.relation not in asked.relations:
            continue
        state = book.states.state(spell.relation)
        for known, end in ((asked.known_as, other), (other, asked.known_as)):
            if _end(spell, known) in asked.known and (known == asked.known_as or (state and state.mutual)):
                found.setdefault(_end(spell, end), spell)
    return sorted(_of_kind(found, asked, book).items())


def _of_kind(found: dict[str, Spell], asked: Asked, book: Book) -> dict[str, Spell]:
    """Those of the kind that is asked for, where the notes say which are."""
    if not asked.noun or asked.known_as != "source":
        return found
    things = book.states.of["OWNS"].things if "OWNS" in book.states.of else frozenset()

    def said(name: str) -> bool:
        told = " ".join(s.stated.sentence for s in book.spells if name in (s.target, s.source)).lower()
        return bool(re.search(rf"\b{re.escape(asked.noun)}", f"{told} {name.lower()}"))

    fitting = {name: spell for name, spell in found.items() if said(name)}
    if fitting:
        return fitting
    if asked.noun in _KINDS:
        return found
    return {n: s for n, s in found.items() if not ({asked.noun} | set(name_words(n)[-1:])) <= things}


def is_said(relation: str, end: str, known: frozenset[str], book: Book) -> Iterator[bool]:
    """Anything was ever said of this relation of the known thing."""
    both = [(source, target) for source, said, target in book.said if said == relation]
    spoken = (source if end == "source" else target for source, target in both if source != target)
    yield from (name in known for name in spoken)
    yield from (_end(s, end) in known for s in book.spells if s.relation == relation)


def _end(spell: Spell, which: str) -> str:
    return spell.source if which == "source" else spell.target


def _without(text: str, times: Sequence[Time]) -> str:
    for time in reversed(times):
        text = f"{text[: time.start]} {text[time.end :]}"
    return text


def _when(text: str, times: Sequence[Time]) -> str:
    return " ".join(text[t.start : t.end] for t in times) or "now"


# ------------------------------------------------------------------------------------------------ what it is about


def _known(text: str, book: Book) -> list[tuple[frozenset[str], str]]:
    """(spellings, role) of each thing of the book that the question names, the longest words first. A fuller name than
    the notes have is the one that it begins or ends with."""
    words = name_words(re.sub(r"['’]s?(?!\w)", "", text))
    found: list[tuple[int, int, frozenset[str], str]] = []
    for role, names in book.names.items():
        spans = {}
        for name in names:
            own = name_words(name)
            at = _find(words, own)
            if at >= 0:
                spans[name] = (at, at + len(own))
        for start, end in spans.values():
            if any(s <= start and end <= e and (s, e) != (start, end) for s, e in spans.values()):
                continue
            asked = _widened(text, words[start:end])
            full = one_name([*names, asked])
            same = frozenset(n for n in {*names, *full.values()} if full.get(n, n) == full.get(asked, asked))
            found.append((end - start, -start, same | {full.get(asked, asked)}, role))
    found.sort(key=lambda one: (-one[0], one[1], sorted(one[2]), one[3]))
    return [(same, role) for _, _, same, role in found]


def _find(words: Sequence[str], own: Sequence[str]) -> int:
    if not own:
        return -1
    return next((i for i in range(len(words) - len(own) + 1) if tuple(words[i : i + len(own)]) == tuple(own)), -1)


_CAPITAL = re.compile(r"[^\W\d_a-z][\w'’.-]*(?: (?:of |the |de |van |von |der )?[^\W\d_a-z][\w’.-]*)*")


def _widened(text: str, own: Sequence[str]) -> str:
    """The whole capitalised name in the question that these words are a part of."""
    for match in _CAPITAL.finditer(text):
        name = re.sub(r"['’]s$", "", match.group())
        name = re.sub(r"^(?:Who|Whose|Where|What|Which|In|At|On|For) ?", "", name)
        if len(name_words(name)) > len(own) and _find(name_words(name), own) >= 0:
            return name
    return " ".join(own)


# --------------------------------------------------------------------------------------------------- what is asked


def _relations(tokens: Sequence[Any], text: str, known: frozenset[str], book: Book) -> list[str]:
    """The states that the question's words may speak of, the likeliest first."""
    states = book.states
    named = {word for name in known for word in name_words(name)}
    lemmas = [t.lemma_.lower() for t in tokens if t.lower_ not in named]
    lowers = {t.lower_ for t in tokens} | set(lemmas)
    found: dict[str, int] = {}
    for lemma in lemmas:
        if relation := states.by_noun(lemma):
            found[relation] = max(found.get(relation, 0), 4)
    for token in tokens:
        frames = list(states.frames.get(token.lemma_.lower(), ()))
        frames += [f for f in states.frames.get("be", ()) if token.lower_ in f.words]
        for frame in frames:
            if frame.words and not frame.words & lowers:
                continue
            if "be" in frame.verbs and not frame.words:
                continue
            weight = 1 + bool(frame.words) + bool(frame.prepositions & lowers)
            found[frame.relation] = max(found.get(frame.relation, 0), weight)
    if "MEMBER_OF" in states.of and _noun(tokens, "which") in GROUPS and "LEADS" not in found:
        found["MEMBER_OF"] = max(found.get("MEMBER_OF", 0), 2)
    for lemma in (*lemmas, *(" ".join(pair) for pair in itertools.pairwise(lemmas))):
        if post := states.post(lemma):
            found[post] = max(found.get(post, 0), 4)
    if "name" in lowers and "NAMED" in states.of:
        found["NAMED"] = max(found.get("NAMED", 0), 2)
    if re.search(r"\bwhose\b", text, re.IGNORECASE) and "OWNS" in states.of:
        found.setdefault("OWNS", 1)
    if re.match(r"\W*where\b", text, re.IGNORECASE) and not found:
        found = {"LIVES_IN": 1, "BASED_IN": 1}
    if "LIVES_IN" in found or "BASED_IN" in found:
        weight = max(found.get("LIVES_IN", 0), found.get("BASED_IN", 0))
        found |= {r: weight for r in ("LIVES_IN", "BASED_IN") if r in states.of}
    return sorted(found, key=lambda r: (-found[r], list(states.of).index(r) if r in states.of else 0))


def _noun(tokens: Iterable[Any], word: str) -> str:
    """The noun right after "what" or "which"."""
    tokens = list(tokens)
    if word not in ("what", "which", "whose"):
        return ""
    at = next((i for i, t in enumerate(tokens) if t.lower_ in ("what", "which", "whose")), None)
    for token in tokens[at + 1 : at + 4] if at is not None else ():
        if token.pos_ in ("VERB", "AUX"):
            return ""
        if token.pos_ == "NOUN" and token.lemma_.lower() not in _PLAIN | PEOPLE:
            return token.lemma_.lower()
    return ""


__all__ = ["WHAT", "WHERE", "WHO", "Asked", "answers", "read_question"]
