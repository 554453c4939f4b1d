"""Base forms of English words without a tagger, which errs in questions ("the library the portal bundles"): from the
pipeline's own lemmatizer tables (WordNet's word lists, exceptions and suffix rules)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import Any, Literal

from memkit.extract.english import load_pipeline
from memkit.retrieve.bm25 import tokenize

#: What the noun of a verb names: the one that does it, what it is done to, or the doing.
Role = Literal["subject", "object", "event"]

#: Noun ending -> endings of the verb that it comes from, and whom it names. Longest first.
_DERIVED: tuple[tuple[str, tuple[str, ...], Role], ...] = (
    ("ification", ("ify",), "event"),
    ("ication", ("y", "icate"), "event"),
    ("ement", ("e", ""), "subject"),  # the replacement of X replaces X
    ("ation", ("e", "ate", ""), "event"),
    ("ment", ("",), "event"),
    ("ship", ("",), "event"),
    ("tion", ("t", "te", "e"), "event"),
    ("sion", ("de", "d", "se"), "event"),
    ("ency", ("",), "object"),  # the dependencies of X are what X depends on
    ("ance", ("", "e"), "event"),
    ("ier", ("y",), "subject"),
    ("ant", ("", "e"), "subject"),
    ("ent", ("",), "subject"),
    ("ee", ("", "e"), "object"),
    ("er", ("", "e"), "subject"),
    ("or", ("", "e"), "subject"),
    ("al", ("", "e"), "event"),
)
#: Past tenses whose participle is another word, so that they are never passive ("took the place of").
_PASTS = frozenset(
    "took wrote ran gave went saw came did broke spoke drove chose rose began sang drank knew grew threw flew "
    "blew drew shook fell ate forgot hid rode bore swore tore wore wove stole froze woke became overtook "
    "undertook underwent was were oversaw foresaw swam rang sank sprang withdrew overthrew arose gave forbade "
    "forgave mistook partook".split()
)
#: Participles that are no different from the verb itself.
_SAME = frozenset("read put set cut hit let run cast split spread shut cost hurt quit become come".split())
_BE = frozenset("be is are was were been being am 's 're".split())


@lru_cache(maxsize=1)
def _irregular_families() -> dict[str, frozenset[str]]:
    """Stem -> the stems of the other forms of the same irregular verb or noun: "find" and "found"."""
    lookups = load_pipeline().get_pipe("lemmatizer").lookups.get_table("lemma_exc")
    families: dict[str, set[str]] = defaultdict(set)
    for kind in ("verb", "noun"):
        for form, bases in lookups[kind].items():
            for base in bases:
                if base.isalpha() and form.isalpha():
                    families[base] |= {base, form}
    found: dict[str, set[str]] = defaultdict(set)
    for family in families.values():
        stems = {stem for word in family for stem in tokenize(word)}
        for stem in stems:
            found[stem] |= stems - {stem}
    return {stem: frozenset(others) for stem, others in found.items() if others}


def other_stems(stem: str) -> frozenset[str]:
    """The stems (`tokenize`) of the irregular forms of the word with this stem; nothing for a regular one."""
    return _irregular_families().get(stem, frozenset())


class Forms:
    """Which words a form may be: every reading that the tables allow."""

    def __init__(self, pipeline: Any) -> None:
        lookups = pipeline.get_pipe("lemmatizer").lookups
        self._index = {kind: frozenset(lookups.get_table("lemma_index")[kind]) for kind in ("verb", "noun")}
        self._irregular = {kind: lookups.get_table("lemma_exc")[kind] for kind in ("verb", "noun")}
        self._rules = {kind: lookups.get_table("lemma_rules")[kind] for kind in ("verb", "noun")}
        self.bases = lru_cache(maxsize=20_000)(self._bases)

    def verbs(self, word: str) -> frozenset[str]:
        """Base forms of the verbs that `word` (lower case) may be: "led" -> lead, "bundles" -> bundle."""
        return self._readings(word, "verb")

    def nouns(self, word: str) -> frozenset[str]:
        """Singulars of the nouns that `word` may be: "libraries" -> library."""
        return self._readings(word, "noun")

    def singular(self, word: str) -> str:
        """One singular of a noun, known to the tables or not ("microservices" -> microservice)."""
        known = self.nouns(word) - {word}
        if known:
            return min(known, key=lambda w: (-len(w), w))
        if word in self._index["noun"] or not word.endswith("s") or word.endswith(("ss", "us", "is")):
            return word
        return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]

    def is_base_verb(self, word: str) -> bool:
        return word in self._index["verb"]

    def is_participle(self, word: str) -> bool:
        """`word` may be a past participle: of regular form, or irregular ("written", "led", "read")."""
        if word in _SAME or word in _PASTS:
            return word in _SAME
        return bool(self.verbs(word)) and (
            word.endswith("ed") or (word in self._irregular["verb"] and not word.endswith(("ing", "s")))
        )

    def derived(self, noun: str) -> list[tuple[str, Role]]:
        """The verbs that a noun comes from, with whom it names: "owner" -> (own, subject)."""
        found: list[tuple[str, Role]] = []
        for ending, replacements, role in _DERIVED:
            if noun.endswith(ending) and len(noun) > len(ending) + 2:
                stem = noun[: -len(ending)]
                stems = [stem + r for r in replacements]
                if stem[-1] == stem[-2]:
                    stems.append(stem[:-1])  # runner, planner
                found += [(verb, role) for verb in stems if verb in self._index["verb"]]
        return found

    def _bases(self, word: str) -> frozenset[str]:
        """Whatever `word` may be a form of, the verbs that its nouns come from included; itself too."""
        nouns = self.nouns(word) | {self.singular(word)}
        derived = {verb for noun in nouns for verb, _ in self.derived(noun)}
        return frozenset({word} | nouns | self.verbs(word) | derived | ({"be"} if word in _BE else set()))

    def _readings(self, word: str, kind: str) -> frozenset[str]:
        found = set(self._irregular[kind].get(word, ()))
        if word in self._index[kind]:
            found.add(word)
        for ending, replacement in self._rules[kind]:
            if word.endswith(ending) and len(word) > len(ending) + 1:
                stem = word[: -len(ending)]
                found.add(stem + replacement)
                if kind == "verb" and ending in ("ed", "ing") and len(stem) > 2 and stem[-1] == stem[-2]:
                    found.add(stem[:-1])
        return frozenset(f for f in found if f in self._index[kind] or f in self._irregular[kind].get(word, ()))
