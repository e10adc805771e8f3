"""Lazy exports of packages, and the check that an optional library is installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec


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


def expect_extra(library: str, extra: str, what: str) -> None:
    """ImportError, with what to install, unless the library of an extra of ours is there."""
    if find_spec(library) is None:
        raise ImportError(
            f"{what}: expected {library} to be installed: pip install 'numberdrop[{extra}]'"
        )
