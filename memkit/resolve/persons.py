"""People's names: a parser, and the comparison of two parsed names part by part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memkit.resolve.closeness import sounds_alike, typo
from memkit.resolve.evidence import apart, guarded, positive
from memkit.resolve.form import CACHE_SIZE, form_of
from memkit.resolve.nicknames import nickname
from memkit.resolve.normalise import fold
from memkit.resolve.rule import Comparison

_MALE = frozenset(
    """
    mr herr monsieur sir lord king prince señor senor don father brother mister signor
    """.split()
)
_FEMALE = frozenset(
    """
    mrs ms miss frau mme mlle madame dame lady queen princess señora senora señorita sister doña dona signora
    """.split()
)
_TITLES = (
    _MALE
    | _FEMALE
    | frozenset(
        """
    dr doctor prof professor mx rev reverend fr capt captain col colonel gen general lt lieutenant maj major sgt
    sergeant cpl president pres senator sen representative rep congressman congresswoman gov governor mayor
    judge justice pope saint st emperor empress sheikh shaikh sheik imam rabbi hon honorable chancellor minister
    secretary ambassador admiral adm commander cmdr coach chef dean duke duchess count countess baron baroness
    earl archbishop bishop cardinal sri shri smt ing dipl dott doc cdr chief officer detective inspector ceo cto
    cfo vp
    """.split()
    )
)
_SAME_TITLE = {"doctor": "dr", "professor": "prof", "president": "pres", "reverend": "rev", "captain": "capt",
               "senator": "sen", "governor": "gov", "general": "gen", "mister": "mr", "saint": "st", "doc": "dr",
}  # fmt: skip
_GENERATIONS = {"jr": "Jr.", "junior": "Jr.", "sr": "Sr.", "senior": "Sr.", "ii": "II", "iii": "III", "iv": "IV",
                "2nd": "II", "3rd": "III", "4th": "IV"}  # fmt: skip
_CREDENTIALS = frozenset(
    """
    phd md esq esquire cpa mba dds rn jd obe kbe cbe mbe qc kc llm llb msc bsc ba ma dphil dsc frs pe dvm bcom
    """.split()
)
_PARTICLES = frozenset(
    """
    van von der den de da di du del della dos das do la le el al bin ibn ben bint abu ap ter ten zu zur zum af
    av mac st san santa dal dello y e und vom op 't of
    """.split()
)
_NICK = re.compile(r"""[("“”'‘’]([^()"“”'‘’]{2,20})[)"“”'‘’]""")
_HANDLE = re.compile(r"@?[\w.+-]+@[\w-]+(?:\.[\w-]+)+|@[\w.-]+|[\w+-]+(?:[._][\w+-]+)+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?)+[^\W\d_]?\.?")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A parsed name; all parts folded. `given` has first and middle names (an initial is one letter), `family` the last
    name without particles, `particles` those; a name of one part has it in `lone` and nothing in the other two."""

    given: tuple[str, ...] = ()
    family: str = ""
    particles: tuple[str, ...] = ()
    lone: str = ""
    titles: tuple[str, ...] = ()
    generation: str = ""
    nick: str = ""
    handle: str = ""  # what identifies the account: the address without a mail domain
    ordered: bool = False  # "Last, First": no doubt which is which

    @property
    def parts(self) -> tuple[str, ...]:
        return (*self.given, self.family) if self.family else ((self.lone,) if self.lone else ())


@lru_cache(maxsize=CACHE_SIZE)
def person_of(name: str) -> PersonName:
    """Parse a person's name of any order and script; never raises."""
    text = form_of(name).text
    if _HANDLE.fullmatch(text) and not _INITIALS.fullmatch(text):
        return PersonName(handle=_account(text))
    nick = ""
    if found := _NICK.search(text):
        before, after = text[: found.start()].strip(), text[found.end() :].strip()
        if before and after:
            nick, text = fold(found.group(1)), f"{before} {after}"
        elif before and found.group().startswith("("):
            text = before
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    generation = ""
    while len(pieces) > 1 and _is_suffix(pieces[-1]):
        generation = _generation_in(pieces.pop()) or generation
    if len(pieces) == 2:
        family_words, _, found = _words(pieces[0])
        given_words, titles, also = _words(pieces[1])
        _, more_titles, _ = _strip_titles(family_words)
        family_words = _strip_titles(family_words)[0]
        core, particles = _split_particles(family_words)
        if given_words and core:
            while len(given_words) > 1 and given_words[-1] in _PARTICLES:
                particles = (given_words[-1], *particles)
                given_words = given_words[:-1]
            return PersonName(tuple(given_words), "".join(core), particles, "", (*titles, *more_titles),
                              generation or found or also, nick, "", True)  # fmt: skip
    words, titles, found = _words(" ".join(pieces) or text)
    generation = generation or found
    if len(words) < 2:
        return PersonName(lone=words[0] if words else "", titles=titles, generation=generation, nick=nick)
    at = next((i for i in range(1, len(words) - 1) if words[i] in _PARTICLES and not _single(words[i])), len(words) - 1)
    if words[0] in _PARTICLES and len(words[0]) > 1 and at == len(words) - 1:
        core, particles = _split_particles(words)
        return PersonName(lone="".join(core), particles=particles, titles=titles, generation=generation, nick=nick)
    core, particles = _split_particles(words[at:])
    return PersonName(tuple(words[:at]), "".join(core), particles, "", titles, generation, nick)


def _words(text: str) -> tuple[list[str], tuple[str, ...], str]:
    """The folded words of a name without titles, credentials and generation; initials parted; hyphens closed."""
    written = [w for w in re.split(r"[\s_]+", text) if w]
    shouting = text.isupper()
    words: list[str] = []
    for index, word in enumerate(written):
        bare = word.rstrip(".")
        if len(written) > 1 and (_INITIALS.fullmatch(word) and ("." in word or len(word) == 1)):
            words.extend(fold(c) for c in word if c.isalpha())
        elif (
            not shouting and bare.isupper() and bare.isalpha() and 2 <= len(bare) <= 3 and index < len(written) - 1
            and fold(bare) not in _TITLES and fold(bare) not in _CREDENTIALS and bare.isascii()
        ):  # fmt: skip
            words.extend(fold(c) for c in bare)
        else:
            words.append(
                form_of(bare).squash if "-" in bare or "'" in bare or "’" in bare else fold(bare).replace(".", "")
            )
    words = [w for w in words if w]
    words, titles, _ = _strip_titles(words)
    generation = ""
    while len(words) > 1 and (words[-1] in _GENERATIONS or (words[-1] in _CREDENTIALS and len(words) > 2)):
        last = words.pop()
        generation = _GENERATIONS.get(last, generation)
    return words, titles, generation


def _strip_titles(words: list[str]) -> tuple[list[str], tuple[str, ...], None]:
    titles = []
    while len(words) > 1 and words[0] in _TITLES:
        titles.append(_SAME_TITLE.get(words[0], words[0]))
        words = words[1:]
    return words, tuple(titles), None


def _split_particles(words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    particles = tuple(w for w in words[:-1] if w in _PARTICLES)
    core = [w for i, w in enumerate(words) if w not in _PARTICLES or i == len(words) - 1]
    return core, particles


def _is_suffix(piece: str) -> bool:
    words = [fold(w).replace(".", "") for w in piece.split()]
    return bool(words) and all(w in _GENERATIONS or w in _CREDENTIALS for w in words)


def _generation_in(piece: str) -> str:
    return next((_GENERATIONS[w] for w in (fold(p).replace(".", "") for p in piece.split()) if w in _GENERATIONS), "")


def _account(text: str) -> str:
    text = fold(text)
    return text.removeprefix("@") if text.startswith("@") and text.count("@") == 1 else text.removeprefix("mailto:")


def _single(word: str) -> bool:
    return len(word) == 1


# --------------------------------------------------------------------------------------------------------- comparing


def compare_persons(left: str, right: str, similarity: float) -> Comparison:
    """Two people's names, not equal letter by letter. Always an answer; the reason names the parts that decide."""
    a, b = person_of(left), person_of(right)
    if a.handle or b.handle:
        return _compare_handles(a, b, left, right, similarity)
    if reason := _titles_conflict(a, b):
        return guarded("titles", reason, similarity)
    if a.generation and b.generation and a.generation != b.generation:
        return guarded("generation", f"one is {a.generation}, the other {b.generation}", similarity)
    if a.lone and b.lone:
        return _compare_lone(a, b, similarity)
    if a.lone or b.lone:
        return _compare_short(*((a, b) if a.lone else (b, a)), similarity)
    if not a.family or not b.family:
        return apart("different", "nothing in common that tells one person", similarity)
    return _compare_full(a, b, similarity)


def _titles_conflict(a: PersonName, b: PersonName) -> str:
    for one, other in ((a, b), (b, a)):
        male = next((t for t in one.titles if t in _MALE), "")
        female = next((t for t in other.titles if t in _FEMALE), "")
        if male and female:
            first, second = (male, female) if one is a else (female, male)
            return f"titles differ: {first.title()} / {second.title()}"
    return ""


def _compare_full(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    first_a, first_b = a.given[0], b.given[0]
    if a.family == b.family:
        if first_a == first_b:
            return _compare_rest(a, b, similarity)
        middle = _middle_conflict(a.given[1:], b.given[1:])
        initial = _fits(first_a, first_b)
        if initial and middle:
            return guarded("middle", f"middle names differ: {middle}", similarity)
        if initial:
            return _review("short-form", f"initial: {initial}", a, b, similarity)
        if said := nickname(first_a, first_b) or _own_nickname(a, b):
            if middle:
                return guarded("middle", f"middle names differ: {middle}", similarity)
            return _review("nickname", f"nickname: {said}", a, b, similarity)
        if first_a in b.given or first_b in a.given:
            return _review(
                "short-form", f"one more first name: {' '.join(_extra(a.given, b.given)).title()}", a, b, similarity
            )
        if "".join(a.given) == "".join(b.given):
            return positive("person", "the first names are the same letters, the last name agrees", similarity)
        if kind := _alike(first_a, first_b):
            return _review(kind, f"first names {_how(kind)}: {first_a.title()} / {first_b.title()}", a, b, similarity)
        return apart("first-name", f"first names differ: {first_a.title()} / {first_b.title()}", similarity)
    if sorted(a.parts) == sorted(b.parts):
        return positive("order", "the same names in another order", similarity)
    if "".join(a.parts) == "".join(b.parts) and not any(map(_single, (*a.parts, *b.parts))):
        return positive("person", "the same letters, parted otherwise", similarity)
    firsts = first_a == first_b or bool(nickname(first_a, first_b))
    shorter, longer = sorted((a.parts, b.parts), key=len)
    if len(shorter) < len(longer) and shorter[0] == longer[0] and _subsequence(shorter, longer):
        return positive("short-form", f"one more name: {' '.join(_extra(a.parts, b.parts)).title()}", similarity)
    if firsts or _fits(first_a, first_b):
        named = f"{a.family.title()} / {b.family.title()}"
        if (
            a.family.startswith(b.family)
            or b.family.startswith(a.family)
            or a.family.endswith(b.family)
            or b.family.endswith(a.family)
        ):
            inside = min(len(a.family), len(b.family)) >= 4 and abs(len(a.family) - len(b.family)) >= 3
            if inside and first_a == first_b:
                return positive("short-form", f"one last name is a part of the other: {named}", similarity)
        if first_a == first_b and (kind := _alike(a.family, b.family)):
            if middle := _middle_conflict(a.given[1:], b.given[1:]):
                return guarded("middle", f"middle names differ: {middle}", similarity)
            return _review(kind, f"last names {_how(kind)}: {named}", a, b, similarity)
    if first_a == first_b and (initial := _fits(a.family, b.family)):
        return _review("short-form", f"initial: {initial}", a, b, similarity)
    return apart("last-name", f"last names differ: {a.family.title()} / {b.family.title()}", similarity)


def _compare_rest(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    """First and last name agree: middle names, particles and generation decide."""
    if middle := _middle_conflict(a.given[1:], b.given[1:]):
        return guarded("middle", f"middle names differ: {middle}", similarity)
    if a.generation != b.generation:
        return positive("short-form", f"only one is {a.generation or b.generation}", similarity)
    if _single(a.given[0]):
        return positive("short-form", "last name and initials agree, no first name is written out", similarity) \
            if a.given != b.given else positive("person", "last name and initials agree", similarity)  # fmt: skip
    extra = _extra(a.given[1:], b.given[1:])
    if any(len(word) > 1 for word in extra) and len(a.given) != len(b.given):
        return positive("short-form", f"one more middle name: {' '.join(extra).title()}", similarity)
    if len(extra) > 1 and len(a.given) != len(b.given):
        return positive("short-form", f"more initials: {' '.join(extra).upper()}", similarity)
    if a.particles != b.particles:
        return positive(
            "short-form", f"one more word in the last name: {' '.join(_extra(a.particles, b.particles))}", similarity
        )
    said = "first and last name agree"
    if len(a.given) != len(b.given):
        said += f", {' '.join(extra).upper()}. stands in one only"
    elif extra:
        said += f", middle initial fits: {' '.join(extra).title()}"
    elif a.titles != b.titles:
        said += f", title: {' '.join(sorted({*a.titles} ^ {*b.titles})).title()}"
    return positive("person", said, similarity)


def _compare_lone(a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.lone == b.lone:
        if a.titles == b.titles and a.generation == b.generation and a.particles == b.particles:
            return positive("person", "the same name", similarity)
        differs = " ".join(
            sorted({*a.titles} ^ {*b.titles}) or [a.generation or b.generation or "".join(a.particles or b.particles)]
        )
        return positive("short-form", f"only one has: {differs.title()}", similarity)
    if said := nickname(a.lone, b.lone):
        return positive("nickname", f"nickname: {said}", similarity)
    if kind := _alike(a.lone, b.lone):
        return positive(kind, f"the names {_how(kind)}: {a.lone.title()} / {b.lone.title()}", similarity)
    return apart("different", f"names differ: {a.lone.title()} / {b.lone.title()}", similarity)


def _compare_short(short: PersonName, full: PersonName, similarity: float) -> Comparison:
    """One part against a full name: it fits one of the parts, a nickname of the first, the initials, or nothing."""
    name = " ".join(full.parts).title()
    if short.lone in (*full.given, full.family):
        return positive("short-form", f"short form: {short.lone.title()} fits {name}", similarity)
    if said := nickname(short.lone, full.given[0]) or (short.lone == full.nick and f"{full.nick.title()} is {name}"):
        return positive("nickname", f"nickname: {said}", similarity)
    initials = "".join(part[0] for part in full.parts)
    if len(initials) > 1 and short.lone == initials:
        return positive("initialism", f"initials: {short.lone.upper()} for {name}", similarity)
    if short.lone == "".join(full.parts):
        return positive("person", "the same letters, parted otherwise", similarity)
    return apart("different", f"{short.lone.title()} is no part of {name}", similarity)


def _compare_handles(a: PersonName, b: PersonName, left: str, right: str, similarity: float) -> Comparison:
    if a.handle and b.handle:
        if a.handle == b.handle:
            return positive("person", "the same address", similarity)
        if ("@" in a.handle) != ("@" in b.handle) and a.handle.split("@")[0] == b.handle.split("@")[0]:
            return positive("handle", f"the same account name: {a.handle.split('@')[0]}", similarity)
        return guarded("handle", f"addresses differ: {a.handle} / {b.handle}", similarity)
    handle, person = (a.handle, b) if a.handle else (b.handle, a)
    account = handle.split("@")[0].split("+")[0]
    pieces = [p for p in re.split(r"[._\-]+", re.sub(r"\d+$", "", account)) if p]
    parts = person.parts
    fits = _spells(pieces, parts)
    if fits:
        return positive("handle", f"{handle} is made of the name {' '.join(parts).title()}", similarity)
    return apart("handle", f"{handle} says nothing of {' '.join(parts).title()}", similarity)


def _spells(pieces: list[str], parts: tuple[str, ...]) -> bool:
    """Are the pieces of an account name made of a person's name? priya.nair, nair.priya, pnair, priyan, p.nair"""
    if not pieces or not parts:
        return False
    first, last, joined = parts[0], parts[-1], "".join(pieces)
    if joined in parts or joined in ("".join(parts), last + first, first[0] + last, first + last[0], first + last):
        return True
    if len(pieces) == len(parts) and all(x in (y, y[0]) for x, y in zip(pieces, parts, strict=True)):
        return True
    return len(pieces) == 2 and (pieces in ([first, last], [last, first], [first[0], last]))


def _review(kind: str, reason: str, a: PersonName, b: PersonName, similarity: float) -> Comparison:
    if a.generation != b.generation:
        reason += f"; only one is {a.generation or b.generation}"
    return positive(kind, reason, similarity)


def _fits(one: str, other: str) -> str:
    """ "J fits John" if one is an initial of the other."""
    if len(one) == len(other) or one[0] != other[0]:
        return ""
    short, full = sorted((one, other), key=len)
    return f"{short.upper()} fits {full.title()}" if _single(short) else ""


def _own_nickname(a: PersonName, b: PersonName) -> str:
    for one, other in ((a, b), (b, a)):
        if one.nick and one.nick == other.given[0]:
            return f"{one.nick.title()} is {one.given[0].title()}"
    return ""


def _middle_conflict(one: tuple[str, ...], other: tuple[str, ...]) -> str:
    """The first pair of middle names that cannot be one: two names or initials at one place that do not fit."""
    for x, y in zip(one, other, strict=False):
        if x != y and not _fits(x, y) and not (x[0] == y[0] and (_alike(x, y) or nickname(x, y))):
            if len(one) != len(other) and (x in other or y in one):
                return ""
            return f"{x.title()} / {y.title()}"
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


def _subsequence(shorter: tuple[str, ...], longer: tuple[str, ...]) -> bool:
    rest = iter(longer)
    return all(word in rest for word in shorter)
