"""Folders in which the program stores its files: one for the user's data, one for the cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from .errors import NumberdropError

#: The environment variables that override the folders.
DATA = "NUMBERDROP_DATA"
CACHE = "NUMBERDROP_CACHE"


def data_folder() -> Path:
    """Return the folder of the user's data: $NUMBERDROP_DATA, or the default of the system.

    Raises NumberdropError if the system has no default.
    """
    return _folder(DATA, user_data_path)


def cache_folder() -> Path:
    """Return the folder of files that can be made again: $NUMBERDROP_CACHE, or the default of the
    system.

    Raises NumberdropError if the system has no default.
    """
    return _folder(CACHE, user_cache_path)


def _folder(variable: str, default: Callable[..., Path]) -> Path:
    if chosen := os.environ.get(variable):
        return Path(chosen)
    folder = default("numberdrop", appauthor=False)
    if not folder.is_absolute():
        raise NumberdropError(f"{folder}: expected an absolute path: set {variable}")
    return folder
