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
    create, then the higher score, then the smaller id. Then two safeguards:

    - If two or more different things would merge at the same score, or at different scores but with none of them equal
      to the mention letter by letter (evidence "identical" or "case"), it is *ambiguous*: pending, naming them.
    - A merge that only "alias" evidence supports while another candidate has the mention's own name, likewise.

    Context (facts, neighbours) is part of the rule's comparison; here it only adds to the reason of a pending pair.
    """
    judged: dict[str, tuple[Action, Comparison, Name]] = {}
    for id, name in candidates:
        comparison = rule.compare(mention, name, semantic=(semantic or {}).get(id))
        action = gate(comparison, merge_threshold=merge_threshold, pending_threshold=pending_threshold)
        if id not in judged or _rank(action, comparison) < _rank(*judged[id][:2]):
            judged[id] = (action, comparison, name)
    if not judged:
        return Decision("create", None, NOTHING_KNOWN)
    ranked = sorted(judged.items(), key=lambda item: (_rank(*item[1][:2]), item[0]))
    id, (action, comparison, name) = ranked[0]
    others = tuple((i, c) for i, (a, c, _) in ranked[1:] if a != "create")
    if action == "merge":
        rivals = [i for i, (a, _, _) in ranked[1:] if a == "merge"]
        if rivals and not _stands_out(comparison, ranked[1][1][1]):
            return Decision("pending", id, _ambiguous(comparison, judged, [id, *rivals]), others)
    elif action == "pending":
        comparison = _with_company(comparison, judged, [i for i, (a, _, _) in ranked if a == "pending"], mention, name)
    return Decision(action, None if action == "create" else id, comparison, others)


def _rank(action: Action, comparison: Comparison) -> tuple[int, float]:
    return ("merge", "pending", "create").index(action), -comparison.score


def _stands_out(best: Comparison, second: Comparison) -> bool:
    """The best is the mention's own spelling and the second is not."""
    own = "identical" in best.signals or "case" in best.signals
    return own and best.score > second.score and "alias" not in best.signals


def _ambiguous(
    comparison: Comparison, judged: Mapping[str, tuple[Action, Comparison, Name]], ids: list[str]
) -> Comparison:
    reason = f"{len(ids)} known things fit equally: {_names(judged, ids)}; {comparison.reason}"
    return replace(comparison, reason=reason, veto=True, signals={**comparison.signals, "ambiguous": float(len(ids))})


def _with_company(
    comparison: Comparison,
    judged: Mapping[str, tuple[Action, Comparison, Name]],
    ids: list[str],
    mention: Name,
    name: Name,
) -> Comparison:
    reason = comparison.reason
    if support := shared(mention, name):
        reason += f"; {support}"
    if len(ids) > 1:
        reason += f"; {len(ids)} known things fit: {_names(judged, ids)}"
    return replace(comparison, reason=reason) if reason != comparison.reason else comparison


def _names(judged: Mapping[str, tuple[Action, Comparison, Name]], ids: list[str]) -> str:
    named = ", ".join(judged[i][2].name for i in ids[:NAMED])
    return named + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")
