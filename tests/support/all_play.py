"""A program that plays a little of everything and prints the answers as JSON, a line for each.

With the argument `alone` it does so without ABSENT and without threads.
"""

from __future__ import annotations

import _thread
import datetime
import json
import random
import sys
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

#: What a browser lacks and an install may have.
ABSENT = ("numpy", "ortools", "reportlab", "sqlite3")


def do_without() -> None:
    """Make imports of ABSENT and starts of threads fail, as they do in a browser."""

    def refuse(*given: Any, **more: Any) -> NoReturn:
        raise RuntimeError("can't start new thread")

    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
    threading.Thread.start = refuse  # type: ignore[method-assign]
    _thread.start_new_thread = refuse


def hints() -> Iterator[tuple[str, Any]]:
    """Yield hints of all levels and with rollouts, a review and advice for the start."""
    import numberdrop as nd
    from numberdrop import plan
    from numberdrop.plan.hints.selfplay import play_game
    from numberdrop.plan.hints.start_cells import rank_starts
    from numberdrop.record import PlayedLine

    game = play_game(1, 0)
    turns = [turn for turn in game.turns if isinstance(turn, nd.Turn)]
    position, roll = game.history[8][0], turns[8].roll
    for level, options in (
        ("fast", {}),
        ("strong", {"playouts": 60}),
        ("deep", {"playouts": 120}),
        ("fast", {"games": 2, "target": 60}),
        ("fast", {"games": 2, "games_level": "fast", "top": 2}),
    ):
        yield f"hint {level} {options}", nd.hint(position, roll, level=level, **options)
    last = game.history[-2][0]
    yield "last turn", nd.hint(last, turns[-1].roll, top=1)
    line = PlayedLine.of(position, turns[8:10], game.variant)
    yield "review", plan.review(line, level="fast")
    yield "starts", rank_starts("IOTLS", playouts=60)


def sessions() -> Iterator[tuple[str, Any]]:
    """Yield games played at random to the end: solo, with bots, a puzzle and a drop problem."""
    from numberdrop.sessions import Session
    from numberdrop.sessions.help import best_turn
    from sessions import played_on

    today = datetime.date(2026, 11, 25)
    for setup in (
        {"kind": "solo", "seed": 7},
        {"kind": "table", "seed": 7, "seats": [None, "easy", "hard"]},
        {"kind": "daily", "puzzle": "2026-11-25"},
        {"kind": "drop", "puzzle": "drop#1.4"},
    ):
        session = Session.begin(setup, today)
        if setup["kind"] == "drop":
            yield "best turn", best_turn(session)
        yield str(setup), played_on(session, random.Random(1))


def several_players() -> Iterator[tuple[str, Any]]:
    """Yield hints for a seat, a review, and turns of the bots that look ahead."""
    import numberdrop as nd
    from numberdrop.bots.builtin import own_bot
    from numberdrop.multiplayer import choose, hint, review_seats

    game = nd.Game("IOTLS", ["a1", "d1"])
    deal = nd.table_deal(7, 0)
    for roll in deal.rolls[:2]:
        parts = [choose(game, seat, roll, "points") for seat in (1, 2)]
        game.push(nd.SharedTurn(roll, tuple(parts)))
    roll = deal.rolls[2]
    for level, playouts in (("fast", None), ("strong", 60), ("deep", 60)):
        yield f"seat {level}", hint(game, 1, roll, level=level, playouts=playouts)
    for name in ("medium", "tough", "champion"):
        yield name, str(own_bot(name).decide(game, 1, roll))
    yield "review of seats", review_seats(game, level="fast")


def puzzles() -> Iterator[tuple[str, Any]]:
    """Yield a puzzle of the day with its targets and its printed pages, and the lesson of a drop
    problem."""
    from numberdrop.puzzles import daily_puzzle
    from numberdrop.puzzles.archive.shipped import problem_of_day, shipped_entry
    from numberdrop.puzzles.lessons import lesson_of
    from numberdrop.view import daily_pages, page_svg

    puzzle, entry = daily_puzzle("2026-11-25"), shipped_entry("2026-11-25")
    yield "puzzle", puzzle
    yield "targets", entry
    yield "pages", [page_svg(page, "") for page in daily_pages(puzzle, entry, solution=True)]
    yield "lesson", lesson_of(problem_of_day(datetime.date(2026, 11, 25)))


def omba() -> Iterator[tuple[str, Any]]:
    """Yield a game of Omba, its review, and a hint for its last position with two players."""
    from numberdrop import omba
    from numberdrop.omba.advice import advise
    from numberdrop.omba.match import play_game

    game = play_game(["thumb", "greedy", "monte-carlo"], "S", 6)
    yield "omba", str(game)
    yield "omba, review", repr(omba.review(game))
    for number in (0, -3):
        yield f"omba, hint {number}", advise(game.positions[number], 1)


def document(answer: Any) -> Any:
    """Return the JSON document of an answer, without the time that it took."""
    found = answer.to_json() if hasattr(answer, "to_json") else answer
    return {**found, "seconds": None} if isinstance(found, dict) else found


if __name__ == "__main__":
    if "alone" in sys.argv[1:]:
        do_without()
    for part in (hints, sessions, several_players, puzzles, omba):
        for name, answer in part():
            print(json.dumps([name, document(answer)]))
    print(json.dumps(["loaded", sorted({*ABSENT} & {n for n, m in sys.modules.items() if m})]))
