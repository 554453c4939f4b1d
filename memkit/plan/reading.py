"""A question as things and the words between them, before anything is decided about what joins them.

"Who leads the team that owns X?" is read as [who] leads [team] that owns [X]. What a question asks for, which words are
kinds of things, names, values of attributes or nouns of a relation ("the owner of"), is settled here by form alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memkit.plan.plan import Value
from memkit.plan.relation_words import PREPOSITIONS
from memkit.plan.tokens import Token, tokens_of
from memkit.plan.vocabulary import KnownValue, Vocabulary

BE = frozenset("be is are was were been being am".split())
HAVE = frozenset("has have had having".split())
DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would cannot".split())
AUXILIARIES = BE | HAVE | DO | MODALS
RELATIVES = frozenset("that which who whom whose where".split())
DETERMINERS = frozenset("the a an this these those our your my all every each any some both such other its".split())
NEGATIONS = frozenset("no not never nobody none neither nor without lacking lack lacks nothing nowhere".split())
CONJUNCTIONS = frozenset("and or but".split())
#: Words that say nothing of what is asked.
FILLERS = frozenset(
    "still currently now also today exactly actually at present only there their his her please me us we i you one "
    "ever yet already nowadays directly just even here more than s different distinct in total together altogether all "
    "too as well of it".split()
) - {"in", "of", "at"}
_CLAUSE_END = frozenset(".;:?!")
_WHO, _WHERE = ("Person", "Organization"), ("Location",)
_GENERIC = frozenset(
    "thing things one ones item items system systems element elements something anything everything entity entities "
    "anyone anybody someone somebody nobody everybody everyone those party parties part parts else program "
    "programs software asset assets".split()
)
_PRONOUNS = frozenset("it they them there this these he she him her his its their".split())
_IMPERATIVES = frozenset("list name give show find tell count enumerate identify".split())


@dataclass(frozen=True)
class Node:
    """A thing that the question speaks of. `kind`: "name", "type", "wh" (who, where, what), "noun" (of a relation),
    "any" (a noun that says nothing of its kind) or "it" (something spoken of before). `types` are alternatives; `soft`
    when they are only likely."""

    kind: str
    text: str
    start: int
    end: int
    clause: int
    ids: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    soft: bool = False
    plural: bool = False
    negated: bool = False
    asked: bool = False
    others: bool = False
    values: tuple[Value, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word between things; `start` is its offset in the question."""

    lower: str
    start: int
    clause: int


@dataclass(frozen=True)
class Question:
    """`nodes` in the order in which they are said and the words `gaps[i]` before node i (the last: after all)."""

    text: str
    nodes: tuple[Node, ...]
    gaps: tuple[tuple[Word, ...], ...]
    asked: int | None
    count: bool = False
    attribute: str = ""
    unsupported: str = ""
    tokens: tuple[Token, ...] = field(default=(), repr=False)


