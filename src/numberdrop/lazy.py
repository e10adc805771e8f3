"""Lazy exports of packages, their deprecated names, and the check for optional libraries."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec


def lazy_names(
    package: str, names: Mapping[str, Iterable[str]], old: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package that imports its exports on first access.

    `names` maps a module, such as `.plan` within the package, to the names exported from it. `old`
    maps a deprecated name to the new one: a name of the package, or one with its package, such as
    `numberdrop.sessions.Session`. Access to a deprecated name emits a DeprecationWarning that shows
    the caller's line; `__dir__` doesn't list it.
    """
    modules = {name: module for module, exports in names.items() for name in exports}
    renamed = old or {}

    def get_name(name: str) -> object:
        if name in renamed:
            module, _, new = renamed[name].rpartition(".")
            module = module or package
            warnings.warn(
                f"{package}.{name} is deprecated: use {module}.{new}",
                DeprecationWarning,
                stacklevel=2,
            )
            return getattr(import_module(module), new)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name], package), name)

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *modules})

    return get_name, list_names


def warn_renamed(old: str, new: str) -> None:
    """Warn the caller of a method with an old name that `old` is deprecated in favour of `new`."""
    warnings.warn(f"{old} is deprecated: use {new}", DeprecationWarning, stacklevel=3)


def expect_extra(library: str, extra: str, what: str) -> None:
    """Raise ImportError with the install command unless `library` is installed.

    `extra` is the extra of numberdrop that installs it; `what` begins the message.
    """
    if find_spec(library) is None:
        raise ImportError(
            f"{what}: expected {library} to be installed: pip install 'numberdrop[{extra}]'"
        )
