"""Names from modules that are loaded when they are first asked for: those that a package gives
out, and those that the values of a room below hand over to one above."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def lazy_names(
    package: str, names: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The package's `__getattr__` and `__dir__`: `names` has, by module (`.plan` is one within the
    package), what is given out from it."""
    homes = {name: module for module, inside in names.items() for name in inside}

    def give(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name], package), name)

    def tell() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return give, tell


def above(module: str, name: str) -> Any:
    """A function, or a type, of a room above the one that asks, by its module within numberdrop.

    Only what people look for on a value, and is another room's work, goes this way: position.svg()
    draws by the view, maximum("2026-11-20") asks the puzzles for the dice of a day. The room below
    doesn't import the one above, and loads nothing of it before it is asked.
    """
    return getattr(import_module(f".{module}", __package__), name)


def expect_extra(library: str, extra: str, what: str) -> None:
    """ImportError, with what to install, unless the library of an extra of ours is there."""
    if find_spec(library) is None:
        raise ImportError(
            f"{what}: expected {library} to be installed: pip install 'numberdrop[{extra}]'"
        )
