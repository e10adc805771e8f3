"""Games in the terminal: seats with their own stores, and the input that plays known turns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Session, Store
from numberdrop.tui.seat import Seat
from sessions import TODAY


def seat_at(folder: Path, **head: Any) -> Seat:
    """Return a seat at a new game in a separate folder."""
    store = Store(folder)
    return Seat(store, store.begin(Session.begin(head, TODAY)), Results(folder), "ABC")


def typed_lines(record: dict[str, Any]) -> Iterator[str]:
    """Yield a game as it is typed in lines: the first cell, and each turn without its roll."""
    yield record["start"]
    for turn in record["turns"]:
        yield str(nd.Turn.from_json(turn)).partition(" ")[2]
        yield "end"
