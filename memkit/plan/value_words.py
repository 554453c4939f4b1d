"""Attribute values in a question: "tier 1 services", "whose flag is Malta", "written in Rust", "still in beta"."""

from __future__ import annotations

from collections.abc import Sequence

from memkit.plan.english import AUXILIARIES, BE, DETERMINERS, FILLERS, NEGATIONS, RELATIVES
from memkit.plan.quantities import NUMBERS
from memkit.plan.tokens import Token, words_of
from memkit.plan.vocabulary import KnownValue, Vocabulary

#: Small words between an attribute's name and its value, and those that lead to a value.
_BETWEEN = BE | DETERMINERS | frozenset(["of", "as", '"', "'", "“", "with", ":", "="])
_LEADING = _BETWEEN | FILLERS | frozenset("in under by whose for to at come comes having have has had".split())
#: How far before its value an attribute's name may stand, in words.
_REACH = 6


class ValueReader:
    """The values among the tokens of one question."""

    def __init__(self, vocabulary: Vocabulary, tokens: Sequence[Token], taken: frozenset[int]) -> None:
        """`taken` are the starts of tokens that are names."""
        self._v, self._tokens, self._taken = vocabulary, tokens, taken
        self._lower = [t.lower for t in tokens]

    def at(self, at: int) -> list[KnownValue]:
        """The longest values at this token that may be meant; a number, a letter or a yes needs its attribute's name
        beside it, and so does a word that is a kind of things too."""
        if self._tokens[at].start in self._taken:
            return []
        found = [v for v in self._v.values_at(self._lower[at:]) if not self._is_plain(at, v) or self.is_named(at, v)]
        found = [v for v in found if not self._is_in_phrase(at, v)]
        longest = max((len(v.words) for v in found), default=0)
        found = [v for v in found if len(v.words) == longest]
        kind = self._v.type_at(self._lower[at:])
        if kind and kind[0] >= longest:
            found = [v for v in found if self.is_named(at, v)]
        named = [v for v in found if self.is_named(at, v)]
        return named or found

    def end(self, at: int, value: KnownValue) -> int:
        """The token after the value, its closing quotation mark, and its attribute's name ("400 seats")."""
        end = self._past_quote(at + len(value.words))
        after = self._v.attribute_at(self._lower[end:])
        if after and after[1] == value.name and not self._name_before(at, value.name):
            end += after[0]
        return end

    def is_named(self, at: int, value: KnownValue) -> bool:
        """The attribute's name stands right before or after."""
        after = self._v.attribute_at(self._lower[self._past_quote(at + len(value.words)) :])
        return self._name_before(at, value.name) or bool(after and after[1] == value.name)

    def leads(self, words: Sequence[str], values: Sequence[KnownValue], *, alone: bool) -> int:
        """How many of the last words before a value belong to it: its attribute's name, "written in", "still in", and,
        where the value stands `alone`, a verb ("run PostgreSQL")."""
        names = {part for v in values for part in words_of(v.name.replace("_", " "))}
        count = 0
        for at in range(len(words) - 1, -1, -1):
            word = words[at]
            participle = count and words[at + 1] in ("in", "under", "with", "as") and self._v.forms.is_participle(word)
            named = word in names or self._v.forms.singular(word) in names
            if word not in _LEADING and not participle and not named:
                return count + (alone and self._is_verb(word))
            count += 1
        return count

    def _is_verb(self, word: str) -> bool:
        return bool(self._v.forms.verbs(word)) and word not in NEGATIONS | RELATIVES

    def _is_in_phrase(self, at: int, value: KnownValue) -> bool:
        """The words belong to what says a relation: "is in force at"."""
        for phrase in self._v.relation_phrases:
            for place in range(len(phrase) - len(value.words) + 1):
                first = at - place
                inside = len(phrase) > len(value.words) and phrase[place : place + len(value.words)] == value.words
                if inside and first >= 0 and tuple(self._lower[first : first + len(phrase)]) == phrase:
                    return True
        return False

    def _is_plain(self, at: int, value: KnownValue) -> bool:
        if len(value.words) > 1:
            return False
        word, text = self._lower[at], self._tokens[at].text
        return (
            word.isdigit()
            or word in NUMBERS
            or (len(word) < 3 and text != value.value)
            or word in FILLERS | AUXILIARIES | NEGATIONS
        )

    def _name_before(self, at: int, name: str) -> bool:
        key = words_of(name.replace("_", " "))
        for step in range(at - 1, max(-1, at - 1 - _REACH), -1):
            first = step - len(key) + 1
            words = self._lower[first : step + 1] if first >= 0 else []
            if words and (*words[:-1], self._v.forms.singular(words[-1])) == (
                *key[:-1],
                self._v.forms.singular(key[-1]),
            ):
                return True
            if self._lower[step] not in _BETWEEN:
                return False
        return False

    def _past_quote(self, at: int) -> int:
        return at + 1 if at < len(self._tokens) and self._lower[at] in ('"', "”", "'", "’") else at
