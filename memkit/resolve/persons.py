"""Two people's names, compared part by part."""

from __future__ import annotations

import re
from functools import lru_cache

from memkit.resolve.closeness import sounds_alike, typo
from memkit.resolve.evidence import apart, guarded, positive
from memkit.resolve.form import CACHE_SIZE
from memkit.resolve.nicknames import nickname
from memkit.resolve.normalise import spelled_out
from memkit.resolve.person_parser import FEMALE_TITLES, MALE_TITLES, PersonName, person_of, read_as_surname
from memkit.resolve.rule import Comparison


def compare_persons(left: str, right: str, similarity: float) -> Comparison:
    """Two people's names, not equal letter by letter. Always an answer; the reason names the parts that decide."""
    found = _compare_parsed(*_parsed(left, right), similarity)
    if found.veto or left.isascii() == right.isascii():
        return found
    # "Müller" is also "Mueller"
    spelled = _compare_parsed(_spelled_person(left), _spelled_person(right), similarity)
    return max(found, spelled, key=lambda comparison: comparison.score)


def _parsed(left: str, right: str) -> tuple[PersonName, PersonName]:
    """Both parsed. A first word that may be a given name or belong to the last name (Van Gogh), or be a title, is what
    the other name shows it to be (Vincent van Gogh)."""
    a, b = person_of(left), person_of(right)
    if a.given and a.given[0] in (*b.particles, *b.titles):
        a = read_as_surname(left)
    elif b.given and b.given[0] in (*a.particles, *a.titles):
        b = read_as_surname(right)
    return a, b


@lru_cache(maxsize=CACHE_SIZE)
def _spelled_person(name: str) -> PersonName:
    return person_of(spelled_out(name))


