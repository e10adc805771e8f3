"""Cases: what is tried, and what it came to."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

#: Stands in a request for the id of the game that was begun last, and in its body as the revision
#: of that game by then.
GAME, LATEST = "GAME", "LATEST"


class Fault(AssertionError):  # noqa: N818
    """What a case did that no case may do."""


@dataclass(frozen=True)
class Case:
    """A command line, run in a folder with these files in it; or, where there is none, `requests`
    to the server of the page, each a method, a path under /api/v1 and a body: bytes, a document, or
    None.

    `made` are patterns of the names of files that it may write. `results` and `table` are
    statements that change the databases of results and of games before.
    """

    argv: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    requests: list[list[Any]] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    results: list[str] | None = None
    table: list[str] | None = None
    #: What the judges are asked about: which judge, and what it needs to know.
    judged: list[Any] = field(default_factory=list)

    def text(self) -> str:
        """The case as JSON, what is left out of it as it is by default; from_text() reads it."""
        told = {
            key: value for key, value in self.__dict__.items() if value not in ([], {}, b"", None)
        }
        return json.dumps(told, default=_told)

    @classmethod
    def from_text(cls, text: str) -> Case:
        return cls(**json.loads(text, object_hook=_meant))

    def __str__(self) -> str:
        return self.text()[:2000]


def _told(data: bytes) -> dict[str, str]:
    return {"base64": base64.b64encode(data).decode()}


def _meant(document: dict[str, Any]) -> Any:
    return base64.b64decode(document["base64"]) if list(document) == ["base64"] else document


@dataclass(frozen=True)
class Ended:
    """What a command line came to."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The document on stdout."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Answered:
    """What a request came to: its method, path and body as they were sent, the status, and the
    documents of the answer, none where it isn't JSON."""

    method: str
    path: str
    body: Any
    status: int
    documents: list[Any]
