"""The API called within a process, as a page without a server calls it: the answers of a server."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import ENVIRON
from numberdrop.browser import App
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from places import ROOT
from serving import serving
from sessions import ended

POSITION, ROLL = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O"
HINT = {"position": POSITION, "roll": ROLL, "levels": ["fast", "fast"]}
PAGES = ROOT / "src" / "numberdrop"


def asked(app: App, method: str, path: str, body: object = None) -> tuple[int, list[Any]]:
    """Return the status of a response, and the documents in its body."""
    statuses: list[int] = []
    parts: list[bytes] = []
    text = None if body is None else json.dumps(body)
    asyncio.run(
        app.answer(method, path, text, lambda status, _: statuses.append(status), parts.append)
    )
    [status] = statuses
    return status, [json.loads(line) for line in b"".join(parts).splitlines()]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "days?month=2026-11", None),
        ("GET", "puzzles/2026-11-22", None),
        ("GET", "games?skip=x", None),
        ("GET", "nothing", None),
        ("PUT", "days", {}),
        ("POST", "moments", {"position": POSITION, "roll": ROLL}),
        ("POST", "read", {"text": "é\ud83d\ude00"}),
        ("POST", "hints", HINT),
        ("POST", "hints", {**HINT, "roll": "9"}),
        ("POST", "hints", {**HINT, "levels": []}),
    ],
)
def test_answers_are_those_of_a_server(
    tmp_path: Path, method: str, path: str, body: dict[str, Any] | None
) -> None:
    found = asked(App(tmp_path), method, f"/api/v1/{path}", body)
    with serving(tmp_path) as client:
        answer = client.ask(method, path, body)
    said = [json.loads(line) for line in answer.body.splitlines()]
    assert (found[0], without_times(found[1])) == (answer.status, without_times(said))


def without_times(found: Any) -> Any:
    """Return documents without the seconds that a search took."""
    if isinstance(found, dict):
        return {key: without_times(value) for key, value in found.items() if key != "seconds"}
    return [without_times(one) for one in found] if isinstance(found, list) else found


def test_page_without_a_server_loads_nothing_of_tables() -> None:
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, tempfile; from numberdrop.browser import App; "
            "App(tempfile.mkdtemp()); print(*sys.modules)",
        ],
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "numberdrop.web.app" in loaded
    assert not [name for name in loaded if re.search(r"numberdrop\.(web\.)?tables|segno", name)]
    assert "numberdrop.server.slowdown" not in loaded


def test_omba_is_answered_below_its_own_path(tmp_path: Path) -> None:
    app = App(tmp_path)
    status, [about] = asked(app, "GET", "/omba/api/v1")
    assert status == 200
    assert "tables" in about
    game = {"seats": ["you", "thumb"], "seed": 1}
    status, [moment] = asked(app, "POST", "/omba/api/v1/games", game)
    assert (status, moment["needs"]) == (200, "move")


def test_cancelled_search_ends(tmp_path: Path) -> None:
    count = 0

    def is_cancelled() -> bool:
        nonlocal count
        count += 1
        return count > 100

    app = App(tmp_path, is_cancelled)
    hint = {**HINT, "levels": ["deep"]}
    assert asked(app, "POST", "/api/v1/hints", hint) == (200, [])
    assert count > 100


def test_pending_results_are_submitted_at_the_start(tmp_path: Path) -> None:
    ended(Store(tmp_path), random.Random(1), kind="daily", puzzle="2026-11-22")
    assert Results(tmp_path).all()[0] == []
    App(tmp_path).begin()
    assert [result.puzzle for result in Results(tmp_path).all()[0]] == ["2026-11-22"]


@pytest.mark.parametrize("name", ["answers.js", "footer.js"])
def test_both_homes_export_the_same(name: str) -> None:
    """The scripts that take the place of a server's, for all that other scripts import."""

    def exports(path: Path) -> set[str]:
        return set(re.findall(r"^export [\w ]*?(\w+)(?:\(| =|;)", path.read_text("utf-8"), re.M))

    served, alone = (exports(PAGES / home / "page" / name) for home in ("server", "browser"))
    assert served
    assert served <= alone
