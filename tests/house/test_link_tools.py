"""The tools that make the page without a server: which are missing is said in one line."""

from __future__ import annotations

import shlex
import tomllib
from importlib.metadata import PackageNotFoundError

import pytest

import emscripten
from places import ROOT

NEEDED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]


def test_document_names_the_tools_of_the_build() -> None:
    lines = (ROOT / "docs" / "link.md").read_text("utf-8").splitlines()
    [command] = [line for line in lines if line.startswith(".venv/bin/pip install ")]
    assert set(NEEDED) <= set(shlex.split(command))


def test_tools_of_the_development_environment_suffice() -> None:
    emscripten.expect_build_tools()


@pytest.mark.parametrize("name", ["setuptools", "cython"])
@pytest.mark.parametrize("found", ["0.1", None])
def test_missing_or_old_tool_is_named(
    name: str, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = emscripten.version

    def version(asked: str) -> str:
        if asked != name:
            return real(asked)
        if found is None:
            raise PackageNotFoundError(asked)
        return found

    monkeypatch.setattr(emscripten, "version", version)
    with pytest.raises(emscripten.CannotBuild) as caught:
        emscripten.expect_build_tools()
    [wanted] = [requirement for requirement in NEEDED if requirement.startswith(name)]
    said = str(caught.value)
    assert f"got {found or 'none'}: run pip install '" in said
    assert f"'{wanted}'" in said
    assert "\n" not in said
