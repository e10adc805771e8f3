"""Names that a package gives out, from modules that are loaded when they are first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module


def late(
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
