"""The notebook runs, and its stored outputs are current."""

from __future__ import annotations

from notebooks import NOTEBOOK, read, run, written


def test_the_notebook_shows_what_its_cells_show() -> None:
    """After an intended change, `python tests/tools notebook` updates the outputs."""
    kept = read()
    assert written(run(kept)) == NOTEBOOK.read_text("utf-8")


def test_the_notebook_is_one() -> None:
    notebook = read()
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in notebook["cells"]]
    assert len({*names}) == len(names)
    assert {cell["cell_type"] for cell in notebook["cells"]} == {"markdown", "code"}
