"""Recall on small sets in BEIR form: right values by hand, the form's errors, the command's keys."""

from __future__ import annotations

import json

import numpy as np
import pytest

from eval.cli import main
from eval.datasets.beir import load_beir, write_beir
from eval.datasets.multihop import convert
from eval.recall import evaluate, per_query, ranked, within
from eval.systems import RewiredGraph, load_systems, rewired
from memkit import InputError, Memory, Settings
from memkit.retrieve import GraphSearch

PASSAGES = [
    {"_id": "a", "title": "Anvil Works", "text": "Anvil Works was founded by Zora Quist."},
    {"_id": "b", "title": "Zora Quist", "text": "Zora Quist comes from Tromso."},
    {"_id": "c", "title": "Bees", "text": "Bees make honey."},
    {"_id": "d", "title": "Ledger", "text": "A ledger holds what was paid."},
]
QUERIES = [
    {"_id": "q1", "text": "Where does the founder of Anvil Works come from?", "metadata": {"hops": 2}},
    {"_id": "q2", "text": "What do bees make?", "metadata": {"hops": 3}},
]
GOLD = {"q1": ["a", "b"], "q2": ["c"]}


class Fixed:
    """Answers every question alike: ties, and one id twice."""

    def ingest(self, passages):
        self.ids = [p["_id"] for p in passages]

    def search(self, question, k):
        return [("d", 0.5), ("c", 1.0), ("a", 0.5), ("d", 0.1)][:k]


@pytest.fixture
def folder(tmp_path):
    return write_beir(tmp_path / "small", PASSAGES, QUERIES, GOLD)


def test_measures_are_right_by_hand(folder):
    data = load_beir(folder)
    result, timings = evaluate(data, {"fixed": load_systems(["test_recall:Fixed"], None)["test_recall:Fixed"]}, [1, 2])
    means = {name: value["mean"] for name, value in result["systems"]["fixed"].items()}
    assert means["R@1"] == pytest.approx((0 + 1) / 2)
    assert means["R@2"] == pytest.approx((1 / 2 + 1) / 2), "a before d: equal scores go by _id"
    assert means["RR@10"] == pytest.approx((1 / 2 + 1) / 2)
    assert result["n"] == 2 and result["differences"] == {} and result["added"] == {}
    assert result["by_hops"]["2"]["fixed"]["R@2"]["mean"] == 0.5
    assert result["by_hops"]["3+"]["n"] == 1
    assert timings[0]["system"] == "fixed"


def test_the_tie_rule_and_what_a_system_may_return():
    assert ranked([("d", 1), ("b", 2), ("a", 1), ("b", 3)], {"a", "b", "d"}, "x") == ["b", "a", "d"]
    for found, says in (([("z", 1)], "'z'"), ([("a", float("nan"))], "nan")):
        with pytest.raises(InputError, match=says):
            ranked(found, {"a"}, "x")


def test_a_budget_takes_whole_passages_in_order(folder):
    tokens = {"a": 300, "b": 250, "c": 10}
    assert within(["a", "b", "c"], tokens, 500) == ["a"]
    assert within(["a", "b", "c"], tokens, 560) == ["a", "b", "c"]
    values = per_query(load_beir(folder), {"q1": ["a"], "q2": []}, [5], budgets=[5, 500])
    assert list(values["R@500tokens"]) == [0.5, 0] and list(values["R@5tokens"]) == [0, 0]
    assert list(values["R@5"]) == [0.5, 0], "a question without any passage counts as nothing found"


def test_what_is_wrong_in_a_folder_is_said_or_counted(folder):
    with pytest.raises(InputError, match="qrels/train"):
        load_beir(folder, "train")
    with (folder / "qrels" / "test.tsv").open("a") as file:
        file.write("q1\tnowhere\t1\nq9\ta\t1\nq2\ta\t0\nbroken\n")
    with (folder / "corpus.jsonl").open("a") as file:
        file.write('{"_id": "e"}\nnot json\n')
    with (folder / "queries.jsonl").open("a") as file:
        file.write('{"_id": "q3", "text": "Without gold?"}\n')
    data = load_beir(folder)
    assert data.gold == {"q1": {"a", "b"}, "q2": {"c"}}
    assert data.skipped == {"lines": 2, "qrels": 3, "queries": 1}
    assert len(data.problems) == 5
    with (folder / "corpus.jsonl").open("a") as file:
        file.write(json.dumps(PASSAGES[0]) + "\n")
    with pytest.raises(InputError, match="'a' is already taken"):
        load_beir(folder)


