"""Drafts from a folder of Markdown: what is asked and answered, that it is a wiki, and that nothing is overwritten."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.cli import main
from eval.commands.draft import show
from eval.datasets.wiki import LabelledRelation, load_wiki
from eval.draft.definition import definitions
from eval.draft.folder import draft_wiki
from eval.draft.ontology import PhraseFinder, Thing
from eval.draft.questions import Drafter
from eval.draft.wording import Wordings
from memkit.errors import InputError
from memkit.extract import Ontology
from memkit.extract.english import Lexicon, load_pipeline
from memkit.extract.ontology import ontology_from_dict
from memkit.model import Relation
from memkit.pages.page import read_page

ONTOLOGY = """
entity_types:
  Baker: {parent: Person, words: [baker]}
  Oven: {parent: Object, words: [oven]}
  Room: {parent: Location, words: [room]}
  Hall: {parent: Location, words: [hall]}
relation_types:
  RUNS: {from: [Baker], to: [Oven], phrases: [runs], inverse_phrases: [is run by]}
  STANDS_IN: {from: [Oven], to: [Room], phrases: [stands in], inverse_phrases: [houses]}
  PART_OF: {from: [Room], to: [Hall], phrases: [belongs to], inverse_phrases: [contains]}
entities:
  - {name: Mara Lind, type: Baker}
  - {name: Tess Holm, type: Baker}
  - {name: Ole Dahl, type: Baker}
  - {name: Old Bess, type: Oven}
  - {name: Long Room, type: Room}
  - {name: Tower Hall, type: Hall}
