"""One mention against its candidates: which known thing is it, if any? Pure: no store, no clock, no embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memkit.resolve.context import shared
from memkit.resolve.gate import gate
from memkit.resolve.rule import Action, Comparison, Name, Rule

#: At most so many other candidates are named in a reason.
NAMED = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a mention. `entity_id`: the candidate to merge with or to ask about, None for create.

    `alternatives` are the other candidates that would merge or ask, best first, as (id, comparison).
    """

    action: Action
    entity_id: str | None
    comparison: Comparison
    alternatives: tuple[tuple[str, Comparison], ...] = ()


NOTHING_KNOWN = Comparison(0.0, "nothing known has a name like this")


def resolve(
    mention: Name,
    candidates: Sequence[tuple[str, Name]],
    rule: Rule,
    *,
    merge_threshold: float,
    pending_threshold: float,
    semantic: Mapping[str, float] | None = None,
) -> Decision:
    """Choose among `candidates`, pairs of (canonical id, name); names of one id are one thing.

    Each candidate is compared by `rule` (`semantic` maps id to cosine). The order of choice is: merge over pending over
    create, then the higher score, then the smaller id. Then two safeguards, neither of which objects to the mention's
    own spelling (evidence "identical" or "case", not by an alias):

    - *Vetoed*: one name of the thing says merge, another name of it forbids it (Acme is Acme Corp, now comes Acme
      Inc.): pending, with both reasons.
    - *Ambiguous*: two or more different things would merge, and none stands out by having the mention's own spelling
      alone: pending, naming them.

    Context (facts, neighbours) is part of the rule's comparison; here it only adds to the reason of a pending pair.
    """
    judged = {
        id: _judge_thing(mention, names, rule, (merge_threshold, pending_threshold), (semantic or {}).get(id))
        for id, names in _by_thing(candidates).items()
    }
    if not judged:
        return Decision("create", None, NOTHING_KNOWN)
    ranked = sorted(judged.items(), key=lambda item: (_rank(item[1]), item[0]))
    id, best = ranked[0]
    others = tuple((other, verdict.comparison) for other, verdict in ranked[1:] if verdict.action != "create")
    alike = [other for other, verdict in ranked if verdict.action == best.action]
    if best.action == "merge" and len(alike) > 1 and not _stands_out(best, ranked[1][1]):
        return Decision("pending", id, _ambiguous(best, judged, alike), others)
    if best.action == "pending":
        return Decision("pending", id, _with_company(best, judged, alike, mention), others)
    return Decision(best.action, id if best.action == "merge" else None, best.comparison, others)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A mention against one thing: by which of its names, and what the gate says."""

    action: Action
    comparison: Comparison
    name: Name


def _by_thing(candidates: Sequence[tuple[str, Name]]) -> dict[str, list[Name]]:
    things: dict[str, list[Name]] = {}
    for id, name in candidates:
        things.setdefault(id, []).append(name)
    return things


def _judge_thing(
    mention: Name, names: Sequence[Name], rule: Rule, thresholds: tuple[float, float], semantic: float | None
) -> _Verdict:
    """The best of a thing's names; if another of them forbids the merge that this one would give, it is pending."""
    merge, pending = thresholds
    verdicts = []
    for name in names:
        comparison = rule.compare(mention, name, semantic=semantic)
        verdicts.append(_Verdict(gate(comparison, merge_threshold=merge, pending_threshold=pending), comparison, name))
    best, *rest = sorted(verdicts, key=lambda verdict: (_rank(verdict), verdict.name.name, verdict.name.type))
    against = next((verdict.comparison for verdict in rest if verdict.comparison.veto), None)
    if best.action != "merge" or against is None or _own_spelling(best.comparison):
        return best
    reason = f"{best.comparison.reason}, but by another of its names {against.reason}"
    return replace(best, action="pending", comparison=replace(best.comparison, reason=reason, veto=True))


def _rank(verdict: _Verdict) -> tuple[int, float]:
    return ("merge", "pending", "create").index(verdict.action), -verdict.comparison.score


def _stands_out(best: _Verdict, second: _Verdict) -> bool:
    """The best is the mention's own spelling and the second is not."""
    return _own_spelling(best.comparison) and best.comparison.score > second.comparison.score


def _own_spelling(comparison: Comparison) -> bool:
    signals = comparison.signals
    return ("identical" in signals or "case" in signals) and "alias" not in signals


def _ambiguous(best: _Verdict, judged: Mapping[str, _Verdict], ids: list[str]) -> Comparison:
    reason = f"{len(ids)} known things fit equally: {_names(judged, ids)}; {best.comparison.reason}"
    signals = {**best.comparison.signals, "ambiguous": float(len(ids))}
    return replace(best.comparison, reason=reason, veto=True, signals=signals)


def _with_company(best: _Verdict, judged: Mapping[str, _Verdict], ids: list[str], mention: Name) -> Comparison:
    """A pending comparison with what supports it, and with everything else that it could be."""
    reason = best.comparison.reason
    if support := shared(mention, best.name):
        reason += f"; {support}"
    if len(ids) > 1:
        reason += f"; {len(ids)} known things fit: {_names(judged, ids)}"
    return replace(best.comparison, reason=reason)


def _names(judged: Mapping[str, _Verdict], ids: list[str]) -> str:
    named = ", ".join(judged[id].name.name for id in ids[:NAMED])
    return named + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")
