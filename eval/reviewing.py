"""What do reviews buy? A simulated reviewer answers the queue from gold, in several orders; each answer is measured.

The memory is one of eval/drift: a stream of messages about people whose names vary and collide. It is grown with the
queue left alone; then the reviewer, who knows who is meant, answers pair after pair.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from eval import stats
from eval.drift.measure import measure
from eval.drift.settings import Setting
from eval.drift.simulate import NOBODY, Growing, said_at
from eval.drift.study import over_seeds
from eval.drift.world import World, make_world
from eval.graph_wins import numbers
from eval.plot import BLACK, SERIES, Picture, legend_above, new_axes, styled
from eval.provenance import Provenance
from memkit import identity
from memkit.errors import InputError
from memkit.identity import JudgementView

#: Order in which the queue is answered -> what it is.
ORDERS = {
    "queue": "as memory.pending() gives it: what an answer gains first",
    "score": "the likeliest first",
    "random": "in random order",
}
#: What the other orders are compared with.
BASELINE = "random"
MEASURES = ("pair_recall", "pair_precision", "fact_recall", "fact_precision")
#: The gain in pairwise recall is timed at these shares of what all reviews together bring.
SHARES = (0.5, 0.9)
INTERVAL = "95 % percentile bootstrap over seeds, 2000 resamples"


@dataclass(frozen=True)
class Reviews:
    """`frame`: one row for each seed, order and number of answers, with MEASURES and `waiting`."""

    frame: pd.DataFrame
    seeds: tuple[int, ...]
    worlds: dict[str, str]
    parameters: dict[str, Any]

    def provenance(self) -> Provenance:
        """The header of every table made of these reviews."""
        return Provenance(
            data=self.worlds,
            n=len(self.seeds) * self.parameters["messages"],
            interval=INTERVAL,
            seed=", ".join(map(str, self.seeds)),
            embedder="none",
            settings=self.parameters,
        )


def run(
    *,
    orders: str = ", ".join(ORDERS),
    seeds: str = "0,1,2",
    messages: int = 400,
    twins: float = 0.1,
    tell: Callable[[str], None] = lambda _: None,
) -> Reviews:
    """Review one memory for each seed and order. Raises InputError for an order that does not exist."""
    names = [name.strip() for name in orders.split(",") if name.strip()]
    unknown = [name for name in names if name not in ORDERS]
    if unknown or not names:
        raise InputError(f"orders {orders!r}: use some of {', '.join(ORDERS)}")
    drawn, rows, worlds = numbers("seeds", seeds), [], {}
    for seed in drawn:
        world = make_world(seed, messages, twins=twins)
        worlds[f"world {seed}"] = hashlib.sha256(repr(world).encode()).hexdigest()[:16]
        for order in names:
            tell(f"world {seed}: {order}")
            rows += [{"order": order, "seed": seed, **row} for row in review(world, order, seed)]
    return Reviews(pd.DataFrame(rows), tuple(drawn), worlds, {"messages": messages, "twins": twins, "rule": "memkit"})


def review(world: World, order: str, seed: int) -> Iterator[dict[str, float]]:
    """MEASURES and `waiting` before the first answer and after each, until nothing waits."""
    memory = Growing(Setting("memkit"))
    for message in world.messages:
        memory.hear(message)
    at, refused, answered = said_at(world.messages[-1]), set(), 0
    rank = _random_ranks(seed)
    while True:
        found = measure(memory, world.messages)
        waiting = [pair for pair in _waiting(memory) if pair.id not in refused]
        yield {"answers": answered, "waiting": len(waiting), **{name: found[name] for name in MEASURES}}
        if not waiting:
            return
        pair = {"queue": lambda p: 0, "score": lambda p: -p.score, "random": rank}[order]
        asked = min(waiting, key=pair)
        answered += 1
        if not memory.judge(asked.left_id, asked.right_id, "merged" if _same(memory, asked) else "rejected", at):
            refused.add(asked.id)


def _random_ranks(seed: int) -> Callable[[JudgementView], str]:
    """A fixed place for each pair, whatever else waits."""
    return lambda pair: hashlib.sha256(f"{seed} {pair.id}".encode()).hexdigest()


def _waiting(memory: Growing) -> list[JudgementView]:
    """The pairs of people in the queue, in its order."""
    return [pair for pair in identity.pending(memory.store) if pair.left_id in memory.ledger.heads]


def _same(memory: Growing, pair: JudgementView) -> bool:
    """Are both mostly one person?"""
    ledger = memory.ledger
    left, right = (ledger.owner(ledger.heads[id]) for id in (pair.left_id, pair.right_id))
    return left == right != NOBODY


# -------------------------------------------------------------------------------------------------------------- tables


def curves(reviews: Reviews, points: int = 11) -> pd.DataFrame:
    """MEASURES after so many answers (equal steps up to the longest review), means over seeds with intervals; the
    verdict says how much of the gain in pairwise recall is there. A review that is finished stays where it ended."""
    longest = int(reviews.frame["answers"].max())
    at = sorted({round(x) for x in np.linspace(0, longest, points)})
    rows = []
    for (order, seed), of in reviews.frame.groupby(["order", "seed"], sort=False):
        of = of.set_index("answers")
        rows += [
            {"order": order, "seed": seed, "answers": n, **of.loc[min(n, of.index.max()), list(MEASURES)]} for n in at
        ]
    table = over_seeds(pd.DataFrame(rows), ["order", "answers"], MEASURES)
    recall = table["pair_recall"]
    gained = (recall - recall.min()) / (recall.max() - recall.min())
    table["verdict"] = [f"{share:.0%} of the gain" for share in gained]
    return table


def effort(reviews: Reviews) -> pd.DataFrame:
    """Answers that each order needs for SHARES of what all reviews bring to pairwise recall, and for all; `difference`:
    answers to half of it that random order needs more, paired over seeds, with Holm's correction."""
    needed = {
        (order, seed): [_needed(of, share) for share in (*SHARES, 1.0)]
        for (order, seed), of in reviews.frame.groupby(["order", "seed"], sort=False)
    }
    orders = list(dict.fromkeys(order for order, _ in needed))
    rows, p_values = [], {}
    for order in orders:
        of = np.array([needed[order, seed] for seed in reviews.seeds], dtype=float)
        row: dict[str, Any] = {"order": order, "meaning": ORDERS[order]}
        for name, values in zip(("half", "ninety_percent", "all"), of.T, strict=True):
            row |= stats.mean_interval(values).columns(f"answers_{name}")
        row |= stats.Interval(*[float("nan")] * 3).columns("difference")
        if order != BASELINE and BASELINE in orders:
            base = [needed[BASELINE, seed][0] for seed in reviews.seeds]
            row |= stats.difference_interval(base, of[:, 0]).columns("difference")
            p_values[order] = stats.permutation_test(base, of[:, 0])
        rows.append(row)
    stats.judge(rows, p_values, lambda row: row["order"], "what the others are compared with")
    return pd.DataFrame(rows)


