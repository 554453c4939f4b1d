"""Other spellings of one name, as people write them: hand-written rules that share no code with memkit."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable
from functools import cache

from eval.stress.sources import Base, other_names

Maker = Callable[[Base, random.Random], str]

_KEYS = {
    "a": "qsz",
    "e": "wrd",
    "i": "uok",
    "o": "ipl",
    "n": "bm",
    "r": "et",
    "s": "ad",
    "t": "ry",
    "l": "k",
    "d": "sf",
}


def _case(base: Base, random_: random.Random) -> str:
    return random_.choice((str.upper, str.lower))(base.name)


def _accents(base: Base, random_: random.Random) -> str:
    if not all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 for c in base.name):
        return ""  # marks of other scripts are no accents
    return "".join(c for c in unicodedata.normalize("NFD", base.name) if not unicodedata.combining(c))


def _umlauts(base: Base, random_: random.Random) -> str:
    table = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}
    return "".join(table.get(c, c) for c in base.name)


def _separators(base: Base, random_: random.Random) -> str:
    return base.name.replace(" ", random_.choice("_-"))


def _joined(base: Base, random_: random.Random) -> str:
    return "".join(word[:1].upper() + word[1:] for word in base.name.split()) if base.name.count(" ") else ""


def _punctuation(base: Base, random_: random.Random) -> str:
    return random_.choice(("“{}”", "'{}'", " {}", "{}.", "{},")).format(base.name)


def _typo(base: Base, random_: random.Random) -> str:
    """One slip at a letter of a word of five letters or more: left out, doubled, swapped with its neighbour, or hit
    beside."""
    spots = [m.start() + i for m in re.finditer(r"[^\W\d_]{5,}", base.name) for i in range(1, len(m.group()))]
    spots = [i for i in spots if base.name[i].isascii()]
    if not spots:
        return ""
    at, name = random_.choice(spots), base.name
    kind = random_.choice(("drop", "double", "swap", "hit"))
    if kind == "drop":
        return name[:at] + name[at + 1 :]
    if kind == "double":
        return name[:at] + name[at] + name[at:]
    if kind == "swap":
        return name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :] if at > 1 else ""
    return name[:at] + random_.choice(_KEYS.get(name[at].lower(), "e")) + name[at + 1 :]


def _other(base: Base, random_: random.Random) -> str:
    others = other_names(base)
    return random_.choice(others) if others else ""


def _words(table: dict[str, str]) -> Maker:
    """Replace the first word of `table` that stands in the name, either way."""
    both = {**table, **{long: short for short, long in table.items()}}

    def maker(base: Base, random_: random.Random) -> str:
        words = base.name.split(" ")
        spots = [i for i, word in enumerate(words) if word in both]
        if not spots:
            return ""
        words[spots[0]] = both[words[spots[0]]]
        return " ".join(words)

    return maker


_place_words = _words(
    {"St.": "Saint", "Mt.": "Mount", "Ft.": "Fort", "N.": "North", "S.": "South", "E.": "East", "W.": "West",
     "&": "and",
     "Is.": "Islands", "Rep.": "Republic", "Prov.": "Province", "Dist.": "District", "Gov.": "Governorate"}
)  # fmt: skip
_company_words = _words(
    {"Inc": "Incorporated", "Ltd": "Limited", "Corp": "Corporation", "Co": "Company", "&": "and", "und": "&", "et": "&",
     "AG": "Aktiengesellschaft", "KG": "Kommanditgesellschaft", "Bros": "Brothers", "Group": "Grp."}
)  # fmt: skip


def _initials(base: Base, random_: random.Random) -> str:
    words = [word for word in re.split(r"[\s-]+", base.name) if word[:1].isalpha()]
    letters = [word[0].upper() for word in words if word not in ("of", "the", "and", "de", "la")]
    if len(letters) < 3:
        return ""
    return "".join(letters) if random_.random() < 0.5 else "".join(f"{letter}." for letter in letters)


_LEGAL_FORM = re.compile(
    r",?\s+(Inc|Ltd|LLC|PLC|GmbH|AG|KG|SA|SARL|S\.r\.l\.|SPA|S\.p\.A\.|B\.V\.|N\.V\.|S\.A\.|S\.A\.S\.|S\.L\.|"
    r"e\.V\.|OHG mbH|(?:GmbH|AG|Stiftung) & Co\. (?:KG|OHG|KGaA)|Group|S\.L\.N\.E|S\.Coop\.)\.?$"
)


def without_legal_form(name: str) -> str:
    """A company's name without the legal form behind it."""
    return _LEGAL_FORM.sub("", name)


