"""Files that are written atomically: completely or not at all.

Content is written to a draft next to the file, FILE.draft. Once all of it is on the disk, the draft
replaces the file. If the program is killed, the file stays as it was, and the next program that
writes the file reuses the draft; so there is never more than one draft. The writer of a draft holds
a lock on it, which the system releases when the program ends.
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

_DESCRIPTOR = re.compile(r"/dev/(?:fd/(\d{1,9})|(stdout)|stderr)")


class Draft:
    """The future content of a file, open for writing. keep() replaces the file with it, and drop()
    deletes it. Each may be called after the other.

    A link is followed. Something that is not a regular file, such as a pipe or /dev/stdout, is
    written directly. Every OSError names `path`. Raises NumberdropError if another program is
    writing the file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        #: The path after following links.
        self.target = os.path.realpath(path)
        #: Whether content is written directly to the target.
        self.is_direct = True
        self._draft = f"{self.target}.draft"
        with named_in_errors(path):
            self._file = self._open()

    def _open(self) -> BinaryIO:
        if found := _DESCRIPTOR.fullmatch(self.path):
            if sys.stdout is not None:
                sys.stdout.flush()
            descriptor = int(found[1]) if found[1] else 1 if found[2] else 2
            return open(os.dup(descriptor), "wb")
        if not self.path or self.path.endswith(os.sep):
            code = errno.EISDIR if self.path else errno.ENOENT
            raise OSError(code, os.strerror(code), self.path)
        old = _status(self.target)
        if old is not None and not stat.S_ISREG(old.st_mode):
            return open(self.target, "wb")
        if old is not None and not os.access(self.target, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES), self.path)
        self.is_direct = False
        file = open(self._open_locked(0o666 if old is None else 0o600), "wb")  # noqa: SIM115
        if old is not None and sys.platform != "win32":
            with suppress(PermissionError):
                os.fchown(file.fileno(), old.st_uid, old.st_gid)
            os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))
        return file

    def _open_locked(self, mode: int) -> int:
        """Open an empty draft and lock it until it is closed."""
        flags = os.O_RDWR | os.O_CREAT
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        while True:
            file = os.open(self._draft, flags, mode)
            try:
                if not try_lock(file):
                    raise NumberdropError(f"{self.path}: another program is writing this file")
                current = _status(self._draft)
                # Otherwise the previous holder of the lock has just renamed or deleted the draft.
                if current is not None and os.path.samestat(os.fstat(file), current):
                    os.ftruncate(file, 0)
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)

    def write(self, content: str | bytes) -> None:
        """Append text, encoded as UTF-8, or bytes.

        Lone surrogates, which UTF-8 can't encode, become the escapes that JSON has for them.
        """
        with named_in_errors(self.path):
            self._file.write(content if isinstance(content, bytes) else encode_utf8(content))

    def sync(self) -> None:
        """Flush everything to the disk."""
        with named_in_errors(self.path):
            self._file.flush()
            if not self.is_direct:
                os.fsync(self._file.fileno())

    def keep(self) -> None:
        """Replace the file with the draft."""
        self.sync()
        with named_in_errors(self.path):
            if self.is_direct:
                self._file.close()
            elif not self._file.closed:
                if sys.platform == "win32":  # Windows can't rename an open file
                    self._file.close()
                replace_file(self._draft, self.target)
                self._file.close()

    def drop(self) -> None:
        """Delete the draft, unless it has replaced the file."""
        if not self._file.closed:
            if not self.is_direct and sys.platform != "win32":
                _remove(self._draft)
            with suppress(OSError):  # buffered content that can't be written isn't needed
                self._file.close()
            if not self.is_direct and sys.platform == "win32":
                _remove(self._draft)


@contextmanager
def atomic_files(paths: Sequence[str]) -> Iterator[list[Draft]]:
    """Open drafts of files that belong together, as a context manager.

    At the end the drafts replace the files, once all of them are on the disk. After an error no
    file is replaced. Raises the errors of Draft, at once if a file can't be written.
    """
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
    """Yield a function that writes to the draft of one file. Without a path the content is
    discarded.

    Otherwise this works like atomic_files().
    """
    with atomic_files([] if path is None else [path]) as drafts:
        yield drafts[0].write if drafts else lambda content: None


def replace_file(source: str, target: str) -> None:
    """Rename a file that is already on the disk, and flush its new name to the disk too."""
    os.replace(source, target)
    sync_folder(target)


def sync_folder(path: str) -> None:
    """Flush the names in the folder of this file to the disk, if the system can."""
    with suppress(OSError):
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def encode_utf8(text: str) -> bytes:
    """Encode text as UTF-8. Lone surrogates become the escapes that JSON has for them."""
    return text.encode("utf-8", "backslashreplace")


@contextmanager
def named_in_errors(path: str) -> Iterator[None]:
    """Make every OSError name `path`, whichever file failed: the file itself, its draft or its
    lock."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def is_same_file(one: str, other: str) -> bool:
    """Return whether two paths lead to the same regular file through any links. `-` is stdin."""
    first, second = _status(one), _status(other)
    if first is None or second is None:
        return first is second and os.path.realpath(one) == os.path.realpath(other)
    return stat.S_ISREG(first.st_mode) and os.path.samestat(first, second)


def _status(path: str) -> os.stat_result | None:
    """Return the status of a file, or None if it can't be read. `-` is stdin."""
    try:
        return os.fstat(0) if path == "-" else os.stat(path)
    except OSError:
        return None


def try_lock(file: int) -> bool:
    """Lock an open file until it is closed. Return False if another program has locked it.

    On systems without locks it always returns True.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK)
    except ImportError:  # in a browser, where there is only one program
        return True
    return True


def _remove(path: str) -> None:
    with suppress(FileNotFoundError):
        os.remove(path)