def _needed(of: pd.DataFrame, share: float) -> int:
    """Answers until this share of the gain in pairwise recall is there; for 1.0, until nothing waits."""
    recall, answers = of["pair_recall"].to_numpy(), of["answers"].to_numpy()
    if share == 1.0:
        return int(answers[-1])
    wanted = recall[0] + share * (recall.max() - recall[0]) - 1e-12
    return int(answers[np.argmax(recall >= wanted)])


# --------------------------------------------------------------------------------------------------- picture and words


@styled
def picture(table: pd.DataFrame, measure: str, *, title: str, ylabel: str) -> Picture:
    """A measure of `curves` over the number of answers, a line with its band for each order."""
    figure, axes = new_axes(title, "answers of the reviewer", ylabel)
    for (order, of), (colour, dash, marker) in zip(table.groupby("order", sort=False), SERIES, strict=False):
        x = of["answers"].to_numpy(dtype=float)
        low, high = (of[f"{measure}{end}"].to_numpy(dtype=float) for end in ("_low", "_high"))
        axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.plot(x, of[measure], color=colour, linestyle=dash, marker=marker, markersize=3.5, label=order)
    axes.set_xlim(left=0)
    axes.tick_params(colors=BLACK)
    legend_above(axes)
    return figure


def in_words(table: pd.DataFrame) -> list[str]:
    """What `effort` says."""
    said = []
    for _, row in table.iterrows():
        half, most = (_count(row, f"answers_{name}") for name in ("half", "ninety_percent"))
        sentence = (
            f"Order `{row['order']}` ({row['meaning']}): half of what all {row['answers_all']:.0f} reviews bring to "
            f"pairwise recall is there after {half} answers, nine tenths after {most}"
        )
        if row["order"] != BASELINE and pd.notna(row["difference"]):
            sentence += f"; for half that is {_count(row, 'difference')} fewer than in random order: {row['verdict']}"
        said.append(f"{sentence}.")
    return said


def _count(row: pd.Series, name: str) -> str:
    mean, low, high = (f"{row[key]:.1f}" for key in (name, f"{name}_low", f"{name}_high"))
    return f"{mean} [{low}, {high}]"