def _legal_form(base: Base, random_: random.Random) -> str:
    bare = without_legal_form(base.name)
    return bare if bare != base.name else f"{base.name} {random_.choice(('Inc.', 'Ltd', 'GmbH', 'LLC'))}"


def _article(base: Base, random_: random.Random) -> str:
    return f"The {base.name}"


def _first_and_last(base: Base) -> tuple[str, str] | None:
    words = base.name.split()
    return (words[0], " ".join(words[1:])) if len(words) > 1 else None


def _initial(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    return f"{parts[0][0]}. {parts[1]}" if parts else ""


def _last_first(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    return f"{parts[1]}, {parts[0]}" if parts else ""


def _last_initial(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    return f"{parts[1]}, {parts[0][0]}." if parts else ""


def _middle_initial(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    letters = "ABCDEGHJKLMNPRST" if base.name.isascii() else ""
    return f"{parts[0]} {random_.choice(letters)}. {parts[1]}" if parts and letters else ""


def _title(base: Base, random_: random.Random) -> str:
    return f"{random_.choice(('Dr.', 'Prof.', 'Dr', 'Professor'))} {base.name}" if " " in base.name else ""


def _degree(base: Base, random_: random.Random) -> str:
    return f"{base.name}, {random_.choice(('PhD', 'Ph.D.', 'MD', 'MBA'))}" if " " in base.name else ""


def _first_only(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    return random_.choice(parts) if parts else ""


@cache
def _nicknames(first: str) -> list[str]:
    from nicknames import NickNamer

    return sorted(NickNamer().nicknames_of(first))


def _nickname(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    short = _nicknames(parts[0]) if parts else []
    return f"{random_.choice(short).title()} {parts[1]}" if short else ""


def _address(base: Base, random_: random.Random) -> str:
    parts = _first_and_last(base)
    if not parts or not base.name.isascii():
        return ""
    first, last = (re.sub(r"\W", "", part).lower() for part in parts)
    return random_.choice((f"{first}.{last}@mail.example", f"{first[0]}{last}@mail.example", f"@{first}{last}"))


def _qualified(base: Base, random_: random.Random) -> str:
    return f"{base.name} ({random_.choice(('city', 'place', 'region'))})" if base.source != "countries" else ""


#: Changes that leave the letters alone.
_SURFACE: dict[str, Maker] = {
    "case": _case,
    "accents": _accents,
    "umlauts": _umlauts,
    "punctuation": _punctuation,
}
_PARTED: dict[str, Maker] = {"separators": _separators, "joined": _joined}
_TYPO: dict[str, Maker] = {"typo": _typo}
_OTHER: dict[str, Maker] = {"other": _other}
_PLACE = {"abbreviation": _place_words, "initials": _initials, "qualified": _qualified}
_PERSON = {
    "initial": _initial,
    "last-first": _last_first,
    "last-initial": _last_initial,
    "middle-initial": _middle_initial,
    "title": _title,
    "degree": _degree,
    "one-name": _first_only,
    "address": _address,
}
_NICKNAME: dict[str, Maker] = {"nickname": _nickname}
_COMPANY = {"legal-form": _legal_form, "abbreviation": _company_words, "initials": _initials, "article": _article}

#: List -> groups of makers; a group is drawn first, then a maker of it, so that no group drowns another.
GROUPS: dict[str, tuple[dict[str, Maker], ...]] = {
    "countries": (_SURFACE | _PARTED, _TYPO, _OTHER, _OTHER, _PLACE),
    "subdivisions": (_SURFACE | _PARTED, _TYPO, _PLACE),
    "cities": (_SURFACE | _PARTED, _TYPO, _OTHER, _OTHER, _PLACE),
    "languages": (_SURFACE | _PARTED, _TYPO, _OTHER, {"initials": _initials}),
    "currencies": (_SURFACE | _PARTED, _TYPO, {"initials": _initials}),
    "scripts": (_SURFACE | _PARTED, _TYPO),
    "lexers": (_SURFACE, _PARTED, _TYPO),
    "people": (_SURFACE, _TYPO, _PERSON, _PERSON, _PERSON, _NICKNAME),
    "companies": (_SURFACE | _PARTED, _TYPO, _COMPANY, _COMPANY),
}


def variants(base: Base, random_: random.Random) -> list[tuple[str, str]]:
    """One (kind, spelling) of the base that differs from its name, from a group drawn at random; empty if none can."""
    groups = list(GROUPS[base.source])
    random_.shuffle(groups)
    for group in groups:
        kinds = sorted(group)
        random_.shuffle(kinds)
        for kind in kinds:
            spelling = group[kind](base, random_)
            if spelling and spelling != base.name:
                return [(kind, spelling)]
    return []
