"""How a caller words a decision: which option the words drop, which they choose, whether they turn something around.

"I withdraw my earlier position, let us go with Postgres" drops "my earlier position" and chooses "go with Postgres";
"Postgres instead of MongoDB" chooses Postgres and drops MongoDB. The stance comes from the caller; this only takes the
sentence apart. (What is said in a transcript, without a stance, is read by memkit.converse.reading.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memkit.converse.options import naming
from memkit.converse.reading.clauses import sentences

_DROP = re.compile(
    r"""\b(?:withdr[ae]w\w*|retract\w*|rescind\w*|revok\w+|revers(?:e|ed|es|ing)|overturn\w*|overrul\w+|abandon\w*|scrap\w*
    |ditch\w*|drop(?:s|ped|ping)?|discard\w*|cancel\w*|reject\w*|retir(?:e|ed|es|ing)|undo|undone|repeal\w*|annul\w*
    |(?:take|took|taking|taken)\s+(?:it\s+|that\s+|this\s+)?back|(?:call|called|calling)\s+(?:it\s+|that\s+)?off
    |(?:back|backs|backed|backing)\s+(?:out|down|off)|(?:go|going|gone|went)\s+back\s+on|give\s+up|gave\s+up|giving\s+up
    |walk\w*\s+back|step\w*\s+back\s+from|forget(?:ting)?|no\s+longer|not\s+any\s*more|any\s?more|moving\s+away\s+from
    |(?:was|were|am|are|is|been|have\s+been)\s+(?:wrong|mistaken)|mistake|wrong\s+(?:call|choice|decision|bet)
    |(?:change|changes|changed|changing)\s+(?:my|our|her|his|their)\s+minds?|stop(?:s|ped|ping)?|regret\w*
    |(?:do|does|did|is|are|was|were|will|would|can|could|should)(?:\s*not|n['’]t)|against|never\s+mind|off\s+the\s+table|rethought|reconsider\w*|not\s+(?:use|go|keep|stay|continue))\b""",
    re.IGNORECASE | re.VERBOSE,
)
_CHOOSE = re.compile(
    r"""\b(?:let(?:'s|’s|\s+us)\s+\w+|(?:go|goes|going|went)\s+(?:with|for|back\s+to)|us(?:e|es|ing)|adopt\w*|choos(?:e|es|ing)
    |chose|pick(?:s|ed|ing)?|select\w*|switch\w*|mov(?:e|es|ed|ing)|migrat\w+|return\w*\s+to|back\s+to|revert\w*\s+to
    |stay\w*\s+with|stick\w*\s+with|settle\s+(?:on|for)|opt\s+for|opting\s+for|it\s+is\b|way\s+to\s+go|in\s+favou?r\s+of
    |better\s+(?:choice|option|fit|call)|instead|after\s+all|rather|in\s+its\s+place|replac\w+|propose|vote\s+for|back|support
    |prefer|want|suggest|recommend|endorse|go\s+ahead\s+with|make\s+it|have\s+to\s+be|should\s+be|will\s+be|from\s+now\s+on)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_TURN = re.compile(
    r"""\b(?:instead|after\s+all|rather\s+than|in\s+favou?r\s+of|in\s+its\s+place|switch\w*|mov(?:e|es|ing)\s+(?:\w+\s+){0,4}to
    |migrat\w+|replac\w+|back\s+to|return\w*\s+to|revert\w*|from\s+now\s+on|on\s+reflection|second\s+thoughts?|superse\w+
    |no\s+longer|(?:go|goes|going)\s+with|it\s+is[.!]?$)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_ADDED = re.compile(
    r"\b(?:also|too|as\s+well(?!\s+as\s+possible)|in\s+addition|additionally|besides|on\s+top\s+of|alongside"
    r"|(?:an?|one|two)\s+(?:extra|additional|further|second|third))\b",
    re.IGNORECASE,
)
#: One clause that names both: (pattern with groups old and new).
_PAIRS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<new>.+?)\s+(?:replaces?|supersedes?|displaces?|takes\s+the\s+place\s+of|is\s+to\s+replace)\s+(?P<old>.+)",
        r"\b(?:replac\w+|drop\w*)\s+(?P<old>.+?)\s+(?:with|by)\s+(?P<new>.+)",
        r"\b(?:swap\w*|exchang\w+|trad\w+|drop\w*|ditch\w*)\s+(?P<old>.+?)\s+for\s+(?P<new>.+)",
        r"(?P<new>.+?),?\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|in\s+lieu\s+of)\s+(?P<old>.+)",
        r"\b(?:prefer|choos|chose|pick|favou?r|want|tak|took|us|adopt|select|vot|go\s+with|going\s+with|went\s+with)\w*"
        r"\s+(?P<new>.+?)\s+over\s+(?P<old>.+)",
        r"^(?P<new>\S+(?:\s+\S+)?)\s+over\s+(?P<old>\S+(?:\s+\S+)?)$",
        r"\b(?:instead\s+of|rather\s+than)\s+(?P<old>[^,]+),\s*(?P<new>.+)",
        r"(?P<old>.+?)\s+in\s+favou?r\s+of\s+(?P<new>.+)",
        r"\b(?:mov|switch|migrat|chang|go|turn)\w*\s+(?:\w+\s+){0,3}from\s+(?P<old>.+?)\s+(?:back\s+|over\s+)?to\s+(?P<new>.+)",
        r"(?P<new>[^,]+?),\s*(?:and\s+)?not\s+(?P<old>[^,]+)",
        r"^not\s+(?P<old>[^,]+?),?\s+but\s+(?P<new>.+)",
        r"\b(?:prefer|preferring)\s+(?P<new>.+?)\s+to\s+(?P<old>.+)",
    )
)
_JOINT = re.compile(
    r"\s*(?:,|:|;|\s[-–—]+\s|—)\s*(?:(?:and|but|so|then|now)\s+)?"
    r"|\s+(?:and|but|so|then)\s+(?=(?:i|we|let|go|use|adopt|choose|pick|switch|move|back|now|instead|drop|support|propose)\b)",
    re.IGNORECASE,
)
#: A clause that gives a reason, not an option.
_REASON = re.compile(
    r"^(?:because|since|as\s+it|after\s+the|given|due\s+to|for\s+it|when|if|which|who|that)\b", re.IGNORECASE
)
#: A clause with so few naming words and no verb of its own is an option by itself: "I changed my mind: Postgres".
FEW_WORDS = 3


