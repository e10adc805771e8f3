"""The static files of a page and its translations: only those that the package contains."""

from __future__ import annotations

import hashlib
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..locales import FILES
from .compression import LEAST, accepts_gzip, gzipped_once
from .first_view import STYLES, first_page, styles
from .responses import in_thread

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_INDEX = "index.html"
#: The types that gzip makes smaller.
_COMPRESSED = ("html", "js", "css", "json", "svg")


class Files:
    """The files of a page: the folder page/ of `package`, the files that all pages share, and the
    translations. They are listed once, and only a listed path is served, however a request spells
    it."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def files(self) -> dict[str, Traversable]:
        """The files by their path below the page's address."""
        found = dict(_list_files(files(__package__) / "page", ""))
        found |= _list_files(files(self._package) / "page", "")
        found |= {f"words/{file.name}": file for file in FILES.values()}
        return found

    async def get(self, request: Request) -> Response:
        """Return the requested file, or 304 if the browser has it already."""
        path = request.path_params["path"] or _INDEX
        if path != STYLES and path not in self.files:
            raise HTTPException(404)
        suffix = path.rpartition(".")[2]
        may_compress = suffix in _COMPRESSED and accepts_gzip(request.headers)
        data, coding = await in_thread(lambda: self._encoded(path, may_compress))
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        # The browser revalidates each time, so that a page never mixes files of two versions.
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding", **coding}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=_TYPES[suffix], headers=headers)

    def _encoded(self, path: str, may_compress: bool) -> tuple[bytes, dict[str, str]]:
        """Return a file as it is sent, and the header that says how it is compressed."""
        data = self.read(path)
        if may_compress and len(data) >= LEAST:
            return gzipped_once(data), {"content-encoding": "gzip"}
        return data, {}

    def read(self, path: str) -> bytes:
        """Return the contents of a file. Raises KeyError for an unknown path."""
        if path not in (_INDEX, STYLES):
            return self.files[path].read_bytes()
        index = self.files[_INDEX].read_text("utf-8")
        return styles(index, self.read) if path == STYLES else first_page(index, self.read).encode()


def _list_files(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    """Return the files of known types in `folder` and its subfolders, each with its path."""
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _list_files(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            found.append((prefix + entry.name, entry))
    return found
