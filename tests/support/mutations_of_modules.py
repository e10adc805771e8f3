"""Mutants of Python modules: each a copy of the source with one expression changed."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

_SWAPPED: dict[type[ast.AST], Callable[[], Any]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Change(NamedTuple):
    """A changed expression: its line from 1, what kind it is, and the whole mutated source."""

    line: int
    kind: str
    source: str


def changes_of(text: str) -> Iterator[Change]:
    """Yield the mutants of a module: operators swapped, numbers one more, conditions negated."""
    tree = ast.parse(text)
    ignored = _annotations(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in ignored:
            for kind in _kinds(node):
                other = copy.deepcopy(tree)
                twin = next(one for at, one in enumerate(ast.walk(other)) if at == number)
                _change(twin, kind)
                yield Change(getattr(node, "lineno", 0), kind, ast.unparse(other) + "\n")


def _annotations(tree: ast.AST) -> set[int]:
    """Return the ids of all nodes in annotations, which nothing evaluates."""
    found = []
    for node in ast.walk(tree):
        found += [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return {id(one) for root in found if root for one in ast.walk(root)}


def _kinds(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _SWAPPED:
        yield "comparison"
    elif isinstance(node, ast.BoolOp):
        yield "and, or"
    elif isinstance(node, ast.BinOp) and type(node.op) in _SWAPPED and not _has_text(node):
        yield "arithmetic"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "constant"
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition"
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "filter"


def _has_text(node: ast.BinOp) -> bool:
    """Return whether an operation joins texts or types, where another operator is a crash."""
    return any(
        isinstance(one, ast.JoinedStr | ast.List | ast.Tuple)
        or (isinstance(one, ast.Constant) and not isinstance(one.value, int))
        for one in (node.left, node.right)
    )


def _change(node: ast.AST, kind: str) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = _SWAPPED[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        node.op = _SWAPPED[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value += 1  # type: ignore[operator]
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.comprehension):
        node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