def _compare_parsed(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.handle or b.handle:
        return _compare_handles(a, b, similarity)
    if reason := _titles_conflict(a, b):
        return guarded("titles", reason, similarity)
    if a.generation and b.generation and a.generation != b.generation:
        return guarded("generation", f"one is {a.generation}, the other {b.generation}", similarity)
    if not a.parts or not b.parts:
        return apart("different", "nothing in common that tells one person", similarity)
    if a.lone and b.lone:
        return _compare_lone(a, b, similarity)
    if a.lone or b.lone:
        return _compare_short(*((a, b) if a.lone else (b, a)), similarity)
    return _compare_full(a, b, similarity)


def _titles_conflict(a: PersonName, b: PersonName) -> str:
    if not a.titles or not b.titles:
        return ""
    for one, other in ((a, b), (b, a)):
        male = next((t for t in one.titles if t in MALE_TITLES), "")
        female = next((t for t in other.titles if t in FEMALE_TITLES), "")
        if male and female:
            first, second = (male, female) if one is a else (female, male)
            return f"titles differ: {first.title()} / {second.title()}"
    return ""


def _compare_full(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.family != b.family:
        return _compare_other_family(a, b, similarity)
    if a.given[0] == b.given[0]:
        return _compare_rest(a, b, similarity)
    return _compare_first_names(a, b, similarity)


def _compare_first_names(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    """The last name agrees, the first names are spelled differently."""
    one, other = a.given[0], b.given[0]
    kind = said = ""
    if initial := _fits(one, other):
        kind, said = "short-form", f"initial: {initial}"
    elif nick := nickname(one, other) or _own_nickname(a, b):
        kind, said = "nickname", f"nickname: {nick}"
    if said:
        if middle := _middle_conflict(a, b):
            return guarded("middle", f"middle names differ: {middle}", similarity)
        return _review(kind, said, a, b, similarity)
    if one in b.given or other in a.given:
        return _review("short-form", f"one more first name: {_more(a, b, a.given, b.given)}", a, b, similarity)
    if "".join(a.given) == "".join(b.given):
        return positive("person", "the first names are the same letters, the last name agrees", similarity)
    if kind := _alike(one, other):
        return _review(kind, f"first names {_how(kind)}: {a.show(one)} / {b.show(other)}", a, b, similarity)
    return apart("first-name", f"first names differ: {a.show(one)} / {b.show(other)}", similarity)


def _compare_rest(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    """First and last name agree: middle names, particles and generation decide."""
    if middle := _middle_conflict(a, b):
        return guarded("middle", f"middle names differ: {middle}", similarity)
    if doubt := _incomplete(a, b):
        return positive("short-form", doubt, similarity)
    if _is_initial(a.given[0]):
        return positive("person", "last name and initials agree", similarity)
    said = "first and last name agree"
    more = _more(a, b, a.given, b.given)
    if len(a.given) != len(b.given):
        said += f", {more}. stands in one only"
    elif more:
        said += f", middle initial fits: {more}"
    elif a.titles != b.titles:
        said += f", title: {' '.join(sorted({*a.titles} ^ {*b.titles})).title()}"
    return positive("person", said, similarity)


def _incomplete(a: PersonName, b: PersonName) -> str:
    """What one of two names with equal first and last name has more that could part two people; one middle initial,
    a title or a degree could not."""
    if a.generation != b.generation:
        return f"only one is {a.generation or b.generation}"
    if _is_initial(a.given[0]) and a.given != b.given:
        return "last name and initials agree, no first name is written out"
    if len(a.given) != len(b.given):
        extra, more = _extra(a.given, b.given), _more(a, b, a.given, b.given)
        if not all(map(_is_initial, extra)):
            return f"one more middle name: {more}"
        if len(extra) > 1 or min(len(a.given), len(b.given)) > 1:
            return f"one more initial: {more}"
    if a.particles != b.particles:
        return f"one more word in the last name: {' '.join(_extra(a.particles, b.particles))}"
    return ""


def _compare_other_family(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    """The last names are spelled differently: another order, a second surname, a slip, an initial, or another name."""
    one, other = a.parts, b.parts
    if len(one) == len(other) and sorted(one) == sorted(other):
        return positive("order", "the same names in another order", similarity)
    if "".join(one) == "".join(other) and not any(map(_is_initial, (*one, *other))):
        return positive("person", "the same letters, parted otherwise", similarity)
    shorter, longer = (one, other) if len(one) < len(other) else (other, one)
    if len(shorter) < len(longer) and shorter[0] == longer[0] and _subsequence(shorter, longer):
        return positive("short-form", f"one more name: {_more(a, b, one, other)}", similarity)
    families = f"{a.show(a.family)} / {b.show(b.family)}"
    if a.given[0] == b.given[0]:
        if initial := _fits(a.family, b.family):
            return _review("short-form", f"initial: {initial}", a, b, similarity)
        if _is_part(a.family, b.family):
            return _review("short-form", f"one last name is a part of the other: {families}", a, b, similarity)
        if kind := _alike(a.family, b.family):
            if middle := _middle_conflict(a, b):
                return guarded("middle", f"middle names differ: {middle}", similarity)
            return _review(kind, f"last names {_how(kind)}: {families}", a, b, similarity)
    return apart("last-name", f"last names differ: {families}", similarity)


def _is_part(one: str, other: str) -> bool:
    """Jones of Smith-Jones (hyphens are closed up): a beginning or end of four letters and more."""
    short, full = sorted((one, other), key=len)
    return len(short) >= 4 and len(full) - len(short) >= 3 and (full.startswith(short) or full.endswith(short))


def _compare_lone(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.lone == b.lone:
        if a.titles == b.titles and a.generation == b.generation and a.particles == b.particles:
            return positive("person", "the same name", similarity)
        differs = " ".join(
            sorted({*a.titles} ^ {*b.titles}) or [a.generation or b.generation or "".join(a.particles or b.particles)]
        )
        return positive("short-form", f"only one has: {differs}", similarity)
    if said := nickname(a.lone, b.lone):
        return positive("nickname", f"nickname: {said}", similarity)
    if kind := _alike(a.lone, b.lone):
        return positive(kind, f"the names {_how(kind)}: {a.show(a.lone)} / {b.show(b.lone)}", similarity)
    return apart("different", f"names differ: {a.show(a.lone)} / {b.show(b.lone)}", similarity)


def _compare_short(short: PersonName, full: PersonName, similarity: float) -> Comparison:
    """One part against a full name: it fits one of the parts, a nickname of the first, the initials, or nothing."""
    name = full.show(*full.parts)
    if short.lone in (*full.given, full.family):
        return positive("short-form", f"short form: {short.show(short.lone)} fits {name}", similarity)
    if said := nickname(short.lone, full.given[0]) or (short.lone == full.nick and f"{full.nick.title()} is {name}"):
        return positive("nickname", f"nickname: {said}", similarity)
    initials = "".join(part[0] for part in full.parts)
    if len(initials) > 1 and short.lone == initials:
        return positive("initialism", f"initials: {short.lone.upper()} for {name}", similarity)
    if short.lone == "".join(full.parts):
        return positive("person", "the same letters, parted otherwise", similarity)
    return apart("different", f"{short.show(short.lone)} is no part of {name}", similarity)


def _compare_handles(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.handle and b.handle:
        if a.handle == b.handle:
            return positive("person", "the same address", similarity)
        if ("@" in a.handle) != ("@" in b.handle) and a.handle.split("@")[0] == b.handle.split("@")[0]:
            return positive("handle", f"the same account name: {a.handle.split('@')[0]}", similarity)
        if ("@" in a.handle) != ("@" in b.handle):
            short, address = sorted((a.handle, b.handle), key=lambda handle: "@" in handle)
            if _spells(_pieces(short), tuple(_pieces(address))):
                return positive("handle", f"{short} is made of the address {address}", similarity)
        return guarded("handle", f"addresses differ: {a.handle} / {b.handle}", similarity)
    handle, person = (a.handle, b) if a.handle else (b.handle, a)
    pieces, parts = _pieces(handle), person.parts
    fits = _spells(pieces, parts)
    if fits:
        return positive("handle", f"{handle} is made of the name {person.show(*parts)}", similarity)
    return apart("handle", f"{handle} says nothing of {person.show(*parts)}", similarity)


def _pieces(handle: str) -> list[str]:
    """The words of an account name, without a number at its end: priya, nair of priya.nair2@acme.example."""
    account = handle.split("@")[0].split("+")[0]
    return [p for p in re.split(r"[._\-]+", re.sub(r"\d+$", "", account)) if p]


def _spells(pieces: list[str], parts: tuple[str, ...]) -> bool:
    """Are the pieces of an account name made of a person's name? priya.nair, nair.priya, pnair, priyan, p.nair; also
    with a nickname: bob.smith"""
    if not pieces or not parts:
        return False
    first, last, joined = parts[0], parts[-1], "".join(pieces)
    if joined in parts or joined in ("".join(parts), last + first, first[0] + last, first + last[0], first + last):
        return True
    if len(pieces) == len(parts) and all(x in (y, y[0]) for x, y in zip(pieces, parts, strict=True)):
        return True
    if len(pieces) == 2 and pieces in ([first, last], [last, first], [first[0], last]):
        return True
    if len(parts) == 1 and len(first) > 2 and first in pieces:  # priya.nair of Priya
        return True
    return bool(nickname(pieces[0], first)) and pieces[1:] in ([], [last], [last[0]])


def _review(kind: str, reason: str, a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.generation != b.generation:
        reason += f"; only one is {a.generation or b.generation}"
    return positive(kind, reason, similarity)


def _fits(one: str, other: str) -> str:
    """ "J fits John" if one is an initial of the other."""
    if len(one) == len(other) or one[0] != other[0]:
        return ""
    short, full = sorted((one, other), key=len)
    return f"{short.upper()} fits {full.title()}" if _is_initial(short) else ""


def _own_nickname(a: PersonName, b: PersonName) -> str:
    for one, other in ((a, b), (b, a)):
        if one.nick and one.nick == other.given[0]:
            return f"{one.nick.title()} is {one.given[0].title()}"
    return ""


def _middle_conflict(a: PersonName, b: PersonName) -> str:
    """The first pair of middle names that cannot be one: two names or initials at one place that do not fit."""
    one, other = a.given[1:], b.given[1:]
    for x, y in zip(one, other, strict=False):
        if x != y and not _fits(x, y) and not (x[0] == y[0] and (_alike(x, y) or nickname(x, y))):
            if len(one) != len(other) and (x in other or y in one):
                return ""  # one more in between: a review, not a conflict
            return f"{a.show(x)} / {b.show(y)}"
    return ""


def _alike(one: str, other: str) -> str:
    if min(len(one), len(other)) < 3:
        return ""
    if typo(one, other):
        return "typo"
    return "sound" if sounds_alike(one, other) else ""


def _how(kind: str) -> str:
    return "sound alike" if kind == "sound" else "differ by one letter"


def _extra(one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    """What one has more than the other, in its order."""
    longer, shorter = (one, list(other)) if len(one) >= len(other) else (other, list(one))
    extra = []
    for word in longer:
        if word in shorter:
            shorter.remove(word)
        else:
            extra.append(word)
    return extra


def _more(a: PersonName, b: PersonName, one: tuple[str, ...], other: tuple[str, ...]) -> str:
    """What one name has more than the other, as it is written there."""
    return (a if len(one) >= len(other) else b).show(*_extra(one, other))


def _subsequence(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    rest = iter(longer)
    return all(word in rest for word in shorter)


def _is_initial(word: str) -> bool:
    return len(word) == 1