def test_a_folder_without_a_usable_question_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"corpus\.jsonl is missing"):
        load_beir(tmp_path)
    folder = write_beir(tmp_path / "none", PASSAGES, QUERIES, {"q1": ["nowhere"]})
    with pytest.raises(InputError, match="no query has a relevant passage"):
        load_beir(folder)


def test_the_command_gives_the_promised_keys_and_the_same_bytes_again(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MEMKIT_CACHE_DIR", str(tmp_path / "cache"))
    command = ["recall", "--data", str(folder), "--embedder", "hash", "--k", "1,2", "--json"]
    command += [str(tmp_path / "one.json"), "--systems", "vector,keyword,fused,graph,hybrid,test_recall:Fixed"]
    assert main(command) == 0
    result = json.loads((tmp_path / "one.json").read_text())
    assert set(result["systems"]) == {"vector", "keyword", "fused", "graph", "hybrid", "test_recall:Fixed"}
    assert set(result["systems"]["hybrid"]["R@2"]) == {"mean", "low", "high"}
    assert set(result["differences"]) == set(result["systems"]) - {"vector"}
    assert {"mean", "low", "high", "p_holm", "verdict"} <= set(result["differences"]["hybrid"]["R@2"])
    assert result["systems"]["hybrid"]["R@2"]["mean"] == 1
    assert "R@500tokens" in result["systems"]["vector"]
    assert (tmp_path / "one.timings.csv").read_text().startswith("system,ingest_s,p50_ms,p95_ms")
    command[8] = str(tmp_path / "two.json")
    assert main(command) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    capsys.readouterr()


@pytest.mark.parametrize(
    ("systems", "says"),
    [
        ("nonsense", "nonsense"),
        ("eval.recall:Nothing", "Nothing"),
        ("eval.recall:evaluate", "evaluate"),
        ("", "no system"),
    ],
)
def test_a_system_that_is_none_is_named(folder, capsys, systems, says):
    assert main(["recall", "--data", str(folder), "--embedder", "hash", "--systems", systems]) == 1
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("k", ["0", "", "two", "5,-1"])
def test_ranks_are_whole_numbers_from_one(folder, capsys, k):
    assert main(["recall", "--data", str(folder), "--embedder", "hash", "--k", k]) == 1
    assert "--k" in capsys.readouterr().err


def test_a_store_may_be_kept_and_hold_several_corpora(folder, tmp_path, capsys):
    other = write_beir(tmp_path / "other", [{**p, "_id": f"o{p['_id']}"} for p in PASSAGES], QUERIES, {"q1": ["oa"]})
    found = []
    for data in (folder, other, folder):
        command = ["recall", "--data", str(data), "--embedder", "hash", "--store", str(tmp_path / "memory.db")]
        assert main([*command, "--systems", "hybrid", "--json", "-"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[2] and found[1]["n"] == 1


def test_both_published_forms_are_converted(tmp_path):
    def write(name, value):
        (tmp_path / name).write_text(json.dumps(value))

    text = {"is_supporting": True, "title": "A", "paragraph_text": "two"}
    write("m_corpus.json", [{"title": "A", "text": "one"}, {"title": "A", "text": "two"}])
    write("m.json", [{"id": "2hop__1", "question": "Q?", "paragraphs": [text]}])
    write("h_corpus.json", {"B": ["x.", " y."]})
    write("h.json", [{"_id": "h1", "question": "R?", "supporting_facts": [["B", 0], ["B", 1]]}])
    with pytest.raises(InputError, match="eval convert"):
        load_beir(tmp_path)
    convert(tmp_path, tmp_path / "out")
    assert load_beir(tmp_path / "out" / "m").gold == {"2hop__1": {"p00001"}}, "by passage, not by title"
    found = load_beir(tmp_path / "out" / "h")
    assert found.passages == [{"_id": "p00000", "title": "B", "text": "x. y."}] and found.gold == {"h1": {"p00000"}}
    write("m.json", [{"id": "2hop__1", "question": "Q?", "paragraphs": [{**text, "paragraph_text": "three"}]}])
    with pytest.raises(InputError, match=r"question 0 \(2hop__1\)"):
        convert(tmp_path, tmp_path / "out")


def test_rewiring_keeps_degrees_and_moves_links(tmp_path):
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir="")) as memory:
        memory.ingest_passages(PASSAGES)
        search = GraphSearch(memory.store)
        search.graph.follow()
        whole = search.graph.whole()
        again = rewired(whole, seed=1)
        assert np.allclose(np.sort(again.matrix.sum(axis=0)), np.sort(whole.matrix.sum(axis=0)))
        assert again.matrix.sum() == pytest.approx(whole.matrix.sum())
        assert (again.matrix != whole.matrix).nnz > 0
        assert RewiredGraph(memory.store).graph is not search.graph
