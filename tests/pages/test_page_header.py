"""Front matter and RFC 822 headers: keys, values, and where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memkit.errors import InputError
from memkit.pages.header import read_header
from memkit.pages.page import decode, plain, read_page


def fields(text: str) -> dict[str, list[str]]:
    return {field.key: [value.text for value in field.values] for field in read_header(text).fields}


def test_front_matter_gives_scalars_lists_and_people():
    text = (
        "---\ntitle: 'Iron: Whale'\nyear: 1874\nrooms: [North Hall, \"Loft\"]\nnone: null\nempty:\n"
        "keepers:\n  - name: Ada Lind\n    email: ada@x.org\n---\n# Text\n"
    )
    header = read_header(text)
    assert fields(text) == {
        "title": ["Iron: Whale"],
        "year": ["1874"],
        "rooms": ["North Hall", "Loft"],
        "none": [],
        "empty": [],
        "keepers": ["Ada Lind"],
    }
    assert header.fields[-1].values[0].address == "ada@x.org"
    assert text[header.end :] == "# Text\n"
    for value in (v for field in header.fields for v in field.values):
        assert text[value.start : value.end] == value.text


@pytest.mark.parametrize(
    ("broken", "kept"),
    [
        ("year: [1874\nkeeper: Ada Lind", {"year": ["[1874"], "keeper": ["Ada Lind"]}),
        ("a: b: c\nkeeper: Ada Lind", {"a": ["b: c"], "keeper": ["Ada Lind"]}),
        ("- one\n- two", {}),
        ("\tkey: x", {}),
        ("keeper: *nobody", {"keeper": ["*nobody"]}),
    ],
)
def test_broken_front_matter_is_a_problem_and_its_plain_lines_count(broken, kept):
    text = f"---\n{broken}\n---\nBody.\n"
    header = read_header(text)
    assert len(header.problems) == 1 and "YAML" in header.problems[0]
    assert fields(text) == kept
    assert text[header.end :] == "Body.\n"


def test_yaml_makes_no_objects_and_stays_shallow():
    bomb = "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*{p}, *{p}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True))
    assert all(len(values) <= 16 for values in fields(f"---\n{bomb}---\n").values())
    assert fields("---\nx: !!python/object/apply:os.system ['true']\n---\n")["x"] == ["true"]
    deep = read_header("---\nx: " + "[" * 3000 + "]" * 3000 + "\n---\n")
    assert deep.problems


def test_headers_as_in_an_email():
    text = (
        "PEP: 12\nTitle: A thing\n  in two lines\nAuthor: Ada Lind <ada@x.org>,\n        Bo Ek <bo at x.org>, Cy,\n"
        ' Fred Drake, Jr. <f@x.org>, "Ek, Dee" <dee@x.org>\nReplaces: 3, 4\nEmpty:\n\nText: more\n'
    )
    header = read_header(text)
    assert fields(text) == {
        "PEP": ["12"],
        "Title": ["A thing in two lines"],
        "Author": ["Ada Lind", "Bo Ek", "Cy", "Fred Drake, Jr.", "Ek, Dee"],
        "Replaces": ["3, 4"],
        "Empty": [],
    }
    (author,) = (field for field in header.fields if field.key == "Author")
    assert [v.address for v in author.values] == ["ada@x.org", "bo@x.org", "", "f@x.org", "dee@x.org"]
    assert text[header.end :].strip() == "Text: more"


@pytest.mark.parametrize(
    "text",
    ["Note: a sentence.\n\nMore.", "See: x\nand more\n", "# Title\nkey: x\n", "http://a.b\nc://d\n", "", "---\n"],
)
def test_what_is_no_header(text):
    assert read_header(text) == read_header("")


@given(st.text())
def test_any_text_is_read(text):
    header = read_header(text)
    assert 0 <= header.end <= len(text)
    assert all(0 <= f.start <= f.end <= len(text) for f in header.fields)


@given(st.text(st.characters(codec="utf-8")))
def test_any_front_matter_is_read_or_reported(text):
    whole = f"---\n{text}\n---\nBody"
    header = read_header(whole)
    for value in (v for field in header.fields for v in field.values):
        assert 0 <= value.start <= value.end <= len(whole)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"%PDF-1.7 ...", "PDF"),
        ("Text".encode("utf-16"), "UTF-16"),
        (b"a\x00b", "byte 1"),
        (b"caf\xe9", "UTF-8 at byte 3"),
    ],
)
def test_what_is_no_text_is_refused_with_the_reason(content, said):
    with pytest.raises(InputError, match=said):
        decode(content)


def test_line_endings_and_marks_of_order_do_not_matter():
    assert read_page("p.md", decode("\ufeffa\r\nb\rc".encode())).text == "a\nb\nc"


@pytest.mark.parametrize(
    ("header", "at"),
    [
        ("updated: 2025-02-18\ncreated: 2020-01-01", "2025-02-18"),
        ("created: 2020-01-01", "2020-01-01"),
        ("Created: 05-Jul-2001", "2001-07-05"),
        ("Last-Modified: $Date: 2006-03-28 12:00:00 -0500 $", "2006-03-28"),
        ("last_modified: Tue, 05 Jul 2001 10:00:00 +0200", "2001-07-05"),
        ("date: 2023-05", "2023-05"),
        ("date: 1998", "1998"),
        ("date: soon", ""),
        ("date: 2023-13-45", ""),
        ("date: soon\ncreated: 2020-01-01", "2020-01-01"),
        ("updated: March 3, 2024", "2024-03-03"),
        ("other: 2020-01-01", ""),
    ],
)
def test_the_date_of_a_page(header, at):
    assert read_page("p.md", f"---\n{header}\n---\n").at == at
    assert read_page("p.md", f"# Title\n\n{header}\n\n## Next\n\nDate: 1900-01-01\n").at == at


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Iron Whale\n---\n# Other\n", "Iron Whale"),
        ("Some text.\n\n## The `Iron Whale` [now](x.md)\n", "The Iron Whale now"),
        ("Setext\n======\n", "Setext"),
        ("No heading.", "iron-whale"),
        ("# \n\ntext", "iron-whale"),
    ],
)
def test_the_title_of_a_page(text, title):
    assert plain(read_page("halls/iron-whale.md", text).title) == title
