"""What the wording of a question alone tells: what kind of answer it wants, and which of its words say nothing."""

from __future__ import annotations

import re

from memkit.plan.english import TOGETHER
from memkit.plan.vocabulary import Vocabulary

#: Questions for what a page says in words: none of these has an answer that is a set of things.
ASKS_TEXT = re.compile(
    r"(?:please\s+)?(?:(?:can|could|would) you\s+)?"
    r"(?:explain|describe|define|summari[sz]e|tell me (?:about|what|how|why))\b"
    r"|(?:for |since |until |at )?(?:how (?!many\b|much\b)|why\b|when\b"
    r"|what (?:kind|sort|type|time|happens?|happened|day|year|date)\b)"
    r"|what do(?:es)? [^?]*\b(?:mean|stand for|do|say|amount to|look like|consist of)\b[^?]{0,40}\?*$"
    r"|(?:what|who) (?:is|are|was|were) (?:the |a |an )?[^?,]*\b(?:for|about|used for|meant for|good for)\?*$",
    re.IGNORECASE,
)
ASKS_PATH = re.compile(
    r"^how (?:is|are|was|were|do|does)\b.*\b(?:connect|relat|link|join|tied)"
    r"|\b(?:path|way|route|connections?|links?|chain|relationship|relation) (?:from|between)\b"
    r"|^what (?:connects|links|relates|joins)\b",
    re.IGNORECASE,
)
COMPARES = re.compile(
    r"\b(?:the (?:most|fewest|least)|(?:more|less|fewer|later|earlier|older|newer|larger|higher|lower) than"
    r"|at (?:least|most) \w+|largest|smallest|oldest|newest|youngest|latest|earliest|highest|lowest|longest|shortest"
    r"|biggest)\b",
    re.IGNORECASE,
)
#: The words that say what is asked for: "what is the salary of", "which university".
ABOUT = re.compile(
    r"\bwhat(?:'s| is| are| was| were) (?:the |a |an )?(.{1,60}?)(?: of\b| for\b| in\b| at\b| on\b|\?|$)"
    r"|\b(?:what|which) ((?:\w+ ){1,3}?)(?:do|does|did|is|are|was|were|has|have|had|can|will)\b",
    re.IGNORECASE,
)
YES_OR_NO = re.compile(r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.IGNORECASE)
_POLITE = re.compile(
    r"^(?:(?:please|so|ok|okay|now|well|and|hello|hi)[\s,]+|(?:can|could|would|will) you (?:please )?"
    r"|(?:do|would) you know |i(?:'d| would|'ll) (?:like|love|need) (?:you )?to (?:know|see|have|hear)?\s*"
    r"|(?:i|we) (?:want|need|wish) to know |(?:tell|show|give) (?:me|us) (?=wh|how\b)|let (?:me|us) know |say (?=wh))+",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:together|jointly|along|in (?:collaboration|cooperation|partnership)) with\b", re.IGNORECASE
)


def without_courtesies(text: str) -> str:
    """The question without "can you tell me" and the like before it."""
    return _POLITE.sub("", text)


def spelled_out(text: str, vocabulary: Vocabulary) -> str:
    """What says nothing is left out ("can you tell me", "the names of"), "tier-1" is "tier 1", "i.e." "that is"."""
    text = without_courtesies(text)
    text = re.sub(r"\b(?:the )?names? of (?=(?:the|all|every|each|any)\b)", "", text, flags=re.IGNORECASE)
    text = re.sub(r",?\s*\bi\.\s?e\.,?", ", that is,", text)
    text = _TOGETHER.sub(TOGETHER, text)
    names = "|".join(re.escape(name) for name in sorted(vocabulary.attributes))
    return re.sub(rf"\b({names})-(?=\w)", r"\1 ", text, flags=re.IGNORECASE) if names else text
