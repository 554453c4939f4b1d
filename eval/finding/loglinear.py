"""The log-linear models of the act finder, fitted with dropped signals, so that none is leant on alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from memkit.converse.finding.course import CLASSES
from memkit.converse.finding.loglinear import LogLinear


@dataclass(frozen=True, slots=True)
class Fitting:
    """How a model is fitted. `least` examples have a named signal that has a row of its own. With a dense decay of 3,
    rates a third as high, 8 epochs and the mean of two fits, acts F1 over all hands is half a point higher: too little
    for what it costs."""

    epochs: int = 6
    batch: int = 32
    named_rate: float = 9e-3
    dense_rate: float = 9e-4
    named_decay: float = 0.02
    dense_decay: float = 0.3
    dropout: float = 0.3
    least: int = 3
    seed: int = 0


DEFAULT = Fitting()


class _Model(nn.Module):
    def __init__(self, names: int, dimensions: int, dropout: float) -> None:
        super().__init__()
        self.named = nn.EmbeddingBag(names, len(CLASSES), mode="sum")
        self.dense = nn.Linear(dimensions, len(CLASSES))
        for weights in (self.named.weight, self.dense.weight, self.dense.bias):
            nn.init.zeros_(weights)
        self.dropout = nn.Dropout(dropout)

    def forward(self, names: torch.Tensor, starts: torch.Tensor, values: torch.Tensor, dense: torch.Tensor):
        values, dense = self.dropout(values), self.dropout(dense)
        return self.named(names, starts, per_sample_weights=values) + self.dense(dense)


def fit(
    signals: Sequence[Mapping[str, float]], vectors: np.ndarray, right: Sequence[int], how: Fitting = DEFAULT
) -> LogLinear:
    """The model of examples: their signals, `vectors` (examples, dimensions) and right classes by number. Equal input
    gives equal weights on one thread."""
    torch.manual_seed(how.seed)
    chance = np.random.RandomState(how.seed)
    seen = Counter(name for given in signals for name in given)
    names = {name: row for row, name in enumerate(sorted(name for name, n in seen.items() if n >= how.least))}
    known = [[(names[name], value) for name, value in given.items() if name in names] for given in signals]
    centre, spread = vectors.mean(axis=0), vectors.std(axis=0) + 1e-3
    dense = torch.from_numpy(((vectors - centre) / spread).astype(np.float32))
    classes = torch.tensor(right)
    model = _Model(len(names), vectors.shape[1], how.dropout)
    optimiser = torch.optim.AdamW(
        [
            {"params": [model.named.weight], "lr": how.named_rate, "weight_decay": how.named_decay},
            {"params": model.dense.parameters(), "lr": how.dense_rate, "weight_decay": how.dense_decay},
        ]
    )
    steps = how.epochs * -(-len(known) // how.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: max(0.02, 1 - step / steps))
    for _ in range(how.epochs):
        order = chance.permutation(len(known))
        for start in range(0, len(order), how.batch):
            some = order[start : start + how.batch]
            loss = functional.cross_entropy(model(*_bag([known[at] for at in some]), dense[some]), classes[some])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return _folded(names, model, centre, spread)


def _bag(known: Sequence[Sequence[tuple[int, float]]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    sizes = np.array([len(one) for one in known])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    pairs = [pair for one in known for pair in one]
    rows = torch.tensor([row for row, _ in pairs], dtype=torch.long)
    return rows, torch.from_numpy(starts), torch.tensor([value for _, value in pairs], dtype=torch.float32)


def _folded(names: Mapping[str, int], model: _Model, centre: np.ndarray, spread: np.ndarray) -> LogLinear:
    """The model over vectors as they come: their scaling goes into its weights."""
    named, weight, bias = (
        tensor.detach().numpy().astype(np.float64)
        for tensor in (model.named.weight, model.dense.weight, model.dense.bias)
    )
    dense = (weight / spread).T
    return LogLinear(names, named, dense, bias - centre @ dense)