"""
PAGES = {
    "bess.md": "# Old Bess\n\nOld Bess is the oven by the door. Old Bess stands in Long Room.\n",
    "mara.md": "# Mara Lind\n\nMara Lind is a baker from the north. Mara Lind runs Old Bess.\n",
    "tess.md": "# Tess Holm\n\nTess Holm runs Old Bess.\n",
    "ole.md": "# Ole Dahl\n\nOle Dahl sings at dawn.\n",
    "room.md": "# Long Room\n\nLong Room belongs to Tower Hall.\n",
}
#: By hand: (question, answer, pages) of each question, by category.
EXPECTED = {
    "definitional": {
        ("What is Old Bess?", ("the oven by the door",), ("bess.md",)),
        ("Who is Mara Lind?", ("a baker from the north",), ("mara.md",)),
        ("What does Ole Dahl do?", ("sings at dawn",), ("ole.md",)),
    },
    "2-hop": {
        ("What is the room that houses the oven that is run by Mara Lind?", ("Long Room",), ("bess.md", "mara.md")),
        ("What is the room that houses the oven that is run by Tess Holm?", ("Long Room",), ("bess.md", "tess.md")),
        ("What is the hall that contains the room that houses Old Bess?", ("Tower Hall",), ("bess.md", "room.md")),
        (
            "Name every baker who runs the oven that stands in Long Room.",
            ("Mara Lind", "Tess Holm"),
            ("bess.md", "mara.md", "tess.md"),
        ),
        ("What is the oven that stands in the room that belongs to Tower Hall?", ("Old Bess",), ("bess.md", "room.md")),
    },
    "3-hop": {
        (
            "What is the hall that contains the room that houses the oven that is run by Mara Lind?",
            ("Tower Hall",),
            ("bess.md", "mara.md", "room.md"),
        ),
        (
            "What is the hall that contains the room that houses the oven that is run by Tess Holm?",
            ("Tower Hall",),
            ("bess.md", "room.md", "tess.md"),
        ),
        (
            "Name every baker who runs the oven that stands in the room that belongs to Tower Hall.",
            ("Mara Lind", "Tess Holm"),
            ("bess.md", "mara.md", "room.md", "tess.md"),
        ),
    },
    "aggregation": {("Count every baker who runs Old Bess.", ("2",), ("mara.md", "tess.md"))},
    "refusal": {("What is the oven that is run by Ole Dahl?", (), ())},
}


def write(folder, pages, ontology=None):
    folder.mkdir(parents=True)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    if ontology:
        (folder / "ontology.yaml").write_text(ontology, encoding="utf-8")
    return folder


def draft(data, out=None, seed=0):
    return draft_wiki(data, out, embedder="hash", seed=seed, most=20)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def bakery(tmp_path_factory):
    """(the folder of pages, what was drafted)."""
    folder = write(tmp_path_factory.mktemp("with ontology") / "bakery", PAGES, ONTOLOGY)
    (folder / "bad.md").write_bytes(b"# Caf\xe9\n")
    return folder, draft(folder)


def test_every_category_has_the_questions_and_answers_derived_by_hand(bakery):
    wiki = load_wiki(bakery[1].out)
    assert (wiki.problems, dict(wiki.skipped)) == ((), {})
    for category, expected in EXPECTED.items():
        assert {(q.question, q.answer, q.passages) for q in wiki.questions if q.category == category} == expected
    assert bakery[1].questions == {category: len(of) for category, of in EXPECTED.items()}


def test_relations_are_what_the_pages_state_and_a_page_is_of_one_part(bakery):
    wiki = load_wiki(bakery[1].out)
    assert {(r.source, r.type, r.target, r.doc) for r in wiki.relations} == {
        ("Mara Lind", "RUNS", "Old Bess", "mara.md"),
        ("Tess Holm", "RUNS", "Old Bess", "tess.md"),
        ("Old Bess", "STANDS_IN", "Long Room", "bess.md"),
        ("Long Room", "PART_OF", "Tower Hall", "room.md"),
    }
    assert {r.split for r in wiki.relations} == {"dev", "report"}
    part = {r.doc: r.split for r in wiki.relations}
    assert all(q.split == part[q.passages[0]] for q in wiki.questions if q.category in ("2-hop", "3-hop"))


def test_every_line_is_marked_and_the_given_ontology_is_kept(bakery):
    folder, drafted = bakery
    assert all(r["draft"] is True for name in ("questions", "relations") for r in lines(drafted.out / f"{name}.jsonl"))
    assert (drafted.out / "ontology.yaml").read_text(encoding="utf-8") == ONTOLOGY
    assert drafted.out == folder.parent / "bakery-draft" and drafted.ontology == "given"


def test_a_page_that_cannot_be_read_is_counted_and_stays_out(bakery):
    assert [page["file"] for page in bakery[1].left_out] == ["bad.md"]
    assert bakery[1].documents == 5 == len(load_wiki(bakery[1].out).docs)


def test_the_same_seed_gives_the_same_bytes_and_nothing_is_overwritten(bakery, tmp_path):
    folder, drafted = bakery
    again = draft(folder, tmp_path / "again").out
    for name in ("questions.jsonl", "relations.jsonl"):
        assert (again / name).read_bytes() == (drafted.out / name).read_bytes()
    before = (drafted.out / "questions.jsonl").read_bytes()
    with pytest.raises(InputError, match=r"docs, ontology\.yaml, questions\.jsonl.*--out"):
        draft(folder)
    assert (drafted.out / "questions.jsonl").read_bytes() == before


def test_the_wiki_command_grades_the_draft(bakery, tmp_path):
    result = tmp_path / "result.json"
    command = ["wiki", "--data", str(bakery[1].out), "--split", "all", "--embedder", "hash", "--json", str(result)]
    assert main(command) == 0
    graded = json.loads(result.read_text())
    assert graded["n"] == sum(map(len, EXPECTED.values())) and graded["extraction"]["f1"] == 1.0


def test_pages_in_docs_stay_where_they_are_and_an_ontology_is_drafted(tmp_path):
    folder = write(tmp_path / "wiki", {f"docs/{name}": text for name, text in PAGES.items()})
    drafted = draft(folder)
    assert drafted.out == folder and drafted.ontology == "drafted"
    wiki = load_wiki(folder)
    assert wiki.problems == () and wiki.docs == tuple(sorted(PAGES))
    assert ("Mara Lind", "RUNS", "Old Bess", "mara.md") in {(r.source, r.type, r.target, r.doc) for r in wiki.relations}
    assert wiki.ontology.relation_types["RUNS"].phrases == ("runs",)
    assert wiki.ontology.type_of("Old Bess") == "Oven" and wiki.ontology.type_of_word["oven"] == "Oven"
    assert (folder / "ontology.yaml").read_text(encoding="utf-8").startswith("# A draft")


def test_docs_that_are_not_a_wikis_are_copied(tmp_path):
    pages = {"docs/a.md": "# Old Bess\n\nOld Bess is an oven.\n", "docs/deep/b.md": "# Tom\n\nTom is a cat.\n"}
    folder = write(tmp_path / "wiki", {**pages, "docs/deep-b.md": "# Lea\n\nLea is a cow.\n"})
    drafted = draft(folder)
    assert drafted.out == tmp_path / "wiki-draft" and not (folder / "questions.jsonl").exists()
    wiki = load_wiki(drafted.out)
    assert wiki.docs == ("a.md", "deep-b-2.md", "deep-b.md") and wiki.problems == ()
    assert {(q.answer, q.passages) for q in wiki.questions if q.category == "definitional"} == {
        (("an oven",), ("a.md",)), (("a cow",), ("deep-b.md",)), (("a cat",), ("deep-b-2.md",))
    }  # fmt: skip


def test_names_that_yaml_and_json_could_mistake_come_back_as_they_are(tmp_path):
    names = ["O'Brien's \"Old\" Mill", "null", "Yes", "1990: a {year} # of floods"]
    pages = {f"deep/{n}.md": f"# {name}\n\n{name} is a place to see.\n" for n, name in enumerate(names)}
    wiki = load_wiki(draft(write(tmp_path / "odd", pages)).out)
    assert wiki.problems == () and wiki.docs == tuple(f"deep-{n}.md" for n in range(4))
    asked = {q.question for q in wiki.questions if q.category == "definitional"}
    assert asked == {f"What is {name}?" for name in names}
    content = yaml.safe_load((wiki.folder / "ontology.yaml").read_text(encoding="utf-8"))
    assert all(isinstance(entity["name"], str) for entity in content["entities"])


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        ({"a.csv": "a,b\n"}, "no page"),
        ({"a.txt": "words"}, "no page can be read.*no Markdown"),
        ({"a.md": " "}, "no page can be read"),
    ],
)
def test_a_folder_without_pages_is_an_error_and_writes_nothing(tmp_path, pages, message):
    folder = write(tmp_path / "none", pages)
    with pytest.raises(InputError, match=message):
        draft(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["none"]


def test_pages_that_say_nothing_that_could_be_asked_are_an_error(tmp_path):
    with pytest.raises(InputError, match=r"neither a relation nor a definition.*ontology\.yaml"):
        draft(write(tmp_path / "dull", {"a.md": "# Rain\n\nIt rained again.\n"}))
    assert not (tmp_path / "dull-draft").exists()


def test_the_command_says_what_to_do_next(tmp_path, bakery):
    drafted = bakery[1]
    result = {**vars(drafted), "out": tmp_path / "my wiki"}
    text = show(result)
    assert "13 questions: 3 definitional, 5 2-hop, 3 3-hop, 1 aggregation, 1 refusal" in text
    assert "favours memkit until it is checked" in text
    assert f"python -m eval wiki --data '{tmp_path / 'my wiki'}'" in text and "1 left out" in text


@pytest.mark.parametrize(
    ("type", "sentences", "phrases"),
    [
        ("RUNS", ["Mara runs Bess.", "Mara now runs the Bess.", "Mara runs Bess."], ("runs", "now runs")),
        ("RUNS", ["Mara and Tess runs Bess.", "She runs Bess."], ("runs",)),
        ("BERTHS_AT", ["Mara now berths at Bess."], ("berths at", "now berths at")),
        ("LOCATED_IN", [], ("is located in",)),
        ("GOES_TO", [], ("goes to",)),
        ("BAKER_FROM", ["Mara is a baker from Bess."], ("is a baker from",)),
    ],
)
def test_phrases_are_what_stood_between_the_ends(type, sentences, phrases):
    things = {"m": Thing("Mara", "Person", ("Mara",)), "b": Thing("Bess", "Object", ("Bess",))}
    edges = [
        Relation(str(n), source_id="m", target_id="b", type=type, passage_id="p", sentence=s, source="a.md")
        for n, s in enumerate(sentences)
    ]
    assert PhraseFinder().phrases(type, edges, things) == phrases


def test_the_command_writes_json_and_says_what_is_wrong(tmp_path, capsys):
    folder = write(tmp_path / "one", {"a.md": "# Old Bess\n\nOld Bess is an oven.\n"})
    command = ["draft", "--data", str(folder), "--embedder", "hash", "--json", "-"]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["questions"]["definitional"] == 1
    assert main(command) == 1 and "--out" in capsys.readouterr().err
    assert main(["draft", "--data", str(tmp_path / "nowhere")]) == 1


# -------------------------------------------------------------------------------------------------------- properties

NAMES = ("A'a", 'B "b"', "C {s}", "D: d", "E\\e", "Ünü", "G.g")
TYPES = {
    "R1": {"phrases": ["sees"], "inverse_phrases": ["is seen by"]},
    "R2": {"phrases": ["feeds {s}"]},
    "R3": {"phrases": ["owner"]},
    "R4": {},
    "R5": {"phrases": ["was the head of", "is the best"]},
}
SMALL = ontology_from_dict({"relation_types": TYPES})
ROWS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(sorted(TYPES)), st.sampled_from(NAMES), st.sampled_from("pqr")),
    max_size=14,
    unique=True,
)


@settings(max_examples=60, deadline=None)
@given(rows=ROWS, seed=st.integers(0, 3))
def test_every_answer_follows_from_the_drafted_relations(rows, seed):
    relations = [LabelledRelation(*row, "dev") for row in rows if row[0] != row[2]]
    types = {name: frozenset({"Object"}) for name in NAMES}
    drafts = Drafter(SMALL, relations, types, (), (), seed).draft(20)
    assert len({d.text.casefold() for d in drafts}) == len(drafts)
    for one in drafts:
        assert one.start in one.text
        reached, facts = {one.start}, []
        for step in one.steps:
            ends = [(r.source, r.target) if step.outward else (r.target, r.source) for r in relations]
            used = [
                (r, there) for r, (here, there) in zip(relations, ends, strict=True)
                if r.type == step.type and here in reached
            ]  # fmt: skip
            facts += [r for r, _ in used]
            reached = {there for _, there in used}
        wanted = {str(len(reached))} if one.category == "aggregation" else reached
        assert set(one.answer) == wanted
        stated = {(r.source, r.type, r.target) for r in facts}
        cited = {(r.source, r.type, r.target) for r in facts if r.doc in one.passages}
        assert stated == cited  # every fact of the way stands on a page that is cited


def test_wordings_by_hand():
    words = Wordings(SMALL)
    assert words.of("R1", True).phrases == ("the thing that is seen by {s}",)
    assert words.of("R1", False, "all").asks == ("Name every thing that sees {s}.",)
    assert words.of("R2", True).asks[0].format(s="X") == "What is the thing that X feeds {s}?"
    assert words.of("R3", True).phrases == ("the owner of {s}",)
    assert words.of("R5", False).phrases == ("the head of {s}", "the thing that is the best {s}")
    assert words.of("R4", True).phrases == ("the thing that has “r4” with {s}",)
    assert Wordings(Ontology()).noun(["Person", "Location"]) == "thing"


@pytest.mark.parametrize(
    ("text", "expected", "noun"),
    [
        ("Bess is the oven by the door.", ("Bess", "is", "the oven by the door"), "oven"),
        ("The **Bess** was a bread oven that leaked.", ("the Bess", "was", "a bread oven that leaked"), "oven"),
        ("It rains. Bess is one of three.", ("Bess", "is", "one of three"), ""),
        ("Bess is a kind of stove.", ("Bess", "is", "a kind of stove"), ""),
        ("Bess smokes a lot. Bess is an oven.", ("Bess", "", "smokes a lot"), ""),
        ("Burn it. Bessie is a cow. Bess is employed by Tom. Bess has a door.", None, ""),
    ],
)  # fmt: skip
def test_the_first_sentence_about_the_title_defines_it(text, expected, noun):
    lexicon = Lexicon(load_pipeline())
    found = next(definitions(read_page("a.md", f"# Bess\n\n{text}\n"), ["Bess"], lexicon), None)
    assert (found and (found.subject, found.verb, found.phrase)) == expected
    assert not found or found.noun(lexicon) == noun
