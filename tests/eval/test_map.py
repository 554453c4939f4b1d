"""The map: recall by hop counted by hand, verdicts, the command, sentences that follow from the tables."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from eval import graph_wins, map_plot, map_words
from eval.cli import main
from eval.generator import Parameters, generate
from eval.map import (
    BUDGET,
    LISTED_ALIASES,
    LOSES,
    NO_DIFFERENCE,
    SYSTEMS,
    WINS,
    Answers,
    K,
    answers,
    graded,
    hop_recall,
    map_grid,
    one_page_table,
    sweep,
    sweep_table,
)
from eval.map import _asked as asked_once
from eval.recall import per_query
from memkit import InputError

SMALL = Parameters(things=33, questions=6, hops=(1, 2))


def made_up(gains: dict[tuple[int, int], float], n: int = 40, seeds: int = 2) -> pd.DataFrame:
    """Answers without a system: vectors find .5 on the average, hybrid that and the gain of its cell."""
    rng = np.random.default_rng(0)
    rows = []
    for (copies, hops), gain in gains.items():
        for number in range(n):
            base = float(rng.choice([0.25, 0.75]))
            row = {"seed": number % seeds, "cross_references": copies, "hops": hops, "one_page": float(copies > 1)}
            row |= dict.fromkeys(SYSTEMS, base) | {f"{name}_budget": base for name in SYSTEMS} | {"tokens": 50.0}
            moved = base + gain + float(rng.choice([-0.1, 0.1]))
            rows.append(row | {"hybrid": moved, "hybrid_budget": moved})
    return pd.DataFrame(rows)


def test_a_hop_counts_once_and_on_any_page():
    evidence = (frozenset({"a", "b"}), frozenset({"b"}), frozenset({"c"}))
    assert hop_recall(evidence, ["a", "x"]) == pytest.approx(1 / 3)
    assert hop_recall(evidence, ["b"]) == pytest.approx(2 / 3), "one page may state several hops"
    assert hop_recall(evidence, ["a", "a"]) == pytest.approx(1 / 3)
    assert hop_recall(evidence, []) == 0 and hop_recall(evidence, ["c", "b", "a"]) == 1


def test_without_repetition_it_is_recall_of_the_gold_pages():
    corpus = generate(SMALL)
    pages = [p["_id"] for p in corpus.data.passages]
    rng = np.random.default_rng(1)
    run = {query: [pages[n] for n in rng.permutation(len(pages))[:20]] for query in corpus.data.queries}
    by_page = per_query(corpus.data, run, [K], [])[f"R@{K}"]
    assert [hop_recall(corpus.evidence[q], run[q][:K]) for q in corpus.data.queries] == pytest.approx(list(by_page))


def test_verdicts_follow_interval_and_corrected_test():
    table = graded(made_up({(1, 2): 0.3, (5, 2): 0.0, (8, 2): -0.3}), ["cross_references", "hops"])
    assert list(table["verdict"]) == [WINS, NO_DIFFERENCE, LOSES]
    first = table.iloc[0]
    assert first["difference_low"] < first["difference"] < first["difference_high"]
    assert first["difference"] == pytest.approx(first["hybrid_recall"] - first["vector_recall"])
    assert first["n"] == 40 and first["difference"] == pytest.approx(first["to_fused"])
    again = graded(made_up({(1, 2): 0.3, (5, 2): 0.0, (8, 2): -0.3}), ["cross_references", "hops"])
    pd.testing.assert_frame_equal(table, again)


def test_sentences_say_what_the_table_says():
    table = graded(made_up({(1, 1): 0.0, (1, 2): 0.3, (8, 1): 0.0, (8, 2): 0.0}), ["cross_references", "hops"])
    said = map_words.wins(table)
    assert said[0].startswith("Hybrid recalls more than vectors in 1 of 4 cells")
    assert f"{table.iloc[1]['difference']:+.3f}" in said[1] and "on 8 pages" in said[1]
    assert any(s.startswith("Dense cross-referencing, no win for the graph: so it is here") for s in said)
    dense = graded(made_up({(1, 2): 0.3, (8, 2): 0.3}), ["cross_references", "hops"])
    assert "not so here yet" in map_words.wins(dense)[-1]


def test_several_embedders_are_told_of_apart():
    one, other = (graded(made_up({(1, 2): gain}), ["cross_references", "hops"]) for gain in (0.3, 0.0))
    both = pd.concat([one.assign(embedder="minilm"), other.assign(embedder="hash")])
    said = map_words.wins(both)
    assert said[0].startswith("Embedder minilm: Hybrid recalls more than vectors in 1 of 1 cells")
    assert any(s.startswith("Embedder hash: Hybrid recalls more than vectors in 0 of 1 cells") for s in said)
    assert map_words.wins(one.assign(embedder="minilm")) == map_words.wins(one)


@pytest.fixture(scope="module")
def study():
    return graph_wins.study(
        cross_references="1,6",
        hops="1,2",
        seeds="0",
        things=33,
        questions=6,
        aliases="0,1",
        twins="0,1",
        distractors="",
        sets="no-such-set",
        embedder="hash",
    )


def test_a_study_fills_every_cell_from_real_systems(study):
    tables = study.tables()
    cells = tables["map"][["cross_references", "hops", "n"]].to_numpy().tolist()
    assert cells == [[1, 1, 6], [1, 2, 6], [6, 1, 6], [6, 2, 6]]
    assert list(tables["map"]["one_page"]) == [1, 0, 1, 1], "a page of two back-links holds both hops"
    assert tables["map"]["page_tokens"].iloc[2] > tables["map"]["page_tokens"].iloc[0]
    frame = study.mapped.frame
    assert frame[list(SYSTEMS)].to_numpy().min() >= 0 and frame[list(SYSTEMS)].to_numpy().max() == 1
    assert (frame[[f"{name}_budget" for name in SYSTEMS]].to_numpy() <= 1).all()
    assert set(tables["one_page"]["answered_by"]) == {"one page", "several pages"}
    assert tables["one_page"]["n"].sum() == (frame["hops"] > 1).sum()
    swept = tables["sweeps"]
    assert swept[["parameter", "value"]].to_numpy().tolist() == [
        ["aliases", 0],
        ["aliases", 1],
        [LISTED_ALIASES, 1],
        ["twins", 0],
        ["twins", 1],
    ]
    assert tables["placed"].empty and "no-such-set" in study.placed.skipped
    provenance = study.provenance("sweeps")
    assert provenance.settings["swept"]["twins"] == [0.0, 1.0] and str(BUDGET) in provenance.settings["budget"]


def test_every_table_draws(study):
    tables = study.tables()
    placed = pd.DataFrame(
        [
            {"data": "wiki", "hops": "2", "n": 9, "cross_references": 1.2, "difference": 0.1, "difference_low": 0.0,
             "difference_high": 0.2, "verdict": NO_DIFFERENCE},
            {"data": "wiki", "hops": "set", "n": 9, "cross_references": None, "difference": 0.1, "difference_low": 0.0,
             "difference_high": 0.2, "verdict": NO_DIFFERENCE},
        ]
    )  # fmt: skip
    drawn = [
        map_plot.heat_map(tables["map"], title="Map", placed=placed),
        map_plot.curves(tables["map"], title="Curves"),
        map_plot.sweeps(tables["sweeps"], title="Sweeps", names=map_words.SWEPT),
        map_plot.recovery(tables["recovery"], title="Recovery"),
    ]
    texts = [t.get_text() for t in drawn[0].axes[0].texts]
    assert "A" in texts and "B" not in texts, "a set without hops has no place"
    for figure in drawn:
        assert figure._repr_png_().startswith(b"\x89PNG")
        assert all(axes.get_xlabel() for axes in figure.axes) and figure.axes[0].get_ylabel()


def test_sweeps_have_corpora_in_common_and_are_asked_once():
    grid = map_grid(SMALL, [1], [3])
    first = answers(grid, embedder="hash")
    swept = sweep(SMALL, [3], {"twins": [0.0]}, embedder="hash")
    pd.testing.assert_frame_equal(first.frame, swept["twins"].frame)
    assert len(sweep_table(swept)) == 1 and len(one_page_table(first)) == 1
    one_hop = Answers(first.frame[first.frame["hops"] == 1], first.hashes, first.embedder, first.base)
    assert one_page_table(one_hop).empty and map_words.in_words({"one_page": one_page_table(one_hop)}) == []


@pytest.mark.parametrize("text", ["", "a", "1;2", "1.5"])
def test_a_list_that_is_none_is_named(text):
    with pytest.raises(InputError, match="hops"):
        graph_wins.numbers("hops", text)
    assert graph_wins.numbers("twins", "1,.5,1", kind=float) == [0.5, 1]


def test_the_commands(tmp_path, capsys):
    made = [
        "generate",
        "--out",
        str(tmp_path / "made"),
        "--things",
        "40",
        "--questions",
        "3",
        "--hops",
        "2",
        "--json",
        "-",
    ]
    assert main(made) == 0
    assert json.loads(capsys.readouterr().out)["questions"] == 3
    command = ["map", "--cross-references", "1,4", "--hops", "2", "--seeds", "1", "--things", "33", "--questions", "4"]
    command += ["--embedder", "hash", "--out", str(tmp_path / "map"), "--json"]
    for name in ("one", "two"):
        asked_once.cache_clear()
        assert main([*command, str(tmp_path / f"{name}.json")]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    result = json.loads((tmp_path / "one.json").read_text())
    assert len(result["map"]) == 2 and {"difference", "difference_low", "verdict"} <= set(result["map"][0])
    assert {p.name for p in (tmp_path / "map").iterdir()} >= {"map.csv", "map.md", "map.png", "one_page.csv"}
    assert main(["map", "--hops", "7"]) == 1
    assert "hops is 7" in capsys.readouterr().err
