"""The study behind notebook 03, on a set so small that its tables can be worked out by hand."""

from __future__ import annotations

import pytest

from eval import findings_recall, graph_vs_vector, plot
from eval.datasets.beir import write_beir
from memkit.errors import InputError

PASSAGES = [
    {"_id": "book", "title": "The Tin Moon", "text": "The Tin Moon is a novel by Orla Quist."},
    {"_id": "author", "title": "Orla Quist", "text": "Orla Quist was born in Varnby."},
    {"_id": "town", "title": "Varnby", "text": "Varnby is a small harbour."},
    *(
        {"_id": f"noise{n}", "title": f"Novel {n}", "text": f"Where was the author of novel {n} born?"}
        for n in range(8)
    ),
]
QUERIES = [
    {"_id": "q1", "text": "Where was the author of The Tin Moon born?", "metadata": {"hops": "2"}},
    {"_id": "q2", "text": "What is Varnby?", "metadata": {"hops": "1"}},
]
GOLD = {"q1": ["book", "author"], "q2": ["town"]}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = write_beir(tmp_path_factory.mktemp("beir") / "tiny", PASSAGES, QUERIES, GOLD)
    systems = ("vector", "keyword", "hybrid", "walk", "rewired-pairs", "rewired-graph")
    return graph_vs_vector.study(str(folder), systems, ks=[2, 5], embedder="hash")


def test_recall_and_differences_agree_with_the_rankings(study):
    frame = graph_vs_vector.recall(study).set_index("system")
    runs = study.measured.runs
    for system in frame.index:
        shares = [len(set(GOLD[q]) & set(runs[system][q][:2])) / len(GOLD[q]) for q in GOLD]
        assert frame.loc[system, "R@2"] == pytest.approx(sum(shares) / 2)
    assert frame.loc["vector", "verdict"] == "the baseline"
    rows = graph_vs_vector.differences(study).set_index(["system", "measure"])
    expected = frame.loc["hybrid", "R@5"] - frame.loc["vector", "R@5"]
    assert rows.loc[("hybrid", "R@5"), "difference"] == pytest.approx(expected)
    assert set(rows.index.get_level_values("measure")) == {"R@2", "R@5"}


def test_hops_wins_and_reasons(study):
    hops = graph_vs_vector.by_hops(study).set_index(["hops", "system"])
    assert hops.loc[("1", "vector"), "n"] == hops.loc[("2", "vector"), "n"] == 1
    wins, losses = graph_vs_vector.examples(study, 5)
    change = study.measured.values["hybrid"]["R@5"] - study.measured.values["vector"]["R@5"]
    assert len(wins) == (change > 0).sum()
    assert len(losses) == (change < 0).sum()
    gained = sum(
        len(set(GOLD[q]) & set(study.measured.runs["hybrid"][q][:5]) - set(study.measured.runs["vector"][q][:5]))
        for q in GOLD
    )
    sources = graph_vs_vector.sources(study)
    assert (sources["passages"].sum() if len(sources) else 0) == gained
    assert len(graph_vs_vector.only_graph(study)) == 0  # eleven passages are all in both lists
    added = graph_vs_vector.added(study).set_index("system")
    assert (added["gold"] == 3).all()
    assert (added["outside_both_lists"] == 0).all()


def test_the_words_have_the_numbers_of_the_tables(study):
    said = graph_vs_vector.in_words(study)
    recall = graph_vs_vector.recall(study)
    hybrid = recall.set_index("system").loc["hybrid", "R@5"]
    assert any(f"hybrid: R@5 {hybrid:.3f}" in sentence for sentence in said)
    recall["data"] = "tiny"
    assert f"hybrid {hybrid:.3f} [" in findings_recall.recall(recall)[0]
    assert f"(hybrid {hybrid:.3f}, the walk alone" in findings_recall.controls(recall)[0]
    differences = graph_vs_vector.differences(study).assign(data="tiny")
    assert findings_recall.differences(differences)[-1].startswith("The graph recalls more than vectors in 0 of 1")
    assert len(findings_recall.hops(graph_vs_vector.by_hops(study).assign(data="tiny"))) == 2


def test_pictures_are_drawn(study):
    assert plot.png(plot.ranks(graph_vs_vector.recall(study), study.ks, title="t", systems=["hybrid", "vector"]))
    hops = graph_vs_vector.by_hops(study)
    labels = {"xlabel": "hops", "ylabel": "recall"}
    assert plot.png(plot.groups(hops, title="t", group="hops", measure="recall", systems=["hybrid"], **labels))


def test_what_is_unknown_is_refused():
    with pytest.raises(InputError, match=r"names no data set"):
        graph_vs_vector.study("no-such-set")
    with pytest.raises(InputError, match="comes with no such file"):
        graph_vs_vector.study("meridian", embedder="hash", extraction="openie:both")
    with pytest.raises(InputError, match="rule"):
        graph_vs_vector.study("meridian", embedder="hash", rule="nonsense")
