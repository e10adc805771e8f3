"""Write the outputs of commands into the documents: `python tests/tools outputs`.

A ```text block that begins with `$ numberdrop ...` shows commands, each with its standard output.
They run in a folder with docs/ and puzzles/ in it, those of one document in order, so that one may
read what another wrote. A ```text block with a file name after it, such as ```text sheet.txt,
writes that file there first, as a reader does who follows the document. `| head -N` and
`| tail -N` after a command keep its first or last lines, `> FILE` writes all of them to a file.

In docs/cli.md the table between `<!-- commands -->` and `<!-- /commands -->` is made from the help.
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
_COMMAND = re.compile(r"^\$ numberdrop (.*?)(?: \| (head|tail) -(\d+)| > (\S+))?$", re.MULTILINE)
_TIME = re.compile(r"\d[\d.,]*(?= m?s\b)")


def shown(document: Path) -> list[str]:
    """Return the blocks of a document that show commands and their outputs."""
    return [text for info, text in _blocks(document) if not info]


def _blocks(document: Path) -> Iterator[tuple[str, str]]:
    """Yield the blocks that show commands, and with its name each that is a file to write."""
    for info, text in BLOCK.findall(document.read_text("utf-8")):
        kind, _, name = info.partition(" ")
        if kind == "text" and (name or text.startswith("$ ")):
            yield name, text


def without_times(text: str) -> str:
    """Replace every time in seconds or milliseconds by `?`."""
    return _TIME.sub("?", text)


def as_printed(document: Path) -> list[str]:
    """Return the blocks of shown() with what the commands print now."""
    texts = []
    with _folder():
        for name, text in _blocks(document):
            if name:
                Path(name).write_text(text, "utf-8")
            else:
                texts.append("\n".join(_printed(*found.groups()) for found in _commands(text)))
    return texts


def _commands(text: str) -> Iterator[re.Match[str]]:
    for line in re.findall(r"^\$ .*$", text, re.MULTILINE):
        found = _COMMAND.fullmatch(line)
        if not found:
            raise ValueError(f"expected `$ numberdrop ...`, got {line}")
        yield found


def _printed(words: str, end: str | None, most: str | None, file: str | None) -> str:
    """Run a command and return it with its output, cut by head or tail; or write that to `file`."""
    written = io.BytesIO()
    stdout = io.TextIOWrapper(written, encoding="utf-8")
    with redirect_stdout(stdout), redirect_stderr(io.StringIO()):
        run_program(shlex.split(words))
    stdout.flush()
    if file:
        Path(file).write_bytes(written.getvalue())
        return f"$ numberdrop {words} > {file}\n"
    lines = written.getvalue().decode().splitlines()
    kept = lines[: int(most)] if end == "head" and most else lines[-int(most or len(lines)) :]
    cut = f" | {end} -{most}" if end else ""
    return "\n".join([f"$ numberdrop {words}{cut}", *kept, ""])


@contextmanager
def _folder() -> Iterator[None]:
    """Enter a folder to run commands in, with 80 columns and without stored results."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("docs", "puzzles"):
            Path(folder, name).symlink_to(ROOT / name)
        data = str(Path(folder, "data"))
        rooms = {"NUMBERDROP_DATA": data, "NUMBERDROP_CACHE": data}
        with mock.patch.dict(os.environ, COLUMNS="80", **rooms), chdir(folder):
            yield


def command_table() -> str:
    """Return the table of all commands of `numberdrop --help`, linked to their sections."""
    with _folder():
        shown_help = _printed("--help", None, None, None)
    rows = re.findall(r"^  ([a-z]+) {2,}(\S.*)$", shown_help.split("\nExit codes")[0], re.MULTILINE)
    return "\n".join(
        ["| command | what it does |", "|---|---|", *(f"| [`{a}`](#{a}) | {b} |" for a, b in rows)]
    )


def with_command_table(text: str) -> str:
    """Return the text of docs/cli.md with the current table of commands."""
    marks = re.compile(r"(?<=<!-- commands -->\n).*?(?=<!-- /commands -->)", re.DOTALL)
    return marks.sub(lambda _: f"{command_table()}\n", text)


def main() -> None:
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        before = shown(document)
        for old, new in zip(before, as_printed(document), strict=True):
            if without_times(old) != without_times(new):
                text = text.replace(f"```text\n{old}```", f"```text\n{new}```", 1)
        document.write_text(with_command_table(text), "utf-8")


if __name__ == "__main__":
    main()
