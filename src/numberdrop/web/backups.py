"""The part of the API that returns all games and results as a file, and takes such a file in."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..puzzles.results import Results
from ..server.responses import fields_of, sentences_of
from ..sessions import Store
from ..sessions.backup import Backup, take_in
from .searches import NDJSON

#: The most lines of a file that a client may have sent before.
MOST_SKIPPED = 2**31


class Backups:
    """The games of `store` and the results in `results`, as a file."""

    def __init__(self, store: Store, results: Results, today: Callable[[], datetime.date]) -> None:
        self.store, self.results, self.today = store, results, today

    def get(self, _: Request, __: Mapping[str, Any]) -> Response:
        """Return the file."""
        lines = Backup.of(self.store, self.results).lines()
        return Response("".join(lines), media_type=NDJSON)

    def take(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Take in lines of a file, of which the first is its head, and count what is new. `skip`
        lines between the head and the others were sent before."""
        fields = fields_of(body, "lines", "skip")
        skipped = fields.count("skip", 0, MOST_SKIPPED) if "skip" in fields else 0
        head, *others = fields.texts("lines") or [""]
        lines = [(1, head), *enumerate(others, skipped + 2)]
        done = take_in(lines, self.store, self.results, self.today())
        return {**done.to_json(), **sentences_of(done.problems)}
