"""Which names of the ends of lasting states are one thing: "Signe" is Signe Aas where there is no other Signe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memkit.extract.words import HONORIFICS
from memkit.resolve.normalise import clean, fold, tokens

_LOOSE = frozenset({"the", "a", "an", "our", "my", "his", "her", "their", "its"})
#: What people are called by, beside honorifics.
_CALLED = HONORIFICS | frozenset("aunt uncle granny grandma grandpa cousin old little young big".split())


def name_words(name: str, titles: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The words of a name as it is compared, without articles, and without titles where more is left."""
    words = tuple(word for word in tokens(fold(clean(name)))[0] if word not in _LOOSE)
    bare = words
    while len(bare) > 1 and (bare[0].strip(".") in _CALLED or bare[0] in titles):
        bare = bare[1:]
    return bare


def one_name(names: Iterable[str], titles: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Each name -> the fullest of its names. A short one is a longer one that begins or ends with it, if there is just
    one such."""
    words = {name: name_words(name, titles) for name in dict.fromkeys(names)}
    same: dict[tuple[str, ...], str] = {}
    for name in sorted(words, key=lambda n: (len(n.split()) != len(words[n]), -len(n), n)):
        same.setdefault(words[name], name)
    full: dict[tuple[str, ...], tuple[str, ...]] = {}
    for short in sorted(same, key=len):
        longer = [w for w in same if len(w) > len(short) > 0 and short in (w[: len(short)], w[-len(short) :])]
        longest = [w for w in longer if not any(set(w) < set(other) for other in longer)]
        if len(longest) == 1:
            full[short] = longest[0]
    return {name: same[full.get(words[name], words[name])] for name in words}
