from __future__ import annotations

import numpy as np
import pytest

from eval.bench.curve import made_up, ours, scipy_components, splink


@pytest.mark.filterwarnings("ignore")
def test_all_sides_count_the_same_clusters():
    pairs = made_up(300)
    thresholds = np.quantile(pairs["scores"], [0.8, 0.9, 0.98]).tolist()
    counts = [side(pairs, thresholds)["clusters"] for side in (ours, splink, scipy_components)]
    assert counts[0] == counts[1] == counts[2]
    assert 1 <= counts[0][0] < counts[0][1] < counts[0][2]
