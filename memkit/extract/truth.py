"""Does a sentence say that something is so, now?

Not what is negated, asked, conditional, planned, wished, doubted or former.
"""

from __future__ import annotations

from typing import Any

from memkit.extract import words

SUBJECTS = ("nsubj", "nsubjpass", "csubj")


def children(token: Any, *deps: str) -> list[Any]:
    """The token's children with one of these dependency labels, in text order."""
    return [t for t in token.children if t.dep_ in deps]


def is_question(token: Any) -> bool:
    """The token's sentence ends with a question mark."""
    last = [t for t in token.sent if not t.is_space and t.text not in ('"', "”", "'", ")")]
    return bool(last) and last[-1].text == "?"


def is_stated(verb: Any) -> bool:
    """The sentence says that this is so, now."""
    if is_question(verb):
        return False
    token, inherited = verb, False
    while True:
        if _is_unsure(token) and not (inherited and not _shares_auxiliary(verb)):
            return False
        if _is_conditional(token):
            return False
        head = token.head
        if head.i == token.i or token.dep_ in ("relcl", "acl"):
            return True
        if token.dep_ == "xcomp":
            if head.lemma_ not in words.FACTIVE or head.lemma_ == "use":
                return False
            token, verb = head, head
        elif token.dep_ == "ccomp":
            if head.lemma_ in words.NONFACTIVE_THAT or children(head, "neg"):
                return False
            token, verb, inherited = head, head, True
        elif token.dep_ == "conj":
            token, inherited = head, True
        elif token.dep_ == "advcl":
            return not (token.tag_ == "VB" or any(t.tag_ == "TO" for t in token.children))
        else:
            return token.dep_ not in ("pcomp", "csubj")


def _is_unsure(verb: Any) -> bool:
    """Negated, modal, future or former by one of its own words."""
    for child in verb.children:
        lower = child.lower_
        if child.dep_ == "neg" or lower in words.NEGATIONS:
            return True
        if lower in words.FORMER and verb.lemma_ not in words.LASTING_VERBS:
            return True
        if child.dep_ == "aux" and lower in words.MODALS:
            return True
        if child.dep_ == "advmod" and lower == "longer" and any(t.lower_ == "no" for t in child.children):
            return True
        if child.dep_ in SUBJECTS and is_negated_noun(child):
            return True
        if child.dep_ == "prep" and lower in ("until", "till") and verb.tag_ in ("VBD", "VBN"):
            return True
    return False


def _is_conditional(verb: Any) -> bool:
    marks = [t.lower_ for t in children(verb, "mark", "advmod")]
    if any(mark in words.CONDITIONS for mark in marks):
        return True
    return any(t.lower_ in words.CONDITIONS for clause in children(verb, "advcl") for t in children(clause, "mark"))


def _shares_auxiliary(verb: Any) -> bool:
    """A conjoined verb that has no tense of its own shares the first one's "does not", "might", ..."""
    return verb.tag_ in ("VB", "VBN", "VBG") and not children(verb, "aux", "auxpass")


def is_negated_noun(noun: Any) -> bool:
    return noun.lower_ in words.NEGATIONS or any(t.lower_ in ("no", "neither", "not") for t in noun.children)
