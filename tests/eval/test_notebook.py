from __future__ import annotations

import nbformat
import pytest

from eval import notebook
from eval.provenance import ROOT
from memkit.errors import InputError

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def make(path, *sources, tags=("parameters",)):
    """A notebook whose first cell carries `tags`."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    cells[0].metadata["tags"] = list(tags)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


def test_parameters_are_the_literals_of_the_tagged_cell(tmp_path):
    path = make(tmp_path / "n.ipynb", '# what\nnames = [\n    "a",\n    "b",\n]\nshare = 0.99  # of pairs\nrule = None')
    assert notebook.parameters(path) == {"names": ["a", "b"], "share": 0.99, "rule": None}


@pytest.mark.parametrize("source", ["import os", "x = open('f')", "x, y = 1, 2", "x.y = 1"])
def test_only_literals_are_parameters(tmp_path, source):
    with pytest.raises(InputError, match="only `name = literal`"):
        notebook.parameters(make(tmp_path / "n.ipynb", source))


def test_a_notebook_without_the_cell_or_none_at_all_is_refused(tmp_path):
    with pytest.raises(InputError, match="0 cells are tagged"):
        notebook.parameters(make(tmp_path / "n.ipynb", "x = 1", tags=()))
    with pytest.raises(InputError, match="no such notebook"):
        notebook.parameters(tmp_path / "missing.ipynb")
    (tmp_path / "text.ipynb").write_text("not JSON")
    with pytest.raises(InputError, match="not a Jupyter notebook"):
        notebook.parameters(tmp_path / "text.ipynb")


def test_unknown_names_and_wrong_types_are_named_together(tmp_path):
    path = make(tmp_path / "n.ipynb", "share = 0.99\nseed = 0\nrule = 'seed'\nanything = None")
    notebook.check_parameters(path, {"share": 1, "seed": 3, "rule": "memkit", "anything": [1]})
    with pytest.raises(InputError) as caught:
        notebook.check_parameters(path, {"shar": 0.5, "seed": "3", "share": True})
    message = str(caught.value)
    assert "no parameter 'shar' (it takes share, seed, rule, anything)" in message
    assert "seed is '3', int is needed" in message
    assert "share is True, float is needed" in message


def test_a_run_injects_its_parameters_and_writes_the_same_bytes_twice(tmp_path):
    path = make(
        tmp_path / "n.ipynb",
        "x = 1",
        "import sys\nprint('x is', x)\nprint('noise', file=sys.stderr)\nimport eval, memkit",
    )
    for name in ("one.ipynb", "two.ipynb"):
        notebook.run(path, tmp_path / name, {"x": 5})
    assert (tmp_path / "one.ipynb").read_bytes() == (tmp_path / "two.ipynb").read_bytes()
    outputs = [output for cell in notebook.load(tmp_path / "one.ipynb").cells for output in cell.outputs]
    assert [output.text for output in outputs] == ["x is 5\n"]
    assert str(tmp_path) not in (tmp_path / "one.ipynb").read_text()


def test_a_failing_cell_names_itself_and_leaves_the_old_file(tmp_path):
    path = make(tmp_path / "n.ipynb", "x = 1", "1 / (x - 1)")
    (tmp_path / "done.ipynb").write_text("old")
    with pytest.raises(notebook.NotebookFailed, match="cell 2: ZeroDivisionError: division by zero"):
        notebook.run(path, tmp_path / "done.ipynb")
    assert (tmp_path / "done.ipynb").read_text() == "old"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_notebooks_are_parameterised_and_plain(path):
    """Each begins with the question it answers, has its parameters, and was saved without times or a kernel of its
    own."""
    committed = notebook.load(path)
    assert notebook.parameters(path)
    assert committed.cells[0].cell_type == "markdown" and "?" in committed.cells[0].source
    assert committed.metadata["kernelspec"]["name"] == "python3"
    assert all(not set(cell.metadata) - {"tags"} for cell in committed.cells)
    code = [cell for cell in committed.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert all(output.output_type != "error" for cell in code for output in cell.outputs)
    # nbval compares standard error, and a committed notebook holds none of it: progress is printed
    assert not any("eval.cli" in cell.source or "stderr" in cell.source for cell in code)


def test_a_relative_output_folder_is_meant_from_the_project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert notebook.output_folder(tmp_path / "deep" / "folder").is_dir()
    assert notebook.output_folder("notebooks") == ROOT / "notebooks"
