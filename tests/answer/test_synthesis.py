"""Synthesis: by rules from ways and sentences, by a model that may say anything, and what is left after the check."""

from __future__ import annotations

import pytest
from scripted import ScriptedModel

from memkit.answer.ask import Asker
from memkit.answer.by_model import LLMSynthesizer
from memkit.answer.citations import check_draft
from memkit.answer.context import FACTS_LABEL, PASSAGES_LABEL, Context
from memkit.answer.extractive import ExtractiveSynthesizer
from memkit.errors import OutOfScope
from memkit.plan.base import Planned
from memkit.plan.run import Stated, Way

RUNS = Stated("relation", "ferry office", "RUNS", "Cape Wrath", "e1", "e2", "p1", "The ferry office runs Cape Wrath.")
WORKS = Stated("relation", "Ines Dahl", "WORKS_FOR", "ferry office", "e3", "e1", "p2", "Skipper Ines Dahl works for it")
SPELLINGS = {"e1": ("ferry office",), "e2": ("Cape Wrath",), "e3": ("Ines Dahl", "Skipper Dahl")}


@pytest.fixture
def context(passages) -> Context:
    quoted = WORKS.__class__(*[*_fields(WORKS)[:-1], "Skipper Ines Dahl works for the ferry office."])
    return Context(
        "Who works for the runner of Cape Wrath?",
        Planned(None, "", "set"),
        ways=[Way("e3", "Ines Dahl", (RUNS, quoted))],
        evidence={id: passages[id] for id in ("p1", "p2")},
        passages={id: passages[id] for id in ("p2", "p3")},
        spellings=SPELLINGS,
    )


def _fields(stated: Stated) -> list:
    return list(stated.to_dict().values())


def test_the_context_is_labelled_and_names_everything_once(context):
    text = context.text()
    facts, passages = text.split(PASSAGES_LABEL)
    assert facts.startswith(FACTS_LABEL)
    assert facts.count("[p1]") == facts.count("[p2]") == 1 and "ferry office runs Cape Wrath" in facts
    assert [passages.count(f"[{id}]") for id in ("p1", "p2", "p3")] == [1, 1, 1]


def test_a_fact_that_two_ways_share_is_there_once(context):
    shared = Context("", context.planned, ways=[*context.ways, Way("e9", "x", (RUNS,))], evidence=context.evidence)
    assert len(shared.facts()) == 2


def test_an_empty_context_says_so():
    assert Context("", Planned(None, "")).text().count("(none)") == 2


def test_names_by_rules_cite_the_last_hop_first(context):
    draft = ExtractiveSynthesizer().synthesize(context)
    checked = check_draft(draft, context.citable)
    assert draft.form == "names" and [p.text for p in checked.parts] == ["Ines Dahl"]
    assert [c.passage_id for c in checked.citations] == ["p2", "p1"]


def test_a_quote_that_the_passage_lacks_leaves_the_name_out(context):
    bad = Context(**{**_as_dict(context), "ways": [Way("e3", "Ines Dahl", (RUNS, WORKS))]})
    assert not check_draft(ExtractiveSynthesizer().synthesize(bad), bad.citable).parts


def _as_dict(context: Context) -> dict:
    return {name: getattr(context, name) for name in Context.__dataclass_fields__}


def test_sentences_that_do_not_speak_of_it_are_no_answer(passages):
    with pytest.raises(OutOfScope, match="salary"):
        ExtractiveSynthesizer().synthesize(Context("", Planned(None, ""), lacking="no passage speaks of 'salary'"))


# ------------------------------------------------------------------------------------------------------- by a model


def statement(
    text="Ines Dahl", passages=("p2",), names=("ferry office",), claim="Ines Dahl works for the ferry office"
):
    return {"text": text, "claim": claim, "names": list(names), "passages": list(passages)}


def answer(*statements, form="names"):
    return {"answerable": True, "form": form, "statements": list(statements)}


def said(context: Context, model: ScriptedModel, rules=None):
    """(form, what holds, degraded) as the journey of a question does it."""
    asker = Asker(None, None, None, None, None, LLMSynthesizer(model, rules or ExtractiveSynthesizer()), None)
    return asker._synthesize(context)


def test_what_a_model_says_and_cites(context):
    model = ScriptedModel(answer(statement()))
    form, checked, degraded = said(context, model)
    assert (form, [p.text for p in checked.parts], degraded) == ("names", ["Ines Dahl"], [])
    assert "GRAPH FACTS" in model.shown[0] and context.question in model.shown[0]


def test_ids_in_brackets_are_ids(context):
    assert said(context, ScriptedModel(answer(statement(passages=["[p2]"]))))[1].parts


def test_a_source_that_was_not_retrieved_is_asked_for_again_with_those_that_may_be_cited(context):
    model = ScriptedModel(answer(statement(passages=["p7"])), answer(statement()))
    checked = said(context, model)[1]
    assert [p.text for p in checked.parts] == ["Ines Dahl"] and not checked.notes
    assert "Cite only these ids: p1, p2, p3" in model.shown[1] and "Cite only" not in model.shown[0]


def test_and_dropped_with_a_note_when_it_comes_again(context):
    model = ScriptedModel(*[answer(statement(), statement("Ann Bell", passages=["p7"]))] * 2)
    checked = said(context, model)[1]
    assert len(model.shown) == 2
    assert [p.text for p in checked.parts] == ["Ines Dahl"]
    assert "Ann Bell" in checked.notes[0] and "'p7', which was not retrieved" in checked.notes[0]


@pytest.mark.parametrize("cited", [["p1"], ["p3"], []])
def test_a_name_that_the_cited_passage_lacks_is_dropped(context, cited):
    assert not said(context, ScriptedModel(answer(statement(passages=cited))))[1].parts


def test_any_spelling_of_a_thing_will_do(context):
    assert said(context, ScriptedModel(answer(statement("Skipper Dahl"))))[1].parts


def test_a_sentence_needs_only_the_names_that_it_says_it_names(context):
    text = "She works for the office that runs the ship."
    assert said(context, ScriptedModel(answer(statement(text), form="text")))[1].parts


def test_a_model_that_finds_no_answer_refuses(context):
    with pytest.raises(OutOfScope, match="not stated"):
        said(context, ScriptedModel({"answerable": False, "reason": "not stated"}))
    with pytest.raises(OutOfScope):
        said(context, ScriptedModel(answer()))


def test_rules_stand_in_for_a_model_that_cannot_be_reached(context):
    _, checked, degraded = said(context, ScriptedModel())
    assert [p.text for p in checked.parts] == ["Ines Dahl"]
    assert degraded == ["llm:unavailable", "synthesizer:rules"]


def test_a_second_endpoint_is_passed_on(context):
    assert said(context, ScriptedModel(answer(statement()), degraded=("llm:fallback",)))[2] == ["llm:fallback"]
