"""What a question speaks of: kinds of things, nouns of a relation, pronouns, and values of attributes.

Whether a word is a noun or a verb is told by what stands around it, since a tagger errs in questions.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from memkit.plan.english import (
    AUXILIARIES,
    BE,
    CLAUSE_ENDS,
    CONJUNCTIONS,
    DEMONSTRATIVES,
    DETERMINERS,
    DO,
    FILLERS,
    GENERIC,
    HAVE,
    MODALS,
    NEGATIONS,
    PLURAL_PRONOUNS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    TOGETHER,
)
from memkit.plan.plan import Value
from memkit.plan.quantities import Quantity, quantity_at
from memkit.plan.question import Node, Word
from memkit.plan.tokens import tokens_of
from memkit.plan.value_words import ValueReader
from memkit.plan.vocabulary import KnownValue, Name, Vocabulary

WHO, WHERE = ("Person", "Organization"), ("Location",)
#: Kinds that are so only where they are asked for: "took the place of" names no place.
_ONLY_ASKED = frozenset("place places".split())
#: What may follow an attribute's name where no value of it does.
_ENDS_NOUN = CLAUSE_ENDS | CONJUNCTIONS | RELATIVES | AUXILIARIES | {",", ""}
_LACKING = frozenset("no without lacking lack lacks".split())


class Things:
    """The things of one question while it is read from left to right, and the words between them."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.v = vocabulary
        names = _names_meant(text, vocabulary)
        self.names = {n.start: n for n in names}
        inside = [(n.start, n.end) for n in names]
        self.tokens = [t for t in tokens_of(text) if not any(s < t.start < e for s, e in inside)]
        self.lower = [t.lower for t in self.tokens]
        self.shared = self._without_co()
        self.value_reader = ValueReader(vocabulary, self.tokens, frozenset(self.names))
        self.items: list[Node | Word] = []
        self.clause = 0
        self.count = False
        self.attribute = ""
        self.unsupported = ""
        self.waiting = False  # "which", "how many": the next kind of thing is asked for
        self.before: list[list[KnownValue]] = []  # values that stand before their noun
        self.quantity: Quantity | None = None  # of the next noun

    def _without_co(self) -> frozenset[int]:
        """ "co-authors" as "authors", "co-wrote X with" as "wrote X together with". Returns the places."""
        words = {at: self.v.relation_words.shared(word) for at, word in enumerate(self.lower)}
        found = frozenset(at for at, word in words.items() if word)
        for at in found:
            self.lower[at] = words[at]
        verbs = [at for at in found if not self.v.forms.nouns(words[at]) or self.v.forms.is_participle(words[at])]
        for at in range(min(verbs, default=len(self.lower)), len(self.lower)):
            self.lower[at] = TOGETHER if self.lower[at] == "with" else self.lower[at]
        return found

    def _word_at(self, at: int) -> str:
        return self.lower[at] if at < len(self.tokens) else ""

    def _is_lacking(self) -> bool:
        """The noun phrase that begins here has "no" before it."""
        last = self.items[-1] if self.items else None
        return isinstance(last, Word) and last.lower in _LACKING

    def _add(self, node: Node) -> None:
        if self.waiting and node.kind in ("type", "any", "noun"):
            node = replace(node, asked=True)
        if self.quantity and node.kind in ("type", "any", "noun"):
            node = replace(node, quantity=self.quantity, optional=False)
        self.waiting, self.quantity = False, None
        self.items.append(node)
        for known in self.before:
            self._give(len(self.items) - 1, known)
        self.before = []

    # ------------------------------------------------------------------------------------------------- quantities

    def _quantity(self, at: int) -> int | None:
        """ "More than one", "the most": how many there are of the noun that follows, or of anything ("is used the
        most")."""
        found = quantity_at(self.lower[at:]) if self._is_quantity(at) else None
        if not found:
            return None
        length, quantity = found
        if self._word_at(at + length) in CLAUSE_ENDS | {""}:
            token = self.tokens[at]
            self._add(Node("any", token.text, token.start, self.clause, soft=True, quantity=quantity))
        else:
            self.quantity = quantity
        return at + length

    def _is_quantity(self, at: int) -> bool:
        """Nouns are counted, and a question's own things are not."""
        found = quantity_at(self.lower[at:])
        if not found or self.waiting or not any(isinstance(item, Node) for item in self.items):
            return False
        end = at + found[0]
        return self._word_at(end) in CLAUSE_ENDS | {""} or self._counts_noun(end)

    def _counts_noun(self, at: int) -> bool:
        """A kind of things or a noun of a relation follows, perhaps after a value ("the most live services")."""
        for step in range(at, min(at + 3, len(self.tokens))):
            word = self.lower[step]
            if self.v.type_at(self.lower[step:]) or word in GENERIC or self._is_relation_noun(word):
                return True
            if not self._value_at(step):
                return False
        return False

    # ----------------------------------------------------------------------------------------------------- values

    def _value(self, at: int) -> int | None:
        known = self.value_reader.at(at)
        if not known:
            return None
        end = self.value_reader.end(at, known[0])
        words = list(itertools.takewhile(lambda i: isinstance(i, Word), reversed(self.items)))
        words = [w for w in reversed(words) if isinstance(w, Word) and w.clause == self.clause]
        before_kind = self._is_before_kind(end, known)
        lower = [w.lower for w in words]
        count = self.value_reader.leads(lower, known, alone=not before_kind)
        holds = not (count < len(words) and lower[-1 - count] == "not")
        if not holds:  # "are not live": without the verb of the value, "not" and what comes before it
            count += 1 + self.value_reader.leads(lower[: -1 - count], known, alone=False)
        predicate = any(word in BE for word in lower[len(words) - count :])
        if not before_kind and any(word in NEGATIONS for word in lower[: len(words) - count]):
            self.unsupported = f"what does not have the value {known[0].value!r} cannot be asked for"
        del self.items[len(self.items) - count :]
        if count < len(words) and predicate and words[-1 - count].lower in CONJUNCTIONS | RELATIVES:
            self.items.pop()
        place = self._place_of_value(end, known, predicate)
        if place is None and self._is_before_kind(end, known):
            self.before.append(known)
        elif place is None:  # "hang on floor 2": in something of that value
            token = self.tokens[at]
            self._add(Node("any", token.text, token.start, self.clause, types=_types(known)))
            self._give(len(self.items) - 1, known, holds)
        else:
            self._give(place, known, holds)
        return end

    def _lacking_attribute(self, at: int) -> int | None:
        """ "Services without a tier", "that have no tier": no value of it, or with "that have a tier" any."""
        found = self.v.attribute_at(self.lower[at:])
        if not found or self._is_relation_noun(self.lower[at]):
            return None
        end = at + found[0]
        words = list(itertools.takewhile(lambda i: isinstance(i, Word) and i.clause == self.clause, self.items[::-1]))
        lower = [word.lower for word in words if word.lower not in DETERMINERS]
        lacks = bool(lower) and (lower[0] in _LACKING or bool(set(lower[:3]) & NEGATIONS and set(lower) & HAVE))
        has = bool(lower) and lower[0] in HAVE
        if not (lacks or has) or self._word_at(end) not in _ENDS_NOUN:
            return None
        of = tuple(sorted(self.v.attributes[found[1]]))
        nodes = [i for i, item in enumerate(self.items) if isinstance(item, Node) and item.kind != "name"]
        place = next((i for i in reversed(nodes) if self.v.fits(of, self.items[i].types)), None)
        if place is None:
            return None
        node = self.items[place]
        small = DETERMINERS | HAVE | DO | NEGATIONS | RELATIVES | BE | _LACKING
        dropped = sum(1 for _ in itertools.takewhile(lambda word: word.lower in small, words))
        self.items[place] = replace(node, values=(*node.values, Value(found[1], "", not lacks)))
        del self.items[len(self.items) - dropped :]
        return end

    def _is_before_kind(self, end: int, known: Sequence[KnownValue]) -> bool:
        """A kind of things that may have the value follows, perhaps after more values."""
        while end < len(self.tokens) and (self._value_at(end) or self.lower[end] in ("and", "or", ",")):
            end += 1
        found = self.v.type_at(self.lower[end:]) if end < len(self.tokens) else None
        return bool(found) and self.v.fits(_types(known), (found[1],))

    def _place_of_value(self, end: int, known: Sequence[KnownValue], predicate: bool) -> int | None:
        """Which item the value belongs to, None for none so far."""
        if self._is_before_kind(end, known):
            return None
        nodes = [i for i, item in enumerate(self.items) if isinstance(item, Node)]
        asked = [i for i in nodes if self.items[i].asked]
        for place in [*asked, *reversed(nodes)] if predicate else [*reversed(nodes), *asked]:
            node = self.items[place]
            if node.kind not in ("name", "it") and self.v.fits(_types(known), () if node.soft else node.types):
                return place
        return None

    def _give(self, place: int, known: Sequence[KnownValue], holds: bool = True) -> None:
        node = self.items[place]
        fitting = [v for v in known if self.v.fits(v.types, () if node.soft else node.types)]
        if fitting:
            value = Value(fitting[0].name, fitting[0].value, holds)
            self.items[place] = replace(node, values=(*node.values, value))

    # ------------------------------------------------------------------------------------------------------ nouns

    def _type(self, at: int) -> int | None:
        found = self.v.type_at(self.lower[at:])
        if not found or (self.lower[at] in _ONLY_ASKED and not self.waiting and not self.quantity):
            return None
        end, last = at + found[0], self.lower[at + found[0] - 1]
        counted = self.waiting or bool(self.before or self.quantity)
        verb = found[0] == 1 and bool(self.v.forms.verbs(last)) and not counted
        if verb and self._in_place_of_verb(at):
            return None
        if self._only_describes(end):
            return self._described(at, end, found[1])
        previous = self.items[-1].lower if self.items and isinstance(self.items[-1], Word) else ""
        one_of = [i.lower for i in self.items[-4:] if isinstance(i, Word)][:2] == ["one", "of"]
        node = Node(
            "type",
            self.text[self.tokens[at].start : self.tokens[end - 1].end],
            self.tokens[at].start,
            self.clause,
            types=(found[1],),
            plural=self.v.forms.singular(last) != last and not one_of,
            negated=self._is_lacking(),
            others=previous == "other",
            again=self.clause > 0 and previous in DEMONSTRATIVES | FILLERS,
            optional=verb and not self._after_determiner(),
        )
        if self._goes_on(node):
            return end
        if isinstance(self.items[-1] if self.items else None, Node) and self.items[-1].kind == "name":
            self.items.append(Word("'s", -1, self.clause))  # "the Medora pump"
        self._add(node)
        return end

    def _goes_on(self, node: Node) -> bool:
        """ "Which services, APIs or datastores": one thing asked for, of any of these kinds."""
        words = [item for item in reversed(self.items) if not (isinstance(item, Word) and item.lower in DETERMINERS)]
        joined = list(itertools.takewhile(lambda i: isinstance(i, Word) and i.lower in (",", "or", "and"), words))
        place = next((i for i in range(len(self.items) - 1, -1, -1) if isinstance(self.items[i], Node)), None)
        if not joined or place is None or len(joined) + 1 > len(words):
            return False
        asked = self.items[place]
        if words[len(joined)] is not asked or not asked.asked or asked.kind != "type" or not asked.plural:
            return False
        self.items[place] = replace(asked, types=(*asked.types, *node.types))
        del self.items[place + 1 :]
        return True

    def _only_describes(self, end: int) -> bool:
        """The kind describes the next noun: "service owners", "the team lead of"."""
        if end >= len(self.tokens) or self.tokens[end].start in self.names:
            return False
        word, following = self.lower[end], self._word_at(end + 1)
        singular = all(self.v.forms.singular(w) == w for w in (self.lower[end - 1], word))
        noun = singular and not self.v.forms.is_participle(word) and following in BE | CLAUSE_ENDS | {"of", "for"}
        sure = noun or not self.v.forms.verbs(word)
        return self._is_relation_noun(word) and word not in RELATIVES and sure and self._noun_phrase_goes_on()

    def _noun_phrase_goes_on(self) -> bool:
        return self.waiting or self._after_determiner() or not self.items

    def _described(self, at: int, end: int, type: str) -> int:
        """ "The team lead" is the lead of the team; of "service owners" the kind says nothing more."""
        word, token = self.lower[end], self.tokens[end]
        others = [self.v.relations[r.relation][1 if r.forward else 0] for r in self.v.relation_words.noun(word)]
        plural = self.v.forms.singular(word) != word
        self._add(Node("noun", token.text, token.start, self.clause, plural=plural, negated=self._is_lacking()))
        if any(type in ends for ends in others):
            self.items.append(Word("of", -1, self.clause))
            self._add(Node("type", self.tokens[at].text, self.tokens[at].start, self.clause, types=(type,)))
        return end + 1

    def _after_determiner(self) -> bool:
        last = self.items[-1] if self.items else None
        return isinstance(last, Word) and last.lower in DETERMINERS | NEGATIONS | PREPOSITIONS | POSSESSIVES | {"'s"}

    def _in_place_of_verb(self, at: int) -> bool:
        """Right after a thing and before a preposition or another thing: a verb ("ships berth at")."""
        previous = self.items[-1] if self.items else None
        following = self._word_at(at + 1)
        if following == "of":  # "happened to ships of X"
            return False
        if isinstance(previous, Node):
            named = at + 1 < len(self.tokens) and self.tokens[at + 1].start in self.names
            return named or following in PREPOSITIONS | DETERMINERS | CLAUSE_ENDS
        if not isinstance(previous, Word):
            return False
        return previous.lower in MODALS or (previous.lower in RELATIVES | {"to"} and following in PREPOSITIONS)

    def _noun(self, at: int) -> int | None:
        word = self.lower[at]
        if self.clause > 0 and word in PRONOUNS and self._stands_alone(at):
            return self._pronoun(at)
        if word == "one" and self.items and isinstance(self.items[-1], Word) and self.items[-1].lower in MODALS:
            return at + 1  # "could one see": anybody
        if word in GENERIC and not (word == "one" and self._word_at(at + 1) == "of"):
            previous = self.items[-1] if self.items else None
            if self.clause > 0 and isinstance(previous, Word) and previous.lower in DEMONSTRATIVES:
                return self._pronoun(at)  # "this one"
            people = word.endswith(("one", "body", "ever")) and len(word) > 4 and word != "whatever"
            self._add_any(at, WHO if people else WHERE if word.endswith("where") else ())
            return at + 1
        if not self._is_relation_noun(word) or not (self._in_place_of_noun(at) or self.quantity):
            return None
        plural = self.v.forms.singular(word) != word
        optional = not self.waiting
        token = self.tokens[at]
        lacking = self._is_lacking()
        shared = at in self.shared
        node = Node("noun", word, token.start, self.clause, plural=plural, negated=lacking, optional=optional)
        self._add(replace(node, shared=shared, others=shared))
        return at + 1

    def _stands_alone(self, at: int) -> bool:
        """A pronoun, and no word that goes with a noun or begins a clause."""
        word, following = self.lower[at], self._word_at(at + 1)
        if word in ("this", "these", "those", "that"):
            if self.v.type_at(self.lower[at + 1 :]) or following in GENERIC:
                return False
            previous = self.items[-1] if self.items else None
            after_verb = isinstance(previous, Word) and previous.clause == self.clause
            return word != "that" or (after_verb and (following in CLAUSE_ENDS or bool(self.v.forms.verbs(following))))
        mine = any(isinstance(i, Node) and i.clause == self.clause and i.kind != "wh" for i in self.items)
        return word not in ("its", "their", "his") or not mine

    def _pronoun(self, at: int) -> int:
        word, token = self.lower[at], self.tokens[at]
        types = WHERE if word == "there" else ("Person",) if word in ("he", "she", "him", "his") else ()
        plural = word in PLURAL_PRONOUNS
        waiting = self.waiting
        self._add(Node("it", token.text, token.start, self.clause, types=types, soft=True, plural=plural))
        if word in ("its", "their", "his") or (word == "her" and self._word_at(at + 1) not in CLAUSE_ENDS | {""}):
            self.items.append(Word("'s", token.start, self.clause))
            self.waiting = waiting  # "name its members"
        return at + 1

    def _add_any(self, at: int, types: Sequence[str]) -> None:
        token = self.tokens[at]
        lacking = self._is_lacking() or token.lower == "nobody"
        self._add(Node("any", token.text, token.start, self.clause, types=tuple(types), soft=True, negated=lacking))

    def _is_relation_noun(self, word: str) -> bool:
        if word in PREPOSITIONS or word in AUXILIARIES or not self.v.relation_words.noun(word):
            return False
        previous = self.items[-1] if self.items else None
        after_be = isinstance(previous, Word) and previous.lower in BE | HAVE
        after_that = isinstance(previous, Word) and previous.lower in RELATIVES
        if (after_be and self.v.forms.is_participle(word)) or (after_that and self.v.forms.verbs(word)):
            return False
        return bool(self.v.forms.nouns(word))

    def _in_place_of_noun(self, at: int) -> bool:
        previous = self.items[-1] if self.items else None
        after_verb = isinstance(previous, Word) and previous.lower in HAVE | BE
        return self.waiting or self._after_determiner() or after_verb or self._word_at(at + 1) == "of"


def _types(values: Sequence[KnownValue]) -> tuple[str, ...]:
    return tuple(sorted({type for value in values for type in value.types}))


def _names_meant(text: str, vocabulary: Vocabulary) -> list[Name]:
    """The known names in a question, but for words of a kind ("proposal") and values beside their attribute's name
    ("the status Final"), though something be called so."""
    tokens = tokens_of(text)
    at = {token.start: number for number, token in enumerate(tokens)}
    values = ValueReader(vocabulary, tokens, frozenset())

    def is_meant(name: Name) -> bool:
        if name.start not in at:
            return True
        first = at[name.start]
        words = [token.lower for token in tokens[first:]]
        kind = vocabulary.type_at(words)
        mere = text[name.start : name.end].islower() or vocabulary.is_guess(name.types)
        if kind and mere and tokens[first + kind[0] - 1].end >= name.end:
            return False
        known = [v for v in vocabulary.values_at(words) if tokens[first + len(v.words) - 1].end >= name.end]
        return not any(values.is_named(first, value) for value in known)

    return [name for name in vocabulary.find_names(text) if is_meant(name)]
