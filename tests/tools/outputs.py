"""What the documents show of the program: `python tests/tools outputs` writes it anew.

A ```text block that begins with `$ numberdrop ...` shows commands, each with what it prints on
stdout. They run in a folder that has docs/ and puzzles/ in it, those of one document one after the
other, so that one may read what another wrote. `| head -N` after a command keeps its first lines,
and `> FILE` writes all of them to a file.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from numberdrop.cli import main as run_program
from places import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_COMMAND = re.compile(r"^\$ numberdrop (.*?)(?: \| head -(\d+)| > (\S+))?$", re.MULTILINE)
_TIME = re.compile(r"\d[\d.,]*(?= m?s\b)")


def shown(document: Path) -> list[str]:
    """The blocks of a document that show commands and their outputs."""
    blocks = BLOCK.findall(document.read_text("utf-8"))
    return [text for info, text in blocks if info == "text" and text.startswith("$ ")]


def without_times(text: str) -> str:
    """The text with every time in seconds or milliseconds left open."""
    return _TIME.sub("?", text)


def as_printed(texts: list[str]) -> list[str]:
    """Blocks of one document as they should stand."""
    with _folder():
        return ["\n".join(_printed(*found.groups()) for found in _commands(text)) for text in texts]


def _commands(text: str) -> Iterator[re.Match[str]]:
    for line in re.findall(r"^\$ .*$", text, re.MULTILINE):
        found = _COMMAND.fullmatch(line)
        if not found:
            raise ValueError(f"expected `$ numberdrop ...`, got {line}")
        yield found


def _printed(words: str, most: str | None, kept: str | None) -> str:
    """A command, and the first lines that it prints; none if they are kept in a file."""
    written = io.BytesIO()
    stdout = io.TextIOWrapper(written, encoding="utf-8")
    with redirect_stdout(stdout), redirect_stderr(io.StringIO()):
        run_program(shlex.split(words))
    stdout.flush()
    if kept:
        Path(kept).write_bytes(written.getvalue())
        return f"$ numberdrop {words} > {kept}\n"
    lines = written.getvalue().decode().splitlines()
    head = f" | head -{most}" if most else ""
    return "\n".join([f"$ numberdrop {words}{head}", *lines[: int(most or len(lines))], ""])


@contextmanager
def _folder() -> Iterator[None]:
    """A folder to run commands in, with a terminal of eighty columns and no results of players."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "puzzles"):
            Path(folder, name).symlink_to(ROOT / name)
        data = str(Path(folder, "data"))
        rooms = {"NUMBERDROP_DATA": data, "NUMBERDROP_CACHE": data}
        with mock.patch.dict(os.environ, COLUMNS="80", **rooms), chdir(folder):
            yield


def main() -> None:
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        before = shown(document)
        for old, new in zip(before, as_printed(before), strict=True):
            if without_times(old) != without_times(new):
                text = text.replace(f"```text\n{old}```", f"```text\n{new}```", 1)
        document.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
