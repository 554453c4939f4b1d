"""Everything that is found for a question, before anything is said: ways through the graph, passages, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from memkit.answer.choose import Rarity, Scored, is_about, rank_sentences
from memkit.answer.evidence import LEAST_SUPPORT, LEAST_SUPPORT_HASH, lacking
from memkit.answer.question import Question, read_question
from memkit.embed import Embedder
from memkit.extract import Extractor, Ontology
from memkit.model import Passage
from memkit.plan.base import Planned
from memkit.plan.plan import Linked, Plan
from memkit.plan.run import PlanResult, Stated, Way, introduced, run_plan
from memkit.plan.things import Things
from memkit.retrieve import PassageHit, Retriever
from memkit.retrieve.search import hit
from memkit.store import Store
from memkit.views import entity_views

#: Things of a kind that are shown where none of them meets the conditions.
SHOWN = 5
#: Passages of the hybrid ranking whose sentences are looked at, beside those of the asked thing's own page.
POOL = 10


def spellings(store: Store, ontology: Ontology, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Canonical id -> every known spelling of the thing, its own name first."""
    found = {}
    for view in entity_views(store, store.get("Entity", ids).values()):
        names = (view.name, *view.aliases)
        found[view.id] = tuple(dict.fromkeys([*names, *(o for name in names for o in ontology.other_names(name))]))
    return found


