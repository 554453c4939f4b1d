"""Whose name is this? Each new name of a note is compared with the few that share a blocking key, and decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memkit.candidates import Pool, as_name, nearest
from memkit.config import Settings
from memkit.embed import Embedder
from memkit.extract import Extraction, Ontology
from memkit.identity import Component, component, following, pair_judgements
from memkit.model import BlockKey, Entity, Judgement, Record, Resolution
from memkit.resolve import Decision, Name, Rule, resolve
from memkit.resolve.clusters import RULE_PREFIX
from memkit.resolve.evidence import positive
from memkit.resolve.types import TypeTable
from memkit.store import Store

Key = tuple[str, str]  # (name, type) as extracted
VERDICTS = {"merge": "merged", "pending": "pending"}


@dataclass(frozen=True, slots=True)
class Told:
    """A decision that something other than the names makes, on a thing that is known; `members` are all its names.
    `by_name`: the name tells who it is, so that where it is known already, that is who is meant."""

    decision: Decision
    members: tuple[Entity, ...]
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Identified:
    """`resolutions` by (name, type), in order of first mention; `records` are the entities, keys and judgements."""

    resolutions: dict[Key, Resolution]
    records: list[Record]


class Identifier:
    """Resolves the names of one note at a time against everything in the store and against one another."""

    def __init__(self, store: Store, settings: Settings, rule: Rule, embedder: Embedder, ontology: Ontology) -> None:
        self._store = store
        self._settings = settings
        self._rule = rule
        self._embedder = embedder
        self._ontology = ontology
        self._types = TypeTable(ontology.parents)

    def identify(
        self,
        extractions: Sequence[Extraction],
        *,
        note_id: str,
        source: str,
        at: str,
        folder: str = "",
        known_as: Mapping[Key, tuple[str, ...]] | None = None,
        told: Mapping[Key, Told] | None = None,
    ) -> Identified:
        """Decide every name of a note. `note_id` tells a second thing of a known name apart; `at` is the time now;
        `folder` is a source too: who writes many pages tells two people of one name apart. `known_as` are other names
        that the text itself gives for some; `told` names are not decided here."""
        names, given = {}, {}
        for key, name in names_of(extractions, source, folder).items():
            others = self._ontology.other_names(name.name)
            more = [alias for alias in (known_as or {}).get(key, ()) if alias not in (name.name, *others)]
            names[key] = replace(name, aliases=(*others, *more))
            if more:
                given[key] = tuple(more)
        told = told or {}
        pool = Pool(self._store, list(names.values()), self._settings.block_limit, given)
        for key, one in told.items():
            pool.add_candidates(key, one.members)
        made: dict[Key, tuple[Decision, Entity]] = {}
        judgements: list[Judgement] = []
        unsure = unsure_types(extractions)
        for key, name in names.items():
            decision = told[key].decision if key in told else self._decide(name, pool)
            if decision.action == "create" and key in unsure:
                decision = self._perhaps_mistyped(name, pool) or decision
            own = pool.own(name) if key in told and told[key].by_name else None
            if own is not None and own.canonical_id != decision.entity_id:
                entity, matched = own, [nearest(name, told[key].members, self._rule)]
            else:
                entity, matched = pool.take(name, decision, note_id, at, self._rule)
            made[key] = (decision, entity)
            for other in matched:
                judgements += self._judged(decision, entity, other, at, fresh=entity.id in pool.created)
        known = self._known(judgements, pool)
        changed = {record.id: record for record in known.revise(judgements)}
        changed.update((id, known.entities[id]) for id in pool.created)
        keys = [BlockKey.of(id, key) for id in sorted(pool.created) for key in pool.keys[id]]
        heads = self._heads(made, known)
        resolutions = {
            key: _resolution(key, decision, entity, heads.get(decision.entity_id or ""))
            for key, (decision, entity) in made.items()
        }
        return Identified(resolutions, [*changed.values(), *keys])

    def _decide(self, name: Name, pool: Pool) -> Decision:
        """Names first; only where they say that a person is a known one is the context read, which may object."""
        candidates = pool.candidates(name)
        decision = self._resolve(name, [(head, as_name(entity)) for head, entity in candidates])
        if decision.action == "merge" and self._types.root(name.type) == "person":
            merging = decision.entity_id
            if pool.shares_given(name, merging):
                return decision
            decision = self._resolve(
                name,
                [(head, pool.with_context(head, e) if head == merging else as_name(e)) for head, e in candidates],
            )
        return decision

    def _perhaps_mistyped(self, name: Name, pool: Pool) -> Decision | None:
        """A type that was only guessed from the sentence does not part a name from the same name: that is asked."""
        same = [(head, e) for head, e in pool.candidates(name) if e.name == name.name and e.type != name.type]
        if not same:
            return None
        head, known = same[0]
        reason = f"the same name, known as {known.type} and read here as {name.type}"
        return Decision("pending", head, positive("type", reason, 1.0))

    def _resolve(self, name: Name, candidates: Sequence[tuple[str, Name]]) -> Decision:
        return resolve(
            name,
            candidates,
            self._rule,
            merge_threshold=self._settings.merge_threshold,
            pending_threshold=self._settings.pending_threshold,
            semantic=self._semantic(name, candidates) if self._rule.needs_semantic else None,
        )

    def _semantic(self, name: Name, candidates: Sequence[tuple[str, Name]]) -> dict[str, float]:
        """canonical id -> the highest cosine of the name's embedding with one of that thing's names."""
        if not candidates:
            return {}
        vectors = self._embedder.encode([name.name, *(other.name for _, other in candidates)])
        best: dict[str, float] = {}
        for (head, _), cosine in zip(candidates, vectors[1:] @ vectors[0], strict=True):
            best[head] = max(best.get(head, -1.0), float(cosine))
        return best

    def _judged(self, decision: Decision, entity: Entity, other: Entity, at: str, *, fresh: bool) -> list[Judgement]:
        comparison = dict(decision.alternatives).get(other.canonical_id, decision.comparison)
        return following(
            [] if fresh else pair_judgements(self._store, entity.id, other.id),
            entity.id,
            other.id,
            verdict=VERDICTS[decision.action],
            score=comparison.score,
            signals=comparison.signals,
            reason=comparison.reason,
            by=RULE_PREFIX + self._rule.name,
            at=at,
        )

    def _known(self, judgements: Sequence[Judgement], pool: Pool) -> Component:
        """What the store holds together with the entities that these judgements touch, and the new ones."""
        ends = {id for j in judgements for id in (j.source_id, j.target_id)}
        known = component(self._store, ends - set(pool.created))
        known.entities.update(pool.created)
        return known

    def _heads(self, made: dict[Key, tuple[Decision, Entity]], known: Component) -> dict[str, Entity]:
        """Canonical id that a decision named -> the canonical entity as it is after this note."""
        named = {decision.entity_id for decision, _ in made.values() if decision.entity_id}
        found = self._store.get("Entity", named - set(known.entities)) | known.entities
        return {id: found[found[id].canonical_id] for id in named}


def _resolution(key: Key, decision: Decision, entity: Entity, head: Entity | None) -> Resolution:
    return Resolution(
        mention=key[0],
        action=decision.action,
        confidence=decision.comparison.score,
        matched_entity_id=head.id if head else None,
        matched_name=head.name if head else None,
        signals=dict(decision.comparison.signals),
        reason=decision.comparison.reason,
        entity_id=entity.id,
        type=key[1],
    )


#: How a mention was found -> its type is a guess of the English pipeline, not told by its form or the ontology.
GUESSED = frozenset({"ner", "noun"})


def unsure_types(extractions: Sequence[Extraction]) -> set[Key]:
    """The names whose type nothing in the note tells for sure."""
    found: dict[Key, bool] = {}
    for mention in (m for x in extractions for m in x.mentions):
        key = (mention.name, mention.type)
        found[key] = found.get(key, True) and mention.how in GUESSED
    return {key for key, unsure in found.items() if unsure}


def names_of(extractions: Sequence[Extraction], *sources: str) -> dict[Key, Name]:
    """The distinct names of a note in order of first mention, each with what the note says around it: `facts` are
    its relations, `neighbours` the other names of the same passage."""
    names: dict[Key, Name] = {}
    named = frozenset(source for source in sources if source)
    for extraction in extractions:
        mentions = extraction.mentions
        facts: dict[Key, set[tuple[str, str]]] = {}
        for relation in extraction.relations:
            left, right = mentions[relation.source], mentions[relation.target]
            facts.setdefault((left.name, left.type), set()).add((relation.type, right.name))
        everyone = frozenset(m.name for m in mentions)
        for key in dict.fromkeys((m.name, m.type) for m in mentions):
            name = names.get(key) or Name(*key, sources=named)
            neighbours = name.neighbours | (everyone - {key[0]})
            names[key] = replace(name, neighbours=neighbours, facts=name.facts | facts.get(key, set()))
    return names
