"""What a store tells of lasting states at a time: as facts, and as the evidence of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches

from memkit.answer.gather import Walked
from memkit.errors import InputError
from memkit.extract.english import PIPELINE_IN_USE, load_pipeline
from memkit.lasting.book import Book
from memkit.lasting.names import name_words
from memkit.lasting.question import answers, read_question
from memkit.lasting.spells import Spell, Statement, day_of, last_day_of
from memkit.lasting.vocabulary import load_states
from memkit.model import NotedRows, Relation, check_text
from memkit.plan.run import Stated, Way
from memkit.store import Store
from memkit.views import Fact

#: At most so many names or facts are told to who asks for what is not known.
NAMED = 5


def _undated(facts: Sequence[Fact]) -> list[str]:
    """What is to be said of facts whose beginning nobody knows."""
    unknown = sorted({fact.sentence for fact in facts if not fact.since})
    if not unknown:
        return []
    return [f"since unknown, give notes a time (at=...) to know: {' / '.join(unknown[:NAMED])}"]


@dataclass
class Telling:
    """Tells of the states in one store; what it read is kept until the store has moved on."""

    store: Store
    states: str = ""
    pipeline: str = ""
    _kept: tuple[int, Book] | None = field(default=None, init=False, repr=False)

    def book(self) -> Book:
        """The states as they stand in the store now."""
        revision = self.store.revision()
        if self._kept is None or self._kept[0] != revision:
            self._kept = (revision, Book.of(self.store, load_states(self.states)))
        return self._kept[1]

    def facts(self, about: str, relation: str | None, at: str | None) -> NotedRows[Fact]:
        """The facts about a thing (its name under any spelling, or an entity's id) that stand at a time (ISO 8601: in a
        month or a year, those that stand on some day of it), or by the latest notes. Where there are none, or some
        since nobody knows when, `notes` say why and what can be done. Raises InputError for a relation that is no
        lasting state."""
        book = self.book()
        kind = self._relation(relation, book)
        first, last = self._span(at)
        known = {name for name, id in book.ids.items() if id == about}
        wanted = name_words(about)
        known |= {name for s in book.spells for name in (s.source, s.target) if name_words(name) == wanted}
        known |= self._fuller(book, wanted)
        ever = [s for s in book.spells if known & {s.source, s.target}]
        standing = [s for s in book.standing(first, last) if known & {s.source, s.target}]
        found = [self._fact(book, s) for s in standing if kind in (None, s.relation)]
        return NotedRows(found, notes=_undated(found) if found else [self._nothing(book, about, kind, at, ever)])

    def _relation(self, relation: str | None, book: Book) -> str | None:
        """The name of a lasting state, written in capitals or not."""
        if relation is None:
            return None
        check_text(relation, "relation")
        kind = "_".join(relation.split()).upper()
        said = {s.relation for s in book.spells}
        if kind not in said and book.states.state(kind) is None:
            known = ", ".join(sorted(said | set(book.states.of)))
            raise InputError(
                f"relation {relation!r} is nothing that lasts: use one of {known}, or a post (MAYOR_OF); what else is "
                "stated of a thing is in relations(entity_id)"
            )
        return kind

    def _nothing(self, book: Book, about: str, kind: str | None, at: str | None, ever: Sequence[Spell]) -> str:
        """Why there is no fact, and what can be done."""
        if not ever:
            names = {" ".join(name_words(name)): name for s in book.spells for name in (s.source, s.target)}
            near = [names[one] for one in get_close_matches(" ".join(name_words(about)), sorted(names), NAMED, 0.6)]
            known = f": is it {' or '.join(map(repr, near))}?" if near else ""
            return f"no note says anything of {about!r} that lasts{known or ''}" + (
                "" if near else " (say it in a plain sentence: ingest('Ana lives in Oslo.', at='2024-05-01'))"
            )
        of_kind = [s for s in ever if kind in (None, s.relation)]
        if not of_kind:
            said = ", ".join(sorted({s.relation for s in ever}))
            return f"nothing is said of {kind} of {about!r}; what is said is {said}"
        spans = [f"{s.relation} {s.target} from {s.start or 'unknown'} to {s.end or 'now'}" for s in of_kind[:NAMED]]
        return f"nothing of {about!r} stands {f'at {at}' if at else 'now'}; known are {'; '.join(spans)}"

    def _fuller(self, book: Book, wanted: tuple[str, ...]) -> set[str]:
        """The one name that a short one begins or ends."""
        names = {name for s in book.spells for name in (s.source, s.target)}
        near = {n for n in names if wanted and wanted in (name_words(n)[: len(wanted)], name_words(n)[-len(wanted) :])}
        return near if len(near) == 1 else set()

    def _span(self, at: str | None) -> tuple[date | None, date | None]:
        if at is None:
            return None, None
        first, last = (day_of(at), last_day_of(at)) if isinstance(at, str) else (None, None)
        if first is None:
            raise InputError(f"at is {at!r}: a year, a month, a day or a time in ISO 8601 is needed, say 2024-04")
        return first, last

    def _fact(self, book: Book, spell: Spell) -> Fact:
        return Fact(
            source=spell.source,
            type=spell.relation,
            target=spell.target,
            source_id=book.ids.get(spell.source, ""),
            target_id=book.ids.get(spell.target, ""),
            passage_id=spell.stated.passage_id,
            sentence=spell.stated.sentence,
            since=spell.start.isoformat() if spell.start else "",
            until=spell.end.isoformat() if spell.end else "",
        )

    def walked(self, question: str) -> tuple[Walked, str] | None:
        """(what answers the question, how it was read); None for one that asks for no lasting state of a known
        thing."""
        book = self.book()
        if not book.said:
            return None
        with PIPELINE_IN_USE:
            doc = load_pipeline(self.pipeline)(question)
        asked = read_question(question, doc, book)
        if asked is None:
            return None
        ways = [
            Way(book.ids.get(name, name), name, (self._stated(spell.stated),)) for name, spell in answers(asked, book)
        ]
        known, relations = sorted(asked.known, key=lambda n: (-len(n), n))[0], " or ".join(asked.relations)
        return Walked(ran=True, ways=ways), f"read as: {relations} of {known}, {asked.when}"

    def _stated(self, statement: Statement) -> Stated:
        edge = next(iter(self.store.get("RELATED_TO", [statement.id]).values()), None)
        edge = edge or next(iter(self.store.get("NOT_RELATED_TO", [statement.id]).values()))
        ends = self.store.get("Entity", {edge.source_id, edge.target_id})
        source, target = ends[edge.source_id], ends[edge.target_id]
        kind = edge.type if isinstance(edge, Relation) else f"no_longer_{edge.type}"
        return Stated(
            "relation",
            source.name,
            kind,
            target.name,
            source.canonical_id,
            target.canonical_id,
            edge.passage_id,
            edge.sentence,
        )
