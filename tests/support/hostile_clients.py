"""Requests that the page never sends: each with a name, its content, and the expected status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from commands import GAMES, MIDDLE, OVER
from serving import Client
from tables import some_game

MANY = 10 * 2**20
#: Placeholders: an existing game in paths, and the port in headers.
GAME, PORT = "GAME", "PORT"
#: Names of requests that get 400 before the application sees them.
UNREAD = b"Invalid HTTP request received."

_FREE = {"kind": "free", "position": MIDDLE, "roll": "156*O"}
_MOMENT = {"position": MIDDLE, "roll": "156*O", "turn": {}}
_STEP = {"revision": 1, "step": {"do": "end"}}
_STEPS = f"games/{GAME}/steps"

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HostileRequest:
    """A request: the bytes `sent`, or one assembled from the other fields."""

    name: str
    status: int
    method: str = "POST"
    path: str = "moments"
    body: Any = None
    headers: Headers = ()
    host: str | None = ""
    sent: tuple[bytes, ...] = ()

    def ask(self, client: Client, game: str) -> Any:
        """Send the request and return the response."""
        if self.sent:
            return client.raw(*(part.replace(b"PORT", b"%d" % client.port) for part in self.sent))
        headers = [(name, value.replace(PORT, str(client.port))) for name, value in self.headers]
        host = self.host and self.host.replace(PORT, str(client.port))
        path, body = self.path.replace(GAME, game), self.body
        if isinstance(body, dict) and body.get("game") == GAME:
            body = {**body, "game": game}
        return client.ask(self.method, path, body, headers, host)


def hostile_requests() -> Iterator[HostileRequest]:
    """Yield all requests."""
    yield from _no_json()
    yield from _wrong_content_types()
    yield from _wrong_values()
    yield from _foreign()
    yield from _tricks_with_paths()
    yield from _wrong_methods()
    yield from _too_much()
    yield from _no_http()


def _no_json() -> Iterator[HostileRequest]:
    texts: dict[str, bytes] = {
        "nothing": b"",
        "blanks": b"  \n",
        "half an object": b'{"position": "',
        "a list": b"[]",
        "a number": b"7",
        "null": b"null",
        "a text": b'"x"',
        "true": b"true",
        "a key twice": b'{"turn": {}, "turn": {}}',
        "a key twice, deep": b'{"turn": {"cells": [], "cells": []}}',
        "NaN": b'{"position": NaN}',
        "Infinity": b'{"position": -Infinity}',
        "more than a float": b'{"position": 1e999}',
        "more behind": b"{} {}",
        "a comma too many": b'{"position": 1,}',
        "a comment": b"{} // x",
        "single quotes": b"{'position': 1}",
        "no quotes": b"{position: 1}",
        "a newline in a text": b'{"position": "a\nb"}',
        "a tab in a text": b'{"position": "a\tb"}',
        "a bad escape": b'{"position": "\\x41"}',
        "no UTF-8": b'{"position": "\xff\xfe"}',
        "half a character": b'{"position": "\xe2\x82"}',
        "Latin-1": '{"position": "é"}'.encode("latin-1"),
        "NUL": b"\0\0\0\0",
        "lists without end": b"[" * 200_000,
        "objects without end": b'{"a":' * 100_000,
        "a number without end": b'{"position": ' + b"9" * 100_000 + b"}",
        "a form": b"position=x&roll=y",
        "XML": b"<?xml version='1.0'?><!DOCTYPE x SYSTEM 'file:///etc/passwd'><x/>",
        "a pickle": b"\x80\x04\x95\x00\x00\x00\x00.",
    }
    for name, text in texts.items():
        yield HostileRequest(f"JSON: {name}", 400, body=text)


def _wrong_content_types() -> Iterator[HostileRequest]:
    kinds = ("", "text/plain", "text/json", "application/x-www-form-urlencoded", "application/jso")
    for kind in (*kinds, "multipart/form-data; boundary=x", "application/json5", "\x7f", "x" * 900):
        yield HostileRequest(
            f"type: {kind[:40]!r}", 415, body=_MOMENT, headers=(("Content-Type", kind),)
        )


def _wrong_values() -> Iterator[HostileRequest]:
    odd: tuple[Any, ...] = (
        None,
        5,
        True,
        1.5,
        [],
        {},
        "",
        "x" * 1000,
        "\0",
        "\ud800",
        "'; drop table games; --",
    )
    for key in ("position", "roll"):
        for value in odd:
            yield _wrong("moments", {**_MOMENT, key: value}, f"{key} {_short(value)}")
        yield _wrong("moments", {k: v for k, v in _MOMENT.items() if k != key}, f"no {key}")
    for value in odd:
        yield _wrong("moments", {**_MOMENT, "variant": value}, f"variant {_short(value)}")
    yield _wrong("moments", {**_MOMENT, "more": 1}, "a key that isn't known")
    yield _wrong("moments", {**_MOMENT, "position": OVER}, "a game that is over")
    cells = ["a3", "b3", "a2", "b2"]
    turns: tuple[Any, ...] = (
        *(None, 7, "x", [], {"more": 1}, {"slides": "A"}, {"slides": [1]}, {"slides": ["Z"]}),
        *({"slides": ["A"] * 1000}, {"slides": [["A"]]}, {"drops": {}}, {"drops": [7]}),
        *({"drops": [{"tile": "A"}]}, {"drops": [{"tile": "A", "cells": 3}]}, {"cells": "a1"}),
        *({"cells": [1, 2, 3, 4]}, {"cells": ["a1"] * 4}, {"cells": ["z9"] * 4}),
        *({"cells": ["a9", "b9", "c9", "d9"]}, {"cells": cells * 100}, {"cells": cells[:3]}),
        *({"cells": cells, "digits": "1561"}, {"cells": cells, "digits": [1.5] * 4}),
        *({"cells": cells, "digits": [True] * 4}, {"cells": cells, "digits": [10**30] * 4}),
        *({"cells": cells, "digits": [-1] * 4}, {"digits": [1, 5, 6, 1]}, {"claim": 7}),
        *({"claim": []}, {"claim": ["a1"]}, {"claim": {"cells": 1}}, {"claim": [["a1"]]}),
    )
    for turn in turns:
        yield _wrong("moments", {**_MOMENT, "turn": turn}, f"turn {_short(turn)}")
    for value in (None, -1, 1.5, True, "1", [], 10**30):
        yield _wrong(_STEPS, {**_STEP, "revision": value}, f"revision {_short(value)}")
    yield HostileRequest(
        "step: a revision to come", 409, path=_STEPS, body={**_STEP, "revision": 99}
    )
    keys: tuple[Any, ...] = (7, "", "x" * 101, [], {}, "a\nb", "\0")
    for value in keys:
        yield _wrong(_STEPS, {**_STEP, "key": value}, f"key {_short(value)}")
        yield _wrong("games", {**_FREE, "key": value}, f"key of a game {_short(value)}")
    steps: tuple[Any, ...] = (
        *(None, 7, "end", [], {}, {"do": None}, {"do": 7}, {"do": "win"}, {"do": "end", "x": 1}),
        *({"do": "start"}, {"do": "start", "cell": 1}, {"do": "start", "cell": "d1"}),
        *({"do": "set"}, {"do": "set", "turn": 7}, {"do": "type"}, {"do": "type", "text": 7}),
        *({"do": "type", "text": ""}, {"do": "type", "text": "x" * 100_000}, {"do": "redo"}),
        *({"do": "back"}, {"do": "back", "turn": 0}, {"do": "back", "turn": 10**9}),
        *({"do": "roll", "roll": 7}, {"do": "roll", "roll": "9999O"}, {"do": "help"}),
        *({"do": "help", "grade": "all"}, {"do": "_next"}, {"do": "__class__"}),
    )
    for step in steps:
        yield _wrong(_STEPS, {**_STEP, "step": step}, f"step {_short(step)}")
    games: tuple[Any, ...] = (
        *({}, {"kind": 7}, {"kind": "chess"}, {"kind": "daily"}, {"kind": "daily", "puzzle": 7}),
        *({"kind": "daily", "puzzle": "2999-01-01"}, {"kind": "daily", "puzzle": "2026-02-30"}),
        *({"kind": "daily", "puzzle": "x" * 9999}, {"kind": "solo", "seed": -1}),
        *({"kind": "solo", "seed": "x"}, {"kind": "solo", "seed": "9" * 5000}),
        *({"kind": "solo", "seed": 10**40}, {"kind": "solo", "seed": 1.5}),
        *({"kind": "solo", "variant": "chess"}, {"kind": "drop"}, {"kind": "drop", "puzzle": "x"}),
        *({"kind": "drop", "puzzle": "../../etc/passwd"}, {"kind": "free"}),
        *({"kind": "free", "position": 7}, {"kind": "free", "tiles": "IOTLS"}),
        *({"kind": "free", "tiles": ["I"] * 99}, {"kind": "free", "tiles": ["?"] * 5}),
        *({**_FREE, "roll": 7}, {**_FREE, "roll": "x"}, {**_FREE, "roll": None}),
        *({"kind": "record"}, {"kind": "record", "record": 7}, {"kind": "record", "record": {}}),
        *({"kind": "record", "record": {**GAMES[0], "turns": [7]}}, {**_FREE, "more": 1}),
        *({"kind": "record", "record": GAMES[0], "seats": no} for no in ([], [None], 7)),
        *({"kind": "free", "game": 7}, {"kind": "free", "game": GAME, "turn": 0}),
        {"game": GAME, "turn": 1, "more": 1},
    )
    for game in games:
        yield _wrong("games", game, f"game {_short(game)}")
    yield HostileRequest(
        "game: played on from none", 404, path="games", body={"game": "none", "turn": 1}
    )
    others: dict[str, tuple[Any, ...]] = {
        "hints": (
            *({}, {**_HINT, "levels": []}, {**_HINT, "levels": "fast"}, {**_HINT, "levels": [7]}),
            *({**_HINT, "levels": ["fast"] * 99}, {**_HINT, "levels": ["deepest"]}),
            *({**_HINT, "top": 0}, {**_HINT, "top": 10**9}, {**_HINT, "top": "5"}),
            *({**_HINT, "target": 10**9}, {**_HINT, "target": "x"}, {**_HINT, "workers": 64}),
            *({**_HINT, "position": OVER}, {**_HINT, "seconds": 1e9}, {**_HINT, "seat": 1}),
            *({**_SEAT, "positions": sheets} for sheets in ([], 7, [MIDDLE] * 2, ["x"])),
            *({**_SEAT, "positions": _SEAT["positions"] * 4}, {**_SEAT, "position": MIDDLE}),
            *({**_SEAT, "seat": seat} for seat in (0, 3, "1", True, None)),
            *({**_SEAT, "for": aim} for aim in ("luck", 7, None)),
            *({**_SEAT, "roll": "9999O"}, {**_SEAT, "variant": "chess"}, {**_SEAT, "target": 9}),
            {**_SEAT, "positions": [str(at) for at in some_game(2, 1, 99).positions]},
        ),
        "starts": ({}, {"tiles": "IOTLS"}, {"tiles": ["I"] * 500}, {"tiles": [7] * 5}),
        "reviews": (
            *(
                {},
                {"record": 7},
                {"record": {}},
                {"position": MIDDLE},
                {"record": GAMES[0], "x": 1},
            ),
            *({"record": GAMES[0], "level": "deepest"}, {"position": MIDDLE, "turn": "x"}),
        ),
        "claims/why": ({}, {"position": MIDDLE, "cells": "a1"}, {"position": MIDDLE, "cells": [7]}),
        "read": (
            *({}, {"text": 7}, {"text": ""}, {"text": "x" * 100_001}, {"text": "\0"}),
            *({"text": "\x1b[2J"}, {"text": "x", "puzzle": "y"}, {"text": "[" * 50_000}),
            *(
                {"text": MIDDLE, key: no}
                for key in ("position", "roll", "puzzle")
                for no in ("", 0)
            ),
        ),
        "prints": (
            *({}, {"blank": False}, {"puzzles": "2026-11-20"}, {"puzzles": ["2026-11-20"] * 99}),
            *({"puzzles": ["/etc/passwd"]}, {"drops": ["drop#9.9"]}, {"drops": [7]}),
            *({"drops": ["\ud800"]}, {"drops": ["\x1b[2J\n"]}),
            *({"blank": True, "paper": "a0"}, {"blank": True, "language": "xx"}),
            *(
                {"blank": True, "paper": []},
                {"blank": True, "language": {}},
                {"blank": True, "ink": "red"},
                {"blank": True, "format": "png"},
                {"blank": True, "format": ["svg"]},
                {"drops": ["drop#9.9"], "format": "svg"},
                {"blank": 1},
            ),
            *({"blank": True, "drops": ["drop#1.4"]}, {"puzzles": ["plain#1.0"], "drops": []}),
        ),
        "backup": (
            *({}, {"lines": 7}, {"lines": []}, {"lines": [7]}, {"lines": [""]}, {"lines": ["{}"]}),
            *({"lines": ["[" * 50_000]}, {"lines": ["\0"]}, {"lines": ["\ud800"]}),
            *({"lines": [_HEAD.replace("1", "2")]}, {"lines": [_HEAD], "more": 1}),
            *({"lines": [_HEAD], "skip": skip} for skip in (-1, 1.5, "1", True, None, 10**30)),
        ),
        f"games/{GAME}/help": (
            *({}, {"grade": 7}, {"grade": "all"}, {"grade": "turn", "more": 1}),
        ),
        f"games/{GAME}/name": (
            *({}, {"name": 7}, {"name": "longer"}, {"name": "YOU"}, {"name": "ABC", "more": 1}),
        ),
    }
    for path, bodies in others.items():
        for body in bodies:
            yield _wrong(path, body, f"{path} {_short(body)}")


_HEAD = '{"format": "numberdrop.games", "version": 1, "problems": []}'
_HINT = {"position": MIDDLE, "roll": "156*O", "levels": ["fast"]}
_SEAT: dict[str, Any] = {
    "positions": [f"{row} -:-:- V3,I,O,X5,T 1" for row in ("...1...", "...2...")],
    "seat": 1,
    "roll": "4525T",
    "levels": ["fast"],
}


def _wrong(path: str, body: Any, name: str) -> HostileRequest:
    return HostileRequest(f"value: {name}", 422, path=path, body=body)


def _foreign() -> Iterator[HostileRequest]:
    hosts = ("evil.example", "evil.example:PORT", "127.0.0.1.evil.example", "localhost.evil:PORT")
    odd = ("", "0.0.0.0:PORT", "192.168.1.7", "127.0.0.1:x", "user@127.0.0.1", "[::1", "127.1")
    for host in (*hosts, *odd, "127.0.0.1:PORT:80", "2130706433", "localhost.", "[::ffff:1.1.1.1]"):
        headers = (("Host", host),)
        yield HostileRequest(f"host: {host}", 421, "GET", "/", headers=headers, host=None)
    yield HostileRequest("host: foreign, a write", 421, body=_MOMENT, host="evil.example")
    yield HostileRequest(
        "host: forwarded", 421, "GET", "/", (), (("X-Forwarded-Host", "localhost"),), "evil"
    )
    origins = ("http://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://")
    more = ("http://127.0.0.1:PORT.evil.example", "127.0.0.1:PORT", "http://evil@127.0.0.1:PORT")
    for origin in (*origins, *more, "http://localhost:PORT", "ws://127.0.0.1:PORT", ""):
        yield HostileRequest(f"origin: {origin}", 403, body=_MOMENT, headers=(("Origin", origin),))
    foreign = (("Origin", "http://evil.example"),)
    yield HostileRequest(
        "origin: two", 403, body=_MOMENT, headers=(("Origin", "http://127.0.0.1:PORT"), *foreign)
    )
    yield HostileRequest("origin: a game removed", 403, "DELETE", f"games/{GAME}", headers=foreign)
    yield HostileRequest("origin: a preflight", 403, "OPTIONS", "games", headers=foreign)
    for site in ("cross-site", "same-site", "x"):
        yield HostileRequest(
            f"site: {site}", 403, body=_MOMENT, headers=(("Sec-Fetch-Site", site),)
        )


def _tricks_with_paths() -> Iterator[HostileRequest]:
    paths = (
        *("/../etc/passwd", "/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/app.py"),
        *("/..\\app.py", "/..%5capp.py", "/%252e%252e/app.py", "/./index.html", "//etc/passwd"),
        *("//evil.example/", "/index.html/", "/index.html%00.js", "/%00", "/words", "/words/"),
        *("/game/", "/page/", "/page/index.html", "/index.html/../api.js", "/words/../app.py"),
        *("/app.py", "/__init__.py", "/page.py", "/.git/config", "/index.HTML", "/%ff%fe"),
        *("/C:/Windows/win.ini", "/file:///etc/passwd", "/~root", "/" + "a/" * 2000),
        *("/api", "/api/", "/api/v1/", "/api/v2", "/api/v1/nothing", "/api/v1/days/", "/API/v1"),
        *("/api/v1//games", "/api/v1/../v1/games", "/api/v1/games/../games", "/docs", "/redoc"),
        *("/api/v1/games/none", "/api/v1/games/%27%20or%201=1--", "/api/v1/games/..%2f..%2fx"),
        *("/api/v1/games/%00", "/api/v1/games/" + "x" * 5000, "/api/v1/games/none/record"),
        "/api/v1/puzzles/2026-11-20%0A",
        *(
            "/api/v1/games/none%0d%0aSet-Cookie:x",
            "/favicon.ico",
            "/robots.txt",
            "/api/v1/puzzles/..%2f..%2fetc%2fpasswd",
        ),
    )
    for path in paths:
        yield HostileRequest(f"path: {path[:60]}", 404, "GET", path)
    names = ("x", "2026-13-01", "..%5cetc", "%00", "x" * 5000, "plain%231.%c2%b2")
    for name in names:
        yield HostileRequest(f"puzzle: {name[:40]}", 422, "GET", f"puzzles/{name}")
    for skip in ("x", "-1", "1.5", "9" * 10, "%C2%B2", ""):
        yield HostileRequest(f"skip: {skip}", 422, "GET", f"games?skip={skip}")
    for month in ("x", "2026", "2026-13", "2026-1", "0000-01", "9" * 5000, "2026-11-20", "%00"):
        yield HostileRequest(f"month: {month[:20]}", 422, "GET", f"days?month={month}")


def _wrong_methods() -> Iterator[HostileRequest]:
    for method in ("PUT", "PATCH", "TRACE", "PROPFIND", "OPTIONS", "X"):
        yield HostileRequest(f"method: {method}", 405, method, "games")
        yield HostileRequest(f"method: {method} of the page", 405, method, "/")
    yield HostileRequest("method: DELETE of the backup", 405, "DELETE", "backup")
    for path in ("moments", "hints", f"games/{GAME}/steps", f"games/{GAME}/help"):
        yield HostileRequest(f"method: GET {path}", 405, "GET", path)
    for path in ("keys", "days", "drops", "scores", f"games/{GAME}", "/", "/api.js"):
        yield HostileRequest(f"method: POST {path}", 405, "POST", path, {})
    yield HostileRequest("method: DELETE of all games", 405, "DELETE", "games")


def _too_much() -> Iterator[HostileRequest]:
    text = json.dumps({**_MOMENT, "position": "x" * MANY}).encode()
    yield HostileRequest("much: 10 MB", 413, body=text)
    yield HostileRequest("much: 10 MB of blanks", 413, body=b" " * MANY)
    kind = ("Content-Type", "application/json")
    said = (kind, ("Content-Length", str(MANY)))
    yield HostileRequest("much: said", 413, headers=said)
    yield HostileRequest("much: values", 413, body=b'{"position": [' + b"[]," * 300_000 + b"1]}")
    yield HostileRequest(
        "much: said, more than a number holds", 413, headers=(kind, ("Content-Length", "9" * 19))
    )
    head = b"POST /api/v1/moments HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    yield HostileRequest("much: in chunks", 413, sent=(chunked, *[chunk] * 40))
    yield HostileRequest("much: a head", 400, sent=(head + b"X: " + b"x" * 20_000 + b"\r\n\r\n",))
    yield HostileRequest("much: heads", 400, sent=(head + b"X: y\r\n" * 4_000 + b"\r\n",))
    yield HostileRequest(
        "much: a path",
        404,
        sent=(b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",),
    )
    for length in (b"-1", b"1e3", b"x", b"1, 2", b"+5", b"0x10", b"9" * 400):
        yield HostileRequest(
            f"length: {length[:20].decode()}",
            400,
            sent=(head + b"Content-Length: " + length + b"\r\n\r\n",),
        )
    two = b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"
    yield HostileRequest("length: two", 400, sent=(head + two,))
    yield HostileRequest("chunks: no size", 400, sent=(chunked + b"x\r\n{}\r\n0\r\n\r\n",))
    yield HostileRequest(
        "chunks: a size without end", 400, sent=(chunked + b"f" * 50_000 + b"\r\n",)
    )
    odd = b"Transfer-Encoding: gzip, chunked\r\n\r\n"
    yield HostileRequest("encoding: unknown", 400, sent=(head + odd,))


def _no_http() -> Iterator[HostileRequest]:
    host = b"Host: localhost\r\n\r\n"
    texts = {
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
        "bytes": bytes(range(256)) * 4,
        "HTTP/0.9": b"GET /\r\n\r\n",
        "no version": b"GET / \r\n" + host,
        "no method": b" / HTTP/1.1\r\n" + host,
        "a blank in the path": b"GET /a b HTTP/1.1\r\n" + host,
        "NUL in the path": b"GET /\0 HTTP/1.1\r\n" + host,
        "no Host": b"GET / HTTP/1.1\r\n\r\n",
        "two Hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + host,
        "NUL in a header": b"GET / HTTP/1.1\r\nX: a\0b\r\n" + host,
        "a blank in a header's name": b"GET / HTTP/1.1\r\nX y: z\r\n" + host,
        "a header without a colon": b"GET / HTTP/1.1\r\nnonsense\r\n" + host,
        "a header without a name": b"GET / HTTP/1.1\r\n: x\r\n" + host,
        "a header folded at the top": b"GET / HTTP/1.1\r\n x: y\r\n" + host,
        "SSH": b"SSH-2.0-OpenSSH_9.0\r\n\r\n",
        "SMTP": b"EHLO example\r\nMAIL FROM:<x@y>\r\n\r\n",
    }
    for name, text in texts.items():
        yield HostileRequest(f"HTTP: {name}", 400, sent=(text,))
    yield HostileRequest("HTTP: 2.0", 505, sent=(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",))
    yield HostileRequest("HTTP: 9.9", 505, sent=(b"GET / HTTP/9.9\r\n" + host,))


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) < 90 else f"{text[:30]}...{text[-50:]}"
