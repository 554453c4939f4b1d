"""Small questions about the parse that every reader of it asks."""

from __future__ import annotations

import re
from typing import Any

from memkit.extract import words
from memkit.extract.truth import SUBJECTS, children

_TURN_FILLERS = frozenset({"rather", "instead", "now", "by"})
RELATIVES = frozenset({"which", "who", "that", "whom"})


def third_person(lemma: str) -> str:
    """The third person singular present of a verb: develop -> develops, carry -> carries, be -> is."""
    irregular = {"be": "is", "have": "has", "do": "does", "go": "goes"}
    if lemma in irregular:
        return irregular[lemma]
    if re.search(r"(?:s|x|z|ch|sh|[^aeio]o)$", lemma):
        return lemma + "es"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    return lemma + "s"


def verb_lemma(form: str, lemma: str) -> str:
    """`lemma` unless `form` rules it out: "hates" is no form of "hat", nor "fined" of "fin" (which has "finned")."""
    if form == lemma + "es" and not re.search(r"(?:s|x|z|ch|sh|o|i)$", lemma):
        return lemma + "e"
    if form in (lemma + "ed", lemma + "ing") and re.match(r"[^aeiou]?[aeiou][^aeiouwxy]$", lemma):
        return lemma + "e"
    return lemma


def type_name(*parts: str) -> str:
    """Words as a relation type: upper case, joined by underscores, anything else left out."""
    text = "_".join(re.sub(r"\W+", "_", part) for part in parts if part)
    return re.sub(r"_+", "_", text).strip("_").upper()


def is_passive(verb: Any) -> bool:
    """ "is led by", "led by" after a noun; not "led" after its subject."""
    if children(verb, "auxpass", "nsubjpass"):
        return True
    if verb.tag_ not in ("VBN", "VBD") or children(verb, "aux", "dobj", *SUBJECTS):
        return False
    if verb.dep_ == "conj":
        return is_passive(verb.head)
    return (verb.tag_ == "VBN" or bool(children(verb, "agent"))) and verb.dep_ in ("acl", "advcl", "ROOT", "relcl")


def particle(verb: Any) -> str:
    return "".join(t.lower_ for t in children(verb, "prt"))


def conjuncts(token: Any) -> list[Any]:
    """What is joined to this token by "and", "or" or a comma, behind it."""
    found: list[Any] = []
    for child in children(token, "conj"):
        found += [child, *conjuncts(child)]
    return found


def is_former_word(word: str) -> bool:
    return word in ("former", "ex", "past", "previous", "late", "onetime")


def is_former_noun(noun: Any) -> bool:
    """ "the former CEO" """
    return any(is_former_word(t.lower_) or t.lower_ in words.FORMER for t in noun.children)


def turn_before(token: Any) -> str:
    """ "not", "nor", "but" or "no longer" right before a noun (its articles and prepositions aside), "" without one.

    "Go, not Rust"; "not on Go but on Rust". "not only" and "but also" turn nothing.
    """
    i = token.i - 1
    while i >= 0 and (token.doc[i].tag_ in ("DT", "IN", "TO", "PDT", "PRP$") or token.doc[i].lower_ in _TURN_FILLERS):
        if token.doc[i].lower_ in words.NEGATIONS:
            break
        i -= 1
    word = token.doc[i].lower_ if i >= 0 else ""
    if word == "longer" and i and token.doc[i - 1].lower_ == "no" and i < token.i - 1:
        return "no longer"
    return "not" if word == "never" else word if word in ("not", "nor", "but") else ""


def is_neither(token: Any) -> bool:
    """ "neither A nor B" """
    return any(t.lower_ == "neither" for t in token.children) or (token.i > 0 and token.nbor(-1).lower_ == "neither")


def is_instead(preposition: Any) -> bool:
    """ "instead of", "rather than", "as opposed to" """
    before = preposition.doc[preposition.i - 1].lower_ if preposition.i else ""
    return before in ("instead", "rather", "opposed", "regardless", "independent", "independently", "aside", "apart")


def role_of_apposition(token: Any) -> Any:
    """ "The CEO of Nvidia, Jensen Huang": the parser hangs the name on Nvidia; it belongs to the role (else None)."""
    of = token.head.head
    role = of.head
    fits = token.dep_ == "appos" and token.head.dep_ == "pobj" and of.lower_ == "of" and role.lower_ in words.ROLES
    return role if fits and not is_former_noun(role) else None
