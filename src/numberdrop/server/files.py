"""The files of a page, and its words: those that the package comes with, and no others."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..locales import FILES

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
    """A page, the folder page/ of a package, and what it loads with all pages, found by name in a
    list made once: a path that isn't in it, by whatever trick it is written, is nothing."""

    def __init__(self, package: str) -> None:
        self.files = dict(_listed(files(__package__) / "page", ""))
        self.files |= _listed(files(package) / "page", "")
        self.files |= {f"words/{file.name}": file for file in FILES.values()}
        self.files[""] = self.files["index.html"]

    async def get(self, request: Request) -> Response:
        """A file, or 304 if the browser has it already."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        data = await run_in_threadpool(found.read_bytes)
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        # Asked for again each time, so that a page and its parts are always of one version.
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=_TYPES[found.name.rpartition(".")[2]], headers=headers)


def _listed(folder: Traversable, before: str) -> list[tuple[str, Traversable]]:
    """The files in a folder and those within it, by their path; of known types alone."""
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _listed(entry, f"{before}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            found.append((before + entry.name, entry))
    return found
