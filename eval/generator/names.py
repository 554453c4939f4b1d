"""Names: invented, pronounceable, and of a form that tells the kind; other spellings and near-twins of each.

First names are those of Faker's lists (MIT); everything else is made of syllables. No two stems have the same
consonants, so that one name is never a misspelling of another by accident: confusable names are made on purpose only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

_STARTS = "b br c d dr f g gr h j k kr l m n p r s st t tr v w z".split()
_MIDDLES = "b d dr f g k l ld lm lv m n nd nt r rd rm rn rv s sk st t th v z".split()
_ENDS = ("", "l", "n", "r", "s", "m", "x", "nd", "th", "k")
_VOWELS = "a a e e i o o u ae ia".split()

#: Kind -> (form of the full name, what {part} may be). {stem} is invented.
FORMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "person": ("{part} {stem}", ()),  # {part}: a first name
    "company": ("{stem} {part}", ("Systems", "Industries", "Instruments", "Motors", "Foods", "Robotics", "Textiles")),
    "product": ("{stem} {part}", ("Plus", "Air", "Max", "Prime", "Neo", "Pro")),
    "university": ("University of {stem}", ()),
    "museum": ("{stem} Museum", ()),
    "newspaper": ("The {stem} {part}", ("Courier", "Gazette", "Herald", "Observer")),
    "club": ("{stem} {part}", ("United", "Rovers", "Athletic", "Wanderers")),
    "festival": ("{stem} Festival", ()),
    "city": ("{stem}", ()),
    "river": ("{stem} River", ()),
    "region": ("{stem} Province", ()),
}
#: Kind -> other spellings, in the order in which `aliases` takes them. {initial} is that of {part}.
ALIASES: dict[str, tuple[str, ...]] = {
    "person": ("{initial}. {stem}", "{stem}", "Dr. {stem}"),
    "company": ("{stem}", "{stem} {part} Ltd", "{stem} Group"),
    "product": ("{stem}", "{stem}-{part}", "{stem} Series"),
    "university": ("{stem} University", "Univ. of {stem}", "{stem} Univ."),
    "museum": ("Museum of {stem}", "The {stem} Museum", "{stem} Gallery"),
    "newspaper": ("{stem} {part}", "Daily {stem} {part}", "{part} of {stem}"),
    "club": ("{stem} {initial}.C.", "{stem} {part} FC", "FC {stem}"),
    "festival": ("Festival of {stem}", "The {stem} Festival", "{stem} Fest"),
    "city": ("City of {stem}", "{stem} City", "{stem} Town"),
    "river": ("River {stem}", "the {stem} River", "{stem} Stream"),
    "region": ("Province of {stem}", "{stem} Region", "{stem} County"),
}
#: Kind -> form of a name that is easily taken for the one with the same stem.
TWINS: dict[str, str] = {
    "person": "{part} {stem}",  # another first name
    "company": "{stem} {part}",  # another line of business
    "product": "{stem} {part}",
    "university": "Technical University of {stem}",
    "museum": "New {stem} Museum",
    "newspaper": "The {stem} {part}",
    "club": "{stem} {part}",
    "festival": "{stem} Winter Festival",
    "city": "North {stem}",
    "river": "Upper {stem} River",
    "region": "South {stem} Province",
}
MOST_ALIASES = min(map(len, ALIASES.values()))


@cache
def first_names() -> tuple[tuple[str, str], ...]:
    """(first name, pronoun), sorted."""
    from faker.providers.person.en import Provider

    women, men = set(Provider.first_names_female), set(Provider.first_names_male)
    return tuple(sorted([(name, "She") for name in women - men] + [(name, "He") for name in men - women]))


def stems(rng: random.Random) -> Iterator[str]:
    """Invented words of two or three syllables without end, no two with the same consonants."""
    taken: set[str] = set()
    while True:
        syllables = rng.choice((2, 2, 3))
        parts = [rng.choice(_STARTS) + rng.choice(_VOWELS)]
        parts += [rng.choice(_MIDDLES) + rng.choice(_VOWELS) for _ in range(syllables - 1)]
        word = "".join(parts) + rng.choice(_ENDS)
        consonants = "".join(c for c in word if c not in "aeiou")
        if len(word) >= 5 and consonants not in taken:
            taken.add(consonants)
            yield word.title()


def draw_part(kind: str, rng: random.Random, unlike: str = "") -> tuple[str, str]:
    """(the part of a name beside its stem, the pronoun of what is named so); one with another initial than `unlike`,
    where the kind has any."""
    options = first_names() if kind == "person" else tuple((part, "It") for part in FORMS[kind][1])
    return rng.choice([option for option in options if option[0][0] != unlike[:1]] or [("", "It")])


def other_spellings(kind: str, stem: str, part: str, count: int, *, telling: bool = False) -> tuple[str, ...]:
    """The first `count` aliases of a name; `telling`: only those that a near-twin could not have as well."""
    forms = ALIASES[kind][:count]
    if telling and "{part}" in TWINS[kind]:
        forms = tuple(form for form in forms if "{part}" in form or "{initial}" in form)
    return tuple(spell(form, stem, part) for form in forms)


def spell(form: str, stem: str, part: str) -> str:
    """A form of a name, filled."""
    return form.format(stem=stem, part=part, initial=part[:1])
