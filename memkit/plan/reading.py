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
    CLAUSE_ENDS,
    CONJUNCTIONS,
    FILLERS,
    GENERIC,
    IMPERATIVES,
    MODALS,
    NEGATIONS,
    POSSESSIVES,
    PREPOSITIONS,
    SHARED,
)
from memkit.plan.question import Node, Question, Word, question_of
from memkit.plan.things_said import WHERE, WHO, Things
from memkit.plan.vocabulary import Vocabulary
from memkit.plan.wording import COMPARES, spelled_out

#: Doubtful words of a question that are read both ways, at most.
_DOUBTFUL = 4


class Reader:
    """Reads questions with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def read(self, text: str) -> list[Question]:
        """The question under each reading of its doubtful words (a noun or a verb), the likeliest first."""
        draft = _Draft(spelled_out(text, self._vocabulary), self._vocabulary)
        draft.scan()
        return draft.questions()

    def compares(self, text: str) -> bool:
        """It compares or ranks things in words that are not understood as how many of something there are."""
        draft = _Draft(spelled_out(text, self._vocabulary), self._vocabulary)
        draft.scan()
        return draft.compares()

    def with_less(self, text: str) -> list[Question]:
        """The question with one of its kinds of things taken for a mere word ("bring ships into")."""
        draft = _Draft(spelled_out(text, self._vocabulary), self._vocabulary)
        draft.scan()
        return draft.with_less()


class _Draft(Things):
    """One question while it is read: its things, and what it asks for."""

    def scan(self) -> None:
        at = 0
        while at < len(self.tokens):
            steps = (
                *(self._name, self._clause_end, self._opening, self._quantity, self._value, self._type),
                *(self._lacking_attribute, self._noun, self._word),
            )
            at = next(end for step in steps if (end := step(at)) is not None)

    # ------------------------------------------------------------------------------------------- names and clauses

    def _name(self, at: int) -> int | None:
        name = self.names.get(self.tokens[at].start)
        if name is None:
            return None
        text = self.text[name.start : name.end]
        node = Node("name", text, name.start, self.clause, name.ids, name.types, negated=self._is_lacking())
        previous = self.items[-1] if self.items else None
        owns = bool(re.match(r"['’](?:s\b|(?!\w))", self.text[name.end :]))
        waiting = self.waiting and owns  # "how many of X's services"
        apposed = isinstance(previous, Node) and previous.kind == "type" and not previous.plural
        if apposed and not previous.asked and self.v.fits(name.types, previous.types):  # "the library X"
            self.items[-1] = replace(node, values=previous.values, negated=previous.negated)
            self.waiting = False
        else:
            self._add(node)
        if re.match(r"['’](?!\w)", self.text[name.end :]):  # "Risk Operations' services"
            self.items.append(Word("'s", name.end, self.clause))
        self.waiting = waiting
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
            self._add_wh(at, *(("where", WHERE) if word == "where" else ("who", WHO)))
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
            if (self.tokens[step].start in self.names and self._word_at(step + 1) == "'s") or word == "'s":
                continue
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

    def _at_clause_start(self) -> bool:
        """Nothing of this clause came yet but prepositions and fillers."""
        small = PREPOSITIONS | FILLERS | CONJUNCTIONS | {","}
        mine = [item for item in self.items if item.clause == self.clause]
        return not self.waiting and all(isinstance(item, Word) and item.lower in small for item in mine)

    def _add_wh(self, at: int, text: str, types: Sequence[str]) -> None:
        node = Node("wh", text, self.tokens[at].start, self.clause, types=tuple(types), soft=True, asked=True)
        self._add(node)

    # -------------------------------------------------------------------------------------------------- questions

    def questions(self) -> list[Question]:
        optional = [i for i, item in enumerate(self.items) if isinstance(item, Node) and item.optional][:_DOUBTFUL]
        chosen = [set(c) for n in range(len(optional) + 1) for c in itertools.combinations(optional, n)]
        return [self._question(dropped) for dropped in chosen]

    def compares(self) -> bool:
        words = (item.lower if isinstance(item, Word) else "_" for item in self.items)
        return bool(COMPARES.search(" ".join(words)))

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
        if any(isinstance(item, Word) and item.lower in SHARED for item in items):
            items = [replace(i, others=True) if isinstance(i, Node) and i.asked else i for i in items]
        return question_of(self.text, items, count=self.count, attribute=self.attribute, unsupported=self.unsupported)
