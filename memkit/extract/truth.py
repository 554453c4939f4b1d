"""Does a sentence say that something is so, now; that it is not; that it is no longer; or none of these?"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from memkit.extract import words

_YEAR = r"(?:[a-z]+ )?(?:1[5-9]|20)\d\d"
_RANGE = re.compile(rf"\b(?:from {_YEAR} (?:to|until|till)|between {_YEAR} and) {_YEAR}", re.IGNORECASE)
_BACK_THEN = re.compile(
    r"\b(?:in those days|back then|at (?:the|that) time|at first|in the old days|in the past|in former times)\b",
    re.IGNORECASE,
)
SUBJECTS = ("nsubj", "nsubjpass", "csubj")


class Truth(Enum):
    """What a sentence says of a statement in it. UNSURE: asked, possible, planned, wished, doubted, conditional."""

    HOLDS = "holds"
    NEGATED = "negated"
    FORMER = "former"
    UNSURE = "unsure"


def children(token: Any, *deps: str) -> list[Any]:
    """The token's children with one of these dependency labels, in text order."""
    return [t for t in token.children if t.dep_ in deps]


def is_question(token: Any) -> bool:
    """The token's sentence ends with a question mark."""
    sentence = token.sent
    i = sentence.end - 1
    while i > sentence.start and (token.doc[i].is_space or token.doc[i].text in ('"', "”", "'", ")")):
        i -= 1
    return token.doc[i].text == "?"


def truth_of(verb: Any) -> Truth:
    """What the sentence says of what this verb states: its own words first, then what it hangs on."""
    if is_question(verb):
        return Truth.UNSURE
    token, own, shared = verb, Truth.HOLDS, True
    while True:
        said = _own_truth(token) if shared else Truth.HOLDS
        if said is not Truth.HOLDS:
            own = said if own is Truth.HOLDS else Truth.UNSURE  # "does not plan to stop using" says nothing
        if own is Truth.UNSURE or _is_conditional(token):
            return Truth.UNSURE
        head = token.head
        if token.dep_ in ("acl", "ccomp", "relcl") and head.lemma_ in words.DOUBTED:
            return Truth.UNSURE
        if token.dep_ in ("acl", "ccomp") and head.pos_ == "NOUN" and is_negated_noun(head):  # "no evidence that"
            return Truth.UNSURE
        if token.dep_ == "relcl" and own is Truth.HOLDS and is_cleft(token):
            return _own_truth(head.head)  # "it is not X who leads Y"
        if head.i == token.i or token.dep_ in ("relcl", "acl") or _stands_alone(token):
            return own if token.dep_ != "acl" or not _is_infinitive(token) else Truth.UNSURE
        if token.dep_ == "xcomp" or (token.dep_ == "pcomp" and token.head.head.lemma_ in words.ENDING):
            head = head if token.dep_ == "xcomp" else head.head
            if head.lemma_ in words.ENDING or (head.lemma_ == "use" and head.tag_ in ("VBD", "VBN")):
                return Truth.FORMER if own is Truth.HOLDS and _own_truth(head) is Truth.HOLDS else Truth.UNSURE
            if head.lemma_ not in words.FACTIVE:
                return Truth.UNSURE
            shared = True
        elif token.dep_ == "ccomp":
            if _is_hearsay(head) or head.lemma_ in words.NONFACTIVE_THAT or _own_truth(head) is not Truth.HOLDS:
                return Truth.UNSURE
            shared = False
        elif token.dep_ == "conj":
            shared = _shares_auxiliary(token)
        elif token.dep_ == "advcl":
            return Truth.UNSURE if _is_infinitive(token) else own
        elif token.dep_ == "csubj" and head.lemma_ == "be" and children(head, "attr"):
            said = _own_truth(head)  # "what X runs is Y", "starring in X is Y"
            return said if own is Truth.HOLDS else own if said is Truth.HOLDS else Truth.UNSURE
        else:
            return own if token.dep_ not in ("pcomp", "csubj") else Truth.UNSURE
        token = head


def is_cleft(clause: Any) -> bool:
    """ "It is X who leads Y", "it was X that led Y" """
    be = clause.head if clause.dep_ == "ccomp" else clause.head.head
    it = be.lemma_ == "be" and any(t.lower_ == "it" for t in children(be, "nsubj"))
    return it and any(t.lower_ in ("who", "that", "which") for t in children(clause, "nsubj", "mark"))


def is_stated(verb: Any) -> bool:
    """The sentence says that this is so, now."""
    return truth_of(verb) is Truth.HOLDS


def is_past(verb: Any) -> bool:
    """A state told in the simple past or the past perfect ("was led by", "owned", "had used"): it may be over."""
    if verb.lemma_ not in words.STATES:
        return False
    helpers = [t.lower_ for t in children(verb, "aux", "auxpass")]
    participle = verb.tag_ in ("VBN", "VBG") or (verb.head.tag_ == "VBN" and verb.head.dep_ == "acl")
    if not helpers and verb.dep_ == "conj" and participle:
        return is_past(verb.head)
    if any(word in ("has", "have", "'ve", "is", "are", "'s", "'re", "being") for word in helpers):
        return False
    return verb.tag_ == "VBD" if not helpers else helpers[0] in ("was", "were", "had")


