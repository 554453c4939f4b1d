"""Who does what in a clause: verbs with their subjects and objects as things, which are names or noun phrases.

The parse is of the note with its names masked (memkit.extract.masking), so that each name is one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from memkit.extract.grammar import RELATIVES, conjuncts, turn_before
from memkit.extract.truth import SUBJECTS, children
from memkit.extract.words import CALENDAR, HONORIFICS, ORGANIZATION_ENDINGS, ORGANIZATION_STARTS, PERSONAL

NAME, NOUN = "name", "noun"
#: Nouns of groups, which people lead and are members of.
GROUPS = frozenset(
    "team choir club band orchestra crew quartet quintet trio party society association council committee board "
    "league union lodge squad ensemble troupe chorus guild brigade company circle group cooperative parish "
    "expedition project section department office desk unit".split()
)
#: Nouns of people: a phrase with one of them is a person.
PEOPLE = frozenset(
    "sister brother neighbour neighbor friend cousin uncle aunt mother father daughter son colleague deputy wife "
    "husband man woman boy girl nephew niece grandmother grandfather doctor teacher student pupil".split()
)
#: Nouns of times, which are no things.
TIMES = CALENDAR | frozenset(
    "day week month year term season morning afternoon evening night weekend decade century hour minute time moment "
    "while today yesterday tomorrow semester christmas easter fortnight start beginning end middle".split()
)
#: What is no part of a thing's name before its noun.
_LOOSE = frozenset("new old own first second little big small beloved dear present current former same other".split())
_NAMING = frozenset({"call", "name", "christen", "title", "baptise", "dub"})
_LAST_NOUN = re.compile(r"(\w+)$")


@dataclass(frozen=True, slots=True)
class Thing:
    """text[start:end] as a thing; `kind` is name or noun, `head` its last noun (lower case), `article`: it has one;
    `person` is None if nothing tells."""

    start: int
    end: int
    text: str
    kind: str
    head: str
    article: bool = False
    person: bool | None = None
    owner: str = ""


@dataclass(slots=True)
class Parse:
    """A note's parse: `names` by token, `offset` of each character of the parsed text in the note's."""

    text: str
    doc: Any
    names: dict[int, Thing]
    offsets: list[int]
    #: persons (`leading`: who are subjects) and things in the order in which the clauses named them, the latest last
    people: list[Thing] = field(default_factory=list)
    leading: list[Thing] = field(default_factory=list)
    others: list[Thing] = field(default_factory=list)
    called: dict[tuple[int, int], Thing] = field(default_factory=dict)

    def place(self, token: Any) -> tuple[int, int]:
        """Where a token stands in the note."""
        if token.i in self.names:
            return self.names[token.i].start, self.names[token.i].end
        start = self.offsets[token.idx]
        return start, start + len(token.text)

    # ------------------------------------------------------------------------------------------------------ things

    def things(self, token: Any, *, negated: bool = False) -> list[Thing]:
        """What a noun and those joined to it stand for; `negated`: those after "not" instead."""
        group = [token, *conjuncts(token)]
        group += [a for t in list(group) for a in children(t, "appos") if turn_before(a) in ("not", "no longer")]
        found = [thing for t in group if _is_turned(t) == negated for thing in self._one(t)]
        return list(dict.fromkeys(found))

    def _one(self, token: Any) -> list[Thing]:
        if token.i in self.names:
            name = self.names[token.i]
            members = [c for a in children(token, "appos") for c in (a, *conjuncts(a)) if c.i in self.names]
            if name.text.endswith("s") and len(members) > 1:  # "the Halls, Petter and Ines"
                return [self.names[t.i] for t in members]
            return [name]
        if token.tag_ in ("PRP", "PRP$"):
            return self._pronoun(token)
        if token.lower_ in RELATIVES:
            return self.things(token.head.head) if token.head.dep_ == "relcl" else []
        if any(t.lower_ in ("both", "all", "these", "no") for t in token.children) and not children(token, "appos"):
            return []
        if token.tag_ not in ("NN", "NNS", "NNP", "NNPS") or token.lemma_.lower() in TIMES or token.lower_ in TIMES:
            return []
        named = self._named(token)
        return named or [self._phrase(token)]

    def _named(self, noun: Any) -> list[Thing]:
        """The name of "a sailing boat, the Merel", "two cats, Pepper and Ink", "a dog called Biscuit"."""
        beside = [c for a in children(noun, "appos") for c in (a, *conjuncts(a)) if c.i in self.names]
        for clause in children(noun, "acl", "relcl"):
            if clause.lemma_ in _NAMING:
                beside += [t for t in clause.subtree if t.i in self.names][:1]
        beside += [t for t in children(noun, "nmod", "compound", "poss") if t.i in self.names and t.i > noun.i]
        if noun.i + 1 < len(noun.doc) and noun.i + 1 in self.names:
            near = noun.nbor(1)
            together = near.head.i == noun.i or (noun.head.i == near.i and noun.dep_ in ("compound", "nmod"))
            if together or noun.lemma_.lower() in PEOPLE:  # "my sister Paula", "the sisters Berit and Siri"
                beside += [t for t in (near, *conjuncts(near)) if t.i in self.names]
        start, end = self.place(noun)
        if (start, end) in self.called:
            return [self.called[start, end]]
        return list(dict.fromkeys(self.names[t.i] for t in beside))

    def _phrase(self, noun: Any) -> Thing:
        first = noun
        for t in sorted(noun.lefts, key=lambda t: -t.i):
            joined = t.i == first.i - 1 or all(u.dep_ in ("punct", "case") for u in noun.doc[t.i + 1 : first.i])
            kind = t.dep_ in ("compound", "amod", "nmod") or (t.dep_ == "poss" and t.tag_ in ("NN", "NNS"))
            if not joined or not kind or t.lower_ in _LOOSE:
                break
            first = t.left_edge if t.dep_ in ("compound", "nmod") else t
        named = any(first.i <= i < noun.i for i in self.names)  # "the Rossi bakery"
        start, end = self.place(first)[0], self.place(noun)[1]
        tail = [p for p in children(noun, "prep") if p.lower_ == "of" and p.i == noun.i + 1]
        for of in tail:
            inner = children(of, "pobj")
            if inner and inner[0].right_edge.i - of.i <= 4:
                end = max(end, self.place(inner[0])[1])
        owners = [t for t in children(noun, "poss") if t.i in self.names]
        determined = any(t.dep_ in ("det", "poss") and t.lower_ not in ("a", "an") for t in noun.children)
        return Thing(
            start,
            end,
            self.text[start:end],
            NAME if named else NOUN,
            noun.lemma_.lower(),
            determined,
            noun.lemma_.lower() in PEOPLE,
            self.names[owners[0].i].text if owners else "",
        )

    def _pronoun(self, token: Any) -> list[Thing]:
        lower = token.lower_
        if lower in PERSONAL:
            names = [n for n in self.names.values() if n.person is not False and not n.article]
            before = [p for p in self.people or names if p.start < self.place(token)[0]]
            leading = [p for p in before if p in self.leading]
            before = leading or before
            if token.dep_ not in SUBJECTS and token.tag_ == "PRP":  # "Udo stands in for her": she is not Udo
                own = next((t for t in token.ancestors if t.pos_ in ("VERB", "AUX")), token)
                same = [self.names[t.i] for t in children(own, *SUBJECTS) if t.i in self.names]
                before = [p for p in self.people if p.start < self.place(token)[0] and p not in same]
            return before[-1:]
        if lower in ("it", "its"):
            before = [p for p in self.others if p.start < self.place(token)[0]]
            return before[-1:]
        if lower in ("they", "them", "their"):
            last = [p for p in self.people if p.start < self.place(token)[0]]
            together = [p for p in last if last and abs(p.start - last[-1].start) < 60]
            things = [t for t in self.others if t.start < self.place(token)[0]]
            return together[-2:] or [t for t in things if t.kind == NAME][-1:] or things[-1:]
        return []

    # ----------------------------------------------------------------------------------------------------- clauses

    def subjects(self, verb: Any, depth: int = 0) -> list[Thing]:
        own = [t for t in verb.children if t.dep_ in SUBJECTS]
        if own:
            if verb.dep_ == "relcl" and any(t.lower_ in RELATIVES for t in own):
                return self.things(verb.head)
            return [thing for t in own for thing in self.things(t)]
        if depth > 5:
            return []
        if verb.dep_ in ("conj", "xcomp", "advcl", "ccomp", "dep") and verb.head.pos_ in ("VERB", "AUX"):
            return self.subjects(verb.head, depth + 1)
        if verb.dep_ == "pcomp":
            over = next((t for t in verb.ancestors if t.pos_ in ("VERB", "AUX")), None)
            return self.subjects(over, depth + 1) if over is not None else []
        if verb.dep_ in ("acl", "relcl"):
            return self.things(verb.head)
        before = [t for t in verb.sent if t.i < verb.i and t.i in self.names]
        return [self.names[before[0].i]] if before else []

    def followed(self, thing: Thing) -> Thing | None:
        """The name of the place that a noun phrase is in: Ulm of "the flat in Ulm"."""
        match = re.match(r"\s+(?:in|at|on|near)\s+(?:the\s+)?", self.text[thing.end : thing.end + 12])
        at = thing.end + match.end() if match else -1
        return next((n for n in self.names.values() if n.start == at), None)

    def objects(self, verb: Any, *, negated: bool = False) -> list[Thing]:
        found = children(verb, "dobj", "oprd", "attr")
        if verb.dep_ == "relcl" and any(t.lower_ in RELATIVES for t in found):
            return self.things(verb.head)
        return [thing for t in found for thing in self.things(t, negated=negated)]

    def agents(self, verb: Any) -> list[Thing]:
        return [x for p in children(verb, "agent") for t in children(p, "pobj") for x in self.things(t)]

    def after(
        self, verb: Any, prepositions: Iterable[str], *, negated: bool = False, skip: frozenset[str] = frozenset()
    ) -> list[Thing]:
        """What stands after one of these prepositions in the verb's clause; nouns in `skip` are passed over."""
        wanted, found, first = set(prepositions), [], ""
        for preposition in clause(verb):
            if preposition.lower_ not in wanted or preposition.pos_ not in ("ADP", "PART", "SCONJ", "ADV"):
                continue
            if first not in ("", preposition.lower_):  # "for a clinic in Arvika"
                continue
            turned = turn_before(preposition) in ("not", "no longer")
            for t in children(preposition, "pobj"):
                read = negated >= turned and t.lower_ not in skip
                more = self.things(t, negated=negated and not turned) if read else []
                found += more
                first = preposition.lower_ if more else first
            if not negated and not found and preposition.i > verb.i:
                found += self._moved_ahead(verb)
        return found

    def _moved_ahead(self, verb: Any) -> list[Thing]:
        """What a preposition at the end belongs to: "it is Bodø that she moved to", "the town she moved to"."""
        head = verb.head
        if verb.dep_ == "relcl" and not any(t.lower_ in RELATIVES for t in children(verb, *SUBJECTS)):
            named = children(head.head, "attr") if head.head.lemma_ == "be" and head.dep_ == "nsubj" else []
            return self.things(named[0] if named else head)
        if verb.dep_ == "ccomp" and head.lemma_ == "be" and any(t.lower_ == "it" for t in children(head, "nsubj")):
            return [x for t in children(head, "attr") for x in self.things(t)]
        return []

    def is_person(self, thing: Thing) -> bool:
        """Is the thing a person, for all that its form says?"""
        if thing.person is not None and (thing.kind == NOUN or thing.person):
            return thing.person
        words = thing.text.casefold().split()
        if thing.article and len(words) == 1 and words[0].endswith("s"):  # "the Jensens"
            return True
        if words[0].strip(".") in HONORIFICS:
            return True
        return not (
            thing.article or "&" in words or words[-1] in ORGANIZATION_ENDINGS or words[0] in ORGANIZATION_STARTS
        )


def clause(verb: Any) -> Iterator[Any]:
    """The tokens of the verb's own clause, in order."""
    for token in verb.subtree:
        over = token
        while over.i != verb.i and not _begins_clause(over):
            over = over.head
        if over.i == verb.i:
            yield token


def _begins_clause(token: Any) -> bool:
    if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass"):
        return False
    return token.dep_ in ("conj", "advcl", "ccomp", "relcl", "acl", "parataxis", "xcomp", "pcomp")


def _is_turned(token: Any) -> bool:
    return turn_before(token) in ("not", "no longer")


def thing_of(text: str, start: int, end: int, *, person: bool | None) -> Thing:
    """A name as a thing."""
    surface = text[start:end]
    last = _LAST_NOUN.search(surface)
    before = text[max(0, start - 6) : start].lower().split()
    article = bool(before) and before[-1] in ("the", "our", "a", "an")
    return Thing(start, end, surface, NAME, last.group(1).lower() if last else "", article, person)
