"""No claim gets through unless a retrieved passage contains what it names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.answer.base import Claim, Draft, Part, Source
from memkit.answer.citations import check_draft, problem, stands_in
from memkit.model import Passage

RUNS = (("ferry office", "the office"), ("Cape Wrath", "MV Wrath"))


def part(*sources: Source, names=RUNS, text="ferry office") -> Part:
    return Part(text, ((Claim("ferry office runs Cape Wrath", sources, names),),))


def check(part: Part, passages):
    return check_draft(Draft("names", [part]), passages)


def test_a_claim_that_its_passage_states(passages):
    checked = check(part(Source("p1", "The ferry office runs Cape Wrath.")), passages)
    assert [(c.passage_id, c.title, c.quote) for c in checked.citations] == [
        ("p1", "Cape Wrath", "The ferry office runs Cape Wrath.")
    ]
    assert checked.parts and not checked.notes and not checked.foreign


def test_the_page_s_title_names_its_subject(passages):
    names = (("Cape Wrath",), ("1902",))
    assert problem(Claim("built", (), names), Source("p1", "It was built in 1902."), passages) == ""


def test_any_known_spelling_will_do(passages):
    assert not check(part(Source("p1"), names=(("F. O.", "Ferry-Office"), ("MV Wrath", "cape wrath"))), passages).notes


@pytest.mark.parametrize(
    ("source", "names", "why"),
    [
        (Source("p9"), RUNS, "not retrieved"),
        (Source("p2"), RUNS, "does not name 'Cape Wrath'"),
        (Source("p3"), RUNS, "does not name 'ferry office'"),
        (Source("p1", "The ferry office sold Cape Wrath."), RUNS, "do not stand in"),
        (Source("p1"), ((),), "without a name"),
        (Source("p1"), (("wrat",),), "does not name"),
        (Source("p1"), (("",),), "does not name"),
    ],
)
def test_what_does_not_hold_is_dropped_with_the_reason(passages, source, names, why):
    checked = check(part(source, names=names), passages)
    assert not checked.parts and not checked.citations
    assert why in checked.notes[0]


def test_a_claim_without_a_source_is_dropped(passages):
    assert check(part(), passages).notes == ["left out 'ferry office': it has no source"]
    assert not check(Part("x", ()), passages).parts


def test_one_sound_source_is_enough_and_the_others_are_not_cited(passages):
    checked = check(part(Source("p3"), Source("p1")), passages)
    assert [c.passage_id for c in checked.citations] == ["p1"]


def test_of_a_line_of_support_every_claim_has_to_hold(passages):
    works = Claim("Ines Dahl works for ferry office", (Source("p2"),), (("Ines Dahl",), ("ferry office",)))
    runs = Claim("ferry office runs Cape Wrath", (Source("p1"),), RUNS)
    wrong = Claim("ferry office runs Cape Wrath", (Source("p3"),), RUNS)
    assert len(check(Part("Ines Dahl", ((works, runs),)), passages).citations) == 2
    assert not check(Part("Ines Dahl", ((works, wrong),)), passages).parts
    assert check(Part("Ines Dahl", ((works, wrong), (works, runs))), passages).parts  # another line will do


def test_a_passage_cited_by_several_parts_is_listed_once_for_one_claim(passages):
    both = Draft("names", [part(Source("p1")), part(Source("p1"), text="again")])
    assert len(check_draft(both, passages).citations) == 1


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Cape Wrath", "the CAPE-WRATH's deck", True),
        ("Wrath", "wrathful", False),
        ("ADR-14", "ADR-141", False),
        ("ADR-14", "see adr 14.", True),
        ("C++", "in C# and C", False),
        ("C++", "written in C++.", True),
        ("Łódź", "to Lodz and back", True),
        ("東京", "私は東京に住む", True),
        ("東京", "私は京都に住む", False),
        ("", "anything", False),
    ],
)
def test_whole_names(name, text, found):
    assert stands_in(name, text) is found


_ids = st.sampled_from(["p1", "p2", "p3", "p4"])
_word = st.sampled_from(["oban", "mull", "iona", "tiree"])


@given(
    st.dictionaries(_ids, st.lists(_word, max_size=4), max_size=4),
    st.lists(st.tuples(st.lists(_ids, max_size=3), st.lists(_word, max_size=3)), max_size=5),
)
def test_whatever_is_drafted_every_citation_is_retrieved_and_names_what_it_claims(texts, drafted):
    passages = {id: Passage(id, "chunk", "d", 0, "", " ".join(words), "s") for id, words in texts.items()}
    claims = [
        Claim(f"claim {n}", tuple(map(Source, ids)), tuple((word,) for word in words))
        for n, (ids, words) in enumerate(drafted)
    ]
    checked = check_draft(Draft("names", [Part(c.text, ((c,),)) for c in claims]), passages)
    cited = {}
    for citation in checked.citations:
        named = dict(zip([c.text for c in claims], claims, strict=True))[citation.claim].names
        assert citation.passage_id in passages
        assert all(name in texts[citation.passage_id] for (name,) in named)
        cited[citation.claim] = True
    assert [p.text for p in checked.parts] == [c.text for c in claims if c.text in cited]
    assert len(checked.notes) == len(claims) - len(checked.parts)
