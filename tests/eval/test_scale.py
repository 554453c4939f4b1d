"""Recall as the corpus grows: every size and set is measured, a stopped run goes on, what is missing is said."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from eval import map_plot, scale
from eval.datasets.beir import BeirData
from eval.generator import Parameters, generate
from memkit import InputError, Memory


@pytest.fixture(scope="module")
def corpus():
    made = generate(Parameters(things=33, questions=4, hops=(2,)))
    first = scale._own_ids(
        BeirData("first", "aa", "test", made.data.passages, made.data.queries, made.data.gold, made.data.hops)
    )
    others = [
        {"_id": f"other/{n}", "title": f"Note {n}", "text": f"Nobody said anything on day {n}."} for n in range(30)
    ]
    return scale.Corpus([first], [*first.passages, *others])


@pytest.fixture(scope="module")
def grown(corpus, tmp_path_factory):
    store = str(tmp_path_factory.mktemp("scale") / "scale.db")
    return scale.measure([40, 60], store=store, embedder="hash", corpus=corpus), store


def test_each_size_and_system_has_a_row(grown):
    table, provenance = grown[0]
    assert table[["passages", "system"]].to_numpy().tolist() == [
        [size, system] for size in (40, 60) for system in ("vector", "fused", "hybrid")
    ]
    assert set(table["n"]) == {4} and table["recall"].between(0, 1).all()
    vector = table[table["system"] == "vector"]
    assert (vector["difference"] == 0).all() and set(vector["verdict"]) == {"the baseline"}
    assert provenance.settings["sizes"] == [40, 60] and "first" in provenance.data
    assert map_plot.sizes(table, title="Sizes", data=["first"])._repr_png_()


def test_a_second_run_writes_nothing_and_finds_the_same(grown, corpus):
    (table, _), store = grown
    with Memory(store) as memory:
        before = memory.store.revision()
    again, _ = scale.measure([40, 60], store=store, embedder="hash", corpus=corpus)
    pd.testing.assert_frame_equal(table, again)
    with Memory(store) as memory:
        assert memory.store.revision() == before


def test_the_words_hold_the_numbers_and_the_goal():
    rows = [
        {"data": "d", "passages": size, "system": system, "difference": lead, "difference_low": lead - 0.1,
         "difference_high": lead + 0.1}
        for size, leads in ((3000, (0, 0.25)), (30000, (0, 0.19)))
        for system, lead in zip(("vector", "hybrid"), leads, strict=True)
    ]  # fmt: skip
    (said,) = scale.in_words(pd.DataFrame(rows))
    assert "30,000 passages +0.190 [+0.090, +0.290]" in said and "+0.18 is reached at 30,000" in said
    rows[-1]["difference"] = 0.1
    assert "missed at 30,000" in scale.in_words(pd.DataFrame(rows))[0]


def test_sources_come_in_order_and_fill_the_size(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMKIT_DATA", str(tmp_path))
    with pytest.raises(InputError, match="MEMKIT_DATA"):
        scale.load([10], lambda _: None)
    (tmp_path / "hipporag").mkdir()
    support = {"is_supporting": True, "title": "A", "paragraph_text": "one"}
    (tmp_path / "hipporag" / "musique_train_corpus.json").write_text(json.dumps([{"title": "A", "text": "one"}]))
    question = [{"id": "q", "question": "Q?", "paragraphs": [support]}]
    (tmp_path / "hipporag" / "musique_train.json").write_text(json.dumps(question))
    (tmp_path / "peps").mkdir()
    body = "Abstract\n========\n\n" + "A sentence of this proposal. " * 60
    (tmp_path / "peps" / "pep-0007.rst").write_text(f"PEP: 7\nTitle: Style\nAuthor: A B <a@b.c>\n\n{body}")
    (tmp_path / "locomo").mkdir()
    talk = {"sample_id": "t", "conversation": {"session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hello."}]}}
    (tmp_path / "locomo" / "locomo10.json").write_text(json.dumps([talk]))
    said: list[str] = []
    made = scale.load([5, 8], said.append)
    assert len(made.passages) == 8 and len({p["_id"] for p in made.passages}) == 8
    assert [p["_id"].split("/")[0] for p in made.passages[:5]] == [
        "musique_train",
        *["pep-0007.md"] * 2,
        "t",
        "generated",
    ]
    assert made.passages[3]["text"] == "Ann: Hello." and made.sets[0].gold == {"q": {"musique_train/p00000"}}
    assert any("hotpotqa_train" in line for line in said)
    with pytest.raises(InputError, match="too small"):
        scale.load([0], lambda _: None)
