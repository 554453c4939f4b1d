"""A folder of pages in memory: what it brings, what a second look changes, and what it takes along when it goes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from contents import contents as all_contents
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from marked import MarkedExtractor

from memkit import InputError, Memory, Settings
from memkit.extract import load_ontology

ONTOLOGY = """
entity_types:
  Engine: {parent: Object, words: [engine]}
  Hall: {parent: Location, words: [hall]}
  Keeper: {parent: Person, words: [keeper]}
relation_types:
  KEPT_BY: {from: [Engine, Hall], to: [Keeper], phrases: [is kept by, keeper], inverse_phrases: [keeps]}
  STANDS_IN: {from: [Engine], to: [Hall], phrases: [stands in], inverse_phrases: [holds]}
entities:
  - {name: North Hall, type: Hall, aliases: [the North]}
attributes:
  Engine: [year]
"""
WHALE = "---\ntype: engine\nyear: 1874\nkeeper: Ada Lind\n---\n# Iron Whale\n\nStands in: North Hall\n"
OWL = "---\ntype: engine\nkeeper: Ada Lind\n---\n# Brass Owl\n\n## Stands in\n\n- South Hall\n"


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@pytest.fixture
def wiki(tmp_path) -> Path:
    return write(tmp_path / "wiki", {"ontology.yaml": ONTOLOGY, "docs/whale.md": WHALE, "docs/birds/owl.md": OWL})


def contents(memory: Memory) -> dict:
    """All records without the time of day, and without what a mention was first taken for."""
    return all_contents(memory, action="", score=0.0, reason="")


def facts(memory: Memory) -> set[tuple[str, str, str]]:
    return {(f.source, f.type, f.target) for f in memory.relations()}


def test_a_wiki_comes_in_and_a_second_run_changes_nothing(open_memory, wiki):
    memory = open_memory()
    report = memory.ingest_folder(wiki)
    assert (report.documents, report.relations, report.attributes, report.removed) == (2, 4, 1, 0)
    assert report.encoded > 0 and report.rows_changed > 0 and not report.failed and not report.problems
    assert set(report.seconds) == {"read", "extract", "encode", "write"}
    assert facts(memory) == {
        ("Iron Whale", "KEPT_BY", "Ada Lind"),
        ("Iron Whale", "STANDS_IN", "North Hall"),
        ("Brass Owl", "KEPT_BY", "Ada Lind"),
        ("Brass Owl", "STANDS_IN", "South Hall"),
    }
    assert {e.name: e.type for e in memory.entities()} == {
        "Ada Lind": "Keeper",
        "Iron Whale": "Engine",
        "Brass Owl": "Engine",
        "North Hall": "Hall",
        "South Hall": "Hall",
    }
    assert {p.source for p in memory.store.find("Passage")} == {"whale.md", "birds/owl.md"}
    before = contents(memory)
    again = memory.ingest_folder(wiki)
    assert (again.rows_changed, again.encoded, again.relations) == (0, 0, 0)
    assert (again.documents, again.passages) == (report.documents, report.passages)
    assert contents(memory) == before
    assert memory.ingest_folder(wiki / "docs").rows_changed == 0  # the same pages, and the same ontology


def test_each_statement_is_cited_from_the_passage_that_makes_it(open_memory, tmp_path):
    filler = "Nothing happens in this sentence at all. " * 40
    rows = "\n".join(f"| Hall {n} | 18{n:02} |" for n in range(60))
    page = f"---\ntype: engine\nkeeper: Ada Lind\n---\n# Iron Whale\n\n{filler}\n\n## More\n\n{filler}\n\n"
    page += f"## Stands in\n\n| Hall | Since |\n|---|---|\n{rows}\n"
    memory = open_memory(settings=Settings(embedder="hash", cache_dir="", passage_chars=400))
    memory.ingest_folder(
        write(tmp_path / "w", {"ontology.yaml": ONTOLOGY, "docs/whale.md": page}),
    )
    passages = memory.store.get("Passage", [p.id for p in memory.store.find("Passage")])
    edges = memory.store.find("RELATED_TO")
    assert len(edges) == 61 and len(passages) > 10
    for edge in edges:
        assert edge.sentence in passages[edge.passage_id].text
    for mention in memory.store.find("MENTIONS"):
        assert passages[mention.source_id].text[mention.start : mention.end] == mention.surface
    for attribute in memory.store.find("DESCRIBES"):
        assert attribute.sentence in passages[attribute.source_id].text


def test_a_changed_page_changes_only_what_it_stated(open_memory, wiki):
    memory = open_memory()
    memory.ingest_folder(wiki)
    ids = {e.name: e.id for e in memory.entities()}
    verdict = memory.reject(ids["Iron Whale"], ids["Brass Owl"])
    owl = [p for p in memory.store.find("Passage") if p.source == "birds/owl.md"]
    stated = memory.store.expand([p.id for p in owl], ["MENTIONS"])
    write(wiki, {"docs/whale.md": WHALE.replace("Ada Lind", "Bo Ek").replace("year: 1874\n", "")})
    report = memory.ingest_folder(wiki)
    assert (report.relations, report.attributes, report.removed) == (2, 0, 0)
    assert facts(memory) == {
        ("Iron Whale", "KEPT_BY", "Bo Ek"),
        ("Iron Whale", "STANDS_IN", "North Hall"),
        ("Brass Owl", "KEPT_BY", "Ada Lind"),
        ("Brass Owl", "STANDS_IN", "South Hall"),
    }
    assert memory.store.find("DESCRIBES") == []
    assert memory.store.expand([p.id for p in owl], ["MENTIONS"]) == stated
    assert [j.id for j in memory.history(ids["Iron Whale"])] == [verdict.id]
    assert memory.ingest_folder(wiki).rows_changed == 0


def test_a_removed_page_takes_what_nothing_else_states(open_memory, wiki, tmp_path):
    memory, fresh = open_memory(), open_memory("fresh")
    memory.ingest_folder(wiki)
    (wiki / "docs/birds/owl.md").unlink()
    assert memory.ingest_folder(wiki).removed == 1
    fresh.ingest_folder(wiki)
    assert contents(memory) == contents(fresh)
    assert memory.ingest_folder(wiki).rows_changed == 0


def test_a_page_that_cannot_be_read_any_more_keeps_what_it_stated(open_memory, wiki):
    memory = open_memory()
    memory.ingest_folder(wiki)
    before = contents(memory)
    write(wiki, {"docs/whale.md": b"%PDF-1.4"})
    report = memory.ingest_folder(wiki)
    assert (report.removed, report.rows_changed, [row["file"] for row in report.failed]) == (0, 0, ["whale.md"])
    assert contents(memory) == before


def test_two_folders_never_touch_each_others_pages(open_memory, wiki, tmp_path):
    memory = open_memory()
    memory.ingest_folder(wiki)
    other = write(tmp_path / "other", {"whale.md": "# Other whale\n", "extra.md": "# Extra\n"})
    report = memory.ingest_folder(other)
    assert (report.documents, report.removed) == (2, 0)
    assert memory.stats().documents == 4
    assert memory.ingest_folder(wiki).rows_changed == memory.ingest_folder(other).rows_changed == 0
    (other / "extra.md").unlink()
    assert memory.ingest_folder(other).removed == 1
    assert memory.stats().documents == 3
    assert memory.ingest_folder(wiki).rows_changed == 0


def test_a_tag_marks_the_pages_and_forgets_them(open_memory, wiki):
    memory = open_memory()
    memory.ingest_folder(wiki, tag="museum")
    memory.ingest("[Cy|Person] -KNOWS> [Dee|Person]")
    assert memory.forget(tag="museum").passages == 2
    assert [e.name for e in memory.entities()] == ["Cy", "Dee"]
    assert memory.stats().documents == 0 and not memory.store.find("DESCRIBES")


def test_the_ontology_is_kept_with_the_store(open_memory, wiki):
    memory = open_memory()
    assert memory.ontology.relation_types == {}
    memory.ingest_folder(wiki)
    later = open_memory()
    assert later.ontology == memory.ontology == load_ontology(wiki / "ontology.yaml")
    assert later.rule.types.root("Keeper") == "person"
    other = wiki / "other.yaml"
    other.write_text("entity_types: {Boat: {parent: Object}}")
    given = open_memory(settings=Settings(embedder="hash", cache_dir="", ontology=str(other)))
    assert list(given.ontology.entity_types) == ["Boat"]
    assert open_memory("b").ontology.entity_types == {}


def test_another_ontology_reads_every_page_anew(open_memory, wiki):
    memory = open_memory()
    memory.ingest_folder(wiki)
    write(wiki, {"ontology.yaml": ONTOLOGY.replace("KEPT_BY", "TENDED_BY")})
    memory.ingest_folder(wiki)
    assert {f.type for f in memory.relations()} == {"TENDED_BY", "STANDS_IN"}
    assert memory.ingest_folder(wiki).rows_changed == 0
    without = memory.ingest_folder(wiki, ontology=load_ontology(wiki / "ontology.yaml"))
    assert without.rows_changed == 0


def test_the_date_of_a_page_is_its_passages(open_memory, tmp_path):
    memory = open_memory()
    memory.ingest_folder(
        write(tmp_path, {"a.md": "---\nupdated: 2024-05-01\n---\n# A\n\n## B\n\nText.\n", "b.md": "b"})
    )
    assert sorted((p.source, p.at) for p in memory.store.find("Passage")) == [("a.md", "2024-05-01"), ("b.md", "")]


def test_bad_pages_are_counted_and_the_others_come_in(open_memory, tmp_path):
    folder = write(
        tmp_path / "mixed",
        {
            "good.md": "# Good\n\n[Acme|Organization] -OWNS> [Anvil|Object]\n",
            "pdf.md": b"%PDF-1.7\n\xe2\xe3",
            "binary.md": b"\x00\x01\x02",
            "latin.md": "caf\xe9".encode("latin-1"),
            "empty.md": " \n",
            "broken.md": "---\na: [1\n---\n# Broken\n",
            "header.md": "---\ntitle: Only a header\n---\n",
            "picture.png": b"\x89PNG",
            "twin-1.md": "# Twin\n",
            "twin-2.md": "# Twin\n",
            "link.md": "# Link\n\n[nowhere](nobody.md) and [here](link.md)\n",
            '"] DETACH DELETE.md': '# "] DETACH DELETE\n\nKeeper: `"] MATCH (n) DETACH DELETE n //`\n',
            ".hidden/secret.md": "# Secret\n",
        },
    )
    with open(folder / "huge.md", "wb") as file:
        file.truncate(50_000_000)
    os.symlink(folder, folder / "loop")
    os.symlink("self.md", folder / "self.md")
    (tmp_path / "outside.md").write_text("# Password\n\nsesame\n")
    os.symlink(tmp_path / "outside.md", folder / "leads-out.md")  # a wiki of somebody else's must not read this disk
    os.symlink("twin-1.md", folder / "within.md")
    memory = open_memory()
    report = memory.ingest_folder(folder)
    assert [row["file"] for row in report.failed] == [
        "binary.md", "empty.md", "huge.md", "latin.md", "leads-out.md", "pdf.md", "self.md"
    ]  # fmt: skip
    assert all(row["error"] for row in report.failed)
    assert [row["file"] for row in report.problems] == ["broken.md"]
    assert report.documents == memory.stats().documents == 8
    assert ("Acme", "OWNS", "Anvil") in facts(memory)
    assert '"] DETACH DELETE' in {e.name for e in memory.entities()}
    assert memory.ingest_folder(folder).rows_changed == 0


@pytest.mark.parametrize(
    ("path", "said"),
    [("nowhere", "does not exist"), ("file.md", "is no folder"), ("empty", "no page"), (5, "path of a folder")],
)
def test_a_folder_without_pages_is_an_error_and_nothing_goes(open_memory, tmp_path, path, said):
    write(tmp_path, {"file.md": "# x"})
    (tmp_path / "empty").mkdir()
    memory = open_memory()
    with pytest.raises(InputError, match=said):
        memory.ingest_folder(tmp_path / path if isinstance(path, str) else path)
    assert memory.store.revision() == 0


@pytest.mark.parametrize("ontology", ["missing.yaml", 7, "broken.yaml"])
def test_an_ontology_that_cannot_be_read_is_an_error(open_memory, wiki, ontology):
    write(wiki, {"broken.yaml": "entity_types: {engine: {parent: Nothing}}"})
    memory = open_memory()
    with pytest.raises(InputError, match="ontology"):
        memory.ingest_folder(wiki, ontology=wiki / ontology if isinstance(ontology, str) else ontology)
    assert memory.store.revision() == 0


class Failing(MarkedExtractor):
    """Cannot read a text with the word "poison"."""

    def extract_many(self, texts):
        texts = list(texts)
        if any("poison" in text for text in texts):
            raise RuntimeError("indigestible")
        return super().extract_many(texts)


def test_a_page_that_the_extractor_fails_on_leaves_the_others_in_peace(open_memory, tmp_path):
    folder = write(tmp_path, {"a.md": "# A\n", "b.md": "# B\n\npoison\n", "c.md": "# C\n"})
    memory = open_memory(extractor=Failing())
    report = memory.ingest_folder(folder)
    assert [(row["file"], "indigestible" in row["error"]) for row in report.failed] == [("b.md", True)]
    assert report.documents == memory.stats().documents == 2


def test_people_are_one_by_their_address_and_apart_without(open_memory, tmp_path):
    def page(keeper: str, title: str) -> str:
        return f"Type: engine\nTitle: {title}\nKeeper: {keeper}\n\nText.\n"

    folder = write(
        tmp_path / "w",
        {
            "ontology.yaml": ONTOLOGY,
            "docs/a.txt": page("Ada Lind <ada@x.org>", "Crane"),
            "docs/b.txt": page("Adele Holm <ada@x.org>", "Bell"),
            "docs/c.txt": page("Ada Lind", "Dial"),
            "docs/d.txt": page("Bo Ek <bo@x.org>", "Lamp"),
        },
    )
    memory = open_memory()
    memory.ingest_folder(folder)
    assert {e.name: set(e.aliases) for e in memory.entities(type="Keeper")} == {
        "Ada Lind": {"Adele Holm", "ada@x.org"},
        "Bo Ek": {"bo@x.org"},
    }
    (folder / "docs/a.txt").unlink()
    (folder / "docs/b.txt").unlink()
    memory.ingest_folder(folder)
    assert {e.name: e.aliases for e in memory.entities(type="Keeper")} == {"Ada Lind": (), "Bo Ek": ("bo@x.org",)}


PAGE = st.lists(
    st.sampled_from(
        [
            "Keeper: Ada Lind",
            "Keeper: Bo Ek <bo@x.org>",
            "Keeper: Bob Ek <bo@x.org>",
            "Stands in: North Hall",
            "Stands in: the North",
            "Year: 1874",
            "## Part\n\n[Acme|Organization] -OWNS> [Anvil|Object]",
            "[Acme Inc.|Organization]",
        ]
    ),
    max_size=4,
).map(lambda lines: "---\ntype: engine\n---\n# Engine\n\n" + "\n\n".join(lines))
FOLDER = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), PAGE, min_size=1)


@given(st.lists(FOLDER, min_size=2, max_size=4))
@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_memory_follows_the_folder(tmp_path_factory, folders):
    """Whatever came before, memory states what the folder states now, and nothing is left of what it stated."""
    root = tmp_path_factory.mktemp("folder")
    options = {"settings": Settings(embedder="hash", cache_dir=""), "extractor": MarkedExtractor()}
    write(root, {"ontology.yaml": ONTOLOGY})
    with Memory(":memory:", **options) as memory, Memory(":memory:", **options) as fresh:
        for files in folders:
            for old in (root / "docs").glob("*.md"):
                old.unlink()
            write(root / "docs", files)
            memory.ingest_folder(root)
        fresh.ingest_folder(root)
        assert memory.ingest_folder(root).rows_changed == 0
        left, right = contents(memory), contents(fresh)
        for label in ("Document", "Passage", "RELATED_TO", "DESCRIBES", "MENTIONS", "LINK"):
            assert left[label] == right[label]
        assert {e.id for e in left["Entity"]} == {e.id for e in right["Entity"]}
        heads = {e.id for e in left["Entity"]}
        assert all(e.canonical_id in heads for e in left["Entity"])


def test_the_name_of_another_page_is_found_whole(open_memory, tmp_path):
    files = {
        "ontology.yaml": ONTOLOGY,
        "docs/hall.md": "---\ntype: hall\n---\n# Bells and Clocks\n",
        "docs/owl.md": "---\ntype: engine\n---\n# Brass Owl\n\nStands in: Bells and Clocks\n",
    }
    memory = open_memory()
    memory.ingest_folder(write(tmp_path, files))
    assert facts(memory) == {("Brass Owl", "STANDS_IN", "Bells and Clocks")}
