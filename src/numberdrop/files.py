"""Files that are written whole or not at all.

What is written goes into a draft beside the file, FILE.draft, which takes the file's place once all
of it is on the disk. A program that is killed leaves the file as it was, and a draft that the next
one to write the file takes over; so there is never more than one. Who writes a draft holds a lock
on it, which ends with the program.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from .errors import NumberdropError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_DESCRIPTOR = re.compile(r"/dev/(?:fd/(\d{1,9})|(stdout)|stderr)")


class Draft:
    """What a file is going to hold, open to be written to: keep() puts it into the file's place,
    drop() takes it away, and each may follow the other.

    A link is followed. What is no ordinary file, such as a pipe or /dev/stdout, is written to
    directly. Every OSError names `path`; NumberdropError if another program is writing the file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        #: The file that is meant, any links followed.
        self.target = os.path.realpath(path)
        #: Whether what is written goes there at once.
        self.is_direct = True
        self._draft = f"{self.target}.draft"
        with named_in_errors(path):
            self._file = self._open()

    def _open(self) -> BinaryIO:
        if found := _DESCRIPTOR.fullmatch(self.path):
            if sys.stdout is not None:
                sys.stdout.flush()
            number = int(found[1]) if found[1] else 1 if found[2] else 2
            return open(os.dup(number), "wb")
        if not self.path or self.path.endswith(os.sep):
            code = errno.EISDIR if self.path else errno.ENOENT
            raise OSError(code, os.strerror(code), self.path)
        there = _status(self.target)
        if there is not None and not stat.S_ISREG(there.st_mode):
            return open(self.target, "wb")
        if there is not None and not os.access(self.target, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES), self.path)
        self.is_direct = False
        file = open(self._locked(0o666 if there is None else 0o600), "wb")  # noqa: SIM115
        if there is not None and sys.platform != "win32":
            with suppress(PermissionError):
                os.fchown(file.fileno(), there.st_uid, there.st_gid)
            os.fchmod(file.fileno(), stat.S_IMODE(there.st_mode))
        return file

    def _locked(self, mode: int) -> int:
        """The draft, empty, and no other program's until it is closed."""
        flags = os.O_RDWR | os.O_CREAT
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        while True:
            file = os.open(self._draft, flags, mode)
            try:
                if not _lock(file):
                    raise NumberdropError(f"{self.path}: another program is writing this file")
                there = _status(self._draft)
                # Else the one that held it has just put it into its place, or away.
                if there is not None and os.path.samestat(os.fstat(file), there):
                    os.ftruncate(file, 0)
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)

    def write(self, content: str | bytes) -> None:
        """Add text, in UTF-8, or bytes; lone surrogates, which UTF-8 can't hold, become the escapes
        that JSON has for them."""
        with named_in_errors(self.path):
            self._file.write(content if isinstance(content, bytes) else encode_utf8(content))

    def sync(self) -> None:
        """See to it that all is on the disk."""
        with named_in_errors(self.path):
            self._file.flush()
            if not self.is_direct:
                os.fsync(self._file.fileno())

    def keep(self) -> None:
        """Put it into the file's place."""
        self.sync()
        with named_in_errors(self.path):
            if self.is_direct:
                self._file.close()
            elif not self._file.closed:
                if sys.platform == "win32":  # no open file can be renamed there
                    self._file.close()
                replace_file(self._draft, self.target)
                self._file.close()

    def drop(self) -> None:
        """Take it away, unless it is in its place."""
        if not self._file.closed:
            if not self.is_direct and sys.platform != "win32":
                _remove(self._draft)
            with suppress(OSError):  # what it still held can't be written: it isn't wanted
                self._file.close()
            if not self.is_direct and sys.platform == "win32":
                _remove(self._draft)


@contextmanager
def atomic_files(paths: Sequence[str]) -> Iterator[list[Draft]]:
    """Drafts of files that belong together: at the end they take their places, once all of them are
    on the disk; after an error none does. Errors as of Draft, at once for a file that can't be
    written."""
    drafts: list[Draft] = []
    try:
        for path in paths:
            drafts.append(Draft(path))
        yield drafts
        for draft in drafts:
            draft.sync()
        for draft in drafts:
            draft.keep()
    finally:
        for draft in drafts:
            draft.drop()


@contextmanager
def atomic_file(path: str | None) -> Iterator[Callable[[str | bytes], None]]:
    """A function that writes to the draft of one file; without a path what is written is dropped.
    As whole_files()."""
    with atomic_files([] if path is None else [path]) as drafts:
        yield drafts[0].write if drafts else lambda content: None


def replace_file(source: str, target: str) -> None:
    """Rename a file that is on the disk, and see to it that the name is there too."""
    os.replace(source, target)
    sync_folder(target)


def sync_folder(path: str) -> None:
    """See to it that the names in the folder of this file are on the disk, where a system can."""
    with suppress(OSError):
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def encode_utf8(text: str) -> bytes:
    """UTF-8; lone surrogates, which it can't hold, become the escapes that JSON has for them."""
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def named_in_errors(path: str) -> Iterator[None]:
    """Errors of the system name the file that was meant, whichever failed: its draft, its lock."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def is_same_file(one: str, other: str) -> bool:
    """Whether two paths, `-` being stdin, lead to one ordinary file, through whatever links."""
    first, second = _status(one), _status(other)
    if first is None or second is None:
        return first is second and os.path.realpath(one) == os.path.realpath(other)
    return stat.S_ISREG(first.st_mode) and os.path.samestat(first, second)


def _status(path: str) -> os.stat_result | None:
    """What the system says of a file, `-` being stdin; None if there is none to be seen."""
    try:
        return os.fstat(0) if path == "-" else os.stat(path)
    except OSError:
        return None


def _lock(file: int) -> bool:
    """Lock it, unless another has; where a system knows no locks nobody has."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK)
    return True


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)
