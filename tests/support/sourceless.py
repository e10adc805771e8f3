"""Archives of compiled modules without their sources, which a browser loads faster."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Mapping
from importlib import _bootstrap_external
from importlib.util import source_hash
from typing import Any

#: The dates of the files in archives, so that equal files give equal archives.
_DATE = (1980, 1, 1, 0, 0, 0)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive of files by their path. Equal files give equal archives."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as opened:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(name, _DATE)
            opened.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def bytecode(source: bytes, name: str) -> bytes:
    """Return the .pyc file of a module, for the release of this Python.

    Functions lose their docstrings. Classes keep theirs: a dataclass without one makes one when it
    is imported, which takes long.
    """
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node)]
    code = compile(tree, name, "exec", dont_inherit=True)
    external: Any = _bootstrap_external
    # Marked as never to be compared with a source.
    return bytes(external._code_to_hash_pyc(code, source_hash(source), False))
