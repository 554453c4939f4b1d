"""Names with a form of their own, and what only looks like one."""

from __future__ import annotations

import pytest

from memkit.extract.english import Lexicon, load_pipeline
from memkit.extract.masking import mask
from memkit.extract.relations import third_person, type_name
from memkit.extract.rules import find_whole_names


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(load_pipeline())


def found(text, lexicon):
    return [text[f.start : f.end] for f in sorted(find_whole_names(text, lexicon.knows), key=lambda f: f.start)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mail a.b+c@x-y.example.org, please.", ["a.b+c@x-y.example.org"]),
        ("See (https://en.wikipedia.org/wiki/C_(language)).", ["https://en.wikipedia.org/wiki/C_(language)"]),
        ("bolt://localhost:7687 and www.example.com!", ["bolt://localhost:7687", "www.example.com"]),
        ("@maria's and @bob_2:", ["@maria", "@bob_2"]),
        ("fix CVE-2021-44228 (ABC-12)", ["CVE-2021-44228", "ABC-12"]),
        ("PEP 484, ISO/IEC 27001 and IEEE 802.11", ["PEP 484", "ISO/IEC 27001", "IEEE 802.11"]),
        ("payments-api's and search-api, orders-service.", ["payments-api", "search-api", "orders-service"]),
        ("react@18.2.0 numpy==2.0 langfuse:3.2", ["react@18.2.0", "numpy==2.0", "langfuse:3.2"]),
        ("call parse_config() or getUserName()", ["parse_config", "getUserName"]),
        ("src/app/main.py in /etc/hosts", ["src/app/main.py", "/etc/hosts"]),
        ("memkit.config.loader", ["memkit.config.loader"]),
        ("C++, C# and F# on .NET", ["C++", "C#", "F#", ".NET"]),
        ("read “The Art of War” and 'Dune'", ["The Art of War", "Dune"]),
        ("run `make test` now", ["make test"]),
        ("у Ивана Петрова there", ["Ивана Петрова"]),
        ("visit 東京 now", ["東京"]),
    ],
)
def test_kept_whole(text, names, lexicon):
    assert found(text, lexicon) == names


@pytest.mark.parametrize(
    "text",
    [
        "a well-known open-source long-term part-time state-of-the-art idea",
        "the co-founder re-opened a non-profit, e-mail me, a 3-day and 24-hour user-friendly sign-up",
        "Redis-based and k8s-based and data-driven",
        "on 2024-05-01 at 10:30, 1-2 and 3.5, 50% of 1,000",
        "e.g. this, i.e. that, and/or, 24/7, client/server",
        'she said "Hello there, my friend!" and "yes"',
        "a 'scare quote' and don't, it's, dogs' bones",
        "IN 2020 USD 25 AT 10 AM",
        "only π and Δ",
        "**bold** and _emphasis_ and ~~gone~~",
        "",
    ],
)
def test_no_names(text, lexicon):
    assert found(text, lexicon) == []


@pytest.mark.parametrize(
    ("lemma", "form"),
    [
        ("develop", "develops"),
        ("carry", "carries"),
        ("play", "plays"),
        ("pass", "passes"),
        ("go", "goes"),
        ("be", "is"),
    ],
)
def test_third_person(lemma, form):
    assert third_person(lemma) == form


def test_type_name():
    assert type_name("sets", "up") == "SETS_UP"
    assert type_name("co-founder", "of") == "CO_FOUNDER_OF"


def test_mask_maps_back_and_takes_quotation_marks_with_it():
    masked, offsets, places = mask('a "Big Name" b', [(3, 11, "X")])
    assert masked == "a X b"
    assert places == [(2, 3)]
    assert offsets == [0, 1, 3, 12, 13, 14]


def test_mask_keeps_a_full_stop_that_is_the_sentence_s_too():
    assert mask("by Acme Corp. He left.", [(3, 13, "X")])[0] == "by X. He left."
    assert mask("by Acme Corp. in May", [(3, 13, "X")])[0] == "by X in May"
