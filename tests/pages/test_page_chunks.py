"""Chunks: all of the text, by heading, never longer than the limit, no sentence cut where it can be avoided."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from museum import MUSEUM

from memkit.extract import Extraction
from memkit.extract.base import ExtractedMention
from memkit.extract.passages import sentence_ends
from memkit.pages.chunks import chunks_of
from memkit.pages.keys import Keys
from memkit.pages.page import Page, read_page
from memkit.pages.prose import in_page, prose_of, without_guesses

WORDS = st.sampled_from(["alpha", "Beta", "`code`", "[link](x.md)", "**bold**", "e.g.", "v1.2", "naïve", "~~gone~~"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=12).map(lambda words: " ".join(words) + ".")
PARAGRAPH = st.lists(SENTENCE, min_size=1, max_size=6).map(" ".join)
LIST = st.lists(SENTENCE, min_size=1, max_size=4).map(lambda items: "\n".join(f"- {item}" for item in items))
TABLE = st.lists(WORDS, min_size=1, max_size=5).map(
    lambda rows: "\n".join(["| one | two |", "|---|---|", *(f"| {row} | x |" for row in rows)])
)
CODE = st.lists(WORDS, max_size=5).map(lambda lines: "\n".join(["```", *lines, "```"]))
HEADING = st.tuples(st.integers(1, 3), WORDS).map(lambda pair: "#" * pair[0] + " " + pair[1])
HEADER = st.sampled_from(["", "---\ntype: hall\nyear: 1874\n---\n", "Type: hall\nYear: 1874\n\n"])
PAGES = st.tuples(HEADER, st.lists(st.one_of(HEADING, PARAGRAPH, LIST, TABLE, CODE), max_size=12)).map(
    lambda parts: parts[0] + "\n\n".join(parts[1]) + "\n"
)


def own_text(page: Page, limit: int) -> list[str]:
    return [page.text[chunk.start : chunk.end] for chunk in chunks_of(page, limit)]


@given(PAGES, st.sampled_from([30, 80, 200, 1000]), st.sampled_from(["p.md", "p.rst"]))
def test_chunks_hold_all_of_the_text_in_order_within_the_limit(text, limit, source):
    page = read_page(source, text)
    chunks = chunks_of(page, limit)
    assert all(len(chunk.text(page.text)) <= limit for chunk in chunks)
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))
    assert "".join("".join(own_text(page, limit)).split()) == "".join(text.split())


@given(PAGES)
def test_no_sentence_is_cut_that_fits(text):
    page = read_page("p.md", text)
    limit = 200
    for block in page.blocks:
        if block.kind not in ("paragraph", "item"):
            continue
        cuts = [0, *sentence_ends(text[block.inner_start : block.inner_end]), block.inner_end - block.inner_start]
        longest = max(b - a for a, b in itertools.pairwise(cuts))
        allowed = {block.inner_start + cut for cut in cuts}
        if longest < limit // 2:
            for chunk in chunks_of(page, limit):
                assert not block.inner_start < chunk.start < block.inner_end or chunk.start in allowed


@given(PAGES, st.text())
def test_any_text_is_cut(text, more):
    for whole in (text + more, more):
        for source in ("p.md", "p.rst"):
            page = read_page(source, whole)
            assert "".join("".join(own_text(page, 50)).split()) == "".join(page.text.split())


@given(PAGES)
def test_what_is_found_in_the_prose_has_its_place_in_the_page(text):
    page = read_page("p.md", text)
    prose = prose_of(page, Keys(MUSEUM))
    spans = [m.span() for m in re.finditer(r"[^\W_]{4,}", prose.text)]
    found = Extraction([ExtractedMention(s, e, prose.text[s:e], prose.text[s:e], "Object", "x") for s, e in spans])
    for mention, (start, end) in zip(in_page(found, prose, page.text).mentions, spans, strict=True):
        assert page.text[mention.start : mention.end] == mention.surface == prose.text[start:end]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("See [the Whale](whale.md) and ![a picture](x.png)here.", "See the Whale and here."),
        ("It is **not** ~~so~~<!-- no --> here.", "It is not  here."),
        ("See :rule:`12` and :rule:`the rules <7>`, :doc:`x.y`.", "See Rule 12 and the rules, x.y."),
        ("A `code` and [brackets] and [a][b] and 2 ** 3", "A `code` and [brackets] and [a][b] and 2  3"),
    ],
)
def test_prose_is_what_a_reader_sees(text, read):
    prose = prose_of(read_page("p.md", text), Keys(MUSEUM))
    assert prose.text.strip() == read
    start = prose.text.find("Rule 12")
    if start >= 0:
        assert text[slice(*prose.place(start, start + len("Rule 12")))] == ":rule:`12"


def test_names_guessed_in_headings_are_left_out():
    text = "# Open Issues\n\nOpen Issues are here.\n"
    spans = [(2, 13, "noun"), (2, 6, "ontology"), (15, 26, "noun")]
    found = Extraction([ExtractedMention(s, e, text[s:e], text[s:e], "Object", how) for s, e, how in spans])
    kept = without_guesses(found, read_page("p.md", text).blocks)
    assert [(m.start, m.how) for m in kept.mentions] == [(2, "ontology"), (15, "noun")]


def test_the_header_goes_with_the_first_heading_and_each_section_begins_a_chunk():
    text = "---\nyear: 1874\n---\n# Whale\n\n## First\n\nOne.\n\n## Second\n\nTwo.\n\n### Third\n\nThree.\n"
    assert own_text(read_page("p.md", text), 500) == [
        "---\nyear: 1874\n---\n# Whale\n\n## First\n\nOne.",
        "## Second\n\nTwo.",
        "### Third\n\nThree.",
    ]


def test_a_chunk_that_goes_on_repeats_the_heading_and_the_first_row():
    rows = "\n".join(f"| engine {n} | 18{n:02} |" for n in range(20))
    page = read_page("p.md", f"## Engines\n\n| Engine | Year |\n|---|---|\n{rows}\n")
    chunks = chunks_of(page, 150)
    again = "## Engines\n\n| Engine | Year |\n|---|---|\n"
    assert len(chunks) > 2
    assert all(chunk.text(page.text).startswith(again) for chunk in chunks)
    assert sum(chunk.text(page.text).count("| engine ") for chunk in chunks) == 20


def test_a_long_paragraph_is_cut_between_sentences_not_after_abbreviations():
    text = "Dr. Lind came first. " * 3 + "She met J. Smith, e.g. on Monday. " * 3
    for chunk in own_text(read_page("p.md", text), 70):
        assert re.fullmatch(r"((Dr\. Lind came first|She met J\. Smith, e\.g\. on Monday)\.\s*)+", chunk)


@pytest.mark.parametrize("text", ["---\nyear: 1874\n---\n", "# Only a heading\n", "\n\n", "word " * 400, "x" * 5000])
def test_pages_of_odd_form(text):
    chunks = own_text(read_page("p.md", text), 200)
    assert chunks and "".join("".join(chunks).split()) == "".join(text.split())


def test_titles_of_plain_text_are_underlined():
    text = (
        "=====\nTitle\n=====\n\nIntro.\n\nPart\n====\n\nCode::\n\n    x = 1\n\nAfter it.\n\n.. note:: hidden\n   more\n"
    )
    page = read_page("p.rst", text)
    kinds = [(b.kind, b.level, text[b.inner_start : b.inner_end]) for b in page.blocks]
    assert kinds == [
        ("heading", 1, "Title"),
        ("paragraph", 0, "Intro."),
        ("heading", 2, "Part"),
        ("paragraph", 0, "Code::"),
        ("code", 0, "    x = 1"),
        ("paragraph", 0, "After it."),
        ("code", 0, ".. note:: hidden\n   more"),
    ]