class Reader:
    """Reads questions with one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def read(self, text: str) -> list[Question]:
        """The question under each reading of its doubtful words (a noun or a verb), the likeliest first."""
        draft = _Draft(text, self._vocabulary)
        draft.scan()
        return draft.questions()


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
        self.items: list[Node | Word] = []
        self.clause = 0
        self.count = False
        self.attribute = ""
        self.unsupported = ""
        self.waiting = False  # "which", "how many": the next kind of thing is asked for
        self.pending: list[tuple[KnownValue, ...]] = []  # values that stand before their noun
        self.counting_from = -1

    # -------------------------------------------------------------------------------------------------- scanning

    def scan(self) -> None:
        at = 0
        while at < len(self.tokens):
            at = (
                self._name(at)
                or self._clause_end(at)
                or self._opening(at)
                or self._value(at)
                or self._type(at)
                or self._noun(at)
                or self._word(at)
            )

    def _name(self, at: int) -> int | None:
        name = self.names.get(self.tokens[at].start)
        if name is None:
            return None
        text = self.text[name.start : name.end]
        node = Node("name", text, name.start, name.end, self.clause, name.ids, name.types, negated=self._negated())
        previous = self._previous_node()
        if previous and previous.kind == "type" and not previous.plural and self.v.fits(name.types, previous.types):
            self._merge(replace(node, asked=False, values=previous.values, negated=previous.negated))
        else:
            self._add(node)
        after = next((i for i in range(at, len(self.tokens)) if self.tokens[i].start >= name.end), len(self.tokens))
        return self._kind_after(after, name.types)

    def _kind_after(self, at: int, types: Sequence[str]) -> int:
        """Past a kind that only repeats what the name is: "the X team"."""
        found = self.v.type_at(self.lower[at : at + 4])
        if found and self.v.fits(types, (found[1],)) and self.v.forms.singular(self.lower[at]) == self.lower[at]:
            following = self.lower[at + found[0] : at + found[0] + 1]
            if not (following and following[0] in PREPOSITIONS and self._is_verb(at)):
                return at + found[0]
        return at

    def _clause_end(self, at: int) -> int | None:
        token = self.lower[at]
        if token in _CLAUSE_END or token in ("—", "–"):
            self.clause += bool(self.items) or self.waiting
            self._end_noun_phrase()
            return at + 1
        if token == ",":
            rest = [w for w in self.lower[at + 1 : at + 5] if w not in ("and", "so", "then")]
            if rest[:2] == ["that", "is"]:
                self.clause += 1
                return at + 3
            if rest and (self._starts_clause(rest) or (rest[0] in PREPOSITIONS and self._starts_clause(rest[1:]))):
                self.clause += 1
                return at + 1
            self._word(at)
            return at + 1
        return None

    def _starts_clause(self, rest: Sequence[str]) -> bool:
        """A question word that asks, and does not go on with what was said."""
        if not rest:
            return False
        if rest[0] in ("what", "how"):
            return True
        before_wh = not any(isinstance(i, Node) and i.asked for i in self.items)
        return rest[0] in ("who", "which", "where", "whom", "whose") and (
            before_wh or (rest[0] == "which" and self.v.type_at(rest[1:]) is not None)
        )

    def _opening(self, at: int) -> int | None:
        """Question words and the like that say what is asked."""
        word = self.lower[at]
        words = self.lower[at : at + 4]
        start = self._at_clause_start()
        if words[:2] in (["how", "many"], ["how", "much"]) or words[:2] == ["number", "of"]:
            self.count, self.waiting = True, True
            return at + 2
        if word == "count" and start:
            self.count, self.waiting = True, True
            return at + 1
        if word in _IMPERATIVES and start:
            self.waiting = True
            return at + 1
        if start and word in ("who", "whom", "whose"):
            self._add_wh("who", at, _WHO)
            if word == "whose":
                self._put(Word("'s", self.tokens[at].start, self.clause))
            return at + 1
        if start and word == "where":
            self._add_wh("where", at, _WHERE)
            return at + 1
        if start and word in ("what", "which"):
            following = self._noun_phrase_after(at + 1)
            if following == "attribute":
                return self._asked_attribute(at + 1)
            if following:
                self.waiting = True
            else:
                self._add_wh("what", at, ())
            return at + 1
        return None

    def _noun_phrase_after(self, at: int) -> str:
        """What follows "which": a "kind" (values and the like before it), an "attribute", or nothing of the sort."""
        for step in range(at, min(at + 5, len(self.tokens))):
            if self.v.type_at(self.lower[step:]) and not self._is_value_here(step):
                return "kind"
            if step == at and self._attribute_asked(step):
                return "attribute"
            word = self.lower[step]
            if word in _GENERIC or (step == at and self._is_relation_noun(word)):
                return "kind"
            if self.lower[step] in ("of", "the", "our") or self._is_value_here(step) or self.lower[step] == "other":
                continue
            if self.lower[step].isdigit() or self.v.attribute_at(self.lower[step:]):
                continue
            return ""
        return ""

    def _is_value_here(self, at: int) -> bool:
        return bool(self._values(at))

    def _attribute_asked(self, at: int) -> bool:
        """ "Which language is X written in": the attribute's name, with no value of it beside."""
        found = self.v.attribute_at(self.lower[at:])
        return bool(found) and not self._is_value_here(at + found[0]) and not self.v.type_at(self.lower[at:])

    def _asked_attribute(self, at: int) -> int:
        found = self.v.attribute_at(self.lower[at:])
        assert found
        self.attribute = found[1]
        return at + found[0]

    # ---------------------------------------------------------------------------------------------------- values

    def _value(self, at: int) -> int | None:
        known = self._values(at)
        if not known:
            return None
        length = len(known[0].words)
        end = self._past_quote(at + length)
        named = [v for v in known if self._attribute_beside(at, end, v.name)]
        self.pending_named = bool(named)
        chosen = tuple(named or known)
        after = self.v.attribute_at(self.lower[end:])
        if after and named and any(v.name == after[1] for v in named) and not self._name_before(at, after[1]):
            end += after[0]
        self._drop_value_words(chosen)
        if self._negated():
            self.unsupported = f"what does not have the value {known[0].value!r} cannot be asked for yet"
        target = self._value_target(end, chosen)
        if target is None:
            self.pending.append(chosen)
        else:
            self._give(target, chosen)
        return end

    def _values(self, at: int) -> list[KnownValue]:
        """Values at this token that may be meant: a number, a letter or a yes needs its attribute's name beside it."""
        if self.tokens[at].start in self.names:
            return []
        found = []
        for value in self.v.values_at(self.lower[at:]):
            end = self._past_quote(at + len(value.words))
            plain = value.words == (self.lower[at],) and (
                self.lower[at].isdigit()
                or len(self.lower[at]) < 3
                or self.lower[at] in FILLERS | AUXILIARIES | NEGATIONS
            )
            if not plain or self._attribute_beside(at, end, value.name):
                found.append(value)
        longest = max((len(v.words) for v in found), default=0)
        found = [v for v in found if len(v.words) == longest]
        type = self.v.type_at(self.lower[at:])
        if type and type[0] >= longest and not any(self._attribute_beside(at, at + longest, v.name) for v in found):
            return []
        return found

    def _attribute_beside(self, at: int, end: int, name: str) -> bool:
        after = self.v.attribute_at(self.lower[end:])
        return self._name_before(at, name) or bool(after and after[1] == name)

    def _name_before(self, at: int, name: str) -> bool:
        """The attribute's name stands before, with nothing but small words between."""
        for step in range(at - 1, max(-1, at - 7), -1):
            for length in (1, 2, 3):
                found = (
                    self.v.attribute_at(self.lower[step - length + 1 : step + 1]) if step - length + 1 >= 0 else None
                )
                if found and found == (length, name):
                    return True
            if self.lower[step] not in BE | DETERMINERS | {"of", "as", '"', "'", "“", "with", ":", "="}:
                return False
        return False

    def _past_quote(self, at: int) -> int:
        return at + 1 if at < len(self.tokens) and self.lower[at] in ('"', "”", "'", "’") else at

    def _drop_value_words(self, chosen: Sequence[KnownValue]) -> None:
        """Take away the words that lead to the value: its attribute's name, "written in", "still in"."""
        small = (
            BE
            | DETERMINERS
            | FILLERS
            | {
                "of",
                "as",
                '"',
                "'",
                "“",
                "with",
                "in",
                "under",
                "by",
                "whose",
                "and",
                "for",
                "to",
                "come",
                "comes",
                "having",
            }
        )
        while self.items and isinstance(self.items[-1], Word):
            word = self.items[-1].lower
            attribute = any(
                word in self.v._key(v.name.replace("_", " "))
                or self.v.forms.singular(word) in self.v._key(v.name.replace("_", " "))
                for v in chosen
            )
            participle = (
                self.v.forms.is_participle(word) and len(self.items) > 1 and not self.v.relation_words.knows(word)
            )
            if not (attribute or word in small or participle):
                break
            if word in CONJUNCTIONS:
                self.items.pop()
                break
            self.items.pop()

    def _value_target(self, end: int, chosen: Sequence[KnownValue]) -> int | None:
        """The node that the value belongs to: None for one that is still to come."""
        types = tuple(sorted({t for v in chosen for t in v.types}))
        step = end
        while step < len(self.tokens) and (self._is_value_here(step) or self.lower[step] in ("and", "or", ",")):
            step += 1
        found = self.v.type_at(self.lower[step:]) if step < len(self.tokens) else None
        if found and self.v.fits(types, (found[1],)):
            return None
        nodes = [i for i, item in enumerate(self.items) if isinstance(item, Node)]
        predicate = self.items and isinstance(self.items[-1], Word) and self.items[-1].lower in BE
        asked = [i for i in nodes if self.items[i].asked]
        order = [*asked, *reversed(nodes)] if predicate else [*reversed(nodes), *asked]
        for place in order:
            node = self.items[place]
            if node.kind in ("type", "wh", "any", "noun") and self.v.fits(types, () if node.soft else node.types):
                return place
        return None

    def _give(self, place: int, chosen: Sequence[KnownValue]) -> None:
        node = self.items[place]
        fitting = [v for v in chosen if self.v.fits(v.types, () if node.soft else node.types)]
        if fitting:
            value = Value(fitting[0].name, fitting[0].value)
            self.items[place] = replace(node, values=(*node.values, value))

    # ----------------------------------------------------------------------------------------------------- nouns

    def _type(self, at: int) -> int | None:
        found = self.v.type_at(self.lower[at:])
        if not found:
            return None
        length, type = found
        end = at + length
        last = self.lower[end - 1]
        plural = self.v.forms.singular(last) != last
        verb = length == 1 and self._is_verb(at)
        if verb and not self.waiting and self._verb_position(at):
            return None
        node = Node(
            "type",
            self.text[self.tokens[at].start : self.tokens[end - 1].end],
            self.tokens[at].start,
            self.tokens[end - 1].end,
            self.clause,
            types=(type,),
            plural=plural,
            negated=self._negated(),
            others=bool(self.items and isinstance(self.items[-1], Word) and self.items[-1].lower == "other"),
            optional=verb and not self.waiting and not self._after_determiner(),
        )
        if self._modifies(end):  # "service owner": a kind of owner
            return end
        self._add(node)
        return end

    def _modifies(self, end: int) -> bool:
        """The kind only describes the next noun: "service owners"."""
        if end >= len(self.tokens) or self.tokens[end].start in self.names:
            return False
        word = self.lower[end]
        return self._is_relation_noun(word) and not self.v.forms.verbs(word) and word not in RELATIVES

    def _is_verb(self, at: int) -> bool:
        return bool(self.v.forms.verbs(self.lower[at]))

    def _after_determiner(self) -> bool:
        last = self.items[-1] if self.items else None
        return isinstance(last, Word) and (last.lower in DETERMINERS | NEGATIONS | {"'s"} or last.lower in PREPOSITIONS)

    def _verb_position(self, at: int) -> bool:
        """Right after a thing and before a preposition or another thing: a verb ("ships berth at")."""
        previous = self.items[-1] if self.items else None
        following = self.lower[at + 1] if at + 1 < len(self.tokens) else "?"
        if isinstance(previous, Node):
            return following in PREPOSITIONS | DETERMINERS | _CLAUSE_END or self.tokens[at + 1].start in self.names
        return (
            isinstance(previous, Word)
            and previous.lower in ("to", "that", "which", "who")
            and following in PREPOSITIONS
        )

    def _noun(self, at: int) -> int | None:
        word = self.lower[at]
        token = self.tokens[at]
        if (
            word in _PRONOUNS
            and self.clause > 0
            and not (word in ("this", "these") and self.v.type_at(self.lower[at + 1 :]))
        ):
            if word in ("its", "their", "his") or (word == "her" and self._following(at) not in _CLAUSE_END):
                if any(isinstance(i, Node) and i.clause == self.clause and i.kind != "wh" for i in self.items):
                    return None
                self._add(Node("it", token.text, token.start, token.end, self.clause))
                self._put(Word("'s", token.start, self.clause))
                return at + 1
            types = _WHERE if word == "there" else ()
            self._add(Node("it", token.text, token.start, token.end, self.clause, types=types, soft=True))
            return at + 1
        if (
            word in _GENERIC
            and not (word == "one" and self._following(at) in ("of",))
            and not (word in ("those",) and self.v.type_at(self.lower[at + 1 :]))
        ):
            types = _WHO if word.endswith(("one", "body")) and len(word) > 4 else ()
            self._add(
                Node(
                    "any",
                    token.text,
                    token.start,
                    token.end,
                    self.clause,
                    types=types,
                    soft=True,
                    negated=self._negated() or word == "nobody",
                )
            )
            return at + 1
        if self._is_relation_noun(word):
            sure = self._after_determiner() or self.waiting
            if self._noun_position(at):
                optional = True
                self._add(
                    Node(
                        "noun",
                        token.text,
                        token.start,
                        token.end,
                        self.clause,
                        plural=self.v.forms.singular(word) != word,
                        negated=self._negated(),
                        optional=optional and not (sure and self.waiting),
                    )
                )
                return at + 1
        return None

    def _is_relation_noun(self, word: str) -> bool:
        if word in PREPOSITIONS or not self.v.relation_words.noun(word):
            return False
        previous = self.items[-1] if self.items else None
        after_be = isinstance(previous, Word) and previous.lower in BE | HAVE
        return not (after_be and self.v.forms.is_participle(word)) and bool(self.v.forms.nouns(word))

    def _noun_position(self, at: int) -> bool:
        if self.waiting or self._after_determiner():
            return True
        previous = self.items[-1] if self.items else None
        return (isinstance(previous, Word) and previous.lower in HAVE | BE) or self._following(at) == "of"

    def _following(self, at: int) -> str:
        return self.lower[at + 1] if at + 1 < len(self.tokens) else ""

    # ----------------------------------------------------------------------------------------------------- words

    def _word(self, at: int) -> int:
        word = self.lower[at]
        last = self.items[-1] if self.items else None
        if word == "'s" and isinstance(last, Node) and last.kind == "wh":
            word = "is"
        if word == "own" and isinstance(last, Word) and last.lower in ("its", "their", "his", "her", "our"):
            return at + 1
        if word == "do" and self._following(at) == "without":  # "cannot do without": needs
            while isinstance(self.items[-1], Word) and self.items[-1].lower in NEGATIONS | MODALS:
                self.items.pop()
            self._put(Word("need", self.tokens[at].start, self.clause))
            return at + 2
        self._put(Word(word, self.tokens[at].start, self.clause))
        return at + 1

    def _at_clause_start(self) -> bool:
        """Nothing of this clause came yet but prepositions and fillers."""
        mine = [i for i in self.items if i.clause == self.clause]
        return all(isinstance(i, Word) and i.lower in PREPOSITIONS | FILLERS | CONJUNCTIONS | {","} for i in mine)

    def _negated(self) -> bool:
        """The noun phrase that begins here has "no" before it."""
        last = [i for i in self.items[-2:] if isinstance(i, Word)]
        return bool(last) and isinstance(self.items[-1], Word) and self.items[-1].lower in ("no", "without", "lacking")

    def _previous_node(self) -> Node | None:
        return self.items[-1] if self.items and isinstance(self.items[-1], Node) else None

    def _add_wh(self, text: str, at: int, types: Sequence[str]) -> None:
        token = self.tokens[at]
        self._add(Node("wh", text, token.start, token.end, self.clause, types=tuple(types), soft=True, asked=True))

    def _add(self, node: Node) -> None:
        if self.waiting and node.kind in ("type", "any", "noun"):
            node, self.waiting = replace(node, asked=True), False
        elif node.kind == "name":
            self.waiting = False
        self.items.append(node)
        for chosen in self.pending:
            self._give(len(self.items) - 1, chosen)
        self.pending = []

    def _merge(self, node: Node) -> None:
        self.items[-1] = node

    def _put(self, word: Word) -> None:
        self.items.append(word)

    def _end_noun_phrase(self) -> None:
        self.waiting = False

    # ------------------------------------------------------------------------------------------------- questions

    def questions(self) -> list[Question]:
        optional = [i for i, item in enumerate(self.items) if isinstance(item, Node) and item.optional][:4]
        found = []
        for bits in range(1 << len(optional)):
            dropped = {place for n, place in enumerate(optional) if bits >> n & 1}
            found.append(self._question(dropped))
        return found

    def _question(self, dropped: set[int]) -> Question:
        items: list[Node | Word] = []
        for place, item in enumerate(self.items):
            if place in dropped:
                assert isinstance(item, Node)
                items += [Word(w, item.start, item.clause) for w in item.text.lower().split()]
            else:
                items.append(item)
        items = _of_for_possessives(items)
        nodes = tuple(i for i in items if isinstance(i, Node))
        gaps: list[list[Word]] = [[]]
        for item in items:
            if isinstance(item, Node):
                gaps.append([])
            else:
                gaps[-1].append(item)
        asked = [i for i, n in enumerate(nodes) if n.asked]
        return Question(
            self.text,
            nodes,
            tuple(map(tuple, gaps)),
            asked[-1] if asked else None,
            self.count,
            self.attribute,
            self.unsupported,
            tuple(self.tokens),
        )


def _of_for_possessives(items: list[Node | Word]) -> list[Node | Word]:
    """ "A's B" as "B of A", from the inside out, so that things come in the order from the asked one."""
    at = 0
    while at < len(items):
        item = items[at]
        if isinstance(item, Word) and item.lower == "'s" and at and isinstance(items[at - 1], Node):
            after = next((i for i in range(at + 1, min(at + 4, len(items))) if isinstance(items[i], Node)), None)
            if after is not None and items[after].clause != item.clause:
                after = None
            if after is None or any(isinstance(i, Word) and i.lower in AUXILIARIES for i in items[at + 1 : after]):
                at += 1
                continue
            owner = items[at - 1]
            if isinstance(owner, Node) and owner.kind == "wh":  # "whose": asked for, and stays first
                items[at : after + 1] = [Word("whose", owner.start, owner.clause), items[after]]
                at += 1
                continue
            first = at - 1
            while (
                first >= 2
                and isinstance(items[first - 1], Word)
                and items[first - 1].lower == "of"
                and items[first - 1].start < 0
            ):
                first -= 2
            possessor = items[first:at]
            items[first : after + 1] = [items[after], Word("of", -1, owner.clause), *possessor]
            at = first
        at += 1
    return items
