"""Where the program keeps what it keeps: a folder for the user's data, and one for its cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from .errors import NumberdropError

#: The variables that name other folders.
DATA = "NUMBERDROP_DATA"
CACHE = "NUMBERDROP_CACHE"


def data_folder() -> Path:
    """The folder of the user's data: $NUMBERDROP_DATA, or as the system has it. NumberdropError
    where the system has none."""
    return _folder(DATA, user_data_path)


def cache_folder() -> Path:
    """The folder of what can be made again: $NUMBERDROP_CACHE, or as the system has it.
    NumberdropError where the system has none."""
    return _folder(CACHE, user_cache_path)


def _folder(variable: str, of_system: Callable[..., Path]) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen)
    folder = of_system("numberdrop", appauthor=False)
    if not folder.is_absolute():
        raise NumberdropError(f"{folder}: expected a folder from the root on: set {variable}")
    return folder
