"""Mutants of Cython kernels: all compiled into one build, in which an environment variable chooses
one.

A mutant is made by insertions alone. `M` below is 1 if it is chosen, and 0 otherwise:

    x < y      becomes   x < (M) + y         a limit, one off
    7          becomes   ((M) + 7)           a constant, one more
    x + y      becomes   x + (1 - 2 * (M)) * y
    if x:      becomes   if (not (x)) == (M):

Declarations, array sizes and everything outside functions stay as they are, since C fixes their
values when it compiles; so does x[0], which is what a pointer points at.
"""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

#: The environment variable that holds the number of the chosen mutant.
CHOSEN = "NUMBERDROP_MUTANT"
#: The module that all kernels import.
MODULE = "game.mutant"
DECLARATIONS = f'''# The number of the chosen mutant.
cdef extern from *:
    """
    #include <stdlib.h>
    static int numberdrop_mutant;
    __attribute__((constructor)) static void numberdrop_choose_mutant(void) {{
        const char *number = getenv("{CHOSEN}");
        numberdrop_mutant = number ? atoi(number) : 0;
    }}
    """
    int MUTANT "numberdrop_mutant"
'''

OPENING, CLOSING = ("(", "[", "{"), (")", "]", "}")
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_FUNCTION = re.compile(r"(\s*)(?:cdef|cpdef|def)\b.*\(")


class Mutant(NamedTuple):
    """A mutant: the kernel's path below solver/, the line from 1, the column from 0, what kind of
    token is changed, and the line as it was."""

    file: str
    line: int
    column: int
    kind: str
    source: str


class Insertion(NamedTuple):
    """A text that is inserted before a column of a line. `{M}` stands for 1 or 0."""

    line: int
    column: int
    text: str


def mutants_of(path: Path, file: str) -> Iterator[tuple[Mutant, list[Insertion]]]:
    """Yield the mutants of a kernel with the insertions that make them."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    inside = _lines_of_functions(lines)
    tokens = [
        one
        for one in tokenize.generate_tokens(io.StringIO(text).readline)
        if one.type not in (tokenize.COMMENT, tokenize.NL)
    ]
    casts = _casts(tokens)
    for at, token in enumerate(tokens):
        line, column = token.start
        if line not in inside or at in casts:
            continue
        source = lines[line - 1].strip()
        is_first = tokens[at - 1].string == "[" and tokens[at + 1].string == "]"

        def found(kind: str, *insertions: Insertion) -> tuple[Mutant, list[Insertion]]:
            return Mutant(file, line, column, kind, source), list(insertions)  # noqa: B023

        before = tokens[at - 1].string if at else ""
        if token.type == tokenize.NUMBER and token.string.isdecimal() and not is_first:
            end = column + len(token.string)
            yield found("constant", Insertion(line, column, "(({M}) + "), Insertion(line, end, ")"))
        elif token.string in _COMPARISONS and "NULL" not in source:
            yield found("comparison", Insertion(line, token.end[1], " ({M}) +"))
        elif token.string in ("+", "-") and _is_operand(before):
            yield found("arithmetic", Insertion(line, token.end[1], " (1 - 2 * ({M})) *"))
        elif token.string in ("if", "elif") and source.startswith(token.string):
            colon = _colon(tokens, at)
            if colon and colon.start[0] == line and "NULL" not in source:
                yield found(
                    "condition",
                    Insertion(line, token.end[1], " (not ("),
                    Insertion(line, colon.start[1], ")) == ({M})"),
                )


def mutated(text: str, numbered: list[tuple[int, list[Insertion]]]) -> str:
    """Return a kernel's text with these mutants in it, by their numbers."""
    lines = text.split("\n")
    inserted = [
        (one.line, one.column, order, one.text.replace("{M}", f"MUTANT == {number}"))
        for number, some in numbered
        for order, one in enumerate(some)
    ]
    for line, column, _, more in sorted(inserted, reverse=True):
        old = lines[line - 1]
        lines[line - 1] = old[:column] + more + old[column:]
    first = next(at for at, line in enumerate(lines) if line and not line.startswith("#"))
    lines.insert(first, f"from {MODULE} cimport MUTANT")
    return "\n".join(lines)


def _lines_of_functions(lines: list[str]) -> set[int]:
    """Return the numbers of the lines that are statements in functions, without declarations of
    arrays, docstrings and loops whose direction must be known."""
    found, margin, is_text = set(), None, False
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        indent = len(line) - len(line.lstrip())
        if bare.startswith('"""') or is_text:
            is_text ^= bare.count('"""') % 2 == 1
            continue
        if margin is not None and bare and indent <= margin and not bare.startswith(")"):
            margin = None
        if head := _FUNCTION.match(line):
            margin = len(head[1])
            continue
        is_array = bare.startswith("cdef") and "[" in bare.partition("=")[0]
        is_counted_down = "range(" in bare and bare.count(",") >= 2
        if margin is not None and indent > margin and not is_array and not is_counted_down:
            found.add(number)
    return found


def _is_operand(text: str) -> bool:
    """Return whether an operator after this token has it on its left."""
    is_name = text.isidentifier() and not keyword.iskeyword(text)
    return is_name or text in (")", "]") or text[:1].isdigit()


def _casts(tokens: list[tokenize.TokenInfo]) -> set[int]:
    """Return the indices of the tokens of casts, such as `<int>`."""
    found: set[int] = set()
    at = 0
    while at < len(tokens):
        if tokens[at].string == "<" and not _is_operand(tokens[at - 1].string):
            end = at
            while tokens[end].string != ">":
                end += 1
            found |= set(range(at, end + 1))
            at = end
        at += 1
    return found


def _colon(tokens: list[tokenize.TokenInfo], at: int) -> tokenize.TokenInfo | None:
    """Return the colon that ends a condition."""
    depth = 0
    for token in tokens[at:]:
        depth += (token.string in OPENING) - (token.string in CLOSING)
        if token.string == ":" and depth == 0:
            return token
        if token.type == tokenize.NEWLINE:
            break
    return None
