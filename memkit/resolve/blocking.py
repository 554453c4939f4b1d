"""Blocking: keys such that two names that the rule would merge or put up for review share at least one.

A key joins what must agree with a trace of what may differ, so that few entities share it: the family name with the
initial, all words but one with that word's beginning, a long name's halves, a short name with one letter left out
(SymSpell's deletion neighbourhood, Garbe 2012), its sound, its initials. No common word stands alone; a key that many
entities share all the same is skipped by the store (`Settings.block_limit`). Measured by eval/bench/identity.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache

from memkit.resolve import vocabulary as words
from memkit.resolve.closeness import consonant_frame, metaphone
from memkit.resolve.form import LONGEST_NAME, Form, form_of, initials_of, normal_words, singular, without_article
from memkit.resolve.nicknames import formal_names
from memkit.resolve.normalise import spelled_out
from memkit.resolve.numbers import Number
from memkit.resolve.person_parser import PersonName, person_of
from memkit.resolve.rule import Name
from memkit.resolve.scripts import digits_as_letters, one_kana, romanise, skeleton
from memkit.resolve.types import TypeTable

#: Up to this many letters a misspelling is found by leaving out each letter in turn, from there on by halves.
SHORT = 9
#: The sound of a name is that of its first letters.
LONGEST_SOUND = 30
#: Names of more words than this are blocked by their first words only.
MOST_WORDS = 8
#: Keys longer than this are cut and completed by a hash.
LONGEST_KEY = 60

_TYPES = TypeTable()


def block_keys(name: Name) -> list[str]:
    """The sorted blocking keys of a name and its aliases (some 10 to 25 a name); never empty for a visible name."""
    person = _TYPES.root(name.type) == "person"
    both = not _TYPES.is_known(name.type)
    keys: set[str] = set()
    for spelling in (name.name, *name.aliases):
        keys.update(_keys(spelling, person, both))
    return sorted(keys)


@lru_cache(maxsize=1 << 14)
def _keys(spelling: str, person: bool, both: bool) -> frozenset[str]:
    form = form_of(spelling)
    if len(form.text) > LONGEST_NAME:
        return frozenset((_bounded("=" + _look(form.squash)),))
    found: set[str] = set()
    if (person or both) and not form.ideographic:
        found.update(_person_keys(person_of(spelling), form))
        if not form.text.isascii():
            found.update(_person_keys(person_of(spelled_out(form.text)), form))
    if not person or both or form.ideographic:
        found.update(_thing_keys(form))
    return frozenset(_bounded(key) for key in found if len(key) > 1)


def _bounded(key: str) -> str:
    if len(key) <= LONGEST_KEY:
        return key
    return key[:40] + hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


# -------------------------------------------------------------------------------------------------------------- things


def _thing_keys(form: Form) -> Iterator[str]:
    yield "=" + _look(form.squash)
    if form.spelled != form.squash:
        yield "=" + _look(form.spelled)
    yield from _romanised_keys(form)
    yield "=" + _look("".join(form.core))
    if form.ideographic:
        yield "=" + one_kana(form.squash)
        yield from _ideographic_keys(form.squash)
        return
    if form.domain:
        yield "=" + form.domain
    if form.qualifier:
        yield "=" + _look("".join(form_of(form.head).bare))
        yield "i" + form_of(form.qualifier).squash
    told = _telling_words(form)
    parts = [singular(word) for word in told]
    yield "=" + _look("".join(parts))
    yield "=" + words.TOOL_NAMES.get(form.squash, form.squash)
    if len(parts) > 1:
        yield "~" + " ".join(sorted(parts))
        yield from _word_keys(parts)
        yield "p" + ".".join(sorted(part[:3] for part in parts))
    if len(form.tokens) == 1 and 2 <= len(form.squash) <= 8:
        yield "i" + form.squash
        yield "i" + form.squash.removesuffix("s")  # LLMs
    for initials in form.initials | initials_of(form.core):
        if len(initials) <= 8:
            yield "i" + initials
    yield from _spelling_keys(_look("".join(told)))


def _telling_words(form: Form) -> list[str]:
    """The words in normal form, numbers by value, without article, small words, generic words and legal forms."""
    numbers = {n.index: n.value for n in form.numbers if n.kind in ("word", "roman") or _is_ordinal(form, n)}
    tokens = tuple(numbers.get(i, token) for i, token in enumerate(form.tokens))
    parts = [_look(w) for w in without_article(normal_words(tokens))]
    generic = words.GENERIC_WORDS
    ordinary = [
        w
        for w in parts
        if w not in words.STOP_WORDS and w not in words.LEGAL_FORMS and not any(w in g for g in generic.values())
    ]
    if len(ordinary) > 1 and ordinary[0] in words.VENDORS:
        ordinary = ordinary[1:]
    return (ordinary or parts)[:MOST_WORDS]


def _is_ordinal(form: Form, number: Number) -> bool:
    return form.tokens[number.index].removeprefix(number.text) in ("st", "nd", "rd", "th")


def _word_keys(parts: list[str]) -> Iterator[str]:
    """All words but one, with how that one begins and how it sounds."""
    for index, word in enumerate(parts):
        rest = "".join(parts[:index] + parts[index + 1 :])
        yield f"w{rest}|{word[:2]}"


def _spelling_keys(joined: str) -> Iterator[str]:
    """Keys that two spellings one edit apart share, and keys of the sound; for names of four letters and more."""
    size = len(joined)
    if size < 4:
        return
    if size <= SHORT + 1:  # one more, since two spellings may lie on either side
        yield "d" + joined
        for index in range(1, size):
            yield "d" + joined[:index] + joined[index + 1 :]
    if size > SHORT:
        for half in (size // 2, (size - 1) // 2):
            yield "<" + joined[:half]
        for half in ((size + 1) // 2, size // 2):
            yield ">" + joined[-half:]
    if len(code := metaphone(joined[:LONGEST_SOUND])) > 2:
        yield "s" + code
    if len(frame := consonant_frame(joined[:LONGEST_SOUND])) > 3:
        yield "f" + frame
    if joined.isalpha():
        yield f"i{joined[0]}{size - 2}{joined[-1]}"  # i18n


def _ideographic_keys(squash: str) -> Iterator[str]:
    """Beginnings and ends: a title or a kind of place stands before or behind a name written without spaces."""
    for length in (2, 3, 4):
        if len(squash) >= length:
            yield "c" + squash[:length]
            yield "c" + squash[-length:]


def _romanised_keys(form: Form) -> Iterator[str]:
    if not form.squash.isascii() and len(frame := consonant_frame(romanise(form.squash)[:LONGEST_SOUND])) > 3:
        yield "f" + frame


def _look(text: str) -> str:
    return digits_as_letters(skeleton(text))


# ------------------------------------------------------------------------------------------------------------- persons


def _person_keys(person: PersonName, form: Form) -> Iterator[str]:
    yield "=" + _look(form.squash)
    if form.spelled != form.squash:
        yield "=" + _look(form.spelled)
    yield from _romanised_keys(form)
    if len(frame := consonant_frame(form.squash[:LONGEST_SOUND])) > 3:
        yield "f" + frame
    if person.handle:
        yield from _handle_keys(person.handle)
        return
    parts = person.parts
    if person.lone:
        yield "L" + person.lone
        for formal in sorted(formal_names(person.lone))[:6]:
            yield "L" + formal
        yield from _spelling_keys(person.lone)
        if 2 <= len(person.lone) <= 4:
            yield "i" + person.lone
        return
    if not person.family:
        return
    first, family = person.given[0], person.family
    yield "=" + "".join(parts)
    yield "O" + " ".join(sorted(parts))
    for part in parts:
        if len(part) > 1:
            yield "L" + part
    if len(parts) > 2:
        yield "i" + "".join(part[0] for part in parts)
    for other in parts[1:]:
        yield f"P{first}|{other}"
    for middle in person.given[1:]:
        yield f"P{middle}|{family}"
    for formal in sorted(formal_names(first) | formal_names(person.nick))[:8]:
        yield f"N{formal}|{family}"
    yield f"I{first[0]}|{family}"
    yield f"F{first}|{family[:2]}"
    yield f"E{first}|{family[-3:]}"
    if first.isascii() and family.isascii():
        yield f"G{metaphone(first)}|{family}"
        yield f"S{first}|{metaphone(family)}"


def _handle_keys(handle: str) -> Iterator[str]:
    account = handle.split("@")[0].split("+")[0]
    yield "=" + account
    letters = account.rstrip("0123456789")
    pieces = [p for p in letters.replace("_", ".").replace("-", ".").split(".") if p]
    for formal in sorted(formal_names(pieces[0]))[:6] if pieces else ():
        yield f"N{formal}|{pieces[-1]}" if len(pieces) > 1 else "L" + formal
    if len(pieces) > 1:
        yield f"P{pieces[0]}|{pieces[-1]}"
        yield f"I{pieces[0][0]}|{pieces[-1]}"
        yield "=" + "".join(pieces)
        yield "O" + " ".join(sorted(pieces))
        yield from ("L" + piece for piece in pieces if len(piece) > 2)
    elif pieces and len(pieces[0]) > 2:
        yield "L" + pieces[0]
        yield "=" + pieces[0]
        yield f"I{pieces[0][0]}|{pieces[0][1:]}"
