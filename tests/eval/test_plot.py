from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from eval import plot

CURVE = pd.DataFrame(
    {
        "threshold": [0.1, 0.5, 0.9],
        "precision": [0.2, 0.8, 1.0],
        "precision_low": [0.1, 0.7, 0.6],
        "precision_high": [0.3, 0.9, 1.0],
        "recall": [1.0, 0.8, 0.1],
        "f1": [0.33, 0.8, 0.18],
    }
)
LABELS = pd.DataFrame({"labels": [50, 500], "f1": [0.5, 0.8], "f1_low": [0.4, 0.75], "f1_high": [0.6, 0.85]})
ROWS = pd.DataFrame({"label": ["seed", "memkit"], "mean": [0.0, 0.1], "low": [-0.1, 0.05], "high": [0.1, 0.2]})
EDGES = [("a", "DEVELOPED", "b")]

FIGURES = {
    "threshold curve": lambda: plot.threshold_curve(
        CURVE, title="t", merge_threshold=0.8, review_from=0.4, target=0.99
    ),
    "threshold curve without a proof": lambda: plot.threshold_curve(CURVE, title="t", review_from=0.4),
    "one threshold": lambda: plot.threshold_curve(CURVE[:1], title="t"),
    "label curve": lambda: plot.label_curve(LABELS, title="t", goal=0.9),
    "label curve of two rules": lambda: plot.label_curve(
        pd.concat([LABELS.assign(rule="x"), LABELS.assign(rule="y")]), title="t", series="rule"
    ),
    "forest": lambda: plot.forest(ROWS, title="t", xlabel="difference"),
    "forest in groups": lambda: plot.forest(ROWS.assign(data=["A", "B"]), title="t", xlabel="x", group="data"),
    "histogram": lambda: plot.score_histogram([0.1, 0.2, 0.9], [0, 0, 1], title="t", merge_threshold=0.8),
    "histogram of one score": lambda: plot.score_histogram([0.3, 0.3], [0, 1], title="t"),
    "graph": lambda: plot.graph({"a": "A", "b": "B", "c": "C"}, EDGES, same=[("a", "pending", "c")], title="t"),
    "graph of one": lambda: plot.graph({"a": "A"}, [], title="t"),
    "graph in two parts": lambda: plot.graph({"a": "A", "b": "B", "c": "C"}, EDGES, title="t"),
}


@pytest.mark.parametrize("name", FIGURES)
def test_every_plot_draws_and_is_the_same_bytes_twice(name):
    first = plot.png(FIGURES[name]())
    assert first.startswith(b"\x89PNG")
    assert first == plot.png(FIGURES[name]())
    for volatile in (b"Software", b"tIME", b"Creation Time"):
        assert volatile not in first


def test_a_notebook_shows_what_is_saved(tmp_path):
    figure = plot.threshold_curve(CURVE, title="t")
    path = plot.save(figure, tmp_path / "plots" / "curve.png")
    assert path.read_bytes() == figure._repr_png_()


def test_threshold_curve_draws_the_numbers_it_was_given():
    axes = plot.threshold_curve(CURVE.sample(frac=1, random_state=0), title="t", merge_threshold=0.8).axes[0]
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert lines["precision"].get_xdata().tolist() == [0.1, 0.5, 0.9]
    assert lines["precision"].get_ydata().tolist() == [0.2, 0.8, 1.0]
    assert lines["F1"].get_ydata().tolist() == [0.33, 0.8, 0.18]
    assert any(np.allclose(line.get_xdata(), 0.8) for line in axes.get_lines())


def test_the_style_is_not_left_behind():
    import matplotlib

    before = dict(matplotlib.rcParams)
    plot.label_curve(LABELS, title="t")
    assert dict(matplotlib.rcParams) == before
