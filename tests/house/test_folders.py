"""Folders of the program's data."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from numberdrop.errors import NumberdropError
from numberdrop.folders import CACHE, DATA, cache_folder, data_folder

FOLDERS = [
    (data_folder, DATA, "XDG_DATA_HOME", "user_data_path"),
    (cache_folder, CACHE, "XDG_CACHE_HOME", "user_cache_path"),
]


@pytest.mark.parametrize(("folder", "variable", "home", "_"), FOLDERS)
def test_the_folder_is_the_users(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    folder: Callable[[], Path],
    variable: str,
    home: str,
    _: str,
) -> None:
    monkeypatch.setenv(variable, str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv(variable)
    monkeypatch.setenv(home, str(tmp_path / "share"))
    if sys.platform == "linux":
        assert folder() == tmp_path / "share" / "numberdrop"


@pytest.mark.parametrize(("folder", "variable", "_", "asked"), FOLDERS)
def test_user_without_a_home_gets_an_error(
    monkeypatch: pytest.MonkeyPatch, folder: Callable[[], Path], variable: str, _: str, asked: str
) -> None:
    monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(f"numberdrop.folders.{asked}", lambda *_, **__: Path("~/nd"))
    with pytest.raises(NumberdropError, match=rf"~/nd: .* set {variable}$"):
        folder()
