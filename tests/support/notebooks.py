"""Execution of notebooks without a notebook program: runs the cells in order, with their output.

A cell shows its printed output and the value of its last line, as a notebook would: its HTML, its
SVG, or else its repr.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from numberdrop.errors import shown
from places import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def read(path: Path = NOTEBOOK) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return notebook


def written(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with fresh outputs."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _outputs("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body else None
    value = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        if last is not None and not isinstance(last, ast.Expr):
            body.append(last)
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        outputs.append(
            {
                "data": _data(value),
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _data(value: Any) -> dict[str, list[str]]:
    data = {}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if hasattr(value, method):
            data[kind] = getattr(value, method)().splitlines(keepends=True)
            break
    data["text/plain"] = [f"<{type(value).__name__}>" if data else shown(value)]
    return data
