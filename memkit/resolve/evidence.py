"""What a name rule can find out about a pair, and the score that each kind of evidence has.

A score is a class, not a probability: at the default thresholds (.95 and .85) `MERGE` kinds merge, `REVIEW` kinds ask
and the rest creates. The order inside a band says which evidence is stronger, so that a swept threshold means
something. Chosen by hand from kinds of mistakes that real systems made; measured by `python -m eval identity` and
`python -m eval stress`.
"""

from __future__ import annotations

from rapidfuzz.distance import Indel

from memkit.resolve.rule import Comparison

MERGE = {
    "identical": 1.0,
    "case": 0.99,  # identical but for case, accents, quotes, invisible characters
    "alias": 0.98,  # a known other name of one is a name of the other
    "spelled-out": 0.98,  # umlauts written out: Müller, Mueller
    "separators": 0.97,  # the same letters, parted otherwise: new_york, NewYork
    "abbreviation": 0.97,  # a listed abbreviation or spelling: Dept., Centre
    "legal-form": 0.97,  # only a legal form more: Inc., GmbH
    "article": 0.96,  # only "The" more
    "numeral": 0.96,  # the same number written otherwise: VII, 7
    "person": 0.96,  # first and last name agree, the rest agrees or is missing
}
REVIEW = {
    "qualifier": 0.94,  # one says more after a comma or in brackets
    "plural": 0.93,
    "short-form": 0.93,  # a part of a person's name that fits: Ana, Smith J.
    "nickname": 0.93,
    "look-alike": 0.92,  # letters of another script, or digits, that look the same
    "initialism": 0.92,
    "accents": 0.91,  # different accents, not one left out
    "typo": 0.90,
    "order": 0.90,  # the same words in another order
    "generic-word": 0.89,  # one more word that hardly parts things: Group, River
    "legal-forms": 0.89,  # two different legal forms
    "truncation": 0.89,  # one word is the beginning of the other and has a full stop, or the like
    "handle": 0.88,  # an email address or handle that is made of the name
    "sound": 0.87,
    "close": 0.86,  # more than one typo, in a long name
    "context": 0.94,  # the names say merge, what stands around them does not
    "type": 0.94,  # the names say merge, the types are only related
}
LOWEST_REVIEW = min(REVIEW.values())
LOWEST_MERGE = min(MERGE.values())
#: Kinds that forbid an automatic merge even when a threshold is set below their score.
VETO = frozenset({"look-alike", "accents", "legal-forms", "context", "type"})
#: Highest score of a pair with no positive evidence; the spelling scales it down.
CREATE = 0.6
#: Score of a pair that a guard parts (numbers, suffixes, opposites): the spelling must not lift it.
GUARDED = 0.3
#: Score of two types that cannot be one thing.
INCOMPATIBLE = 0.0


def spelling(left: str, right: str) -> float:
    """Normalised indel similarity in [0, 1] (rapidfuzz: 1 - indel distance / summed length)."""
    return Indel.normalized_similarity(left, right)


def positive(kind: str, reason: str, similarity: float) -> Comparison:
    """Evidence for the pair: merges or asks, by its class."""
    score = MERGE[kind] if kind in MERGE else REVIEW[kind]
    return Comparison(score, reason, {kind: 1.0, "spelling": round(similarity, 4)}, kind in VETO)


def guarded(kind: str, reason: str, similarity: float) -> Comparison:
    """Evidence against the pair: created apart, and never merged."""
    return Comparison(GUARDED, reason, {kind: 1.0, "spelling": round(similarity, 4)}, True)


def apart(kind: str, reason: str, similarity: float) -> Comparison:
    """No evidence for the pair: created apart."""
    return Comparison(round(CREATE * similarity, 4), reason, {kind: 1.0, "spelling": round(similarity, 4)})
