"""Names of organisations, places, events and objects: separators, abbreviations, legal forms, initialisms, words."""

from __future__ import annotations

import re

from memkit.resolve import vocabulary as words
from memkit.resolve.closeness import close, opposites, romanised_alike, sounds_alike, typo
from memkit.resolve.evidence import LOWEST_REVIEW, apart, guarded, positive
from memkit.resolve.form import Form, form_of, initials_of, is_word, singular, without_article
from memkit.resolve.rule import Comparison

_NUMERONYM = re.compile(r"([a-z])(\d{1,3})([a-z])")


def compare_things(a: Form, b: Form, root: str, similarity: float) -> Comparison:
    """Two names of one kind of thing, with the same numbers and not equal letter by letter; `root` is their type."""
    for step in (_joined, _whole_name, _bracketed, _initialism):
        if found := step(a, b, root, similarity):
            return found
    if a.ideographic or b.ideographic:
        return _ideographic(a, b, root, similarity)
    return _aligned(a, b, root, similarity)


def short_form(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    """A known short name, an initialism or a numeronym: the evidence that may have a digit of its own."""
    return _whole_name(a, b, root, similarity) or _initialism(a, b, root, similarity)


def _joined(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    """The same letters in the same order, parted otherwise."""
    if a.squash != b.squash:
        return None
    if a.structure != b.structure:
        return positive("close", f"the same letters, but another address or path: {a.text} / {b.text}", similarity)
    return positive("separators", "the same letters, only separators differ", similarity)


def _whole_name(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    """Equal in normal form: abbreviations and spellings, known tool names, a legal form, an article."""
    if a.joined == b.joined:
        one, other = (" ".join(_difference(x.tokens, y.tokens)) for x, y in ((a, b), (b, a)))
        shown = f"{one} / {other}" if one and other else f"{a.text} / {b.text}"
        doubtful = any(t in words.DOUBTFUL_ABBREVIATIONS for t in {*a.tokens} ^ {*b.tokens})
        return positive("truncation" if doubtful else "abbreviation", f"abbreviation or spelling: {shown}", similarity)
    if root == "object":
        one, other = (words.TOOL_NAMES.get(f.squash, f.squash) for f in (a, b))
        if one == other:
            sure = {a.squash, b.squash} & words.SURE_TOOL_NAMES
            return positive(
                "abbreviation" if sure else "truncation", f"two usual names: {a.text} / {b.text}", similarity
            )
    if root == "organization" and (a.legal or b.legal) and "".join(a.core) == "".join(b.core):
        return _legal_forms(a, b, similarity)
    for address, name in ((a, b), (b, a)):
        if address.domain and address.domain == name.squash:
            return positive("generic-word", f"one is a web address: {address.text}", similarity)
    if a.bare == b.bare:
        # "the Kremlin" in running text, but "The Police"
        sure = len(a.bare) > 1 or (len(a.bare[0]) > 4 and {a.raw[0], b.raw[0]} & {"the"})
        return positive("article" if sure else "generic-word", "only one has the article: The", similarity)
    return None


def _legal_forms(a: Form, b: Form, similarity: float) -> Comparison:
    """Two companies whose names agree but for the legal form of one or both."""
    one, other = " ".join(a.legal), " ".join(b.legal)
    if a.core != b.core:
        said = f"the same letters, parted otherwise, and a legal form: {one or other}"
        return positive("generic-word", said, similarity)
    if one and other and one != other:
        return positive("legal-forms", f"legal forms differ: {one} / {other}", similarity)
    if "company" in (*a.words[-1:], *b.words[-1:]) and len(a.core) == 1:
        return positive("generic-word", "one more word: Company", similarity)  # "Bad Company" is a band
    if one and other:
        return positive("abbreviation", f"the same legal form: {one}", similarity)
    return positive("legal-form", f"only one has the legal form: {one or other}", similarity)


def _bracketed(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    """What stands in brackets or after a comma qualifies the name; an initialism there repeats it."""
    more, also = a.qualifier, b.qualifier
    if not more and not also:
        return None
    if root == "organization" and more and also and a.text[len(a.head)] == b.text[len(b.head)] == ",":
        return None  # partners: Lopez, Bradford and Taylor
    head, tail = form_of(a.head), form_of(b.head)
    if head.words == tail.words:
        if more and also:
            x, y = form_of(more), form_of(also)
            if x.squash == y.squash:
                return positive("separators", "the same name and qualifier", similarity)
            if x.words == y.words or _stands_for(x, y) or _stands_for(y, x):
                return positive("qualifier", f"qualifiers fit: {more} / {also}", similarity)
            if _aligned(x, y, root, similarity).score >= LOWEST_REVIEW:
                return positive("qualifier", f"qualifiers nearly fit: {more} / {also}", similarity)
            return guarded("qualifier", f"qualifiers differ: {more} / {also}", similarity)
        said = form_of(more or also)
        if said.squash in head.initials:
            return positive("abbreviation", f"one adds its own initials: {more or also}", similarity)
        return positive("qualifier", f"one says more: {more or also}", similarity)
    for qualifier, whole in ((more, b), (also, a)):
        if qualifier and form_of(qualifier).squash == whole.squash:
            return positive("initialism", f"one gives the other in brackets: {qualifier}", similarity)
    return None


def _stands_for(short: Form, full: Form) -> bool:
    """Initials of a name, or a code of two or three capitals made of its letters: OR, TX, FL."""
    if short.squash in full.initials:
        return True
    if not (short.text.isupper() and 2 <= len(short.squash) <= 3 and short.squash[0] == full.squash[:1]):
        return False
    rest = iter(full.squash)
    return all(c in rest for c in short.squash)


def _initialism(a: Form, b: Form, root: str, similarity: float) -> Comparison | None:
    for short, full in ((a, b), (b, a)):
        letters = short.squash[:-1] if _plural_acronym(short.text[:-1], short.text) else short.squash
        if letters in full.initials and 2 <= len(letters) <= 8 and len(short.tokens) == 1:
            return positive("initialism", f"initialism: {short.text} for {full.text}", similarity)
        if (
            full.legal
            and len(short.tokens) == 1
            and root == "organization"
            and "".join(short.core) in initials_of(full.core)
        ):
            return positive("initialism", f"initialism: {short.text} for {full.text}", similarity)
        if short.numbers and len(full.tokens) == 1 and (match := _NUMERONYM.fullmatch(short.squash)):
            word = full.squash
            if word[:1] == match[1] and word[-1:] == match[3] and len(word) == int(match[2]) + 2:
                return positive("initialism", f"numeronym: {short.text} for {full.text}", similarity)
    return None


def _ideographic(a: Form, b: Form, root: str, similarity: float) -> Comparison:
    """Scripts without spaces: only containment is evidence, one other character parts."""
    shorter, longer = sorted((a.squash, b.squash), key=len)
    rest = longer.replace(shorter, "", 1)
    if shorter and rest != longer and len(shorter) >= 2 and a.ideographic and b.ideographic:
        if root == "person" and len(shorter) >= 2:
            return positive("short-form", f"one more: {rest}", similarity)
        if rest in tuple("市省县縣区區都府県州시도군구") or rest in ("集团", "集團", "特别市", "특별시", "광역시"):
            return positive("generic-word", f"one more: {rest}", similarity)
        return apart("extra-word", f"one more: {rest}", similarity)
    return apart("different", f"the characters differ: {a.text} / {b.text}", similarity)


def _aligned(a: Form, b: Form, root: str, similarity: float) -> Comparison:
    """Compare as bags of words: what has one name that the other has not?"""
    left, right = a.bare, b.bare
    if set(a.tokens) <= set(b.tokens) or set(b.tokens) <= set(a.tokens):
        left, right = without_article(a.tokens), without_article(b.tokens)
    if sorted(left) == sorted(right):
        return positive("order", "the same words in another order", similarity)
    extra_left, extra_right = _difference(left, right), _difference(right, left)
    last = {a.words[-1], b.words[-1]}  # "Section A": a last word is no small word
    content = [[w for w in extra if w not in words.STOP_WORDS or w in last] for extra in (extra_left, extra_right)]
    if not content[0] and not content[1]:
        return positive("order", "the same words but for small ones", similarity)
    if content[0] and content[1]:
        return _replaced(a, b, root, content[0], content[1], similarity)
    extra = content[0] or content[1]
    return _extra_words(a, b, root, extra, similarity)


def _difference(one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    rest, extra = list(other), []
    for word in one:
        if word in rest:
            rest.remove(word)
        else:
            extra.append(word)
    return extra


def _extra_words(a: Form, b: Form, root: str, extra: list[str], similarity: float) -> Comparison:
    longer = a if len(a.words) > len(b.words) else b
    shown = _as_written(extra, longer)
    said = f"one more word: {shown}" if len(extra) == 1 else f"{len(extra)} more words: {shown}"
    generic = words.GENERIC_WORDS.get(root, frozenset())
    shorter = b if longer is a else a
    if root == "location" and generic.intersection(shorter.words):
        generic = frozenset()  # Republic of the Congo / Democratic Republic of the Congo
    if all(word in generic or (root == "organization" and word in words.LEGAL_FORMS) for word in extra):
        return positive("generic-word", said, similarity)
    if root == "object" and len(extra) == 1 and extra[0] in words.VENDORS and longer.words[0] == extra[0]:
        return positive("generic-word", f"one more word, the maker: {shown}", similarity)
    return apart("extra-word", said, similarity)


def _replaced(a: Form, b: Form, root: str, one: list[str], other: list[str], similarity: float) -> Comparison:
    """Words stand on each side that the other has not."""
    found = None
    if len(one) == len(other) == 1:
        found = _word_against_word(a, b, root, one[0], other[0], similarity)
    if found is None and not (a.identifier or b.identifier):
        found = _state_form(root, one, other, similarity) or _nearly(a, b, one, other, similarity)
    if found:
        return found
    shown = f"{_as_written(one, a)} / {_as_written(other, b)}"
    if len(one) == len(other) == 1:
        what = "one word differs" if len(a.words) > 1 or len(b.words) > 1 else "names differ"
        return apart("different", f"{what}: {shown}", similarity)
    return apart("different", f"words differ: {shown}", similarity)


def _word_against_word(a: Form, b: Form, root: str, x: str, y: str, similarity: float) -> Comparison | None:
    """One word each: opposites, letters, codes, plural, abbreviation, misspelling, sound; None if nothing fits."""
    shown = f"{_as_written([x], a)} / {_as_written([y], b)}"
    code = a.identifier or b.identifier
    if reason := opposites(x, y):
        return guarded("opposites", reason, similarity)
    if len(x) == len(y) == 1 and x.isalpha() and y.isalpha():
        return guarded("letter", f"single letters differ: {shown}", similarity)
    if code or not (is_word(x) and is_word(y)):
        what = "code names" if code or any(c.isdigit() for c in x + y) else "signs"
        return guarded("code", f"{what} differ: {shown}", similarity)
    acronyms = _acronyms(x, y, a, b)
    if acronyms and _plural_acronym(_as_written([x], a), _as_written([y], b)):
        return positive("plural", f"singular and plural: {shown}", similarity)
    if singular(x) == singular(y) and not acronyms:
        if root == "object" and a.package and b.package:
            return guarded("code", f"package names differ: {shown}", similarity)
        return positive("plural", f"singular and plural: {shown}", similarity)
    if abbreviates(x, y, a.dotted | b.dotted, alone=len(a.words) == len(b.words) == 1):
        return positive("truncation", f"abbreviation: {shown}", similarity)
    if acronyms:
        return apart("different", f"acronyms differ: {shown}", similarity)
    if typo(x, y):
        return positive("typo", f"one letter differs: {shown}", similarity)
    if close(x, y):
        return positive("close", f"two letters differ in a long word: {shown}", similarity)
    if sounds_alike(x, y) or romanised_alike(x, y):
        return positive("sound", f"sound alike: {shown}", similarity)
    return None


def _state_form(root: str, one: list[str], other: list[str], similarity: float) -> Comparison | None:
    """ "Syria" / "Syrian Arab Republic": generic words on one side only, and what else differs has one stem."""
    if len(one) == len(other):
        return None
    generic = words.GENERIC_WORDS.get(root, frozenset())
    left, right = ([w for w in side if w not in generic] for side in (one, other))
    if len(left) != 1 or len(right) != 1 or (len(left) < len(one)) == (len(right) < len(other)):
        return None
    x, y = left[0], right[0]
    if x[:4] == y[:4] and abs(len(x) - len(y)) <= 2 and x[:-2] == y[: len(x) - 2]:
        extra = " ".join(w for w in (*one, *other) if w in generic)
        return positive("generic-word", f"one stem, and general words more: {extra}", similarity)
    return None


def _nearly(a: Form, b: Form, one: list[str], other: list[str], similarity: float) -> Comparison | None:
    """Several words differ: an initialism for some, abbreviations, or nearly the same letters or sound altogether."""
    for short, full in ((one, other), (other, one)):
        if len(short) == 1 and len(full) > 1 and short[0] == "".join(word[0] for word in full):
            said = f"initialism: {short[0].upper()} for {' '.join(full).title()}"
            return positive("initialism", said, similarity)
    dotted = a.dotted | b.dotted
    if len(one) == len(other) > 1 and all(
        abbreviates(x, y, dotted, alone=False) for x, y in zip(one, other, strict=True)
    ):
        return positive("truncation", f"abbreviations: {' '.join(one)} / {' '.join(other)}", similarity)
    if a.numbers or b.numbers or len(one) == len(other) == 1:
        return None
    left, right = a.joined, b.joined
    if close(left, right) or typo(left, right):
        return positive("close", f"nearly the same letters: {a.text} / {b.text}", similarity)
    if romanised_alike(left, right):
        return positive("sound", f"sound alike: {a.text} / {b.text}", similarity)
    return None


def abbreviates(one: str, other: str, dotted: frozenset[str], *, alone: bool) -> bool:
    """Is one word cut short from the other: with a full stop, or to 3..5 letters in a name of several words?"""
    short, full = sorted((one, other), key=len)
    if short == full or short[0] != full[0] or len(full) - len(short) < 2:
        return False
    if short in dotted:
        rest = iter(full)
        return full.startswith(short) or (len(short) > 1 and all(c in rest for c in short))
    return not alone and 3 <= len(short) <= 5 and full.startswith(short) and len(full) >= len(short) + 4


def _acronyms(x: str, y: str, a: Form, b: Form) -> bool:
    """Either word is written in capitals (and not just because the whole name is): HTTP / HTTPS."""
    return any(
        raw.isupper() and len(raw) > 1 and (len(raw) <= 5 or not form.text.isupper())
        for form in (a, b)
        for token, raw in zip(form.tokens, form.raw, strict=True)
        if token in (x, y)
    )


def _plural_acronym(one: str, other: str) -> bool:
    """LLM and LLMs: capitals, and a small s behind (HTTPS is no plural)."""
    short, long = sorted((one, other), key=len)
    return short.isupper() and long == short + "s"


def _as_written(parts: list[str], form: Form) -> str:
    """Words in normal form as the name writes them, abbreviations too."""
    return " ".join(_token_of(part, form) for part in parts)


def _token_of(word: str, form: Form) -> str:
    for token, raw in zip(form.tokens, form.raw, strict=True):
        if token == word or words.ABBREVIATIONS.get(token) == word:
            return raw
    return word
