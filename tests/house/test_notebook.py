"""The notebook of the documents runs, and shows what it is kept with."""

from __future__ import annotations

from notebooks import NOTEBOOK, read, run, written


def test_the_notebook_shows_what_its_cells_show() -> None:
    """If this fails after a change that is meant, `python tests/tools notebook` runs it anew."""
    kept = read()
    assert written(run(kept)) == NOTEBOOK.read_text("utf-8")


def test_the_notebook_is_one() -> None:
    notebook = read()
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in notebook["cells"]]
    assert len({*names}) == len(names)
    assert {cell["cell_type"] for cell in notebook["cells"]} == {"markdown", "code"}
