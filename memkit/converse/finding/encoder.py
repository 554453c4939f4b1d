"""Clauses as vectors: states of the packaged sentence model at two depths.

The model's upper layers are made for whole sentences' likeness and tell less of what a clause does (read by its last
layer alone, clauses have an F1 some .10 lower than by its fourth), so its first four are used. A clause's vector is
the mean over its tokens, read within its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from memkit.converse.finding.units import Told
from memkit.embed import SentenceTransformerEmbedder

#: Layers whose states are taken, counted from 1.
DEPTHS = (2, 4)
#: Tokens of a turn that are read; a clause behind them has the state of its first token.
LONGEST = 256
BATCH = 32


@lru_cache(maxsize=1)
def sentence_model() -> Any:
    """The packaged model, loaded and checked once. Raises ModelError with the remedy if it is not installed."""
    return SentenceTransformerEmbedder("minilm").load()


class ClauseEncoder:
    """Reads turns in batches of like length. Loads the model when it first encodes."""

    def vectors(self, told: Sequence[Told]) -> np.ndarray:
        """float32 of shape (units of all turns, width): for each unit the means of the states at each of DEPTHS."""
        import torch

        loaded = sentence_model()
        rows: list[np.ndarray] = [np.empty(0)] * len(told)
        order = sorted(range(len(told)), key=lambda at: len(told[at].turn.text))
        with torch.no_grad():
            for start in range(0, len(order), BATCH):
                some = order[start : start + BATCH]
                for at, vectors in zip(some, _batch(loaded, [told[at] for at in some]), strict=True):
                    rows[at] = vectors
        width = len(DEPTHS) * loaded[0].auto_model.config.hidden_size
        return np.concatenate([np.zeros((0, width), dtype=np.float32), *rows])


def _batch(loaded: Any, told: Sequence[Told]) -> list[np.ndarray]:
    """An array (units, width) for each turn."""
    import torch

    bert = loaded[0].auto_model
    # The tokenizer takes UTF-8 only: an unpaired surrogate reads as "?".
    texts = [one.turn.text.encode("utf-8", "replace").decode("utf-8") for one in told]
    read = loaded.tokenizer(texts, return_offsets_mapping=True, truncation=True, max_length=LONGEST)
    longest = max(map(len, read["input_ids"]))
    ids = torch.zeros(len(told), longest, dtype=torch.long)
    mask = torch.full((len(told), 1, 1, longest), torch.finfo(torch.float32).min)
    for row, tokens in enumerate(read["input_ids"]):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        mask[row, ..., : len(tokens)] = 0.0
    states = [bert.embeddings(input_ids=ids)]
    for layer in bert.encoder.layer[: max(DEPTHS)]:
        after = layer(states[-1], attention_mask=mask)
        states.append(after[0] if isinstance(after, tuple) else after)
    deep = torch.cat([states[depth] for depth in DEPTHS], dim=-1).numpy()
    found = []
    for row, one in enumerate(told):
        spans = [_span(read["offset_mapping"][row], unit.start, unit.end) for unit in one.units]
        means = [deep[row, start:end].mean(axis=0) for start, end in spans]
        found.append(np.stack(means) if means else np.zeros((0, deep.shape[-1]), dtype=np.float32))
    return found


def _span(offsets: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    """First token and end of those that stand in text[start:end]; the first token of all if none does."""
    inside = [at for at, (first, last) in enumerate(offsets) if first < end and last > start]
    return (inside[0], inside[-1] + 1) if inside else (0, 1)
