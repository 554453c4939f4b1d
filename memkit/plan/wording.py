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


#: "Are there any services that ..., and which?": which services ...
_ANY = re.compile(r"^(?:are|is|were|was) there (?:(?:any|some|an?|at least one)\b)?", re.IGNORECASE)
_AND_WHICH = re.compile(
    r"[,;.?]?\s*(?:and )?(?:if (?:so|any|yes),? )?(?:which|what|who)(?: ones?)?(?: (?:are|is) (?:they|it|that))?"
    r"\s*\?*$",
    re.IGNORECASE,
)
#: "Services other than X and Y": these names are no part of the answer.
_EXCEPT = re.compile(
    r",?\s*\b(?:other than|apart from|aside from|besides|except(?:ing| for)?|excluding|not counting"
    r"|leaving (?:out|aside)|with the exception of)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_AND_ALSO = re.compile(r"\s*(?:,|,?\s*(?:and|or))\s+(?:the\s+)?", re.IGNORECASE)
#: "What has happened, according to the occurrences, at X": where it is said, by a word of a kind.
_ACCORDING = re.compile(r",?\s*\b[Aa]ccording to (?:the |our |your )?[a-z]+(?: [a-z]+)?\s*,")


def asked_which(text: str) -> str:
    """ "Are there any services in Go, and which?" as "which services in Go?"; any other question as it is."""
    if not _ANY.match(text):
        return text
    return f"Which {_ANY.sub('', _AND_WHICH.sub('?', text)).strip()}"


def set_aside(text: str, vocabulary: Vocabulary) -> tuple[str, tuple[str, ...]]:
    """(the question without "other than X", the ids that X and those beside it may be)"""
    names = {name.start: name for name in vocabulary.find_names(text)}
    found = next((m for m in _EXCEPT.finditer(text) if m.end() in names), None)
    if found is None:
        return text, ()
    ids, end = [], found.end()
    while name := names.get(end):
        ids += name.ids
        beside = _AND_ALSO.match(text, name.end)
        end = beside.end() if beside and beside.end() in names else name.end
        if end == name.end:
            break
    rest = re.sub(r"^\s*,", "", text[end:])
    return f"{text[: found.start()]} {rest.lstrip()}".strip(), tuple(dict.fromkeys(ids))


def without_courtesies(text: str) -> str:
    """The question without "can you tell me" and the like before it."""
    return _POLITE.sub("", text)


def spelled_out(text: str, vocabulary: Vocabulary) -> str:
    """What says nothing is left out ("can you tell me", "the names of"), "tier-1" is "tier 1", "i.e." "that is"."""
    text = without_courtesies(text)
    text = re.sub(r"\b(?:the )?names? of (?=(?:the|all|every|each|any)\b)", "", text, flags=re.IGNORECASE)
    text = re.sub(r",?\s*\bi\.\s?e\.,?", ", that is,", text)
    text = re.sub(r"\b(?:no longer|not any ?more)\b", "not", text, flags=re.IGNORECASE)
    text = _ACCORDING.sub(" ", text).strip()
    text = _TOGETHER.sub(TOGETHER, text)
    names = "|".join(re.escape(name) for name in sorted(vocabulary.attributes))
    return re.sub(rf"\b({names})-(?=\w)", r"\1 ", text, flags=re.IGNORECASE) if names else text
