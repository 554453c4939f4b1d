"""The rule `memkit`: guards before scores, and a merge only on positive evidence.

The order, each step ending the matter when it can say something:
types -> identical but for case, accents and invisible characters -> look-alike letters, other scripts -> numbers ->
people by parts of the name -> things by separators, abbreviations, legal forms, initialisms, words -> context.
A pair without positive evidence is created apart. The comparison is symmetric, and it never raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from memkit.resolve.closeness import romanised_alike
from memkit.resolve.context import conflict
from memkit.resolve.evidence import (
    GUARDED,
    INCOMPATIBLE,
    LOWEST_MERGE,
    LOWEST_REVIEW,
    apart,
    guarded,
    positive,
    spelling,
)
from memkit.resolve.form import LONGEST_NAME, Form, form_of
from memkit.resolve.normalise import accents_conflict
from memkit.resolve.numbers import compare_numbers
from memkit.resolve.persons import compare_persons
from memkit.resolve.rule import Comparison, Name
from memkit.resolve.scripts import one_kana, romanise, skeleton
from memkit.resolve.things import compare_things, short_form
from memkit.resolve.types import TypeTable
from memkit.resolve.vocabulary import ARTICLES, CASED_UNITS


class MemkitRule:
    """Names, types and context; embeddings are not used: names of near meaning are often two things (RFC 2616,
    RFC 2617), and where the names disagree a cosine only fills the queue.

    `parents` is the ontology's child -> parent table of entity types.
    """

    name = "memkit"
    needs_semantic = False

    def __init__(self, parents: Mapping[str, str] | None = None) -> None:
        self.types = TypeTable(parents)

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison:
        """The evidence class of the pair as its score (memkit.resolve.evidence), with the reason in words."""
        if (right.name, right.type, right.aliases) < (left.name, left.type, left.aliases):
            left, right = right, left
        relation = self.types.relation(left.type, right.type)
        if relation == "different":
            reason = f"one is {_article(left.type)}, the other {_article(right.type)}"
            return Comparison(INCOMPATIBLE, reason, {"types": 1.0}, True)
        known = left.type if relation != "unknown" or self.types.is_known(left.type) else right.type
        root = self.types.root(known)
        found = self._best(left, right, root)
        if found.score >= LOWEST_MERGE and relation in ("related", "unknown"):
            reason = f"{found.reason}, but one is {_article(left.type)}, the other {_article(right.type)}"
            return positive("type", reason, found.signals.get("spelling", 1.0))
        if found.score >= LOWEST_MERGE and (reason := conflict(left, right, root)):
            return positive("context", f"{found.reason}, but {reason}", found.signals.get("spelling", 1.0))
        return found

    def _best(self, left: Name, right: Name, root: str) -> Comparison:
        """The best of all pairs of names and aliases; a guard between the names themselves lets an alias only ask."""
        found = compare_names(left.name, right.name, root)
        if not left.aliases and not right.aliases:
            return found
        best, via = found, ("", "")
        for one, other in product((left.name, *left.aliases), (right.name, *right.aliases)):
            candidate = compare_names(one, other, root)
            if candidate.score > best.score and not _is_own_handle(candidate, one, left, other, right, root):
                best, via = candidate, (one, other)
        if best is found or best.score <= GUARDED:
            return found
        reason = f"by another name, {via[0]} / {via[1]}: {best.reason}"
        if found.veto and best.score >= LOWEST_MERGE:
            return positive("context", f"{reason}; but {found.reason}", found.signals.get("spelling", 0.0))
        score = min(best.score, 0.98)
        return Comparison(score, reason, {**best.signals, "alias": 1.0}, best.veto)


def _is_own_handle(found: Comparison, one: str, left: Name, other: str, right: Name, root: str) -> bool:
    """The pair agrees only because an address such as "paul@..." holds a name that its own bearer has too."""
    if "handle" not in found.signals:
        return False
    bearer, address = (left.name, one) if one != left.name else (right.name, other)
    return bearer != address and "handle" in compare_names(bearer, address, root).signals


def compare_names(left: str, right: str, root: str) -> Comparison:
    """Two names of one root type ("person", "organization", "location", "event", "object"), without context."""
    a, b = form_of(left), form_of(right)
    similarity = spelling(a.folded, b.folded)
    if not a.tokens or not b.tokens:
        return _identical(a, b, similarity) or apart("empty", "one has no visible character", similarity)
    if len(a.text) > LONGEST_NAME or len(b.text) > LONGEST_NAME:
        return _identical(a, b, similarity) or apart("different", "long texts that are not equal", similarity)
    found = _identical(a, b, similarity) or _other_script(a, b, similarity) or _numbers_part(a, b, root, similarity)
    if found:
        return found
    if root == "person":
        if a.ideographic or b.ideographic:
            return compare_things(a, b, root, similarity)
        return _bracketed_persons(a, b, similarity) or compare_persons(left, right, similarity)
    return compare_things(a, b, root, similarity)


def _identical(a: Form, b: Form, similarity: float) -> Comparison | None:
    if a.text == b.text:
        return positive("identical", "the same name", 1.0)
    if a.folded == b.folded or a.tokens == b.tokens:
        if accents_conflict(a.text, b.text):
            return positive("accents", f"accents differ: {a.text} / {b.text}", similarity)
        if a.structure != b.structure and (a.identifier or b.identifier):
            said = f"the same letters, but another address or path: {a.text} / {b.text}"
            return positive("close", said, similarity)
        if unit := _units(a, b):
            return guarded("unit", f"units differ: {unit}", similarity)
        return positive("case", f"the same name but for {_ignored(a, b)}", similarity)
    if a.squash != b.squash and (a.spelled == b.squash or a.squash == b.spelled):
        return positive("spelled-out", "the same name with the umlaut written out", similarity)
    return None


def _ignored(a: Form, b: Form) -> str:
    """What two names differ in that says nothing: case, accents, punctuation."""
    if a.text.casefold() == b.text.casefold():
        return "case" if a.text.lower() == b.text.lower() else "letter forms"
    accents = any(x.casefold() != y.casefold() for x, y in zip(a.raw, b.raw, strict=False))
    if a.folded == b.folded:
        return "accents" if accents else "case and letter forms"
    return "accents and punctuation" if accents else "punctuation or separators"


def _bracketed_persons(a: Form, b: Form, similarity: float) -> Comparison | None:
    """John Smith (actor) is not John Smith (politician), and may be John Smith."""
    more, also = (f.qualifier if f.text.endswith(")") else "" for f in (a, b))
    if not more and not also:
        return None
    found = compare_names(a.head if more else a.text, b.head if also else b.text, "person")
    if found.score < LOWEST_REVIEW or form_of(more).squash == form_of(also).squash:
        return found
    if more and also:
        return guarded("qualifier", f"qualifiers differ: {more} / {also}", similarity)
    return positive("qualifier", f"one says more: {more or also}; {found.reason}", similarity)


def _units(a: Form, b: Form) -> str:
    for one, other in zip(a.raw, b.raw, strict=False):
        x, y = one.lstrip("0123456789.,"), other.lstrip("0123456789.,")
        if x != y and x in CASED_UNITS and y in CASED_UNITS and any(c.isdigit() for c in a.squash):
            return f"{x} / {y}"
    return ""


def _other_script(a: Form, b: Form, similarity: float) -> Comparison | None:
    """Letters that only look alike ask for a review; names in two scripts have nothing to compare."""
    if a.look == b.look and (a.scripts != b.scripts or a.squash != b.squash):
        if skeleton(a.squash) == skeleton(b.squash) and a.squash != b.squash:
            said = f"they look alike but are written in other letters: {_scripts(a)} / {_scripts(b)}"
            return positive("look-alike", said, similarity)
        if a.squash != b.squash:
            return positive("look-alike", f"digits that look like letters: {a.text} / {b.text}", similarity)
    if a.ideographic and b.ideographic and a.squash != b.squash and one_kana(a.squash) == one_kana(b.squash):
        return positive("look-alike", "the same syllables in two kana", similarity)
    if a.scripts and b.scripts and not a.scripts & b.scripts:
        if romanised_alike(romanise(a.squash), romanise(b.squash)):
            return positive("sound", f"sound alike in two scripts: {_scripts(a)} / {_scripts(b)}", similarity)
        return apart("scripts", f"different scripts: {_scripts(a)} / {_scripts(b)}", similarity)
    return None


def _scripts(form: Form) -> str:
    return "+".join(sorted(s if s == "CJK" else s.title() for s in form.scripts))


def _numbers_part(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    if not a.numbers and not b.numbers:
        return None
    one, other = a.numbers, b.numbers
    if root == "person":
        # A lone I, V or X is an initial, and a numeral that stands on one side only is for a person to judge.
        one, other = ([n for n in side if n.kind != "letter" or len(one) == len(other)] for side in (one, other))
        one, other = tuple(one), tuple(other)
        if bool(one) != bool(other) and all(n.kind != "digits" for n in (*one, *other)):
            return None
    elif ([n.kind for n in one] == ["letter"] and not other) or ([n.kind for n in other] == ["letter"] and not one):
        return None  # "Team X" / "Team Y": single letters are compared as letters
    verdict = compare_numbers(one, other)
    if verdict.parted:
        # k8s, W3C: a short form with a digit of its own
        if 1 in (len(a.tokens), len(b.tokens)) and (found := short_form(a, b, root, similarity)):
            return found
        return guarded("number", verdict.parted, similarity)
    rest = _without_numbers(a) if verdict.note else []
    if rest and rest == _without_numbers(b):
        sure = "less exact" not in verdict.note and not any(n.kind == "letter" for n in (*one, *other))
        zeros = any(n.kind == "digits" and n.text.startswith("0") for n in (*one, *other))
        return positive("numeral" if sure and not zeros else "truncation", verdict.note, similarity)
    return None


def _without_numbers(form: Form) -> list[str]:
    """The tokens with their numbers cut out ("3a" leaves "a"), without articles and ordinal endings."""
    rest = list(form.tokens)
    for number in form.numbers:
        rest[number.index] = rest[number.index].replace(number.text.casefold(), "", 1)
    return [token for token in rest if token and token not in ARTICLES and token not in ("st", "nd", "rd", "th", "v")]


def _article(type_: str) -> str:
    return f"{'an' if type_[:1].casefold() in tuple('aeiou') else 'a'} {type_ or 'thing of no type'}"