@dataclass(frozen=True, slots=True)
class Wording:
    """The parts of a statement that drop an option and that choose one, "" for none. `turns`: in words it takes
    something back or puts one thing in another's place; `adds`: it stands beside what there is."""

    dropped: str
    chosen: str
    turns: bool
    adds: bool


@lru_cache(maxsize=1 << 10)
def wording(statement: str) -> Wording:
    """Take a statement apart."""
    dropped, chosen = [], []
    for start, end in sentences(statement):
        sentence = statement[start:end]
        old, new = _pair(sentence)
        if old:
            dropped.append(old)
            chosen.append(new)
            continue
        for clause in _clauses(sentence):
            if _DROP.search(clause):
                old, new = _pair(clause)
                dropped.append(old or clause)
                chosen += [new] if new else []
            elif _names_option(clause):
                chosen.append(clause)
    turns = bool(dropped) or _TURN.search(statement) is not None
    return Wording(
        dropped=" ".join(dropped),
        chosen=_joined(chosen),
        turns=turns,
        adds=not turns and _ADDED.search(statement) is not None,
    )


def _names_option(clause: str) -> bool:
    words = naming(clause)
    if not words or _REASON.match(clause):
        return False
    return len(words) <= FEW_WORDS or _CHOOSE.search(clause) is not None


def _pair(clause: str) -> tuple[str, str]:
    for pattern in _PAIRS:
        if found := pattern.search(clause):
            old, new = found["old"].strip(" .,;!"), found["new"].strip(" ,;")
            if naming(old) and naming(new):
                return old, new
    return "", ""


def _clauses(sentence: str) -> list[str]:
    return [part.strip() for part in _JOINT.split(sentence) if part and part.strip()]


def _joined(clauses: list[str]) -> str:
    """The clauses that choose, as one statement."""
    text = "; ".join(clause.rstrip(" .,;:!") for clause in clauses)
    return text[:1].upper() + text[1:]
