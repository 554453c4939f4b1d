"""A reading of a transcript turn by turn beside its labels, for those who develop a reader."""

from __future__ import annotations

from collections.abc import Iterator

from eval.datasets.transcripts import Transcript
from eval.transcript import Labelled, aligned
from memkit.converse import Minutes


def compare(transcript: Transcript, minutes: Minutes) -> str:
    """Every turn with its acts: "=" found as labelled, "-" labelled and missed, "+" found and not labelled; then the
    decisions with their statuses, what superseded what, and the positions, in the same way."""
    gold, found = aligned(transcript, minutes)
    lines = [f"## {transcript.id}"]
    for turn in transcript.turns:
        lines.append(f"{turn.n:>4} {turn.speaker}: {turn.text}")
        lines += _marked(*({act[1:] for act in side.acts if act[0] == turn.n} for side in (gold, found)))
    statements = {option.key: option.statement for option in transcript.gold.decisions}
    lines += ["  decisions", *_marked(*(set(side.statuses.items()) for side in (gold, found)))]
    lines += [f"       {key}: {statement}" for key, statement in statements.items()]
    lines += ["  supersedes", *_marked(set(gold.links), set(found.links))]
    lines += ["  positions", *_marked(set(gold.positions), set(found.positions))]
    return "\n".join([*lines, *_unmatched(minutes, found), ""])


def _marked(gold: set[tuple], found: set[tuple]) -> Iterator[str]:
    for item in sorted(gold | found, key=str):
        mark = "=" if item in gold and item in found else "-" if item in gold else "+"
        yield f"     {mark} {', '.join(part if isinstance(part, str) else f'?{part[1]}' for part in item)}"


def _unmatched(minutes: Minutes, found: Labelled) -> Iterator[str]:
    """The statements of found decisions that are none of the labelled ones."""
    known = {key[1] for key in found.statuses if isinstance(key, tuple)}
    for option in minutes.decisions:
        if option.key in known:
            yield f"       ?{option.key}: {option.statement}"
