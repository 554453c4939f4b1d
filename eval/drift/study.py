"""The whole experiment: every setting over the same worlds, and the tables that notebook 08 shows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from eval import stats
from eval.drift.measure import measure
from eval.drift.settings import WITHOUT_THRESHOLD, Setting, parse
from eval.drift.simulate import FalseMerge, grow
from eval.drift.world import make_world
from eval.graph_wins import numbers
from eval.provenance import Provenance
from memkit.errors import InputError

INTERVAL = "95 % percentile bootstrap over seeds, 2000 resamples"
#: Checkpoints lie in equal ratios from this share of the messages to all of them.
FIRST_SHARE = 1 / 16
#: Columns that say which setting a row is of.
FIELDS = ("setting", "rule", "embedder", "merge_threshold", "answers")


@dataclass(frozen=True)
class Runs:
    """`frame`: one row for each setting, seed and checkpoint, with `setting` (its name), the fields of the setting,
    `messages`, `people`, `things` and every measure of eval/drift/measure.py. `false[setting name, corrected, seed]`
    are the false merges, in order."""

    frame: pd.DataFrame
    false: dict[tuple[str, bool, int], list[FalseMerge]]
    settings: tuple[Setting, ...]
    seeds: tuple[int, ...]
    worlds: dict[str, str]
    parameters: dict[str, Any]

    @property
    def messages(self) -> int:
        return int(self.parameters["messages"])

    @property
    def shape(self) -> dict[str, Any]:
        """What the worlds were made with, beside seed and messages."""
        return {name: value for name, value in self.parameters.items() if name != "messages"}

    def provenance(self, interval: str = INTERVAL) -> Provenance:
        """The header of every table made of these runs."""
        return Provenance(
            data=self.worlds,
            n=len(self.seeds) * self.messages,
            interval=interval,
            seed=", ".join(map(str, self.seeds)),
            embedder="in the table",
            settings=self.parameters,
        )

    @cached_property
    def ends(self) -> pd.DataFrame:
        """The rows of the last checkpoint, without the controls."""
        return self.frame[(self.frame["messages"] == self.messages) & ~self.frame["corrected"]]


def run(
    *,
    settings: str,
    seeds: str = "0,1,2",
    messages: int = 1500,
    checkpoints: int = 9,
    new: float = 0.4,
    varied: float = 0.4,
    spellings: int = 2,
    twins: float = 0.1,
    families: int = 1000,
    controls: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Runs:
    """Grow a memory under each setting (eval/drift/settings.py says how they are written) in each of the worlds
    (eval/drift/world.py), and measure it at `checkpoints`. With `controls`, the settings that leave the queue alone are
    run once more with every mistake put right at once.

    Raises InputError for a setting or a number out of range.
    """
    chosen = parse(settings)
    drawn = numbers("seeds", seeds)
    if len(drawn) < 2:
        raise InputError(f"seeds is {seeds!r}: at least two are needed, since intervals are over worlds")
    at = checkpoint_messages(messages, checkpoints)
    shape = {"new": new, "varied": varied, "spellings": spellings, "twins": twins, "families": families}
    again = [replace(s, corrected=True) for s in chosen if controls and s.answers == "left" and s.rule != "never"]
    rows, false, worlds = [], {}, {}
    for seed in drawn:
        world = make_world(seed, messages, **shape)
        worlds[f"world {seed}"] = hashlib.sha256(repr(world).encode()).hexdigest()[:16]
        for setting in [*chosen, *again]:
            tell(f"world {seed}: {setting.name}{', corrected' if setting.corrected else ''}")
            for said, memory in grow(world, setting, at):
                rows.append(_row(setting, seed, said) | measure(memory, world.messages[:said]))
            false[setting.name, setting.corrected, seed] = memory.ledger.tally.false
    frame = pd.DataFrame(rows)
    parameters = {"messages": messages, **shape}
    return Runs(frame, false, tuple(chosen), tuple(drawn), worlds, parameters)


def checkpoint_messages(messages: int, checkpoints: int) -> list[int]:
    """Numbers of messages in equal ratios, each once, the last all of them."""
    if checkpoints < 2 or messages < checkpoints / FIRST_SHARE:
        least = f"2 checkpoints and {checkpoints / FIRST_SHARE:.0f} messages"
        raise InputError(f"{checkpoints} checkpoints of {messages} messages: at least {least} are needed")
    return sorted({round(x) for x in np.geomspace(messages * FIRST_SHARE, messages, checkpoints)})


def fields(setting: Setting) -> dict[str, Any]:
    """FIELDS of a setting; no threshold where the rule knows none."""
    found = {"setting": setting.name} | {name: getattr(setting, name) for name in FIELDS[1:]}
    return found | ({"merge_threshold": None} if setting.rule in WITHOUT_THRESHOLD else {})


def _row(setting: Setting, seed: int, messages: int) -> dict[str, Any]:
    return fields(setting) | {"corrected": setting.corrected, "seed": seed, "messages": messages}


# ------------------------------------------------------------------------------------------------------------- means


def over_seeds(frame: pd.DataFrame, by: Sequence[str], measures: Sequence[str], seed: int = 0) -> pd.DataFrame:
    """Mean of each measure over seeds with its interval, one row for each combination of `by`, in order of appearance.

    Every combination has the same seeds, and they are drawn together.
    """
    groups = [(key, rows.sort_values("seed")) for key, rows in frame.groupby(list(by), sort=False, dropna=False)]
    values = np.stack([rows[list(measures)].to_numpy(dtype=float) for _, rows in groups], axis=1)
    low, high = stats.bootstrap(lambda n: np.tensordot(n, values, 1) / n.sum(), len(values), seed=seed)
    means = values.mean(axis=0)
    rows = []
    for i, (key, _) in enumerate(groups):
        row = dict(zip(by, key, strict=True))
        for j, name in enumerate(measures):
            row |= stats.Interval(float(means[i, j]), float(low[i, j]), float(high[i, j])).columns(name)
        rows.append(row)
    return pd.DataFrame(rows)
