"""Answers without a graph: the passages nearest to the question, and a simple reader that extracts from them.

What every retrieval-augmented system without a language model can do, made as strong as a simple reader gets. It is
told the form of the answer that is wanted (names, a number, sentences), sees the same chunks through the same embedder
and the same mentions of the same things, but no relation, no attribute and no plan:

- names: the things of the kind that the question asks for ("which services", "who"), not named in the question itself,
  that stand in the k nearest passages; of these only the one named most often when one is asked for ("which team");
- a number: how many such names there are;
- sentences: those of the k nearest passages that `ask` itself would choose from them;
- nothing, a refusal, when the nearest passage is too far away, or the question names what memory does not know.

How many passages it reads and how far is too far are chosen on the wiki's own dev questions (`tuned`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from eval.answers import Cited, Reply, grade, is_count
from eval.datasets.wiki import SET_CATEGORIES, Question
from eval.extraction import Names
from memkit import Memory
from memkit.answer.choose import Rarity, rank_sentences
from memkit.answer.evidence import lacking
from memkit.answer.question import read_question
from memkit.answer.sentences import Sentence, plain, sentences
from memkit.model import ENTITY_TYPES, Passage
from memkit.retrieve import Retriever
from memkit.retrieve.names import name_key

#: What `tuned` chooses from; where several are equally good on dev the first wins, and where there is no dev at all.
K = (5, 3, 2, 8, 12, 20, 30)
FLOORS = (0.0, 0.2, 0.3, 0.4, 0.5)
#: Sentences of an answer in sentences.
SENTENCES = 2

#: Words that ask for a thing of one of the five types at the top; an ontology's own words come first.
ASKS_FOR = {"who": "Person", "whom": "Person", "person": "Person", "people": "Person"}
ASKS_FOR |= {"where": "Location", "place": "Location", "organization": "Organization", "event": "Event"}
_INTERROGATIVE = re.compile(r"\b(?:which|what|who|whom|whose|where|how many|number of)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Named:
    """A thing that a sentence names: its canonical id, all its spellings (its own name first), and its type."""

    id: str
    spellings: tuple[str, ...]
    type: str
    sentence: Sentence


@dataclass(frozen=True)
class Reader:
    """`k` passages are read; below a cosine of `floor` of the best of them it refuses."""

    memory: Memory
    k: int = K[0]
    floor: float = FLOORS[0]

    def answer(self, question: Question) -> Reply:
        if unknown := self._unknown(question.question):
            return _refused(f"nothing known is called {unknown}")
        hits = self.memory.search(question.question, k=self.k, mode="vector")
        if not hits or hits[0].score < self.floor:
            return _FAR
        known = self.memory.store.get("Passage", [hit.id for hit in hits])
        passages = [known[hit.id] for hit in hits]
        wants_names = question.category in SET_CATEGORIES
        if question.category == "refusal":  # no answer tells its form
            wants_names = bool(self.asked(question.question)[0])
        if wants_names:
            return self._names(question, passages)
        return self._said(question.question, passages)

    def plan(self, question: Question) -> str:
        return ""

    @classmethod
    def tuned(cls, memory: Memory, questions: Sequence[Question], names: Names) -> Reader:
        """The reader with the `k` and `floor` that answer most of these questions; refusals count too."""
        right: dict[tuple[int, float], int] = {}
        nearest = [memory.search(q.question, k=1, mode="vector")[0].score for q in questions]
        for k in K if questions else ():
            reader = cls(memory, k, FLOORS[0])
            given = [reader.answer(q) for q in questions]
            for floor in FLOORS:
                replies = [r if best >= floor else _FAR for r, best in zip(given, nearest, strict=True)]
                grades = [grade(q, r, names) for q, r in zip(questions, replies, strict=True)]
                right[k, floor] = grades.count("right")
        k, floor = max(right, key=right.__getitem__, default=(K[0], FLOORS[0]))
        return cls(memory, k, floor)

    def _unknown(self, question: str) -> str:
        """A name in the question that no thing in memory has."""
        for mention in self.memory.extractor.extract(question).mentions:
            key = name_key(mention.name)
            if key not in self._spellings and key not in self._type_words:
                return mention.name
        return ""

    def _asked_names(self, question: str) -> tuple[str, ...]:
        """All spellings of the things that the question names."""
        keys = [name_key(mention.name) for mention in self.memory.extractor.extract(question).mentions]
        return tuple(dict.fromkeys(itertools.chain.from_iterable(self._spellings.get(key, ()) for key in keys)))

    @cached_property
    def _spellings(self) -> dict[str, tuple[str, ...]]:
        """How a known name is compared -> all spellings of what it names."""
        things = self.memory.entities()
        return {
            name_key(name): (thing.name, *thing.aliases) for thing in things for name in (thing.name, *thing.aliases)
        }

    @cached_property
    def _type_words(self) -> dict[str, str]:
        """Each word that stands for a type, in both numbers -> the type."""
        ontology = self.memory.ontology
        types = ASKS_FOR | {name.casefold(): name for name in ENTITY_TYPES} | ontology.type_of_word
        return {form: type for word, type in types.items() for form in (word, *plurals(word))}

    def asked(self, question: str) -> tuple[str, bool]:
        """(the type that is asked for, "" if no word tells it; is one thing asked for?), by the first word that stands
        for a type behind the first interrogative."""
        start = _INTERROGATIVE.search(question)
        words = re.findall(r"[\w-]+", question[start.start() if start else 0 :].casefold())
        word = next((word for word in words if word in self._type_words), "")
        many = any(word in plurals(other) for other in self._type_words)
        return self._type_words.get(word, ""), bool(word) and (word in ASKS_FOR or not many)

    def _names(self, question: Question, passages: Sequence[Passage]) -> Reply:
        wanted, one = self.asked(question.question)
        asked = f" {name_key(question.question)} "
        found: dict[str, list[_Named]] = {}
        for named in self._named(passages):
            in_question = any(f" {name_key(spelling)} " in asked for spelling in named.spellings)
            if not in_question and (not wanted or wanted in self.memory.ontology.ancestors(named.type)):
                found.setdefault(named.id, []).append(named)
        if not found:
            return _refused("no such name stands in the nearest passages")
        counting = is_count(question.answer)
        best = sorted(found.values(), key=lambda places: -len(places))  # of equals, the one in the nearer passage
        things = sorted((places[0] for places in (best[:1] if one and not counting else best)), key=_by_name)
        items = ((str(len(things)),),) if counting else tuple(thing.spellings for thing in things)
        citations = tuple(_cited(thing.spellings[0], thing.sentence) for thing in things)
        text = ", ".join(item[0] for item in items)
        return Reply(text, items, citations, route="VECTOR")

    def _named(self, passages: Sequence[Passage]) -> Iterator[_Named]:
        """What the sentences of the passages name, in order."""
        store = self.memory.store
        edges = store.expand([p.id for p in passages], ["MENTIONS"])
        members = store.get("Entity", {edge.target_id for edge in edges})
        heads = store.get("Entity", {entity.canonical_id for entity in members.values()})
        for sentence in itertools.chain.from_iterable(map(sentences, passages)):
            for edge in sorted(edges, key=lambda e: (e.start, e.id)):
                if edge.source_id == sentence.passage.id and sentence.start <= edge.start < sentence.end:
                    entity = members[edge.target_id]
                    head = heads[entity.canonical_id]
                    spellings = dict.fromkeys((head.name, *head.aliases, entity.name, *entity.aliases))
                    yield _Named(head.id, tuple(spellings), head.type, sentence)

    def _said(self, question: str, passages: Sequence[Passage]) -> Reply:
        """The sentences that `ask` would choose from these passages."""
        asked = read_question(question, self._asked_names(question))
        vectors = dict(zip(*self.memory.store.vectors("Passage", [p.id for p in passages]), strict=True))
        rarity = Rarity(*self._words.frequencies(asked.terms))
        ranked = rank_sentences(asked, [(p, vectors[p.id]) for p in passages], rarity, self.memory.embedder)
        if reason := lacking(asked, ranked, rarity):
            return _refused(reason)
        best = [scored.sentence for scored in ranked[:SENTENCES]]
        citations = tuple(_cited(plain(sentence.text), sentence) for sentence in best)
        return Reply(" ".join(c.claim for c in citations), (), citations, route="VECTOR")

    @cached_property
    def _words(self) -> Retriever:
        return Retriever(self.memory.store)


def plurals(word: str) -> tuple[str, ...]:
    """How an English word may look in the plural."""
    return f"{word}s", f"{word}es", re.sub(r"y$", "ies", word) if word.endswith("y") else f"{word}s"


def _by_name(thing: _Named) -> str:
    return thing.spellings[0]


def _refused(reason: str) -> Reply:
    return Reply("", route="REFUSE", refused=True, reason=reason)


_FAR = _refused("no passage is near the question")


def _cited(claim: str, sentence: Sentence) -> Cited:
    passage = sentence.passage
    return Cited(claim, passage.id, passage.source, f"{passage.title}\n{passage.text}", sentence.text)
