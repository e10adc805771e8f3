"""The folder of the page without a server, made once for all tests, and a server of its files."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from commands import ENVIRON
from http_threads import answering
from numberdrop.files import try_lock
from numberdrop.folders import cache_folder
from places import ROOT

#: What the folder is made of, besides the versions of tools.
MADE_OF = ("src", "solver", "puzzles", "setup.py", "pyproject.toml", "tests/tools", "tests/support")
#: The most folders that are kept.
MOST_KEPT = 3


@cache
def linked_folder() -> Path:
    """Return the folder, from the cache or newly made. Raises RuntimeError if it can't be made."""
    kept = cache_folder() / "wasm" / "pages"
    kept.mkdir(parents=True, exist_ok=True)
    with open(kept / "lock", "ab") as lock:
        while not try_lock(lock.fileno()):
            time.sleep(0.1)
        found = kept / _digest()
        if not found.is_dir():
            for old in sorted(kept.glob("?*/"), key=os.path.getmtime)[: -MOST_KEPT + 1]:
                shutil.rmtree(old)
            tool = [sys.executable, str(ROOT / "tests" / "tools"), "browser", "--out", str(found)]
            done = subprocess.run(tool, env=ENVIRON, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return found


def _digest() -> str:
    digest = hashlib.sha256()
    for name in MADE_OF:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and path.suffix not in (".so", ".pyc"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, unless the page that asked for it is closed."""
        with suppress(ConnectionError):
            super().copyfile(source, outputfile)


class _Compressing(_Quiet):
    """Sends the compressed copy that lies beside a file, as nginx does with gzip_static."""

    def send_head(self) -> Any:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        packed = path.with_name(f"{path.name}.gz")
        if not packed.is_file():
            return super().send_head()
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(packed.stat().st_size))
        self.end_headers()
        return packed.open("rb")


@contextmanager
def serving_folder(folder: Path, port: int = 0, *, compresses: bool = False) -> Iterator[str]:
    """Serve the files of a folder at a port of this machine, as `python -m http.server` does, or
    compressed, and yield the address."""
    handler = partial(_Compressing if compresses else _Quiet, directory=str(folder))
    with answering(handler, port) as address:
        yield address
