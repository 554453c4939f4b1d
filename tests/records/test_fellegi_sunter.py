from __future__ import annotations

import numpy as np
import pytest

from memkit.errors import InputError
from memkit.records.fellegi_sunter import fit_fellegi_sunter


def sample(m: np.ndarray, u: np.ndarray, share: float, size: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Pairs drawn from the model itself; level 0 (missing) for a tenth of the values."""
    rng = np.random.default_rng(seed)
    same = rng.random(size) < share
    columns = []
    for m_levels, u_levels in zip(m, u, strict=True):
        drawn = np.where(same, rng.choice(len(m_levels), size, p=m_levels), rng.choice(len(u_levels), size, p=u_levels))
        columns.append(np.where(rng.random(size) < 0.1, 0, drawn + 1))
    return np.column_stack(columns).astype(np.int8), same


M = np.array([[0.1, 0.2, 0.7], [0.05, 0.15, 0.8], [0.2, 0.1, 0.7], [0.1, 0.1, 0.8]])
U = np.array([[0.8, 0.15, 0.05], [0.9, 0.08, 0.02], [0.7, 0.2, 0.1], [0.85, 0.1, 0.05]])


def test_em_recovers_the_model_that_the_pairs_were_drawn_from():
    levels, _ = sample(M, U, 0.2, 60_000)
    model = fit_fellegi_sunter(levels, list("abcd"))
    assert model.share == pytest.approx(0.2, abs=0.01)
    assert model.match[:, 1:] == pytest.approx(M, abs=0.02)
    assert model.other[:, 1:] == pytest.approx(U, abs=0.02)
    assert np.all(model.weights[:, 0] == 0)


def test_log_odds_are_bayes_rule():
    """By hand: odds = share / (1 - share) times m / u of each column's level."""
    levels, _ = sample(M, U, 0.2, 5000)
    model = fit_fellegi_sunter(levels, list("abcd"))
    row = np.array([[3, 1, 0, 2]], dtype=np.int8)
    odds = model.share / (1 - model.share)
    for column, level in ((0, 3), (1, 1), (3, 2)):
        odds *= model.match[column, level] / model.other[column, level]
    assert model.log_odds(row)[0] == pytest.approx(np.log(odds))


def test_probabilities_are_calibrated():
    levels, same = sample(M, U, 0.3, 60_000, seed=3)
    chance = 1 / (1 + np.exp(-fit_fellegi_sunter(levels, list("abcd")).log_odds(levels)))
    for low in np.arange(0, 1, 0.2):
        inside = (chance >= low) & (chance < low + 0.2)
        if inside.sum() > 500:
            assert same[inside].mean() == pytest.approx(chance[inside].mean(), abs=0.05)


def test_bad_input_is_named():
    with pytest.raises(InputError, match="no pairs"):
        fit_fellegi_sunter(np.empty((0, 2), dtype=np.int8), ["a", "b"])
    with pytest.raises(InputError, match="for 1 columns"):
        fit_fellegi_sunter(np.ones((3, 2), dtype=np.int8), ["a"])
