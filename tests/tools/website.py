"""Build the website of the documents: `python tests/tools website [--out DIR]`.

The default of DIR is build/site. The site contains the documents unchanged, and three more pages:
the command line from its help, the Python package from its docstrings, and the notebook. A warning
of Sphinx is an error.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import inspect
import io
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache, partial
from importlib import import_module
from inspect import isroutine
from pathlib import Path
from typing import Any

from notebooks import read
from numberdrop.cli import main as numberdrop
from places import ROOT
from written import commands

#: Pages outside docs/.
ABOUT = ["README", "CHANGELOG", "CONTRIBUTING", "solver/README", "puzzles/README", "docs/README"]
#: The packages with public names, each with a description.
ROOMS = {
    "numberdrop": "Rules and games",
    "numberdrop.record_types": "Types of records",
    "numberdrop.plan": "The planner",
    "numberdrop.multiplayer": "Two to six players",
    "numberdrop.bots": "Bots and matches",
    "numberdrop.puzzles": "Puzzles and results",
    "numberdrop.study": "Studies of many deals",
    "numberdrop.jobs": "Work on many cores and machines",
    "numberdrop.sessions": "Games being played",
    "numberdrop.tables": "Tables of several devices",
    "numberdrop.typed": "What people type",
    "numberdrop.consistency": "Positions that can't arise",
    "numberdrop.bga": "Games of Board Game Arena",
    "numberdrop.stages": "Turns in small steps",
    "numberdrop.view": "Drawings",
    "numberdrop.omba": "Omba, the second game",
    "numberdrop.gym": "Environments of Gymnasium",
    "numberdrop.pettingzoo": "Environments of several players",
    "numberdrop.openspiel": "The game of OpenSpiel",
}
_FIRST_SENTENCE = re.compile(r"(?:[^.:]|[.:](?! |$))*")
_SECTION = re.compile(r"^\*\*(.+)\*\*$|\]\(([a-z][^)#]+)\)", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\(([^)#: ]+)\)")


def help_of(words: list[str]) -> str:
    """Return the `--help` output of a command."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        numberdrop([*words, "--help"])
    return output.getvalue().strip("\n")


def help_page() -> str:
    """Return the page of the command line, from its help."""
    parts = ["# The command line, from its own help\n", f"```text\n{help_of([])}\n```\n"]
    for name, _ in sorted(commands(with_endless=True)):
        parts.append(f"## {name}\n\n```text\n{help_of(name.split())}\n```\n")
    return "\n".join(parts)


def reference_page() -> str:
    """Return the page of the Python package, from its docstrings."""
    parts = ["The Python package, from its docstrings", "=" * 39, "", *_overview()]
    for room, words in ROOMS.items():
        parts += [f".. _{room}:", "", words, "-" * len(words), ""]
        parts += [f".. py:currentmodule:: {room}", ""]
        for name, value in public_names()[room].items():
            parts += [f".. {_kind(value)}:: {room}.{name}", ""]
    return "\n".join(parts)


@cache
def public_names() -> dict[str, dict[str, Any]]:
    """Return the public names of each room with their values, each value at its first name."""
    found: dict[str, dict[str, Any]] = {}
    seen: set[int] = set()
    for room in ROOMS:
        module = import_module(room)
        values = {name: getattr(module, name) for name in module.__all__}
        found[room] = {name: value for name, value in values.items() if id(value) not in seen}
        seen |= {*map(id, values.values())}
    return found


def _overview() -> list[str]:
    """Return a table for each room: its public names, with the first sentence about each."""
    parts = []
    for room, words in ROOMS.items():
        parts += [f":ref:`{words} <{room}>`, ``{room}``", ""]
        for name, value in public_names()[room].items():
            said = inspect.getdoc(value) if _kind(value) != "py:data" else None
            sentence = _FIRST_SENTENCE.match(" ".join((said or "a constant").split()))
            assert sentence is not None
            text = re.sub(r"([*|_\\])", r"\\\1", sentence[0].replace("`", ""))
            parts.append(f"- :py:obj:`~{room}.{name}`: {text}")
        parts.append("")
    return parts


def _kind(value: object) -> str:
    """Return the directive for a value. A value without a docstring of its own is only named."""
    if isinstance(value, type):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    return "autofunction" if isroutine(value) else "py:data"


def notebook_page() -> str:
    """Return the notebook with its outputs as a page."""
    parts = []
    for cell in read()["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", []):
            parts.append(_output(output))
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, Any]) -> str:
    if "text" in output:
        return "```text\n{}\n```".format("".join(output["text"]).rstrip("\n"))
    data = output["data"]
    shown = "".join(data.get("text/html") or data["text/plain"])
    if picture := data.get("image/svg+xml"):
        encoded = base64.b64encode("".join(picture).encode()).decode()
        shown = f'<img alt="" style="max-width:100%" src="data:image/svg+xml;base64,{encoded}"/>'
    return f"```{{raw}} html\n{shown}\n```"


def index_page() -> str:
    """Return the front page: a description of the program, and tables of contents from the map of
    the documents."""
    text = (ROOT / "docs" / "README.md").read_text("utf-8")
    sections: dict[str, list[str]] = {}
    for title, page in _SECTION.findall(text):
        if title:
            sections[title] = []
        else:
            sections[[*sections][-1]].append(f"docs/{page.rpartition('.')[0]}")
    sections["Reference"] += ["docs/help", "docs/package"]
    sections["About"] = ABOUT
    readme = (ROOT / "README.md").read_text("utf-8").partition("\n## ")[0]
    return "\n\n".join([readme, *(_contents(*section) for section in sections.items())]) + "\n"


def _contents(title: str, pages: list[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```"])


def lay_out(folder: Path) -> None:
    """Write the pages of the site as input for Sphinx."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if name.startswith(("docs/site/", "src/", "tests/")) and not name.endswith(".json"):
            continue
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy, follow_symlinks=False)
    for page in folder.rglob("*.md"):
        text = page.read_text("utf-8").replace("notebook.ipynb)", "notebook.md)")
        page.write_text(_LINK.sub(partial(_link, page.parent), text), "utf-8")
    (folder / "index.md").write_text(index_page(), "utf-8")
    (folder / "docs" / "help.md").write_text(help_page(), "utf-8")
    (folder / "docs" / "package.rst").write_text(reference_page(), "utf-8")
    (folder / "docs" / "notebook.md").write_text(notebook_page(), "utf-8")


def _link(folder: Path, link: re.Match[str]) -> str:
    """Return a link for the site, where folders have no page."""
    return link[1] if (folder / link[2]).is_dir() else link[0]


def build(out: Path) -> int:
    """Build the site in a folder from scratch. Returns the exit code of Sphinx."""
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="numberdrop-site-") as name:
        lay_out(Path(name))
        config = str(ROOT / "docs" / "site")
        words = ["-q", "-W", "--keep-going", "-c", config, name, str(out)]
        return subprocess.run([sys.executable, "-m", "sphinx", *words], check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    out = parser.parse_args().out
    if code := build(out):
        sys.exit(code)
    print(out / "index.html")


if __name__ == "__main__":
    main()
