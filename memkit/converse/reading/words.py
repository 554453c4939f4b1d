"""The words by which people refer to an option: stems of what names things, numbers, and the cues that point."""

from __future__ import annotations

import re
import unicodedata

import Stemmer

_stemmer = Stemmer.Stemmer("english")
_WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")

#: Words that name no option: articles, pronouns, auxiliaries, prepositions, conjunctions, answers, degrees.
_FUNCTION = frozenset(
    """a about after again against all already also although always am an and another any anybody anyone anything are
    as at away back be because been before being both but by can can't cannot could couldn't did didn't do does doesn't
    doing don't done each either else enough ever every everybody everyone everything far few first for from further get
    gets getting go goes going gone got had has have haven't having he he's her here hers him his how i i'd i'll i'm
    i've if in instead into is isn't it it'll it's its itself just last least less let let's like many may me mine
    more most much must my myself near need neither never next no nobody none nor not nothing now of off oh ok okay on
    once one only onto or other others our ours out over own per perhaps please put quite rather really right said same
    say says see shall she she's should since so some somebody someone something soon still such sure than that that's
    the their theirs them then there there's these they they're thing things this those though till to too under until
    up upon us very was wasn't we we'd we'll we're we've well were what what's when where whether which while who whole
    whom whose why will with without won't would wouldn't yeah yes yet you you'd you'll you're your yours ah
    hm hmm""".split()
)
#: Words of the acts themselves: they say what is done to an option, not which one it is.
_ACTING = frozenset(
    """abandon accept adopt agree agreement approve argue ask back believe call cancel carry case change confirm count
    convince decide decision disagree drop fine favour favor find forget good glad give happy hold idea keep live lift
    love make mean mind motion move myself object objection opinion oppose option overrule plan point position prefer
    propose proposal pull question reason regret reject replace resolve resolution return reverse revoke rule ruling
    scrap second settle stand stay stick stop strike suggest suggestion support take thank think try turn view vote
    want wish withdraw word wrong yes no instead""".split()
)
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        """zero;one;two;three;four;five;six;seven;eight;nine;ten;eleven;twelve;thirteen;fourteen;fifteen;sixteen;
        seventeen;eighteen;nineteen;twenty""".split(";")
    )
    for word in (words.strip(),)
}
_NUMBERS |= {
    "half": "0.5",
    "noon": "12",
    "midnight": "24",
    "thirtieth": "30",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
}
#: Irregular forms that no stemmer joins to their base.
_IRREGULAR = {
    form: base
    for base, *forms in map(
        str.split,
        """begin began begun;bring brought;build built;buy bought;choose chose chosen;come came;draw drew drawn;
        drive drove driven;eat ate eaten;fall fell fallen;feed fed;fly flew flown;freeze froze frozen;grow grew grown;
        hang hung;hide hid hidden;hire hires;hold held;keep kept;lay laid;lead led;leave left;lend lent;light lit;
        lose lost;man men;meet met;pay paid;ride rode ridden;ring rang rung;rise rose risen;run ran;sell sold sale;
        send sent;shoot shot;show shown;sing sang sung;sink sank sunk;sit sat;sleep slept;speak spoke spoken;
        spend spent;steal stole stolen;stick stuck;sweep swept;swim swam swum;teach taught;tear tore torn;tell told;
        throw threw thrown;wear wore worn;win won;write wrote written;child children;foot feet;tooth teeth;
        woman women;person people""".split(";"),
    )
    for form in forms
}
_LETTERED = re.compile(r"\b(?:option|plan|variant|version|proposal|choice|alternative|model) ([a-h])\b")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)$")


def normalise(text: str) -> str:
    """NFKC, small letters, one kind of apostrophe."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def tokens(text: str) -> list[str]:
    return _WORD.findall(normalise(text))


def number_of(token: str) -> str | None:
    """The number that a token says ("seven", "12th", "8.20"), as digits."""
    if token in _NUMBERS:
        return _NUMBERS[token]
    ordinal = _ORDINAL.match(token)
    if ordinal:
        return ordinal[1]
    return token if token[0].isdigit() else None


_ACTING_STEMS = frozenset(_stemmer.stemWord(word) for word in _ACTING)


def content(text: str) -> list[str]:
    """Stems of the words that can name an option, in order; numbers as "#7", the letter of "option B" as "#b"."""
    found = ["#" + letter for letter in _LETTERED.findall(normalise(text))]
    for token in tokens(text):
        number = number_of(token)
        if number is not None and token not in ("one", "first", "second", "half"):
            found.append("#" + number)
            continue
        token = token.removesuffix("'s")
        if token in _FUNCTION or len(token) < 2:
            continue
        stem = _stemmer.stemWord(_IRREGULAR.get(token, token))
        if stem not in _ACTING_STEMS:
            found.append(stem)
    return found