def surfaces(store: Store, passage_ids: Iterable[str]) -> dict[tuple[str, str], tuple[str, ...]]:
    """(passage id, canonical id) -> the words by which the passage names the thing, sorted."""
    mentions = store.expand(passage_ids, ["MENTIONS"])
    things = store.get("Entity", {mention.target_id for mention in mentions})
    found: dict[tuple[str, str], set[str]] = {}
    for mention in mentions:
        if mention.target_id in things:
            found.setdefault((mention.source_id, things[mention.target_id].canonical_id), set()).add(mention.surface)
    return {key: tuple(sorted(words)) for key, words in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Walked:
    """What a plan arrived at. `ran` is false when there was none to run, or it was too long (`notes` say so). `none`:
    it counts nothing, and these introduce the things of which there is nothing to count."""

    ran: bool = False
    ways: list[Way] = field(default_factory=list)
    count: bool = False
    notes: list[str] = field(default_factory=list)
    none: list[Stated] = field(default_factory=list)

    @property
    def passages(self) -> list[str]:
        """Ids of the passages that state the ways, or that there is nothing, each once."""
        stated = [s for way in self.ways for s in way.statements] + self.none
        return list(dict.fromkeys(s.passage_id for s in stated))


def walk(store: Store, ontology: Ontology, planned: Planned, max_hops: int) -> Walked:
    """Run the plan of a question, if it leads over no more than `max_hops` relations; a way between two things is
    looked for within them."""
    plan = planned.plan
    if plan is None:
        return Walked()
    if plan.ends:
        plan = replace(plan, steps=tuple(replace(step, most=min(step.most, max_hops)) for step in plan.steps))
    if plan.hops > max_hops:
        note = f"the plan leads over {plan.hops} relations, more than max_hops={max_hops} allows: it was not run"
        return Walked(notes=[note])
    result, notes = run_plan(store, plan, ontology), []
    if not result.things and plan.hops > 1 and not plan.count and not plan.lacks:
        result = run_plan(store, plan, ontology, loose=True)
        notes = [f"not stated in words that were understood, but this names both: {s}" for s in result.guessed]
    if planned.asks == "value":
        return Walked(True, _values(store, ontology, result, planned.attribute), notes=notes)
    none = _nothing(store, ontology, plan) if plan.count and planned.sure and not result.things else []
    return Walked(True, list(result.evidence), plan.count, notes, none)


def _nothing(store: Store, ontology: Ontology, plan: Plan) -> list[Stated]:
    """What introduces the things of which a plan counts nothing: those that it names, else some of the kind that it
    starts from. Nothing where a sentence that was not understood names what might be counted."""
    if run_plan(store, plan, ontology, loose=True).things:
        return []
    conditions = (*plan.conditions, *(c for step in plan.steps for c in step.conditions))
    named = [*plan.things, *(id for c in conditions if isinstance(c, Linked) for id in c.things)]
    if not named and plan.type:
        named = [e.id for type in ontology.subtypes(plan.type) for e in store.find("Entity", type=type)]
        return introduced(store, ontology, sorted(named))[:SHOWN]
    return introduced(store, ontology, named)


def _values(store: Store, ontology: Ontology, result: PlanResult, attribute: str) -> list[Way]:
    """The values of an attribute of the things that a plan arrived at, each a way that ends in the statement of it."""
    things = Things(store, ontology)
    found = []
    for way in result.evidence:
        things.of([way.id])
        for stated in things.values([way.id], attribute):
            end = Stated(
                "attribute", way.name, stated.name, stated.value, way.id, "", stated.source_id, stated.sentence
            )
            led = tuple(s for s in way.statements if s.kind != "mention")  # the value introduces its thing itself
            found.append(Way(stated.id, stated.value, (*led, end)))
    return sorted(found, key=lambda way: (way.name, way.id))


@dataclass(frozen=True, slots=True)
class Found:
    """Passages for a question, at most k: as `hits`, as records by id, and their `sentences`, best first. `lacking` is
    what they do not speak of, in words; "" if they speak of what is asked."""

    hits: list[PassageHit] = field(default_factory=list)
    passages: dict[str, Passage] = field(default_factory=dict)
    sentences: list[Scored] = field(default_factory=list)
    lacking: str = ""


class Finder:
    """Finds passages by the hybrid ranking and on the pages of what is asked, and ranks their sentences."""

    def __init__(self, store: Store, ontology: Ontology, retriever: Retriever, extractor: Extractor) -> None:
        self._store = store
        self._ontology = ontology
        self._retriever = retriever
        self._extractor = extractor

    def find(self, text: str, planned: Planned, k: int, embedder: Embedder) -> Found:
        """The k passages with the best sentences, of the asked things' own pages and the first by hybrid ranking."""
        question = self.read(text, planned)
        ranked = self._retriever.rank(text, k=max(k, POOL), mode="hybrid", embedder=embedder, extractor=self._extractor)
        pool = self._store.get("Passage", [r.id for r in ranked]) | self._own_pages(planned.things, question)
        rarity = Rarity(*self._retriever.frequencies(question.terms))
        ids, vectors = self._store.vectors("Passage", sorted(pool))
        read = [(pool[id], vector) for id, vector in zip(ids, vectors, strict=True)]
        sentences = rank_sentences(question, read, rarity, embedder)
        kept = list(dict.fromkeys(s.sentence.passage.id for s in sentences))[:k]
        least = LEAST_SUPPORT_HASH if embedder.name.startswith("hash") else LEAST_SUPPORT
        why = {r.id: (r.score, r.via) for r in ranked}
        return Found(
            hits=[hit(pool[id], *why.get(id, (0.0, {"names": pool[id].title}))) for id in kept],
            passages={id: pool[id] for id in kept},
            sentences=[s for s in sentences if s.sentence.passage.id in kept],
            lacking=lacking(question, sentences, rarity, least=least)
            or self._retriever.lacking(text, ranked, embedder),
        )

    def read(self, text: str, planned: Planned) -> Question:
        """The question with all spellings of the things that it names."""
        names = spellings(self._store, self._ontology, planned.things)
        return read_question(text, tuple(s for thing in planned.things for s in names.get(thing, ())))

    def _own_pages(self, ids: Sequence[str], question: Question) -> dict[str, Passage]:
        """The passages of the pages that are about these things."""
        things = Things(self._store, self._ontology)
        introduced = [i.passage for i in things.introductions(things.of(ids)).values()]
        pages = sorted({p.parent_id for p in introduced if is_about(p, question)})
        return {p.id: p for page in pages for p in self._store.find("Passage", parent_id=page)}
