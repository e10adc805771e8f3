"""Cases of the fuzzer and their results."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

#: Placeholder in a request for the id of the latest game, and in its body for that game's current
#: revision.
GAME, LATEST = "GAME", "LATEST"


class Fault(AssertionError):  # noqa: N818
    """A failure of a case."""


@dataclass(frozen=True)
class Case:
    """A command line, run in a folder with `files`; or, if there is no command line, `requests` to
    the page's server. A request is a method, a path under /api/v1 and a body: bytes, a document, or
    None.

    `made` holds patterns of the names of files that the command may write. `results` and `table`
    are SQL statements that first change the databases of results and of saved games.
    """

    argv: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    requests: list[list[Any]] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    results: list[str] | None = None
    table: list[str] | None = None
    #: The questions for the judges: the judge's name, and its arguments.
    judged: list[Any] = field(default_factory=list)

    def text(self) -> str:
        """Return the case as JSON without default values, for `from_text()`."""
        fields = {
            key: value for key, value in self.__dict__.items() if value not in ([], {}, b"", None)
        }
        return json.dumps(fields, default=_encode)

    @classmethod
    def from_text(cls, text: str) -> Case:
        return cls(**json.loads(text, object_hook=_decode))

    def __str__(self) -> str:
        return self.text()[:2000]


def _encode(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def _decode(document: dict[str, Any]) -> Any:
    return base64.b64decode(document["base64"]) if list(document) == ["base64"] else document


@dataclass(frozen=True)
class Ended:
    """The result of a command line."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The document on stdout."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Answered:
    """The result of a request: its method, path and body as sent, the status, and the documents of
    the response, none if it isn't JSON."""

    method: str
    path: str
    body: Any
    status: int
    documents: list[Any]
