"""A question as things and the words between them, before anything is decided about what joins them.

"Who leads the team that owns X?" is read as [who] leads [team] that owns [X]. What a question asks for, which words are
kinds of things, names, values of attributes or nouns of a relation ("the owner of"), is settled here by form alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from memkit.plan.english import (
    AUXILIARIES,
    BE,
    CLAUSE_ENDS,
    CONJUNCTIONS,
    DEMONSTRATIVES,
    DETERMINERS,
    FILLERS,
    GENERIC,
    HAVE,
    IMPERATIVES,
    MODALS,
    NEGATIONS,
    PLURAL_PRONOUNS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from memkit.plan.plan import Value
from memkit.plan.question import Node, Question, Word, question_of
from memkit.plan.tokens import tokens_of
from memkit.plan.value_words import ValueReader
from memkit.plan.vocabulary import KnownValue, Vocabulary

#: Doubtful words of a question that are read both ways, at most.
_DOUBTFUL = 4
_WHO, _WHERE = ("Person", "Organization"), ("Location",)
#: Kinds that are so only where they are asked for: "took the place of" names no place.
_ONLY_ASKED = frozenset("place places".split())
_POLITE = re.compile(
    r"^(?:(?:please|so|ok|okay|now|well|and|hello|hi)[\s,]+|(?:can|could|would|will) you (?:please )?"
    r"|(?:do|would) you know |i(?:'d| would|'ll) (?:like|love|need) (?:you )?to (?:know|see|have|hear)?\s*"
    r"|(?:i|we) (?:want|need|wish) to know |(?:tell|show|give) (?:me|us) (?!about\b)|let (?:me|us) know |say (?=wh))+",
    re.IGNORECASE,
)
_LACKING = frozenset("no without lacking lack lacks".split())


class Reader:
    """Reads questions with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def read(self, text: str) -> list[Question]:
        """The question under each reading of its doubtful words (a noun or a verb), the likeliest first."""
        draft = _Draft(_spelled_out(text, self._vocabulary), self._vocabulary)
        draft.scan()
        return draft.questions()

    def with_less(self, text: str) -> list[Question]:
        """The question with one of its kinds of things taken for a mere word ("bring ships into")."""
        draft = _Draft(_spelled_out(text, self._vocabulary), self._vocabulary)
        draft.scan()
        return draft.with_less()


def without_courtesies(text: str) -> str:
    """The question without "can you tell me" and the like before it."""
    return _POLITE.sub("", text)


def _spelled_out(text: str, vocabulary: Vocabulary) -> str:
    """What says nothing is left out ("can you tell me", "the names of"), "tier-1" is "tier 1", "i.e." "that is"."""
    text = without_courtesies(text)
    text = re.sub(r"\b(?:the )?names? of (?=(?:the|all|every|each|any)\b)", "", text, flags=re.IGNORECASE)
    text = re.sub(r",?\s*\bi\.\s?e\.,?", ", that is,", text)
    names = "|".join(re.escape(name) for name in sorted(vocabulary.attributes))
    return re.sub(rf"\b({names})-(?=\w)", r"\1 ", text, flags=re.IGNORECASE) if names else text


