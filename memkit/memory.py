"""Memory: all of memkit behind one object. Each method is a short journey; the work is in the modules it calls."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memkit import identity
from memkit.answer.build import Askers
from memkit.answer.grounded import GroundedAnswer
from memkit.answer.in_session import ask_in_session
from memkit.cache import CachedEmbedder
from memkit.chat import ContextResult, chat
from memkit.commit import commit, write_lock
from memkit.config import Settings
from memkit.converse.base import TranscriptReader, Turn
from memkit.converse.contribution import make_contribution
from memkit.converse.history import restate_people
from memkit.converse.reading.load import load_reader
from memkit.converse.recall import DecisionView, Recaller, TimelineEntry
from memkit.converse.transcript import Transcribed
from memkit.converse.write import Remembered
from memkit.corpus import CorpusReport
from memkit.embed import Embedder, load_embedder
from memkit.errors import InputError, MemkitError
from memkit.extract import Extractor, Ontology, load_ontology
from memkit.facts import standing
from memkit.forget import Forgotten, plan_forget
from memkit.identity import JudgementView
from memkit.ingest import EMBEDDER_META, Note, check_embedder, make_note
from memkit.known_ontology import as_ontology, keep_ontology, kept_ontology
from memkit.model import (
    Batch,
    Entity,
    IngestResult,
    Judgement,
    NotedRows,
    Record,
    Result,
    Rows,
    check_count,
    check_text,
    check_words,
    utc_now,
)
from memkit.pages.folder import open_folder
from memkit.pages.ingest import FolderReport, ingest_pages
from memkit.resolve import Rule, get_rule
from memkit.retrieve import BY_NAMES, BY_VECTOR, MODES, Ranked, Retrieval, Retriever
from memkit.retrieve.planned import planned_first
from memkit.store import open_store
from memkit.store.query import QueryRows
from memkit.tools import Tools
from memkit.views import entity_views, facts

if TYPE_CHECKING:
    from memkit.widgets.drawing import Drawing
    from memkit.widgets.explore import ExploreWidget
    from memkit.widgets.review import ReviewWidget


@dataclass(frozen=True, slots=True)
class IngestReport(Result):
    """Many notes: one IngestResult each that went in, and for each that did not its number (from 0) and the reason."""

    results: Rows[IngestResult]
    failed: Rows[dict[str, Any]]
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stats(Result):
    """Counts of what a namespace holds; `entities` counts things, not their names; `checked_at` is ISO 8601, UTC."""

    conversations: int
    messages: int
    documents: int
    chunks: int
    entities: int
    traces: int
    claims: int
    decisions: int
    pending_duplicates: int
    checked_at: str
    degraded: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Health(Result):
    """`status` is "ok" or "degraded"; `store` its address, or what is wrong with it."""

    status: str
    store: str
    degraded: list[str] = field(default_factory=list)


class Memory:
    """A graph memory in one namespace of one store.

    `store` is a path or ":memory:" (SQLite), or a bolt:// or neo4j:// address (None: Settings.neo4j_uri), for which
    `username`, `password` and `database` may be given (else NEO4J_USERNAME, NEO4J_PASSWORD, NEO4J_DATABASE). Nothing
    written in one namespace is seen, merged with or counted in another. `extractor`, `embedder` and `rule` take the
    place of those that the settings name. Models are loaded when they are first needed. A context manager; safe to use
    from several threads.

    Raises StoreError when the store cannot be opened, ModelError when its vectors are of another embedding model than
    the settings name.
    """

    def __init__(
        self,
        store: str | Path | None = None,
        *,
        namespace: str = "default",
        settings: Settings | None = None,
        extractor: Extractor | None = None,
        embedder: Embedder | None = None,
        rule: Rule | None = None,
        username: str | None = None,
        password: str | None = None,
        database: str | None = None,
    ) -> None:
        if settings is not None and not isinstance(settings, Settings):
            raise InputError(f"settings is a {type(settings).__name__}: give Settings(...)")
        self.settings = settings or Settings()
        store = self.settings.neo4j_uri if store is None else store
        if not isinstance(store, (str, Path)) or not str(store):
            raise InputError(f"store is {store!r}: give a path, ':memory:' or a bolt:// address, or set NEO4J_URI")
        self.namespace = namespace
        self._given_extractor, self._given_embedder, self._given_rule = extractor, embedder, rule
        ontology = load_ontology(self.settings.ontology) if self.settings.ontology else None
        get_rule(self.settings.rule)  # says at once when there is none of this name
        self.store = open_store(
            str(store), namespace=namespace, username=username, password=password, database=database
        )
        self._write = write_lock(self.store)
        self._retriever = Retriever(self.store)
        self._recaller = Recaller(self.store)
        self._askers = Askers(self.store, self.settings, self._retriever, lambda: self.embedder, lambda: self.degraded)
        try:
            self._tools = self._tools_for(kept_ontology(self.store) if ontology is None else ontology)
            if EMBEDDER_META in self.store.meta():
                self.embedder  # noqa: B018 -- says at once when the vectors are another model's
        except BaseException:
            self.store.close()
            raise

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give up the store's connection. A second call does nothing."""
        self.store.close()

    # ---------------------------------------------------------------------------------------------------- models

    @cached_property
    def _embedding(self):
        if self._given_embedder is not None:
            embedder, degraded = CachedEmbedder(self._given_embedder, self.settings.cache_dir or None), []
        else:
            embedder, degraded = load_embedder(self.settings)
        check_embedder(self.store, embedder)
        return embedder, degraded

    @property
    def embedder(self):
        """The embedder behind its cache."""
        return self._embedding[0]

    @property
    def degraded(self) -> list[str]:
        """Parts that do not run on their first choice, say ["embeddings:hash"]."""
        return list(self._embedding[1])

    def _tools_for(self, ontology: Ontology) -> Tools:
        return Tools(
            self.store, self.settings, ontology, lambda: self._embedding, self._given_extractor, self._given_rule
        )

    @property
    def ontology(self) -> Ontology:
        """What is known beforehand: that of the settings, else of the folder read last, kept with the store."""
        return self._tools.ontology

    @property
    def rule(self) -> Rule:
        """What decides whether two names are one thing."""
        return self._tools.rule

    @property
    def extractor(self) -> Extractor:
        """What finds the names in notes and questions."""
        return self._tools.extractor

    # ---------------------------------------------------------------------------------------------------- writing

    def ingest(
        self,
        content: str,
        *,
        source: str | None = None,
        session_id: str = "default",
        speaker: str | None = None,
        at: str | None = None,
        tag: str | None = None,
    ) -> IngestResult:
        """Store a note, find its names and relations, and decide of each name whose it is.

        The same note (same content, source, session, speaker, time and tag) a second time changes no row and encodes
        no text. `at` is when it was said (ISO 8601). Raises InputError for a text that cannot be kept (empty, not
        text, with NUL or an unpaired surrogate, too long); then nothing is written.
        """
        note = make_note(self.settings, content, source=source, session_id=session_id, speaker=speaker, at=at, tag=tag)
        return self._ingest(note)

    def _ingest(self, note: Note) -> IngestResult:
        with self._write:
            return self._tools.ingestor.ingest(note)

    def ingest_many(self, notes: Iterable[str | Mapping[str, Any]]) -> IngestReport:
        """Ingest each note (a text, or a mapping of `ingest`'s arguments), each in a transaction of its own.

        One that fails never ends the batch: it stands in `failed` with its number and the reason.
        """
        if isinstance(notes, (str, bytes, Mapping)) or not isinstance(notes, Iterable):
            raise InputError(f"notes is a {type(notes).__name__}: give a list of texts or mappings")
        results, failed = Rows(degraded=self.degraded), Rows()
        numbered = enumerate(notes)
        while part := list(itertools.islice(numbered, self.settings.batch_size)):
            checked: dict[int, Note] = {}
            for number, given in part:
                try:
                    checked[number] = make_note(self.settings, **_arguments(given))
                except MemkitError as error:
                    failed.append(_failure(number, given, error))
            with self._write:
                outcomes = self._tools.ingestor.ingest_many(list(checked.values()))
            for (number, note), outcome in zip(checked.items(), outcomes, strict=True):
                if isinstance(outcome, MemkitError):
                    failed.append(_failure(number, note.content, outcome))
                else:
                    results.append(outcome)
        return IngestReport(results, Rows(sorted(failed, key=lambda f: f["number"])), self.degraded)

    def ingest_passages(self, passages: Iterable[Mapping[str, Any]], *, tag: str | None = None) -> CorpusReport:
        """Store a corpus of passages `{_id, title, text}`: a document each, whose `_id` is its chunks' `source`.

        Names and relations are found and decided as in a note; `tag` marks the corpus, so that one can hold an `_id` of
        another. A second run changes no row and encodes nothing; a passage whose title or text changed takes the place
        of what it was. One that cannot be kept stands in `failed`. Raises InputError for an `_id` given twice; then
        nothing is written.
        """
        with self._write:
            return self._tools.corpus.ingest(passages, tag or "")

    def ingest_folder(
        self, path: str | Path, *, ontology: str | Path | Ontology | None = None, tag: str | None = None
    ) -> FolderReport:
        """Bring memory to what a folder of pages holds (.md; .rst and .txt, too): a document each, whose path in the
        folder is its chunks' `source`.

        Read under `ontology` (a file's path, or an Ontology), else that of the settings, else the folder's own
        `ontology.yaml`, else the memory's; it becomes the memory's and is kept with the store. A second run changes no
        row and encodes nothing; a page that changed changes what it stated, and one that is gone from the folder takes
        with it what nothing else states. `tag` marks the pages. A page that cannot be read stands in `failed`.
        Raises InputError when the folder or the ontology cannot be read, or the folder holds no page.
        """
        if tag is not None:
            check_text(tag, "tag")
        folder = open_folder(path)
        if ontology is None and not self.settings.ontology:
            ontology = folder.ontology
        with self._write:
            changed = 0
            if ontology is not None:
                given = as_ontology(ontology)
                changed = keep_ontology(self.store, given)
                self._use(given)
            report = ingest_pages(
                folder,
                tag=tag or "",
                ontology=self.ontology,
                store=self.store,
                settings=self.settings,
                corpus=self._tools.corpus,
            )
        return replace(report, rows_changed=report.rows_changed + changed, degraded=self.degraded)

    def _use(self, ontology: Ontology) -> None:
        """Read everything from now on under this ontology."""
        if ontology != self.ontology:
            self._tools = self._tools_for(ontology)

    def remember(
        self,
        *,
        session_id: str,
        speaker: str,
        claims: Iterable[str],
        session_title: str | None = None,
        topic: str | None = None,
        decision: Mapping[str, object] | None = None,
        tag: str | None = None,
        at: str | None = None,
        source: str | None = None,
    ) -> Remembered:
        """Store what somebody claimed, and the stance on a decision that they took by it: a message of the session.

        `decision` is {statement, stance, open}; stances are "proposes", "supports", "disagrees", "withdraws", "decides"
        and "reaffirms". What is proposed stands at once and supersedes what stood on its topic, if it reverses that;
        with `open` it stays on the table until it is proposed again without. Two decisions of one topic of which
        neither is known to reverse the other both stand, and are told as `conflicts`. `at` is when it was said: what
        arrives late takes its place in time. The same again changes no row. Raises InputError for what cannot be used
        (nothing to remember, an unknown stance, a speaker without a visible character); then nothing is written.
        """
        given = {"session_title": session_title, "topic": topic, "decision": decision}
        origin = {"tag": tag, "at": at, "source": source}
        said = make_contribution(
            self.settings, session_id=session_id, speaker=speaker, claims=claims, **given, **origin
        )
        read = self._tools.rememberer.read(said)
        with self._write:
            return self._tools.rememberer.remember(said, read)

    def ingest_transcript(
        self,
        turns: Iterable[Turn | Mapping[str, object]],
        *,
        session_id: str,
        topic: str | None = None,
        people: Sequence[Mapping[str, object]] = (),
        tag: str | None = None,
        source: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        reader: TranscriptReader | None = None,
    ) -> Transcribed:
        """Store a conversation, and find who proposed, supported, opposed, withdrew and decided what in it.

        `turns` are {speaker, text} with `at` (ISO 8601) and `n` (a number, else they are counted); `people` ({name,
        aliases}) says which spellings are one person, where that is known; `topic` names the main topic. What is found
        is written as `remember` writes it. A turn that cannot be kept stands in `failed`; the same transcript again
        changes no row. `progress(done, total)` is called as messages are stored. `reader` is one of your own, in place
        of that of the settings.
        """
        given = {"topic": topic, "people": people, "tag": tag, "source": source, "progress": progress}
        reader = reader or load_reader(self.settings)
        with self._write:
            return self._tools.transcriber.ingest(turns, reader, session_id=session_id, **given)

    def forget(self, *, tag: str | None = None, session_id: str | None = None, source: str | None = None) -> Forgotten:
        """Delete exactly what a tag, a session or a source brought, and the facts and names that nothing else states.

        One of the three is needed; of several, what meets all goes.
        """
        given = {"tag": tag, "session_id": session_id, "source": source}
        equals = {name: value for name, value in given.items() if value is not None}
        if not equals or not all(isinstance(value, str) and value for value in equals.values()):
            raise InputError("forget needs tag=, session_id= or source= as text, not empty: nothing was deleted")
        whole_session = equals["session_id"] if equals.keys() == {"session_id"} else ""
        return self._commit(lambda: plan_forget(self.store, self.store.find("Passage", **equals), whole_session))

    def _commit(self, plan: Callable[[], tuple[Batch, Any]]) -> Any:
        """Write what `plan` returns; plan again when another writer came between."""
        with self._write:
            return commit(self.store, plan)[0]

    # ---------------------------------------------------------------------------------------------------- reading

    def retrieve(self, question: str, *, k: int = 10, mode: str = "hybrid") -> Retrieval:
        """The k best passages, with why each is there, and the facts, entities and paths that they carry.

        Modes: "vector" (exact cosine), "keyword" (BM25), "fused" (reciprocal ranks of both), "graph" (a walk from the
        things that the question names; nothing where it names none that is known) and "hybrid" (the walk from those and
        from the best of both lists, then a second look at pairs of passages that bridge; what was said is ranked by
        the words around it, by whom and when: memkit.retrieve.kinds). With an ontology, "graph" and "hybrid" begin
        with the passages that state what the question's plan leads over.
        """
        ranked, degraded = self._rank(question, k, mode)
        hits = self._retriever.passages(ranked)
        ids = [hit.id for hit in hits]
        stated = [edge for id in ids for edge in self.store.find("RELATED_TO", passage_id=id)]
        mentioned = {edge.target_id for edge in self.store.expand(ids, ["MENTIONS"])}
        return Retrieval(
            question=question,
            mode=mode,
            passages=Rows(hits, degraded=degraded),
            facts=Rows(facts(self.store, standing(self.store, stated)), degraded=degraded),
            entities=Rows(entity_views(self.store, self.store.get("Entity", mentioned).values()), degraded=degraded),
            paths=Rows([r.path for r in ranked if r.path is not None and r.id in set(ids)], degraded=degraded),
            degraded=degraded,
            lacking=self._retriever.lacking(question, ranked, self.embedder) if mode == "hybrid" else "",
        )

    def search(self, question: str, *, k: int = 10, mode: str = "hybrid") -> Rows:
        """The passages of `retrieve` alone (PassageHit), for callers that need no more: quicker."""
        ranked, degraded = self._rank(question, k, mode)
        return Rows(self._retriever.passages(ranked), degraded=degraded)

    def chat(
        self,
        message: str,
        *,
        session_id: str,
        speaker: str | None = None,
        source: str | None = None,
        at: str | None = None,
        tag: str | None = None,
    ) -> ContextResult:
        """Store a message of a session, as `ingest` does, and give what memory holds around it.

        That is: the session's messages like it, the things that it or the passages found name, with their neighbours,
        and earlier reasoning that touched them. A trace of this is kept with its steps. `at` is when it was said (ISO
        8601; None: now). The same message with the same `at` a second time changes no row.
        """
        given = {"source": source, "session_id": session_id, "speaker": speaker, "at": utc_now() if at is None else at}
        note = make_note(self.settings, message, tag=tag, **given)
        longest = self.settings.passage_chars
        rank = partial(self._rank, mode="hybrid")
        return chat(self.store, note, rank=rank, ingest=self._ingest, write=self._commit, longest=longest)

    def ask(self, question: str, *, k: int = 5, max_hops: int = 3, session_id: str | None = None) -> GroundedAnswer:
        """Answer a question from what is stored, each claim with the passage that states it.

        It is answered by walking the graph where it asks for things by their relations, else from the words of at most
        `k` passages. A walk leads over at most `max_hops` relations. Raises OutOfScope, with the reason, when memory
        holds no evidence; InputError for a question that is empty or of more than 1,000 characters.

        Asking writes nothing, unless a session is named: then a trace of how it was answered, or that it was refused,
        is kept there.
        """
        asker = self._askers.current(self.ontology, self.extractor)
        if session_id is None:
            return asker.ask(question, k=k, max_hops=max_hops)
        check_text(session_id, "session_id")
        ask = partial(asker.ask, question, k=k, max_hops=max_hops)
        return ask_in_session(self.store, session_id, question, ask=ask, write=self._commit)

    def _rank(self, question: str, k: int, mode: str) -> tuple[list[Ranked], list[str]]:
        """(the k best, what ran degraded)"""
        check_words(question, "question")
        if mode not in MODES:
            raise InputError(f"mode {mode!r} is unknown: use one of {', '.join(MODES)}")
        check_count(k, "k")
        ranked = self._retriever.rank(
            question,
            k=k,
            mode=mode,
            embedder=self.embedder if mode in BY_VECTOR else None,
            extractor=self.extractor if mode in BY_NAMES else None,
        )
        degraded = self.degraded if mode in BY_VECTOR else []
        if mode not in BY_NAMES or not self.ontology.relation_types:
            return ranked, degraded
        ways, planned = self._askers.current(self.ontology, self.extractor).ways(question)
        return planned_first(ways, ranked, k), [*degraded, *planned]

    def recall(self, question: str, *, top_k: int = 8) -> Rows[DecisionView]:
        """The decisions that a question is about, current first, each with where everybody stands on it and why."""
        return self._recaller.recall(question, top_k, self.embedder, self.degraded)

    def timeline(self, topic: str) -> Rows[TimelineEntry]:
        """The decisions of a topic, oldest first. Raises InputError, naming the nearest ones, for an unknown topic."""
        return self._recaller.timeline(topic, self.degraded)

    def entities(self, *, type: str | None = None) -> Rows:
        """Everything known, one row per thing under all its names (EntityView), most mentioned first."""
        if type is not None:
            check_text(type, "type")
        equals = {} if type is None else {"type": type}
        return Rows(entity_views(self.store, self.store.find("Entity", **equals)))

    def relations(self, entity_id: str | None = None) -> Rows:
        """Relations (Fact) between canonical entities, each as a passage states it and no other corrects it (see
        memkit.facts); of one thing (under any of its names) if given."""
        if entity_id is None:
            edges = self.store.find("RELATED_TO")
        else:
            check_text(entity_id, "entity_id")
            members = identity.component(self.store, [entity_id]).entities
            if not members:
                raise identity.unknown_entity(self.store, entity_id)
            edges = self.store.expand(sorted(members), ["RELATED_TO"], "both")
        return Rows(facts(self.store, standing(self.store, edges)))

    def facts(self, about: str, *, relation: str | None = None, at: str | None = None) -> NotedRows:
        """What lasts (Fact: where somebody lives, who leads a team) of a thing, by name or entity id, as it stood at a
        time: a year, a month, a day (ISO 8601), or without one by the latest notes. Each with its `since`, its `until`
        and the passage that states it; `relation` names one kind, say "LIVES_IN".

        What a note without a time says is so since nobody knows when (`since` is ""), until a note with a time says
        otherwise. What is not known is no row; `notes` say why there is none, and what can be done. Raises InputError
        for a relation that is nothing that lasts, naming those that are.
        """
        check_words(about, "about")
        return self._askers.telling.facts(about, relation, at)

    def analyze(self, query: str, params: Mapping[str, Any] | None = None) -> QueryRows:
        """The rows (dicts) of a query that only reads, in the store's own language and over this namespace alone.

        SQL on SQLite: one SELECT over the tables named as the records of memkit.model in lower case with underscores
        (entity, passage, relation, reasoning_trace, ...), `vector` and `setting`; values by name (`:name`). Cypher on
        Neo4j, which needs {namespace: $namespace} in each node pattern where the database holds several namespaces;
        it is put in where that can be done safely.

        The engine refuses whatever does more than read, and a query that would see another namespace: InputError with
        the remedy. StoreError after Settings.analyze_timeout seconds; at most Settings.analyze_limit rows, with a note
        in `notes` if there were more.
        """
        limits = {"timeout": self.settings.analyze_timeout, "limit": self.settings.analyze_limit}
        return self.store.query(query, params, **limits)

    def stats(self) -> Stats:
        """Counts of what this namespace holds."""
        count = self.store.count
        return Stats(
            conversations=count("Conversation"),
            messages=count("Passage", kind="message"),
            documents=count("Document"),
            chunks=count("Passage", kind="chunk"),
            entities=len({e.canonical_id for e in self.store.find("Entity")}),
            traces=count("ReasoningTrace"),
            claims=count("Claim"),
            decisions=count("Decision"),
            pending_duplicates=len(identity.pending(self.store)),
            checked_at=utc_now(),
        )

    def health(self) -> Health:
        """Does the store answer, and does everything run on its first choice? Never raises."""
        try:
            self.store.revision()
            degraded = self.degraded
        except MemkitError as error:
            return Health("degraded", str(error), ["store"])
        return Health("degraded" if degraded else "ok", self.store.uri, degraded)

    # -------------------------------------------------------------------------------------------------- notebooks

    def review(
        self, *, reviewer: str | None = None, measure: Callable[[], Mapping[str, float]] | None = None
    ) -> ReviewWidget:
        """The review queue as a notebook widget: both things side by side with what speaks for and against, a decision
        by button or key, undo, and what the reviews came to. Needs the extra `lab`.

        `reviewer` is the name that the judgements bear; `measure()` gives numbers by name (say precision and recall on
        gold) at the start and after each review.
        """
        from memkit.widgets.review import review

        return review(self, reviewer, measure)

    def explore(self) -> ExploreWidget:
        """The whole memory as one page in a notebook: ask (answer, citations, path), decisions (recall and timeline),
        graph (click a thing, see its facts and passages), write (ingest or remember; the others follow). Needs the
        extra `lab`."""
        from memkit.widgets.explore import ExploreWidget

        return ExploreWidget(self)

    def draw(self, entity: str | None = None, question: str | None = None, cluster: str | None = None) -> Drawing:
        """A picture: what is stated around an `entity`, how a `question` leads to its answer, or the names of a thing
        (`cluster`) with what was judged of each pair: merged, pending and rejected have strokes of their own.

        Things are given by id or name. A notebook shows it as an image; see Drawing for one to move about in. Needs the
        extra `lab`. Raises InputError unless one of the three is given, MissingRecord for a thing that is not known.
        """
        from memkit.widgets.drawing import draw

        return draw(self, entity, question, cluster)

    # ---------------------------------------------------------------------------------------------------- identity

    def pending(self) -> Rows:
        """The review queue (JudgementView): pairs that may be one thing, most gained by an answer first."""
        return Rows(identity.pending(self.store))

    def confirm(self, left_id: str, right_id: str, *, reviewer: str | None = None) -> JudgementView:
        """These two are one thing. Everything known of either follows the canonical one, until this is undone."""
        return self._judge(left_id, right_id, "merged", reviewer)

    def reject(self, left_id: str, right_id: str, *, reviewer: str | None = None) -> JudgementView:
        """These two are different, whatever is merged later, until this is undone."""
        return self._judge(left_id, right_id, "rejected", reviewer)

    def undo(self, judgement_id: str) -> JudgementView:
        """Take a judgement back; exactly what stood before it stands again."""
        check_text(judgement_id, "judgement_id")
        return self._revise(lambda: identity.undo(self.store, judgement_id))

    def history(self, entity_id: str) -> Rows:
        """Every judgement about a thing under any of its names, standing or not, oldest first (JudgementView)."""
        check_text(entity_id, "entity_id")
        return Rows(identity.history(self.store, entity_id))

    def _judge(self, left_id: str, right_id: str, verdict: str, reviewer: str | None) -> JudgementView:
        by, at = "reviewer" if reviewer is None else reviewer, utc_now()
        for what, value in (("left_id", left_id), ("right_id", right_id), ("reviewer", by)):
            check_text(value, what)
        return self._revise(lambda: identity.decide(self.store, left_id, right_id, verdict=verdict, by=by, at=at))

    def _revise(self, plan: Callable[[], tuple[Judgement, list[Record]]]) -> JudgementView:
        def planned() -> tuple[Batch, Judgement]:
            batch = Batch(base_revision=self.store.revision())
            judgement, records = plan()
            batch.add(*records)
            restate_people(self.store, [r for r in records if isinstance(r, Entity)], batch)
            return batch, judgement

        return identity.view(self.store, self._commit(planned))


def _arguments(given: object) -> dict[str, Any]:
    """A note of a batch as the arguments of `ingest`, or InputError."""
    if isinstance(given, str):
        return {"content": given}
    if not isinstance(given, Mapping):
        raise InputError(f"a note is a text or a mapping, not a {type(given).__name__}")
    taken = ("content", "source", "session_id", "speaker", "at", "tag")
    wrong = sorted(str(key) for key in given if key not in taken)
    if wrong or "content" not in given:
        what = f"unknown {wrong[0]!r}" if wrong else "no 'content'"
        raise InputError(f"a note has {what}: it takes {', '.join(taken)}")
    return dict(given)


def _failure(number: int, given: object, error: Exception) -> dict[str, Any]:
    return {"number": number, "error": str(error), "note": repr(given)[:200]}
