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

_SENTENCE = re.compile(r"\S(?:[^\n.!?]|[.!?](?!\s|$))*[.!?]*")
#: An option that is named by what was said just before.
_POINTING_BACK = re.compile(r"^that\b(?! (?:we|the|all|every|no)\b)|\b(?:it|that|this|them|one)[.!?]*$", re.IGNORECASE)
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
    """The sentence of text[start:end], without what only says that somebody wants it; with the sentence before where it
    only points back ("I propose that.")."""
    sentences = [match.span() for match in _SENTENCE.finditer(text)] or [(0, len(text))]
    place = next((i for i, (_, last) in enumerate(sentences) if last > start), len(sentences) - 1)
    words = _spaced(text, *sentences[place])
    bare = _without_lead(words)
    if place and (not content(bare) or _POINTING_BACK.search(bare)):
        bare = f"{_spaced(text, *sentences[place - 1])} {words}"
    if len(bare) > LONGEST:
        bare = bare[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
    bare = bare.rstrip(" ,;:")
    return bare[:1].upper() + bare[1:]


def _spaced(text: str, start: int, end: int) -> str:
    return " ".join(text[start:end].split())


def _without_lead(words: str) -> str:
    while True:
        shorter = _LEAD.sub("", words, count=1).lstrip(" ,:;-")
        if shorter == words or not content(shorter):
            return words
        words = shorter


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