class _Draft:
    """One question while it is read."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.v = vocabulary
        names = vocabulary.find_names(text)
        self.names = {n.start: n for n in names}
        inside = [(n.start, n.end) for n in names]
        self.tokens = [t for t in tokens_of(text) if not any(s < t.start < e for s, e in inside)]
        self.lower = [t.lower for t in self.tokens]
        self.value_reader = ValueReader(vocabulary, self.tokens, frozenset(self.names))
        self.items: list[Node | Word] = []
        self.clause = 0
        self.count = False
        self.attribute = ""
        self.unsupported = ""
        self.waiting = False  # "which", "how many": the next kind of thing is asked for
        self.before: list[list[KnownValue]] = []  # values that stand before their noun

    def scan(self) -> None:
        at = 0
        while at < len(self.tokens):
            steps = (self._name, self._clause_end, self._opening, self._value, self._type, self._noun, self._word)
            at = next(end for step in steps if (end := step(at)) is not None)

    # ------------------------------------------------------------------------------------------- names and clauses

    def _name(self, at: int) -> int | None:
        name = self.names.get(self.tokens[at].start)
        if name is None:
            return None
        text = self.text[name.start : name.end]
        node = Node("name", text, name.start, self.clause, name.ids, name.types, negated=self._is_lacking())
        previous = self.items[-1] if self.items else None
        apposed = isinstance(previous, Node) and previous.kind == "type" and not previous.plural
        if apposed and not previous.asked and self.v.fits(name.types, previous.types):  # "the library X"
            self.items[-1] = replace(node, values=previous.values, negated=previous.negated)
            self.waiting = False
        else:
            self._add(node)
        if re.match(r"['’](?!\w)", self.text[name.end :]):  # "Risk Operations' services"
            self.items.append(Word("'s", name.end, self.clause))
        after = next((i for i in range(at, len(self.tokens)) if self.tokens[i].start > name.end - 1), len(self.tokens))
        return self._kind_after(after, name.types)

    def _kind_after(self, at: int, types: Sequence[str]) -> int:
        """Past a kind that only repeats what the name is: "the X team"."""
        found = self.v.type_at(self.lower[at : at + 4])
        if not found or not self.v.fits(types, (found[1],)) or self.v.forms.singular(self.lower[at]) != self.lower[at]:
            return at
        following = self._word_at(at + found[0])
        return at if following in PREPOSITIONS and self.v.forms.verbs(self.lower[at]) else at + found[0]

    def _clause_end(self, at: int) -> int | None:
        word = self.lower[at]
        if word in CLAUSE_ENDS or word in ("—", "–"):
            self.clause += bool(self.items) or self.waiting
            self.waiting = False
            return at + 1
        if word != ",":
            return None
        rest = [w for w in self.lower[at + 1 : at + 6] if w not in ("and", "so", "then")]
        if rest[:2] == ["that", "is"]:
            self.clause += 1
            return at + 3
        if self._starts_clause(rest) or (rest and rest[0] in PREPOSITIONS and self._starts_clause(rest[1:])):
            self.clause += 1
            return at + 1
        return self._word(at)

    def _starts_clause(self, rest: Sequence[str]) -> bool:
        """A question word that asks, and does not go on with what was said."""
        if not rest or rest[0] in ("what", "how"):
            return bool(rest)
        asks_a_kind = rest[0] == "which" and self.v.type_at(rest[1:]) is not None
        return rest[0] in ("who", "which", "where", "whom", "whose") and (asks_a_kind or not self._has_asked())

    def _has_asked(self) -> bool:
        return self.waiting or any(isinstance(item, Node) and item.asked for item in self.items)

    # ---------------------------------------------------------------------------------------------- what is asked

    def _opening(self, at: int) -> int | None:
        """Question words and the like that say what is asked."""
        word, start = self.lower[at], self._at_clause_start()
        if self.lower[at : at + 2] in (["how", "many"], ["how", "much"], ["number", "of"], ["count", "of"]):
            self.count = self.waiting = True
            return at + 2
        if start and (word == "count" or word in IMPERATIVES):
            self.count |= word == "count"
            self.waiting = True
            return at + 1
        late = not start and not self._has_asked() and self._is_asked_late(at)
        if word in ("who", "whom", "whose", "where") and (start or late):
            self._add_wh(at, *(("where", _WHERE) if word == "where" else ("who", _WHO)))
            if word == "whose":
                self.items.append(Word("'s", self.tokens[at].start, self.clause))
            return at + 1
        if word in ("what", "which") and (start or late):
            return self._asked_kind(at)
        if word == "what":  # "what caused X": whatever did
            self._add_any(at, ())
            return at + 1
        return None

    def _is_asked_late(self, at: int) -> bool:
        """ "is led by whom", "part of which terminal": after a verb or preposition, and no more said of a thing."""
        previous = self.items[-1] if self.items else None
        if not isinstance(previous, Word) or previous.clause != self.clause:
            return False
        if self.lower[at] == "which":
            return self._asked_after(at + 1) == "kind"
        return self._word_at(at + 1) in CLAUSE_ENDS | {""}

    def _asked_kind(self, at: int) -> int:
        following = self._asked_after(at + 1)
        if following == "attribute":
            found = self.v.attribute_at(self.lower[at + 1 :])
            assert found
            self.attribute = found[1]
            return at + 1 + found[0]
        if following == "kind":
            self.waiting = True
        elif self.clause > 0 and self.lower[at] == "which":  # "of the services of X, which use Y"
            self._add(Node("it", "which", self.tokens[at].start, self.clause, soft=True, plural=True, asked=True))
        else:
            self._add_wh(at, "what", ())
        return at + 1

    def _asked_after(self, at: int) -> str:
        """What follows "which": a "kind" (values and the like before it), an "attribute", or nothing of the sort."""
        for step in range(at, min(at + 5, len(self.tokens))):
            word, rest = self.lower[step], self.lower[step:]
            value = self.value_reader.at(step)
            if self.v.type_at(rest) and not value:
                return "kind"
            attribute = self.v.attribute_at(rest)
            if (
                step == at
                and attribute
                and not (step + attribute[0] < len(rest) and self._value_at(step + attribute[0]))
            ):
                return "attribute"
            noun = step == at and self._is_relation_noun(word)
            if word in GENERIC or (noun and (not self.v.forms.verbs(word) or self._word_at(step + 1) == "of")):
                return "kind"
            if not (value or attribute or word in ("of", "the", "our", "other") or word.isdigit()):
                return ""
        return ""

    def _value_at(self, at: int) -> bool:
        return at < len(self.tokens) and bool(self.value_reader.at(at))

    # ----------------------------------------------------------------------------------------------------- values

    def _value(self, at: int) -> int | None:
        known = self.value_reader.at(at)
        if not known:
            return None
        end = self.value_reader.end(at, known[0])
        words = list(itertools.takewhile(lambda i: isinstance(i, Word), reversed(self.items)))
        words = [w for w in reversed(words) if isinstance(w, Word) and w.clause == self.clause]
        alone = not self._is_before_kind(end, known)
        count = self.value_reader.leads([w.lower for w in words], known, alone=alone)
        predicate = any(w.lower in BE for w in words[len(words) - count :])
        if any(w.lower in NEGATIONS for w in words):
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
            self._give(len(self.items) - 1, known)
        else:
            self._give(place, known)
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

    def _give(self, place: int, known: Sequence[KnownValue]) -> None:
        node = self.items[place]
        fitting = [v for v in known if self.v.fits(v.types, () if node.soft else node.types)]
        if fitting:
            value = Value(fitting[0].name, fitting[0].value)
            self.items[place] = replace(node, values=(*node.values, value))

    # ------------------------------------------------------------------------------------------------------ nouns

    def _type(self, at: int) -> int | None:
        found = self.v.type_at(self.lower[at:])
        if not found or (self.lower[at] in _ONLY_ASKED and not self.waiting):
            return None
        end, last = at + found[0], self.lower[at + found[0] - 1]
        verb = found[0] == 1 and bool(self.v.forms.verbs(last)) and not self.waiting and not self.before
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
        if isinstance(previous, Node):
            named = at + 1 < len(self.tokens) and self.tokens[at + 1].start in self.names
            return named or following in PREPOSITIONS | DETERMINERS | CLAUSE_ENDS
        return isinstance(previous, Word) and previous.lower in RELATIVES | {"to"} and following in PREPOSITIONS

    def _noun(self, at: int) -> int | None:
        word = self.lower[at]
        if self.clause > 0 and word in PRONOUNS and self._stands_alone(at):
            return self._pronoun(at)
        if word in GENERIC and not (word == "one" and self._word_at(at + 1) == "of"):
            previous = self.items[-1] if self.items else None
            if self.clause > 0 and isinstance(previous, Word) and previous.lower in DEMONSTRATIVES:
                return self._pronoun(at)  # "this one"
            people = word.endswith(("one", "body", "ever")) and len(word) > 4 and word != "whatever"
            self._add_any(at, _WHO if people else _WHERE if word.endswith("where") else ())
            return at + 1
        if not self._is_relation_noun(word) or not self._in_place_of_noun(at):
            return None
        plural = self.v.forms.singular(word) != word
        optional = not self.waiting
        token = self.tokens[at]
        lacking = self._is_lacking()
        self._add(Node("noun", token.text, token.start, self.clause, plural=plural, negated=lacking, optional=optional))
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
        types = _WHERE if word == "there" else ("Person",) if word in ("he", "she", "him", "his") else ()
        plural = word in PLURAL_PRONOUNS
        self._add(Node("it", token.text, token.start, self.clause, types=types, soft=True, plural=plural))
        if word in ("its", "their", "his") or (word == "her" and self._word_at(at + 1) not in CLAUSE_ENDS | {""}):
            self.items.append(Word("'s", token.start, self.clause))
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

    # ------------------------------------------------------------------------------------------------------ words

    def _word(self, at: int) -> int:
        word = self.lower[at]
        last = self.items[-1] if self.items else None
        if word in ("'s", "'") and isinstance(last, Node):
            word = "is" if last.kind == "wh" else "'s"
        if word == "own" and isinstance(last, Word) and last.lower in POSSESSIVES:
            return at + 1
        if word == "do" and self._word_at(at + 1) == "without":  # "cannot do without": needs
            while self.items and isinstance(self.items[-1], Word) and self.items[-1].lower in NEGATIONS | MODALS:
                self.items.pop()
            self.items.append(Word("need", self.tokens[at].start, self.clause))
            return at + 2
        self.items.append(Word(word, self.tokens[at].start, self.clause))
        return at + 1

    def _word_at(self, at: int) -> str:
        return self.lower[at] if at < len(self.tokens) else ""

    def _at_clause_start(self) -> bool:
        """Nothing of this clause came yet but prepositions and fillers."""
        small = PREPOSITIONS | FILLERS | CONJUNCTIONS | {","}
        mine = [item for item in self.items if item.clause == self.clause]
        return not self.waiting and all(isinstance(item, Word) and item.lower in small for item in mine)

    def _is_lacking(self) -> bool:
        """The noun phrase that begins here has "no" before it."""
        last = self.items[-1] if self.items else None
        return isinstance(last, Word) and last.lower in _LACKING

    def _add_wh(self, at: int, text: str, types: Sequence[str]) -> None:
        node = Node("wh", text, self.tokens[at].start, self.clause, types=tuple(types), soft=True, asked=True)
        self._add(node)

    def _add(self, node: Node) -> None:
        if self.waiting and node.kind in ("type", "any", "noun"):
            node = replace(node, asked=True)
        self.waiting = False
        self.items.append(node)
        for known in self.before:
            self._give(len(self.items) - 1, known)
        self.before = []

    # -------------------------------------------------------------------------------------------------- questions

    def questions(self) -> list[Question]:
        optional = [i for i, item in enumerate(self.items) if isinstance(item, Node) and item.optional][:_DOUBTFUL]
        chosen = [set(c) for n in range(len(optional) + 1) for c in itertools.combinations(optional, n)]
        return [self._question(dropped) for dropped in chosen]

    def with_less(self) -> list[Question]:
        places = [i for i, n in enumerate(self.items) if isinstance(n, Node) and n.kind in ("type", "any", "noun")]
        return [self._question({i}) for i in places if not self.items[i].asked and not self.items[i].values]

    def _question(self, dropped: set[int]) -> Question:
        items: list[Node | Word] = []
        for place, item in enumerate(self.items):
            if place in dropped and isinstance(item, Node):
                items += [Word(w, item.start, item.clause) for w in item.text.lower().split()]
            else:
                items.append(item)
        return question_of(self.text, items, count=self.count, attribute=self.attribute, unsupported=self.unsupported)


def _types(values: Sequence[KnownValue]) -> tuple[str, ...]:
    return tuple(sorted({type for value in values for type in value.types}))
