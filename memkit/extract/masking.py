"""Names as single well-known words, so that the parser reads the sentence and not the names.

The small pipeline takes "Claude Code competes with Codex" for one noun, but reads "Spain competes with Spain" well.
Before a word that may be a verb or a plural ("Grafana queries Loki") a pronoun settles it: "it queries Spain".
Measured on 696 sentences made of 87 verbs in 8 frames, relations found: Google .72, Linux .88, Paris .94, Spain .94,
Spain with "it" before such a word .97.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memkit.extract.english import Lexicon

NOUN = "Spain"
PRONOUN = "it"

_NEXT_WORD = re.compile(r"[`*_\"”’»]*\s+([a-z]+s)\s+(\S)")
#: "which X imports.": nothing follows the verb of a relative clause.
_RELATIVE_BEFORE = re.compile(r"\b(?:which|that|whom)\s+[`*_\"“‘«]*$")
_LAST_VERB = re.compile(r"[`*_\"”’»]*\s+([a-z]+s)\b")
_ARTICLE_WITHIN = re.compile(r"[^.!?:;]\s+(?:the|a|an|our|their|its|this|each|every)\s+[`*_\"“‘«]*$", re.IGNORECASE)
_ENDS_SENTENCE = re.compile(r"\.[\"”’)]*(?:\s+[\"“‘(]*[^\W\d_a-z]|\s*$)")
_PAIRS = frozenset(('""', "''", "``", "“”", "„“", "„”", "‘’", "«»", "「」", "『』", "《》", "**", "__"))


def placeholder(text: str, start: int, end: int, lexicon: Lexicon) -> str:
    """The word that stands for the name text[start:end] in the parse."""
    relative = _RELATIVE_BEFORE.search(text, max(0, start - 12), start)
    after = (_LAST_VERB if relative else _NEXT_WORD).match(text, end)
    if not after or not lexicon.is_verb_form(after.group(1)):
        return NOUN
    return NOUN if _ARTICLE_WITHIN.search(text, max(0, start - 12), start) else PRONOUN


def mask(text: str, spans: Iterable[tuple[int, int, str]]) -> tuple[str, list[int], list[tuple[int, int]]]:
    """`text` with each (start, end, word) replaced by its word.

    Returns the new text, for each of its characters (and its end) the offset in `text` it stands for, and the
    (start, end) of each word in the new text. Quotation marks and backticks right around a span go with it; the full
    stop of "Acme Corp." stays where it ends the sentence too.
    """
    parts: list[str] = []
    offsets: list[int] = []
    places: list[tuple[int, int]] = []
    at = length = 0
    for start, end, word in spans:
        outer_start, outer_end = start, end
        while outer_start > at and outer_end < len(text) and text[outer_start - 1] + text[outer_end] in _PAIRS:
            outer_start, outer_end = outer_start - 1, outer_end + 1
        stop = "." if _ENDS_SENTENCE.match(text, end - 1) else ""
        parts += [text[at:outer_start], word, stop]
        offsets += [*range(at, outer_start), *([start] * len(word)), *([end - 1] * len(stop))]
        length += outer_start - at
        places.append((length, length + len(word)))
        length += len(word) + len(stop)
        at = outer_end
    parts.append(text[at:])
    offsets += range(at, len(text) + 1)
    return "".join(parts), offsets, places
