"""Every text on the page comes from the files of texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from browsing import Home, Watch, bracket_texts, outside_brackets, play_randomly, show
from commands import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open = Callable[..., "Page"]
SHEET = "66666../6533521 5:-:- I1,O0,T1,L0,S0 3"
READY = "main[aria-busy=false] "


def test_every_text_of_the_page_is_translated(visit: Open, served: Home, watch: Watch) -> None:
    page = bracket_texts(visit("", locale="fr"))
    watch.foreseen.append("status of 4")
    claims = {"kind": "free", "position": "6655.../123.... -:-:- I1,O0,T1,L0,S0 3"}
    own = {"cells": ["e2", "f2", "e1", "f1"], "digits": [1, 5, 6, 2]}
    claim = {"do": "set", "turn": {"slides": ["A"], "claim": ["a1", "b1", "c1"], **own}}
    table = {"kind": "table", "seats": [None, "medium", "easy"], "seed": 3}
    record = json.dumps(GAMES[0])
    finished = served.begin({"kind": "record", "record": json.loads(record)})
    views = {
        f"game/{served.begin({'kind': 'solo', 'seed': 1})}": "[data-stage=start]",
        f"game/{served.begin(claims)}": "[data-stage=roll]",
        f"game/{served.begin(claims, {'do': 'roll', 'roll': '1562O'}, claim)}": "[data-claim]",
        f"game/{served.begin(table, {'do': 'start', 'cell': 'd1'})}": "[data-stage=place]",
        f"game/{play_randomly(served, {'kind': 'daily', 'puzzle': '2026-11-25'})}": "[data-share]",
        f"game/{play_randomly(served, {'kind': 'drop', 'puzzle': 'drop#1.4'})}": "[data-share]",
        f"game/{'0' * 16}": ".fault",
        f"review/{finished}?level=fast": "[data-review-turn]",
        "review": "textarea",
        f"analysis?{urlencode({'p': SHEET, 'r': '9156O'})}": ".problems li",
        "days/2026-11": ".month",
        "drops": ".drops a",
        "scores": "table",
        "print": "form",
        "help": "kbd",
        "nothing": "h1",
        "": ".games",
    }
    found: dict[str, list[str]] = {}
    for route, shown in views.items():
        show(page, route)
        page.locator(f"{READY}{shown}").first.wait_for()
        if texts := outside_brackets(page):
            found[route] = texts
    assert found == {}
