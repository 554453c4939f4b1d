"""The parser of people's names: titles, given names, particles, family name, generation, nickname, address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memkit.resolve.form import CACHE_SIZE, form_of
from memkit.resolve.normalise import fold

MALE_TITLES = frozenset(
    """
    mr herr monsieur sir lord king prince señor senor don father brother mister signor
    """.split()
)
FEMALE_TITLES = frozenset(
    """
    mrs ms miss frau mme mlle madame dame lady queen princess señora senora señorita sister doña dona signora
    """.split()
)
TITLES = (
    MALE_TITLES
    | FEMALE_TITLES
    | frozenset(
        """
    dr doctor prof professor mx rev reverend fr capt captain col colonel gen general lt lieutenant maj major sgt
    sergeant cpl president pres senator sen representative rep congressman congresswoman gov governor mayor
    judge justice pope saint st emperor empress sheikh shaikh sheik imam rabbi hon honorable chancellor minister
    secretary ambassador admiral adm commander cmdr coach chef dean duke duchess count countess baron baroness
    earl archbishop bishop cardinal sri shri smt ing dipl dott doc cdr chief officer detective inspector ceo cto
    cfo vp councillor cllr alderman dj deacon pastor vicar nurse warden
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
PARTICLES = frozenset(
    """
    van von der den de da di du del della dos das do la le el al bin ibn ben bint abu ap ter ten zu zur zum af
    av mac st san santa dal dello y e und vom op 't of
    """.split()
)
#: Particles and titles that are given names too, by general knowledge; as the first word of a name they are taken for
#: that. Those of the second group only where no title stands before: Mr. Van Buren has no given name.
_GIVEN_TOO = frozenset("abu al ap ben mac dean don duke earl".split())
_GIVEN_TOO_UNTITLED = frozenset("bin del della di van".split())
_NICKNAME = re.compile(r"""(?<!\w)[("“”'‘’]([^()"“”'‘’]{2,20})[)"“”'‘’](?!\w)""")
_HANDLE = re.compile(r"@?[\w.+-]+@[\w-]+(?:\.[\w-]+)+|@[\w.-]+|(?=.*\w[._]\w)[\w+.-]+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?)+[^\W\d_]?\.?")


