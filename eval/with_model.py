"""What a language model adds: each part of memory that it can take over, measured with it and without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pandas as pd

from eval import stats
from eval.answerers import MemkitAnswerer
from eval.datasets.registry import find
from eval.datasets.transcripts import load_transcripts
from eval.datasets.wiki import Wiki, load_wiki
from eval.provenance import Provenance
from eval.transcript_systems import evaluate as evaluate_transcripts
from eval.transcript_systems import load_readers
from eval.wiki import Gold, Graded, ask, differences, extraction, open_wiki, shares
from memkit.config import Settings
from memkit.errors import InputError

#: Part -> the measure of a wiki that it moves first; the transcript reader has its own.
MEASURES = {
    "extractor": "set_exact",
    "planner": "set_exact",
    "router": "router_accuracy",
    "synthesizer": "definitional",
}
#: Of the transcript reader.
TRANSCRIPTS = ("attribution", "status_accuracy", "positions_f1")

Tell = Callable[[str], None]


def by_part(
    settings: Settings, *, wiki: str, conversations: str, split: str = "dev", tell: Tell = lambda _: None
) -> pd.DataFrame:
    """One row for each part and measure: `rules`, `model` and their paired `difference` with intervals, a verdict, and
    what ran `degraded`. `settings` name the model; one that does not answer leaves the rules' values, and says so.

    Raises InputError for settings without a model.
    """
    if not settings.llm_url:
        raise InputError("the settings name no language model: set llm_url and llm_model")
    rows = [*_of_wiki(settings, load_wiki(find(wiki, "wiki").path), split, tell)]
    rows += _of_transcripts(settings, conversations, split, tell)
    return pd.DataFrame(rows)


def provenance(settings: Settings, table: pd.DataFrame, *, wiki: str, conversations: str, split: str) -> Provenance:
    """The header of a table of `by_part`."""
    hashes = {
        wiki: load_wiki(find(wiki, "wiki").path).hash,
        conversations: load_transcripts(find(conversations, "transcript").path).hash,
    }
    return Provenance(
        data=hashes,
        n=int(table["n"].max()),
        interval="95 % percentile bootstrap, 2000 resamples; shares of questions: 95 % Clopper-Pearson",
        embedder=settings.embedder,
        settings={"llm_model": settings.llm_model, "split": split},
    )


def _of_wiki(settings: Settings, wiki: Wiki, split: str, tell: Tell) -> Iterator[dict[str, Any]]:
    rules, stated, _ = _graded(replace(settings, llm_url="", llm_fallback_url="", extractor="rules"), wiki, split, tell)
    for part, measure in MEASURES.items():
        chosen = replace(settings, use_llm="" if part == "extractor" else part)
        chosen = replace(chosen, extractor="llm" if part == "extractor" else "rules")
        tell(f"{wiki.name}: {part}")
        model, stated_by_model, degraded = _graded(chosen, wiki, split, tell)
        start = {"part": part, "data": wiki.name, "degraded": ", ".join(degraded)}
        if part == "extractor" and stated and stated_by_model:
            yield start | _row("extraction f1", stated["f1"], stated_by_model["f1"], None, stated["n_gold"])
        yield start | _paired(measure, rules, model)


def _graded(settings: Settings, wiki: Wiki, split: str, tell: Tell) -> tuple[list[Graded], Any, list[str]]:
    gold = Gold.of(wiki)
    with closing(open_wiki(wiki, settings=settings, tell=tell)) as memory:
        answers = MemkitAnswerer(memory)
        graded, _ = ask(answers, wiki.part(split)[0], gold, lambda _: None)
        return graded, extraction(memory, wiki, split, gold, 0), sorted(answers.degraded)


def _paired(measure: str, rules: list[Graded], model: list[Graded]) -> dict[str, Any]:
    if measure == "router_accuracy":
        pairs = [(m.route_right, r.route_right) for m, r in zip(model, rules, strict=True)]
        one, other = zip(*pairs, strict=True)
        difference = stats.difference_interval(one, other)
        p_value = stats.mcnemar_exact(one, other)
    else:
        row = differences(model, rules, 0)[measure]
        difference, p_value = stats.Interval.of(row), row["p"]
    of = [shares(graded)[measure] for graded in (rules, model)]
    n = sum(1 for g in rules if measure != "definitional" or g.question.category == measure)
    return _row(measure, *of, (difference, p_value), n)


def _of_transcripts(settings: Settings, name: str, split: str, tell: Tell) -> Iterator[dict[str, Any]]:
    data = load_transcripts(find(name, "transcript").path)
    readers = load_readers(["llm", "rules"], replace(settings, use_llm="transcripts"))
    result, _ = evaluate_transcripts(data, readers, split, tell=tell)
    for measure in TRANSCRIPTS:
        model, rules = (stats.Interval.of(of["intervals"][measure]) for of in (result, result["rules"]))
        difference = stats.Interval.of(result["differences"]["rules"][measure])
        start = {"part": "transcripts", "data": data.name, "degraded": ", ".join(result["degraded"])}
        yield start | _row(measure, rules, model, (difference, None), result["n"])


def _row(measure: str, rules: Any, model: Any, difference: tuple[Any, Any] | None, n: int) -> dict[str, Any]:
    verdict = stats.difference_verdict(*difference) if difference else "not paired"
    between = difference[0] if difference else stats.Interval(*[float("nan")] * 3)
    named = {"rules": rules, "model": model, "difference": between}
    ends = {key: value for name, of in named.items() for key, value in of.columns(name).items()}
    return {"measure": measure, "n": n, **ends, "verdict": verdict}
