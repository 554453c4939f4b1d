"""Words for what was read: the statement of an option, the name of a topic, a key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from memkit.converse.reading.words import content, number_of, tokens

#: Longest statement, in characters; a longer one is cut between words.
LONGEST = 160
#: Words in the name of a topic, and in a key.
TOPIC_WORDS, KEY_WORDS = 3, 3

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")
#: What people say before an option: the rest is the option itself.
_LEAD = re.compile(
    r"""^(?:
      (?:and|so|then|but|well|ok(?:ay)?|yes|no|now|also|next(?:\ thing|\ one)?|please|good|right|agreed|fine|granted
        |hm+|oh)\b[\s,:;.!-]+
    | (?:i|we)\ (?:hereby\ |would\ |'?d\ )?(?:propose|suggest|move|vote|say|think|insist|recommend|decide|ask)
        \s(?:again\ )?(?:that\ |for\ |on\ |to\ )?
    | (?:i|we)(?:'d|\ would)\ (?:rather|like|prefer|love|go\ with|go\ for|say|suggest|propose|vote\ for|ask\ for)
        \s(?:to\ |that\ |it\ if\ |us\ to\ )?
    | (?:i|we)\ want\ (?:us\ )?(?:to\ )?
    | (?:i'm|i\ am)\ (?:for|in\ favou?r\ of)\s
    | (?:how|what)\ about\s
    | why\ (?:don't|not)\s(?:we\ )?
    | let(?:'s|\ us)\s
    | may\ i\ (?:suggest|propose)\s
    | (?:can|could|shall|should)\ we\ (?:please\ )?
    | we\ (?:should|could|ought\ to|must)\s
    | my\ vote\ goes\ to\s
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def statement_of(text: str, start: int, end: int) -> str:
    """The sentence of text[start:end], without what only says that somebody wants it."""
    before = [m.end() for m in _SENTENCE_END.finditer(text) if m.end() <= start]
    after = [m.start() for m in _SENTENCE_END.finditer(text) if m.start() >= end]
    words = " ".join(text[before[-1] if before else 0 : after[0] if after else len(text)].split())
    words = next((part for part in _SENTENCE_END.split(words) if content(part)), words)
    while True:
        shorter = _LEAD.sub("", words, count=1).lstrip(" ,:;-")
        if shorter == words or not content(shorter):
            break
        words = shorter
    if len(words) > LONGEST:
        words = words[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    words = words.rstrip(" ,;:")
    return words[:1].upper() + words[1:]


def topic_of(texts: Sequence[str]) -> str:
    """The words that the texts about one topic use most, in the order in which they come."""
    surfaces: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for text in texts:
        found: dict[str, str] = {}
        for token in tokens(text):
            for stem in content(token):
                found.setdefault(stem, token.removesuffix("'s"))
        counts.update(found.keys())
        for stem, token in found.items():
            surfaces.setdefault(stem, token)
    named = [stem for stem in surfaces if number_of(surfaces[stem]) is None] or list(surfaces)
    order = {stem: place for place, stem in enumerate(named)}
    chosen = sorted(named, key=lambda stem: (-counts[stem], order[stem]))[:TOPIC_WORDS]
    return " ".join(surfaces[stem] for stem in sorted(chosen, key=order.__getitem__))


def key_of(statement: str) -> str:
    """A short key from the statement's words; it need not be the only one of its kind."""
    words = [re.sub(r"\W+", "-", token).strip("-") for token in tokens(statement) if content(token)]
    return "-".join(words[:KEY_WORDS]) or "option"


def unlike(name: str, taken: Iterable[str], joint: str) -> str:
    """The name, followed by the joint and a number where it is taken."""
    taken = set(taken)
    number, unique = 2, name
    while unique in taken:
        unique, number = f"{name}{joint}{number}", number + 1
    return unique
