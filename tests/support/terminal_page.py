"""The generated parts of docs/terminal.md: the keys, a screen, a session in lines."""

from __future__ import annotations

import tempfile
from pathlib import Path

from numberdrop.sessions.key_bindings import ACTIONS, GROUPS, keys_in_words
from numberdrop.tui.plain_lines import HELP, Lines
from screens import Player, play
from terminals import seat_at

#: Input of the session shown on the page.
TYPED = (
    "d1",
    "slide A",
    "place d",
    "place 42",
    "digits 2346",
    "claims",
    "claim 1",
    "d3?",
    "end",
    "board",
    "hint",
    "quit",
)
SEED = 7


def keys_table() -> str:
    """Return all keys, by group."""
    lines = ["| keys | stage | what they do |", "|---|---|---|"]
    for group in GROUPS:
        for action in ACTIONS:
            if action.group == group:
                keys = ", ".join(f"`{key}`" for key in keys_in_words(action).split(", "))
                stages = "any" if len(action.stages) == 5 else ", ".join(action.stages)
                lines.append(f"| {keys} | {stages} | {action.description} |")
    return "\n".join(lines)


def session() -> str:
    """Return a session in lines, as a terminal shows it."""
    shown: list[str] = []
    waiting = list(TYPED)

    def ask() -> str:
        shown.append(f"> {waiting[0]}")
        return waiting.pop(0)

    with tempfile.TemporaryDirectory() as folder:
        seat = seat_at(Path(folder), kind="solo", seed=SEED)
        Lines(seat, ask, shown.append, shown.append).play()
    return "\n".join(line.rstrip() for line in shown)


def screen() -> str:
    """Return the screen in the middle of a turn."""
    rows: list[str] = []

    async def playing(player: Player) -> None:
        await player.press("enter", "a", "right", "space", "space")
        rows.extend(row.rstrip() for row in player.rows())

    with tempfile.TemporaryDirectory() as folder:
        play(seat_at(Path(folder), kind="solo", seed=SEED), playing)
    return "\n".join(rows)


def commands() -> str:
    """Return the output of `help`."""
    return "\n".join(HELP)
