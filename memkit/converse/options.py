"""Two statements of decisions: the same option in other words, rivals, or two that can stand side by side?

Words decide first, similarity second: rivals are worded alike ("Orders go through RabbitMQ." / "Orders go through an
outbox table."), so a cosine can tell that two statements answer one question, and never that they are the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from memkit.converse.reading.words import content


@dataclass(frozen=True, slots=True)
class Rivalry:
    """From these cosines of their embeddings on, two statements that are filed under one topic answer one question:
    `anyhow`, and if both speak of the topic in the words of its name."""

    anyhow: float
    on_topic: float


#: Measured on the decisions of the development half of data/conversations (tests/converse/test_rival_similarity.py):
#: pairs that answer one question against pairs of one conversation that do not, put under one topic. A decision that is
#: wrongly superseded is hidden and one that wrongly is not is told as a conflict, so the first counts three times. By
#: name of the embedder; another embedder has those of the packaged model.
RIVALRY = {"all-MiniLM-L6-v2": Rivalry(0.55, 0.48), "hash-256": Rivalry(0.47, 0.42)}
OTHER_EMBEDDER = RIVALRY["all-MiniLM-L6-v2"]

#: Stems that say what is done with an option, or point back at one, and not which it is.
_DOING = frozenset(
    """use choos chose pick select switch migrat move adopt run store put make build deploy take start begin keep have
    stay chang better best choic option solut way futur new everyth thing team next current our earlier former
    previous prior origin old recent""".split()
)
#: Words that turn a statement into its opposite, and pairs of opposites that are no naming words.
_NEGATIONS = frozenset(
    "not no never none nobody cannot stop stopping drop dropping cancel cancelling canceling reject rejecting".split()
)
_OPPOSITES = (("on", "off"), ("before", "after"), ("with", "without"), ("mandatory", "optional"))
#: So much of the shorter statement's naming words is shared by one that says the opposite.
OPPOSED = 2 / 3
#: A statement begins with which of several things it speaks of.
_WHICH = re.compile(
    r"\s*(?:the|our|every|each)\s+(?P<which>first|second|third|fourth|fifth|next|last|final|morning|noon|afternoon|evening"
    r"|night|upper|lower|left|right|front|back|north|south|east|west)(?:ern)?\s+(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
#: Where a reason or an aside begins.
_REASON = re.compile(
    r",?\s+\b(?:because|since|as\s+(?:it|they|we|the)|so\s+that|which|although|though|given\s+that)\b", re.IGNORECASE
)
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_TURNING = frozenset(content(" ".join(sorted(_NEGATIONS)))) | {
    w for pair in _OPPOSITES for w in content(" ".join(pair))
}
_NAME = re.compile(r"[^\W_]+(?:[.\-+#'’][^\W_]+)*[+#]*")
#: Written large although they name nothing.
_SAID_LARGE = frozenset("I I'm I'd I'll I've I’m I’d I’ll I’ve OK Ok NOT NO".split())
#: Words that, alone, point at what is spoken of, or answer.
_POINTING = frozenset(
    "it this that these those both all everything nothing none neither either one ones same he she they we you me mine "
    "yours ours him her them us yes no never always again here there now then so".split()
)
#: Beginnings that say what a thing is for: "for the orders service".
_SCOPE = re.compile(r"\bfor\s+(?P<what>[^,.;]+)", re.IGNORECASE)
#: One word is a short form of another if it begins it and has so many letters: mongo, mongodb.
SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Words:
    """What a statement names: `names` are proper names and numbers, `all` the stems of all naming words with these."""

    names: frozenset[str]
    all: frozenset[str]

    def without(self, common: frozenset[str]) -> Words:
        return Words(self.names - common, self.all - common)


@lru_cache(maxsize=1 << 12)
def words_of(statement: str) -> Words:
    """The words by which a statement names its option; where it has only words of doing, these."""
    stems = frozenset(content(statement))
    told = frozenset(stem for stem in stems if stem not in _DOING) or stems
    names = {stem for stem in told if stem.startswith("#")}
    if short := _short_names(statement):
        told = frozenset(stem for stem in told if stem not in _DOING) | short
        names |= short
    for found in _NAME.finditer(statement):
        written = found.group()
        begins = not statement[: found.start()].strip() or statement[: found.start()].rstrip()[-1] in ".!?;:"
        if (written[:1].isupper() and not begins) or any(c.isupper() or c.isdigit() for c in written[1:]):
            names.update(content(written))
    return Words(frozenset(names & told), told)


def _short_names(text: str) -> frozenset[str]:
    """Names that are no words: a letter, perhaps with marks (C, C++, R), and a word that names nothing unless it is
    written as a name among others that are not (Go, IT). As they are written, after a mark."""
    words = [(m.group(), m.start()) for m in _NAME.finditer(text)]
    titled = all(word[:1].isupper() for word, _ in words)
    found = set()
    for word, start in words:
        before = text[:start].rstrip()
        begins = not before or before[-1] in ".!?;:"
        if len(word.rstrip("+#")) == 1 and word[0].isupper():
            is_name = word[1:] or not (word == "I" or (word == "A" and begins))
        else:
            large = word[0].isupper() and not content(word) and word not in _SAID_LARGE
            alone = len(words) == 1 and (word.isupper() or word.lower() not in _POINTING)
            is_name = large and (alone or not (begins or titled))
        if is_name and f"#{word.lower()}" not in content(text):
            found.add(f"’{word.lower()}")
    return frozenset(found)


def naming(text: str) -> list[str]:
    """The stems in a text that can name an option."""
    return [*(stem for stem in content(text) if stem not in _DOING), *sorted(_short_names(text))]


def shared(left: Iterable[str], right: Iterable[str]) -> set[str]:
    """The words on the left that are, or begin, or are begun by, one on the right."""
    right = set(right)
    return {word for word in left if any(_one_word(word, other) for other in right)}


def _one_word(one: str, other: str) -> bool:
    if one == other:
        return True
    short, full = sorted((one, other), key=len)
    return len(short) >= SHORTEST and full.startswith(short) and not short.startswith("#")


def refers(words: Words, option: Words) -> float:
    """How well words that may only hint at an option name it, in [0, 1]; 0 where they name something else."""
    if words.names and option.names:
        numbers = [{w for w in side.names if w.startswith("#")} for side in (words, option)]
        if all(numbers) and not numbers[0] & numbers[1]:
            return 0.0
        if not shared(words.names, option.names):
            return 0.0
    if not words.all or not option.all:
        return 0.0
    common = shared(words.all, option.all)
    return len(common) / min(len(words.all), len(option.all))


def same(new: Words, known: Words) -> bool:
    """The new statement says nothing that the known one does not: it is that option, in other or fewer words."""
    return bool(new.all) and refers(new, known) > 0 and len(shared(new.all, known.all)) == len(new.all)


def opposed(new: str, known: str) -> bool:
    """One says of a thing what the other says not: "deploy on Fridays", "never deploy on Fridays". A reason that is
    given along ("because Mongo is not ready") says nothing of it."""
    left, right = (_tokens(_REASON.split(text, maxsplit=1)[0] or text) for text in (new, known))
    if sum(map(_negates, left)) % 2 != sum(map(_negates, right)) % 2:
        return True
    return any({a, b} & left == {a} and {a, b} & right == {b} for pair in _OPPOSITES for a, b in (pair, pair[::-1]))


def says_the_opposite(new: str, known: str) -> bool:
    """They are opposed, and in what else they say most is the same."""
    if not opposed(new, known):
        return False
    common, few = _in_common(new, known)
    return bool(few) and common / few >= OPPOSED


def _in_common(new: str, known: str) -> tuple[int, int]:
    """Of the naming words of both, without those that only turn one round: how many are shared, and how many the
    shorter one has."""
    left, right = (words_of(text).all - _TURNING for text in (new, known))
    return len(shared(left, right)), min(len(left), len(right))


def _tokens(text: str) -> set[str]:
    return set(_TOKEN.findall(text.lower().replace("’", "'")))


def _negates(token: str) -> bool:
    return token in _NEGATIONS or token.endswith("n't")


def scopes_apart(new: str, known: str) -> bool:
    """Both say what they are for, or which of several things they speak of, and it is not the same: Redis for the
    cache, Postgres for the orders; the first boat, the last boat."""
    one, other = ([set(content(m["what"])) for m in _SCOPE.finditer(text)] for text in (new, known))
    left, right = set().union(*one), set().union(*other)
    if left and right and not shared(left, right):
        return True
    first, second = _WHICH.match(new), _WHICH.match(known)
    if not first or not second or first["which"].lower() == second["which"].lower():
        return False
    return bool(shared(content(first["what"]), content(second["what"])))


def differ_in_name_only(new: str, known: str, common: frozenset[str]) -> bool:
    """Beside a proper name each, not the same, they have hardly more than the words in `common`: "Mongo holds the
    orders", "orders go into Postgres"."""
    left, right = words_of(new), words_of(known)
    if not left.names or not right.names or shared(left.names, right.names):
        return False
    rest = [words.without(common | words.names).all for words in (left, right)]
    return all(len(words) <= 1 for words in rest)


#: A statement of so few words is an answer by itself: "the heat pump".
FEW_TOKENS = 3


def is_short(statement: str) -> bool:
    """An answer to a question rather than a sentence with a subject of its own: "Postgres", "Go with Postgres"."""
    return len(statement.split()) <= FEW_TOKENS or bool(_ANSWER.match(statement))


_ANSWER = re.compile(
    r"^(?:(?:so|ok|okay|then|now|yes|no)[\s,]+)*"
    r"(?:let(?:'s|’s| us)\s+|(?:we|i)(?:'ll|’ll| will| should| shall| now)?\s+)?"
    r"(?:go\s+(?:with|for|back)|use|adopt|choose|pick|take|select|switch|move|migrate|stay|stick|return|revert|settle|opt)\b",
    re.IGNORECASE,
)


def rivalry(embedder: str) -> Rivalry:
    """The cosines from which on two statements answer one question, for an embedder of this name."""
    return RIVALRY.get(embedder, OTHER_EMBEDDER)
