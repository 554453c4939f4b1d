from __future__ import annotations

import numpy as np
import pytest

from eval.bench.curve import made_up, ours, scipy_components, splink


@pytest.mark.filterwarnings("ignore")
def test_all_sides_count_the_same_clusters():
    pairs = made_up(300)
    thresholds = np.quantile(pairs["scores"], [0.2, 0.7, 0.9]).tolist()
    counts = [side(pairs, thresholds)["clusters"] for side in (ours, splink, scipy_components)]
    assert counts[0] == counts[1] == counts[2]
    assert len(set(counts[0])) == 3
