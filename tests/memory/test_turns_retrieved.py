"""Turns of conversations through Memory, on both stores: neighbours, speakers, dates, mixed memories."""

from __future__ import annotations

import pytest

from memkit import Memory, OutOfScope

SAID = [
    ("monday", "Ann Lee", "2024-05-06", "How was the pottery class?"),
    ("monday", "Ben", "2024-05-06", "Great, I made two bowls and a jug."),
    ("monday", "Ann Lee", "2024-05-06", "My kiln is still broken, so no bowls for me."),
    ("friday", "Cy", "2024-05-10", "The ferry was late again."),
    ("friday", "Ben", "2024-05-10", "I took the train home, the ferry makes me sick."),
    ("friday", "Cy", "2024-05-10", "A train takes three hours, though."),
    ("june", "Ben", "2024-06-14", "The train was full and I stood all the way."),
]


@pytest.fixture
def chat(memory: Memory) -> Memory:
    fill(memory, SAID)
    return memory


def fill(memory: Memory, said) -> None:
    notes = [{"content": text, "session_id": s, "speaker": who, "at": at, "source": text} for s, who, at, text in said]
    assert not memory.ingest_many(notes).failed


def first(memory: Memory, question: str):
    return memory.search(question, k=3)[0]


def test_the_answer_beside_the_words_is_found(chat):
    asked, hit = chat.search("What came of the pottery class for Ben?", k=2)
    assert asked.text.startswith("How was") and hit.text.startswith("Great")
    assert hit.via["speaker"] == "Ben"
    assert "pottery (1 before)" in hit.via["neighbours"] and "class (1 before)" in hit.via["neighbours"]


@pytest.mark.parametrize(
    ("question", "speaker"),
    [("Why has Ann no bowls?", "Ann Lee"), ("Why has Ben's hand made bowls?", "Ben"), ("the ferry, cy?", "Cy")],
)
def test_who_is_named_comes_first(chat, question, speaker):
    assert first(chat, question).speaker == speaker


@pytest.mark.parametrize(
    ("question", "at"),
    [("How was the train in June 2024?", "2024-06-14"), ("How was the train on 10 May 2024?", "2024-05-10")],
)
def test_the_day_that_is_asked_for_comes_first(chat, question, at):
    hit = first(chat, question)
    assert (hit.at, hit.via["date"]) == (at, at)


def test_an_answer_stands_before_a_question_of_the_same_words(memory):
    fill(memory, [("a", "Ann", "", "Did the kiln arrive?"), ("b", "Ben", "", "The kiln did arrive")])
    assert first(memory, "Did the kiln arrive?").text == "The kiln did arrive"


def test_turns_without_times_in_one_session_are_ranked_too(memory):
    fill(memory, [("default", who, "", text) for _, who, _, text in SAID])
    assert first(memory, "Who took the train home in May 2024?").text.startswith("I took the train")


def test_every_turn_can_be_reached_and_scores_fall(chat):
    hits = chat.search("train", k=100)
    assert len(hits) == len(SAID)
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)


def test_what_comes_later_is_taken_in_and_what_is_forgotten_is_gone(chat):
    assert first(chat, "Who repaired the kiln?").text.startswith("My kiln")
    fill(chat, [("monday", "Cy", "2024-05-06", "I repaired the kiln of the school.")])
    assert first(chat, "Who repaired the kiln?").speaker == "Cy"
    chat.forget(source="I repaired the kiln of the school.")
    assert all(hit.speaker != "Cy" or "kiln" not in hit.text for hit in chat.search("Who repaired the kiln?", k=50))
    assert len(chat.search("kiln", k=50)) == len(SAID)


def test_following_gives_what_reading_anew_gives(open_memory):
    grown, whole = open_memory("grown"), open_memory("whole")
    for number, one in enumerate(SAID):
        fill(grown, [one])
        grown.search(f"train {number}")
    fill(whole, SAID)
    for question in ("the train on 10 May 2024", "Ben and Cy on the ferry", "What did Ann make?"):
        grown_hits, whole_hits = ([(h.text, h.score, h.via) for h in m.search(question)] for m in (grown, whole))
        assert grown_hits == whole_hits


def test_a_merge_makes_two_spellings_one_speaker(chat):
    fill(chat, [("june", "Annie L.", "2024-06-14", "The bowls are glazed at last.")])
    ids = {view.name: view.id for view in chat.entities(type="Person")}
    question = "Which bowls has Annie L.?"
    before = {hit.speaker for hit in chat.search(question, k=2) if "speaker" in hit.via}
    chat.confirm(ids["Ann Lee"], ids["Annie L."])
    after = {hit.speaker for hit in chat.search(question, k=4) if "speaker" in hit.via}
    assert before == {"Annie L."} and after == {"Ann Lee", "Annie L."}


def test_pages_and_turns_share_one_list(chat):
    pages = [{"_id": f"p{n}", "title": f"Page {n}", "text": f"Rule {n} of the harbour."} for n in range(30)]
    pages.append({"_id": "kilns", "title": "Kilns", "text": "A broken kiln is repaired by the potter."})
    assert not chat.ingest_passages(pages).failed
    hits = chat.search("Is the kiln broken?", k=4)
    assert {"Kilns", ""} <= {hit.title for hit in hits}
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
    alone = [hit.text for hit in chat.search("Is the kiln broken?", k=100) if hit.speaker]
    assert alone[0].startswith("My kiln") and len(alone) == len(SAID)


def test_a_corpus_beside_which_turns_stand_ranks_as_it_does_alone(open_memory):
    keepers = {"Anvil": "Zora", "Bellows": "Tim", "Chisel": "Zora", "Dowel": "Una"}
    pages = [{"_id": t, "title": t, "text": f"{t} is kept by [{k}|Person]."} for t, k in keepers.items()]
    alone, both = open_memory("alone"), open_memory("both")
    for memory in (alone, both):
        memory.ingest_passages(pages)
    fill(both, [("a", "[Zora|Person]", "", "I keep bees"), ("a", "Una", "", "And I keep doves")])
    question = "Who keeps the anvil?"
    expected = [hit.source for hit in alone.search(question, k=10)]
    assert [hit.source for hit in both.search(question, k=10) if hit.title] == expected


def test_a_question_asked_of_the_wrong_person_has_no_evidence(chat):
    assert chat.retrieve("Why has Cy no bowls, is the kiln broken?").lacking == (
        "what speaks of this was said by Ann Lee, not by Cy"
    )
    for question in ("Why has Ann no bowls, is the kiln broken?", "Why no bowls, is the kiln broken?"):
        assert chat.retrieve(question).lacking == ""
    assert chat.retrieve("Why has Cy no bowls, is the kiln broken?", mode="vector").lacking == ""


def test_ask_refuses_what_somebody_else_said(chat):
    with pytest.raises(OutOfScope, match="was said by Ann Lee, not by Cy"):
        chat.ask("Why has Cy no bowls, is the kiln still broken?")
    assert "kiln is still broken" in chat.ask("Why has Ann no bowls, is the kiln still broken?").answer
