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
        found[""] = found["index.html"]
        return found

    async def get(self, request: Request) -> Response:
        """Return the requested file, or 304 if the browser has it already."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        data = await in_thread(found.read_bytes)
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        # The browser revalidates each time, so that a page never mixes files of two versions.
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=_TYPES[found.name.rpartition(".")[2]], headers=headers)


def _list_files(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    """Return the files of known types in `folder` and its subfolders, each with its path."""
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _list_files(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            found.append((prefix + entry.name, entry))
    return found
