"""The website made from the documents."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import numberdrop
from places import ROOT
from website import ROOMS, build, help_page, index_page, public_names, reference_page
from written import commands


def test_every_document_has_its_place_on_the_site() -> None:
    index = index_page()
    for page in (ROOT / "docs").rglob("*.md"):
        assert f"\n{page.relative_to(ROOT).with_suffix('')}\n" in index, page


def test_every_command_is_documented_on_the_site() -> None:
    page = help_page()
    for name, _ in commands(with_endless=True):
        assert f"\n## {name}\n\n```text\nUsage: numberdrop {name} " in page


def test_package_is_documented_name_by_name() -> None:
    page = reference_page()
    for name in ("Position", "plan.review", "gym.Solo", "pettingzoo.env", "omba.Position"):
        assert f":: numberdrop.{name}\n" in page
    assert "numberdrop.plan.Hint" not in page  # exported by the package itself


def test_reference_has_every_package_with_public_names() -> None:
    hidden = {"cli", "browser", "database"}  # called by the command line alone
    for found in pkgutil.iter_modules(numberdrop.__path__):
        if found.ispkg and found.name not in hidden:
            module = importlib.import_module(f"numberdrop.{found.name}")
            assert not hasattr(module, "__all__") or module.__name__ in ROOMS


def test_reference_begins_with_an_overview() -> None:
    overview, _, details = reference_page().partition(".. _numberdrop:")
    for room, names in public_names().items():
        assert f"<{room}>`" in overview
        for name in names:
            assert f"- :py:obj:`~{room}.{name}`: " in overview
            assert f":: {room}.{name}\n" in details


def functions() -> Iterator[tuple[str, Any, str]]:
    """Yield the public functions and methods of the reference: name, function, and the docstring,
    for a constructor with that of its class."""
    for room, names in public_names().items():
        for name, value in names.items():
            if inspect.isfunction(value):
                yield f"{room}.{name}", value, value.__doc__ or ""
            for key, member in vars(value).items() if isinstance(value, type) else ():
                plain = getattr(member, "__func__", getattr(member, "fget", member))
                if not inspect.isfunction(plain) or (key.startswith("_") and key != "__init__"):
                    continue
                more = value.__doc__ or "" if key == "__init__" else ""
                yield f"{room}.{name}.{key}", plain, (plain.__doc__ or "") + more


def test_every_public_function_has_a_docstring_that_names_its_errors() -> None:
    raised = re.compile(r"\n\s+raise [A-Z]\w+")
    for name, function, said in functions():
        assert said, name
        with contextlib.suppress(OSError):  # what dataclasses write has no source
            if raised.search(inspect.getsource(function)):
                assert re.search("[Rr]aise", said), name


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    assert build(tmp_path / "site") == 0
    for page in ("index", "docs/help", "docs/package", "docs/notebook", "docs/omba/rules"):
        assert (tmp_path / "site" / f"{page}.html").is_file()