def _own_truth(verb: Any) -> Truth:
    """What the verb's own words make of it."""
    lower = {child.lower_ for child in verb.children}
    negated = any(
        (child.dep_ == "neg" or child.lower_ in words.NEGATIONS) and not is_of_later_words(child)
        for child in verb.children
    )
    negated |= any(is_negated_noun(child) for child in children(verb, *SUBJECTS))
    negated |= verb.lemma_ in words.LIGHT_VERBS and any(is_negated_noun(child) for child in children(verb, "dobj"))
    modals = [t.lower_ for t in children(verb, "aux") if t.lower_ in words.MODALS]
    stays = verb.lemma_ in words.STAYING and set(modals) <= {"will", "shall", "'ll"}
    if lower & words.DOUBTS or (modals and not stays):
        return Truth.UNSURE
    if _no_longer(verb):
        return Truth.FORMER
    if negated and not any(t.lower_ in ("only", "just", "merely") for t in verb.children):
        return Truth.NEGATED
    if _is_over(verb):
        return Truth.FORMER
    return Truth.HOLDS


def _is_hearsay(head: Any) -> bool:
    """ "It is said that", "some say that", "it is a myth that", "the paper has it that" """
    if head.lemma_ == "have":
        return any(t.lower_ == "it" for t in children(head, "dobj"))
    if head.lemma_ == "be":
        return any(t.lemma_ in words.DOUBTED for t in children(head, "attr", "nsubj"))
    nobody = children(head, "auxpass") or any(t.lower_ in words.INDEFINITE for t in children(head, *SUBJECTS))
    return head.lemma_ in words.HEARSAY and bool(nobody)


def _no_longer(verb: Any) -> bool:
    """ "no longer", "not any longer", "not anymore", "not any more" """
    for child in children(verb, "advmod", "neg", "npadvmod"):
        before = child.nbor(-1).lower_ if child.i else ""
        if is_of_later_words(child):
            continue
        if child.lower_ in ("longer", "anymore") or (child.lower_ == "more" and before in ("any", "no")):
            return True
    return False


def is_of_later_words(longer: Any) -> bool:
    """ "is owned by A, no longer by B": what "no" or "longer" says is said of what comes behind, not of the verb."""
    if longer.lower_ not in ("no", "longer") or longer.i + 2 >= len(longer.doc):
        return False
    last = longer if longer.lower_ == "longer" else longer.nbor(1)
    said = [t for t in children(longer.head, "prep", "agent", "dobj") if t.i < longer.i]
    return last.lower_ == "longer" and last.nbor(1).pos_ == "ADP" and bool(said)


def _is_over(verb: Any) -> bool:
    """ "formerly"; of a past verb "once" (but not "once a day"), "until 2024", "for ten years"."""
    helpers = {t.lower_ for t in children(verb, "auxpass", "aux")}
    past = verb.tag_ in ("VBD", "VBN") and not helpers & {"is", "are", "has", "have"}
    if not past:
        return any(t.lower_ in words.FORMER_ALWAYS for t in verb.children)
    if any(t.lower_ in ("until", "till") for t in children(verb, "prep")):
        return True
    if verb.lemma_ in words.LASTING_VERBS:
        return False
    return any(t.lower_ in words.FORMER and not _is_rate(t) for t in verb.children) or _lasted(verb)


def _lasted(verb: Any) -> bool:
    """ "for twenty-two years", "before 2019", "from 1990 to 2003", "between 1990 and 2003", "in those days" """
    spans = {t.lemma_ for p in children(verb, "prep") if p.lower_ == "for" for t in p.subtree if t.dep_ == "pobj"}
    dates = [t for p in children(verb, "prep") if p.lower_ == "before" for t in children(p, "pobj")]
    if bool(spans & words.SPANS) or any(t.like_num or t.lower_ in ("then", "that") for t in dates):
        return True
    after = verb.doc[verb.i : verb.sent.end].text[:120]
    return bool(_RANGE.search(after)) or bool(_BACK_THEN.search(verb.sent.text))


def _is_rate(adverb: Any) -> bool:
    """ "once a day", "once per case" """
    after = adverb.doc[adverb.i + 1].lower_ if adverb.i + 1 < len(adverb.doc) else ""
    return after in ("a", "an", "per", "every", "each", "more", "again")


def _is_conditional(verb: Any) -> bool:
    marks = [t.lower_ for t in children(verb, "mark", "advmod")]
    if any(mark in words.CONDITIONS for mark in marks):
        return True
    clauses = children(verb, "advcl")
    return any(t.lower_ in words.CONDITIONS - {"until", "till"} for clause in clauses for t in children(clause, "mark"))


def _stands_alone(token: Any) -> bool:
    """A clause that the parser hangs on a later one without "that": "It uses X, so an answer may be late"."""
    return (
        token.dep_ == "ccomp" and token.i < token.head.i and not children(token, "mark") and token.head.pos_ != "NOUN"
    )


def _is_infinitive(verb: Any) -> bool:
    return verb.tag_ == "VB" or any(t.tag_ == "TO" for t in verb.children)


def _shares_auxiliary(verb: Any) -> bool:
    """A conjoined verb that has no tense of its own shares the first one's "does not", "might", ..."""
    return verb.tag_ in ("VB", "VBN", "VBG") and not children(verb, "aux", "auxpass")


def is_negated_noun(noun: Any) -> bool:
    """ "nobody", "no team", "neither service" """
    return noun.lower_ in words.NEGATIONS or any(t.lower_ in ("no", "neither", "not") for t in noun.children)
