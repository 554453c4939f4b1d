"""A wiki's questions to the whole memory and to a reader without a graph: answers, routes, citations, extraction.

Both answer every question of the part, each answer is graded (eval/answers.py), and the difference is paired. Shares
of questions have exact Clopper-Pearson intervals, differences percentile bootstrap intervals and Holm's correction over
the categories.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from eval import stats
from eval.answerers import MemkitAnswerer
from eval.answers import GRADES, Answerer, Reply, coverage, grade, is_valid, right_route
from eval.datasets.wiki import CATEGORIES, SET_CATEGORIES, Question, Wiki
from eval.extraction import Names, grade_relations, grade_traps, memory_relations
from eval.identity_rules import open_memory
from eval.provenance import code_hash
from eval.reader import Reader
from memkit import Memory, Settings
from memkit.extract import Extractor, Ontology
from memkit.model import stable_id

Tell = Callable[[str], None]


def _silent(text: str) -> None:
    """Progress goes nowhere."""


#: Name of the reader without a graph among the answerers.
BASELINE = "vector_only"


@dataclass(frozen=True)
class Gold:
    """What grading knows of a wiki's names: every spelling -> the canonical one, and all things with all spellings."""

    names: Names
    known: Ontology

    @classmethod
    def of(cls, wiki: Wiki) -> Gold:
        unlisted = [{"name": e.name, "aliases": e.aliases} for e in wiki.unlisted]
        known = replace(wiki.ontology, entities=(*wiki.ontology.entities, *wiki.unlisted))
        return cls(Names(wiki.ontology, unlisted), known)


def open_wiki(
    wiki: Wiki,
    *,
    store: str = ":memory:",
    embedder: str = "minilm",
    rule: str = "memkit",
    known_names: bool = True,
    extractor: Extractor | None = None,
    settings: Settings | None = None,
    tell: Tell = _silent,
) -> Memory:
    """A memory with the whole wiki in it; what could not be read is told. Without `known_names` the ontology's names
    and aliases are left out, so that they have to be found in the pages. A store may be kept for the next run: what
    another rule, embedder or version of the code wrote is not read. `settings` take the place of `embedder`."""
    ontology = wiki.ontology if known_names else replace(wiki.ontology, entities=())
    parts = (wiki.hash, rule, embedder, known_names, code_hash())
    memory = open_memory(
        store,
        rule,
        Gold.of(wiki).names,
        settings=settings or Settings(embedder=embedder),
        extractor=extractor,
        namespace="default" if store == ":memory:" else stable_id("wiki", *parts),
    )
    try:
        report = memory.ingest_folder(wiki.folder / "docs", ontology=ontology)
        for failure in report.failed:
            tell(f"left out: {failure}")
    except BaseException:
        memory.close()
        raise
    return memory


@dataclass(frozen=True, slots=True)
class Graded:
    """A question, what was answered, the grade, and what became of its citations."""

    question: Question
    reply: Reply
    plan: str
    grade: str
    route_right: bool
    valid: int
    covered: int
    claims: int

    def row(self) -> dict[str, Any]:
        """The question as a line of a table of grades."""
        q, r = self.question, self.reply
        return {
            "id": q.id,
            "question": q.question,
            "category": q.category,
            "gold": list(q.answer),
            "answer": [item[0] for item in r.items] or ([r.text] if r.text else []),
            "grade": self.grade,
            "refused": r.refused,
            "route": r.route,
            "route_right": self.route_right,
            "plan": self.plan,
            "reason": r.reason,
            "citations": [{"claim": c.claim, "doc": c.doc, "quote": c.quote} for c in r.citations],
            "citations_valid": self.valid,
            "gold_passages": list(q.passages),
        }


def ask(answerer: Answerer, questions: Iterable[Question], gold: Gold, tell: Tell) -> tuple[list[Graded], list[float]]:
    """(every question graded, milliseconds each took)."""
    graded, times = [], []
    for question in questions:
        start = time.perf_counter()
        reply = answerer.answer(question)
        times.append(1000 * (time.perf_counter() - start))
        valid = [c for c in reply.citations if is_valid(c, gold.known)]
        covered, claims = (0, 0) if reply.refused else coverage(reply, valid, gold.known)
        graded.append(
            Graded(
                question=question,
                reply=reply,
                plan=answerer.plan(question),
                grade=grade(question, reply, gold.names),
                route_right=right_route(question, reply.route),
                valid=len(valid),
                covered=covered,
                claims=claims,
            )
        )
        tell(f"{question.id}: {graded[-1].grade}")
    return graded, times


def by_category(graded: Sequence[Graded]) -> dict[str, dict[str, int]]:
    """category -> how many were right, partly right and wrong, of n."""
    counts = {category: Counter(g.grade for g in graded if g.question.category == category) for category in CATEGORIES}
    return {category: {name: of[name] for name in GRADES} | {"n": of.total()} for category, of in counts.items()}


def set_questions(graded: Sequence[Graded]) -> list[Graded]:
    """Those whose answer is a set of names or a count."""
    return [g for g in graded if g.question.category in SET_CATEGORIES]


