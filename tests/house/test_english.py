"""The English of code, messages and documents: certain habits are counted, and may not grow.

They are stand-ins and archaisms that readers have to translate: one verb, "tell", for return,
print, report and raise; "so many" and "whoever" in place of a name; "anew", "goes on with".
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from outputs import DOCUMENTS
from places import ROOT

HABITS = re.compile(
    r"\b(tells?|told|so many|anew|is none|are none|dearest|go(?:es|ne)? on with|"
    r"nothing (?:else )?is told|whoever|beside)\b",
    re.IGNORECASE,
)
WORD = re.compile(r"[A-Za-z']+")
#: The most occurrences per 1,000 words; of tests and benchmarks. Lower them when counts fall.
MOST, MOST_IN_TESTS = 0.3, 4.0
#: Python's own: "`value` is None".
IS_NONE = re.compile(r"\b(?:is|are) None\b")
#: Texts in which such a word is right, by file.
EXCEPTIONS = {
    "src/numberdrop/omba/record.py": ("expected the result {told}, got {got}",),  # a placeholder
    "src/numberdrop/cli/play.py": ("unless `anew`",),  # a parameter
    "docs/omba/playing.md": ("`told`",),  # a key of documents
}

LANGUAGE = ROOT / "src" / "numberdrop" / "locales" / "en.json"


def python_comments(text: str) -> Iterator[str]:
    """Yield the docstrings and comments of a Python module."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def python_strings(text: str) -> Iterator[str]:
    """Yield the string literals of a Python module that aren't docstrings: messages, help texts."""
    tree = ast.parse(text)
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        value = getattr(node, "value", None)
        if isinstance(node, ast.Constant) and isinstance(value, str) and " " in value:
            yield from () if id(node) in documented else (value,)


def cython_comments(text: str) -> Iterator[str]:
    """Yield the docstrings and comments of a Cython file."""
    yield from re.findall(r'"""(.*?)"""', text, re.DOTALL)
    yield from re.findall(r"#(.*)", text)


def script_comments(text: str) -> Iterator[str]:
    """Yield the comments of a script or a style sheet."""
    yield from re.findall(r"/\*(.*?)\*/", text, re.DOTALL)
    yield from re.findall(r"(?<!:)//(.*)", text)


def names_of_tests(text: str) -> Iterator[str]:
    """Yield the names of tests in words."""
    for name in re.findall(r"def (test_\w+)", text):
        yield name.replace("_", " ")


def prose(text: str) -> Iterator[str]:
    """Yield a document's text, without quotes of dated entries that must not change."""
    yield text.split("\n## 0.", 1)[0]  # the changelog's released versions stay as published


def page_strings(text: str) -> Iterator[str]:
    """Yield the values of a locale."""
    yield from json.loads(text).values()


def files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


AREAS: dict[str, tuple[Callable[[str], Iterable[str]], list[Path]]] = {
    "package": (python_comments, files("src/**/*.py", "src/**/*.pyi", "setup.py")),
    "kernels": (cython_comments, files("solver/**/*.p[xy]*")),
    "page": (script_comments, files("src/**/*.js", "src/**/*.css")),
    "messages": (python_strings, files("src/**/*.py")),
    "page strings": (page_strings, [LANGUAGE]),
    "tests": (python_comments, files("tests/**/*.py", "bench/*.py")),
    "names of tests": (names_of_tests, files("tests/**/test_*.py")),
    "documents": (
        prose,
        [*DOCUMENTS, *files("CHANGELOG.md", "CONTRIBUTING.md", "solver/README.md", "puzzles/*.md")],
    ),
}


def habits(path: Path, texts: Iterable[str]) -> Iterator[str]:
    """Yield each occurrence with the text around it, without the named exceptions."""
    name = str(path.relative_to(ROOT))
    for text in texts:
        joined = IS_NONE.sub("", " ".join(text.split()))
        for excepted in EXCEPTIONS.get(name, ()):
            joined = joined.replace(excepted, "")
        for match in HABITS.finditer(joined):
            yield f"{name}: ...{joined[max(0, match.start() - 40) : match.end() + 30]}..."


@pytest.mark.parametrize("area", AREAS)
def test_habits_are_rare(area: str) -> None:
    parts, paths = AREAS[area]
    here = Path(__file__)
    found, words = [], 0
    for path in paths:
        if path != here:
            texts = list(parts(path.read_text("utf-8")))
            words += sum(len(WORD.findall(text)) for text in texts)
            found += habits(path, texts)
    assert words > 500
    most = MOST_IN_TESTS if area in ("tests", "names of tests") else MOST
    assert 1000 * len(found) <= most * words, "\n".join(found)


def test_exceptions_stand_in_their_files() -> None:
    for name, texts in EXCEPTIONS.items():
        joined = " ".join((ROOT / name).read_text("utf-8").split())
        assert all(text in joined for text in texts), name
