"""Words that English makes of a phrase's words: own -> owner, ownership; employ -> employee; hold a licence -> licence.

Each gives a parsed type (see relations.py) that says the same as the phrase, or the same the other way round. Forms
that are no words do no harm: nobody writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from memkit.extract import words
from memkit.extract.grammar import third_person, type_name
from memkit.extract.truth import children

#: Nouns of doing that no rule below makes.
_IRREGULAR = {
    "maintain": "maintenance",
    "produce": "production",
    "serve": "service",
    "lead": "leadership",
    "own": "ownership",
    "head": "leadership",
    "direct": "direction",
    "examine": "examination",
    "inspect": "inspection",
    "acquire": "acquisition",
    "receive": "reception",
    "oversee": "oversight",
    "deliver": "delivery",
    "discover": "discovery",
    "approve": "approval",
}
_ADJECTIVES = (("sible", "sibility"), ("able", "ability"), ("ible", "ibility"))


def agent_nouns(lemma: str) -> tuple[str, ...]:
    """Who does it: lead -> leader, curate -> curator, run -> runner."""
    if lemma.endswith("e"):
        return lemma + "r", lemma[:-1] + "or"
    doubled = re.search(r"(?<![aeiou])[aeiou][bdgmnprt]$", lemma)
    return lemma + "er", lemma + "or", *((lemma + lemma[-1] + "er",) if doubled else ())


def patient_noun(lemma: str) -> str:
    """To whom it is done: employ -> employee, license -> licensee."""
    return lemma + ("e" if lemma.endswith("e") else "ee")


def action_nouns(lemma: str) -> tuple[str, ...]:
    """The doing: supervise -> supervision, manage -> management, operate -> operation.

    A noun that is spelled as its verb is left out: "the lead of X" is who does it.
    """
    if lemma in _IRREGULAR:
        return (_IRREGULAR[lemma],)
    stem = lemma[:-1] if lemma.endswith("e") else lemma
    return stem + ("ion" if re.search(r"(?:at|s|ct|pt)$", stem) else "ation"), lemma + "ment"


def quality_noun(adjective: str) -> str:
    """responsible -> responsibility; "" for an adjective of another form."""
    return next((adjective[: -len(end)] + noun for end, noun in _ADJECTIVES if adjective.endswith(end)), "")


def charge_types(noun: str, preposition: str = "of") -> Iterator[tuple[str, bool]]:
    """(parsed type, turned round) of having a thing to do: "X has the supervision of Y", "Y is under the supervision
    of X"."""
    yield type_name(noun, "of"), True
    for verb in ("has", "takes", "holds", "bears"):
        for word in dict.fromkeys(("of", "for", preposition)):
            yield type_name(verb, noun, word), False


def held_types(verb: Any) -> Iterator[str]:
    """ "holds a licence for" -> "has a licence for", "has licences for"; also the type of "her licence is for"."""
    for noun in children(verb, "dobj") if verb.lemma_ in words.LIGHT_VERBS else ():
        prepositions = [p.lower_ for head in (noun, verb) for p in children(head, "prep")]
        for preposition in prepositions:
            for having in ("has", "holds"):
                yield type_name(having, noun.lemma_, preposition)


def same_sense(lemma: str, rest: str) -> Iterator[str]:
    """Parsed types with verbs of the same sense: COLLECTS -> GATHERS, KEPT_IN -> STORED_IN. `rest` is what follows."""
    for group in words.SAME_SENSE:
        for other, participle in group.items() if lemma in group else ():
            if other != lemma:
                yield from (type_name(third_person(other), rest), type_name(participle, rest) if rest else "")


def in_past(verb: Any) -> bool:
    """ "was made by", "built": told in the past, whatever the verb."""
    return verb.tag_ == "VBD" or any(t.lower_ in ("was", "were") for t in children(verb, "aux", "auxpass"))