@dataclass(frozen=True, slots=True)
class PersonName:
    """A parsed name; all parts folded. `given` has first and middle names (an initial is one letter), `family` the last
    name without `particles`; a name of one part has it in `lone` and nothing in those. `handle` is what identifies an
    account: an address, or a handle without its @. `written` maps the parts to their spelling in the name."""

    given: tuple[str, ...] = ()
    family: str = ""
    particles: tuple[str, ...] = ()
    lone: str = ""
    titles: tuple[str, ...] = ()
    generation: str = ""
    nick: str = ""
    handle: str = ""
    written: tuple[tuple[str, str], ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """Given names and family name in order, without titles and particles."""
        return (*self.given, self.family) if self.family else ((self.lone,) if self.lone else ())

    def show(self, *parts: str) -> str:
        """The parts as the name writes them."""
        if len(parts) == 1:
            return self._show(parts[0])
        return " ".join(map(self._show, parts))

    def _show(self, part: str) -> str:
        for word, written in self.written:
            if word == part:
                return written
        return part.upper() if len(part) == 1 else part.title()


@dataclass(slots=True)
class _Words:
    """Words of a piece of a name while it is taken apart."""

    words: list[str]
    written: dict[str, str]
    titles: tuple[str, ...] = ()
    generation: str = ""
    begins_with_given: bool = False  # the first word is a given name although it could be something else


@lru_cache(maxsize=CACHE_SIZE)
def person_of(name: str) -> PersonName:
    """Parse a person's name of any order and script; never raises. A first word that may be a given name, and a
    particle or title too, is the given name (Ben Okafor, Van Morrison), unless the writing tells (van Gogh)."""
    return _parse(name, given_too=True)


@lru_cache(maxsize=CACHE_SIZE)
def read_as_surname(name: str) -> PersonName:
    """The name parsed the other way where there are two: Van Gogh is a last name, Dean Foster is a dean."""
    return _parse(name, given_too=False)


def _parse(name: str, *, given_too: bool) -> PersonName:
    text = form_of(name).text
    if _HANDLE.fullmatch(text) and not _INITIALS.fullmatch(text):
        return PersonName(handle=_account(text))
    text, nick = _without_nickname(text)
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    generation = ""
    while len(pieces) > 1 and _is_suffix(pieces[-1]):
        generation = _generation_in(pieces.pop()) or generation
    if len(pieces) == 2:
        family, given = _take_apart(pieces[0], False), _take_apart(pieces[1], given_too)
        if given.words and family.words:
            return _family_first(family, given, generation, nick)
    whole = _take_apart(" ".join(pieces) or text, given_too)
    words, written = whole.words, tuple(whole.written.items())
    generation = generation or whole.generation
    if len(words) < 2:
        return PersonName((), "", (), words[0] if words else "", whole.titles, generation, nick, "", written)
    last = len(words) - 1
    at = next((i for i in range(1, last) if _is_particle(words[i])), last)
    if at == last and _is_particle(words[0]) and not whole.begins_with_given:  # "van Gogh"
        core, particles = _split_particles(words)
        return PersonName((), "", particles, "".join(core), whole.titles, generation, nick, "", written)
    core, particles = _split_particles(words[at:])
    return PersonName(tuple(words[:at]), "".join(core), particles, "", whole.titles, generation, nick, "", written)


def _is_particle(word: str) -> bool:
    return word in PARTICLES and len(word) > 1


def _family_first(family: _Words, given: _Words, generation: str, nick: str) -> PersonName:
    """ "Beethoven, Ludwig van": a comma parts the family name, particles may stand behind the given names."""
    core, particles = _split_particles(family.words)
    first = list(given.words)
    while len(first) > 1 and _is_particle(first[-1]):
        particles = (first.pop(), *particles)
    generation = generation or family.generation or given.generation
    written = tuple({**family.written, **given.written}.items())
    titles = (*given.titles, *family.titles)
    return PersonName(tuple(first), "".join(core), particles, "", titles, generation, nick, "", written)


def _without_nickname(text: str) -> tuple[str, str]:
    """(William Gates, bill) of 'William "Bill" Gates'; a bracket behind the name is dropped."""
    found = _NICKNAME.search(text)
    if not found:
        return text, ""
    before, after = text[: found.start()].strip(), text[found.end() :].strip()
    if before and after:
        return f"{before} {after}", fold(found.group(1))
    return (before, "") if before and found.group().startswith("(") else (text, "")


def _take_apart(text: str, given_too: bool) -> _Words:
    """The folded words of a name without titles, credentials and generation; initials parted, hyphens closed.
    `given_too`: a first word of _GIVEN_TOO is a given name."""
    pieces = [w for w in re.split(r"[\s_]+", text) if w]
    found = _Words([], {})
    for index, piece in enumerate(pieces):
        bare = piece.rstrip(".")
        if _are_initials(piece, bare, last=index == len(pieces) - 1, alone=len(pieces) == 1, shouting=text.isupper()):
            found.words.extend(fold(c) for c in bare if c.isalpha())
            continue
        joined = form_of(bare).squash if any(c in bare for c in "-'’") else fold(bare).replace(".", "")
        if joined:
            found.words.append(joined)
            found.written.setdefault(joined, bare)
    while len(found.words) > 1 and found.words[0] in TITLES:
        if given_too and _may_be_given(found):
            break
        title = found.words.pop(0)
        found.titles += (_SAME_TITLE.get(title, title),)
    while len(found.words) > 1:
        last = found.words[-1]
        if last not in _GENERATIONS and (last not in _CREDENTIALS or len(found.words) == 2):
            break
        found.generation = _GENERATIONS.get(found.words.pop(), found.generation)
    found.begins_with_given = given_too and len(found.words) > 1 and _may_be_given(found)
    return found


def _may_be_given(found: _Words) -> bool:
    """Can the first word be a given name? Not a title before two more names (Dean Ana Ruiz, Don Diego Vega), nor what
    is written small before a capital (van Gogh)."""
    first, *rest = found.words
    if first not in _GIVEN_TOO and (first not in _GIVEN_TOO_UNTITLED or found.titles):
        return False
    if first in TITLES and (len(rest) > 1 or found.titles):
        return False
    written = [found.written.get(word, word) for word in found.words]
    return not (written[0].islower() and any(word[:1].isupper() for word in written[1:]))


def _are_initials(piece: str, bare: str, *, last: bool, alone: bool, shouting: bool) -> bool:
    """ "J.", "J.K.", and "JK" before another word; a title or a degree in capitals is none."""
    if alone:
        return False
    if _INITIALS.fullmatch(piece) and ("." in piece or len(piece) == 1):
        return True
    capitals = bare.isascii() and bare.isalpha() and bare.isupper() and 2 <= len(bare) <= 3
    return capitals and not last and not shouting and fold(bare) not in TITLES | _CREDENTIALS


def _split_particles(words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    particles = tuple(w for w in words[:-1] if w in PARTICLES)
    return [w for i, w in enumerate(words) if w not in PARTICLES or i == len(words) - 1], particles


def _is_suffix(piece: str) -> bool:
    words = [fold(w).replace(".", "") for w in piece.split()]
    return bool(words) and all(w in _GENERATIONS or w in _CREDENTIALS for w in words)


def _generation_in(piece: str) -> str:
    return next((_GENERATIONS[w] for w in (fold(p).replace(".", "") for p in piece.split()) if w in _GENERATIONS), "")


def _account(text: str) -> str:
    text = fold(text)
    return text.removeprefix("@") if text.startswith("@") and text.count("@") == 1 else text.removeprefix("mailto:")
