"""The place of a store on the disk: the checks and errors that every kind of storage shares."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .interface import DatabaseUnavailable

LOCKED = "locked by another program"
DAMAGED = "the database is damaged"
#: Bytes that a store needs at least to be written.
_NEEDED = 64 * 1024
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Location:
    """The path of a store, a file or a folder, which may not exist yet.

    Errors of the system become DatabaseUnavailable within errors_translated().
    """

    is_folder = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._write_lock = threading.Lock()

    def exists(self) -> bool:
        """Return whether the store exists."""
        with self.errors_translated():
            return self.path.exists()

    def expect_writable(self) -> None:
        """Raise DatabaseUnavailable if the store can't be written, as far as can be checked."""
        with self.errors_translated():
            folder = self._existing_folder()
            for path in (self.path, folder) if self.exists() else (folder,):
                if not os.access(path, os.W_OK):
                    raise DatabaseUnavailable(f"{path}: {os.strerror(errno.EACCES)}")

    def expect_possible(self) -> None:
        """Raise DatabaseUnavailable if the path can't be a file in a folder, or can't be a
        folder."""
        folder = self._existing_folder()
        if not folder.is_dir():
            raise DatabaseUnavailable(f"{folder}: expected a folder, got a file")
        if self.path.exists() and self.path.is_dir() != self.is_folder:
            kinds = ("a folder", "a file") if self.is_folder else ("a file", "a folder")
            raise DatabaseUnavailable(f"{self.path}: expected {kinds[0]}, got {kinds[1]}")

    def why_unwritable(self) -> str | None:
        """Return why the store can't be written, found out by writing to its folder, or None."""
        try:
            folder = self._existing_folder()
            if folder == self.path.parent and self.path.exists():
                with open(self.path, "r+b"):
                    pass
            with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
                written = 0
                while written < _NEEDED:
                    written += file.write(b"\1" * (_NEEDED - written))
                os.fsync(file.fileno())
        except OSError as error:
            reason = f"({os.strerror(error.errno)})" if error.errno else f"({error})"
            if error.errno in _READ_ONLY:
                return f"the folder or the file is read-only {reason}"
            if error.errno in _FULL:
                return f"the disk is full {reason}"
            return str(error.strerror or error)
        return None

    def make_folder(self) -> None:
        """Create the folder of the store, except for the user's home."""
        if self.path.is_relative_to(home := os.path.expanduser("~")):
            os.stat(home)  # raises if the home folder is missing: we must not create it
        self.expect_possible()
        folder = self.path if self.is_folder else self.path.parent
        folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def only_writer(self, wait: float) -> Iterator[None]:
        """Let only one thread of this process write at a time.

        Waiting for a lock of the system means retrying, so some of many threads might starve.
        """
        if not self._write_lock.acquire(timeout=wait):
            raise DatabaseUnavailable(f"{self.path}: {LOCKED}")
        try:
            yield
        finally:
            self._write_lock.release()

    @contextmanager
    def errors_translated(self) -> Iterator[None]:
        """Turn errors of the system into DatabaseUnavailable."""
        try:
            yield
        except OSError as error:
            file = str(error.filename)
            path = file if file.startswith(f"{self.path}{os.sep}") else self.path
            raise DatabaseUnavailable(f"{path}: {error.strerror}") from None

    def _existing_folder(self) -> Path:
        """Return the nearest parent of the path that exists."""
        return next(folder for folder in self.path.parents if folder.exists())