def shares(graded: Sequence[Graded]) -> dict[str, stats.Interval]:
    """The shares that are told of an answerer, each with its exact interval."""
    citations = sum(len(g.reply.citations) for g in graded)
    refused = [g for g in graded if g.reply.refused]
    to_refuse = [g for g in graded if g.question.category == "refusal"]
    share = stats.proportion_interval
    sets = set_questions(graded)
    return {
        "set_exact": share(sum(g.grade == "right" for g in sets), len(sets)),
        "router_accuracy": share(sum(g.route_right for g in graded), len(graded)),
        "citation_validity": share(sum(g.valid for g in graded), citations),
        "citation_coverage": share(sum(g.covered for g in graded), sum(g.claims for g in graded)),
        "refusal_precision": share(sum(g.question.category == "refusal" for g in refused), len(refused)),
        "refusal_recall": share(sum(g.reply.refused for g in to_refuse), len(to_refuse)),
    } | {category: share(of["right"], of["n"]) for category, of in by_category(graded).items() if of["n"]}


def differences(ours: Sequence[Graded], theirs: Sequence[Graded], seed: int) -> dict[str, dict[str, Any]]:
    """Share right of `ours` minus that of `theirs`, paired by question: for each category, for those with a set answer
    ("set_exact") and for all; `p` is McNemar's exact test, `p_holm` corrected over all rows."""
    rows: dict[str, dict[str, Any]] = {}
    pairs = list(zip(ours, theirs, strict=True))
    kinds: dict[str, Sequence[str]] = {category: (category,) for category in CATEGORIES}
    for name, wanted in (kinds | {"set_exact": SET_CATEGORIES, "all": CATEGORIES}).items():
        right = [(a.grade == "right", b.grade == "right") for a, b in pairs if a.question.category in wanted]
        if right:
            one, other = zip(*right, strict=True)
            interval = stats.difference_interval(one, other, seed=seed)
            rows[name] = interval.to_dict() | {"n": len(right), "p": stats.mcnemar_exact(one, other)}
    stats.correct(rows)
    return rows


def extraction(memory: Memory, wiki: Wiki, split: str, gold: Gold, seed: int) -> dict[str, Any] | None:
    """Relations that stand after the whole wiki is in, against those labelled; None where no document is labelled."""
    labelled = [asdict(relation) | {"split": split} for relation in wiki.part(split)[1]]
    if not labelled:
        return None
    stated = memory_relations(memory, gold.names)
    documents = {row["doc"] for row in labelled}
    traps = [asdict(trap) for trap in wiki.traps if trap.doc in documents]
    graded = grade_relations(stated, labelled, split, sentences=stated, seed=seed)
    return graded | {"traps": grade_traps(stated, traps)}


def evaluate(
    wiki: Wiki,
    split: str,
    memory: Memory,
    answerers: Mapping[str, Answerer],
    *,
    seed: int = 0,
    tell: Tell = _silent,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """(the result of `python -m eval wiki`, one row of timings per answerer). The first answerer is the memory's own;
    the keys of the others stand beside it with `by_category` and `set_exact`."""
    gold, questions = Gold.of(wiki), wiki.part(split)[0]
    graded: dict[str, list[Graded]] = {}
    timings: list[dict[str, Any]] = []
    for name, answerer in answerers.items():
        graded[name], times = ask(answerer, questions, gold, lambda text, name=name: tell(f"{name}, {text}"))
        timings += [{"system": name, "question": q.id, "ms": ms} for q, ms in zip(questions, times, strict=True)]
    first, *others = graded
    stated = extraction(memory, wiki, split, gold, seed)
    result = {
        "data": wiki.name,
        "data_hash": wiki.hash,
        "split": split,
        "n": len(questions),
        "documents": len(wiki.docs),
        "skipped": dict(wiki.skipped),
        "seed": seed,
        **summary(graded[first]),
        "extraction": _extraction_summary(stated),
        "questions": [g.row() for g in graded[first]],
        "differences": {name: differences(graded[first], graded[name], seed) for name in others},
    }
    for name in others:
        result[name] = summary(graded[name]) | {"questions": [g.row() for g in graded[name]]}
    return result, timings


def compare(
    wiki: Wiki,
    split: str,
    memory: Memory,
    *,
    k: int = 5,
    max_hops: int = 3,
    others: Mapping[str, Answerer] | None = None,
    seed: int = 0,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """`evaluate` for a memory that holds the wiki, beside the reader tuned on its dev questions, and `others`."""
    reader = Reader.tuned(memory, wiki.part("dev")[0], Gold.of(wiki).names)
    answerers = {"memkit": MemkitAnswerer(memory, k=k, max_hops=max_hops), BASELINE: reader, **(others or {})}
    result, timings = evaluate(wiki, split, memory, answerers, seed=seed)
    result[BASELINE] |= {"k": reader.k, "floor": reader.floor}
    return result | {"k": k, "max_hops": max_hops, "embedder": memory.embedder.name}, timings


def summary(graded: Sequence[Graded]) -> dict[str, Any]:
    """What is told of an answerer: plain shares, and beside them `intervals`."""
    intervals = shares(graded)
    plain = {name: of.mean for name, of in intervals.items() if name not in CATEGORIES}
    refusal = {part: plain.pop(f"refusal_{part}") for part in ("precision", "recall")}
    return {
        **plain,
        "by_category": by_category(graded),
        "refusal": refusal,
        "intervals": {name: of.to_dict() for name, of in intervals.items()},
    }


def _extraction_summary(graded: dict[str, Any] | None) -> dict[str, Any]:
    if graded is None:
        return {"precision": None, "recall": None, "f1": None, "n_gold": 0}
    intervals = {name: graded[name].to_dict() for name in ("precision", "recall", "f1")}
    counts = {name: graded[name] for name in ("n_gold", "n_predicted", "n_documents", "wrong", "traps")}
    return {name: of["mean"] for name, of in intervals.items()} | counts | {"intervals": intervals}
