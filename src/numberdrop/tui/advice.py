"""Hints and help in words. In a puzzle, each help reveals more and is counted; in other games the
best ideas are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import NumberdropError
from ..sessions import PartialTurn, Session, TurnOptions
from ..sessions.help import best_turn, help_to_json
from ..sessions.session import GRADES
from .seat import Seat

if TYPE_CHECKING:
    from ..plan.hints.hint import Hint
    from ..plan.limits import Stop

#: The number of ideas shown.
MOST_IDEAS = 3
LEVELS = ("fast", "strong", "deep")
#: In place of a level: why the best idea is better than the next.
WHY = "why"


def next_grade(seat: Seat) -> str:
    """Return the next grade of help for this turn."""
    position = seat.position
    number = position.turn if position else 0
    asked = [grade for turn, grade in seat.session.helped if turn == number]
    at = max((GRADES.index(grade) + 1 for grade in asked), default=0)
    return GRADES[min(at, len(GRADES) - 1)]


def advice(seat: Seat, text: str = "", stop: Stop | None = None) -> list[str]:
    """Return the lines of a hint or a help. `text` is a level or WHY, or in a puzzle a grade.
    Raises NumberdropError for another one, and without a roll."""
    now = seat.turn_options
    if now is None:
        raise NumberdropError("there is no roll to play")
    known = (*LEVELS, WHY) if seat.is_free_of_help else GRADES
    if text and text not in known:
        raise NumberdropError(f"hint: expected one of {', '.join(known)}, got {text!r}")
    if seat.is_free_of_help:
        level, why = (LEVELS[1], True) if text == WHY else (text or LEVELS[0], False)
        return find_hint(seat.session, level, stop, why=why)
    grade = text or next_grade(seat)
    data = help_to_json(best_turn(seat.session, stop=stop), grade)
    seat.do({"do": "help", "grade": grade})
    return help_lines(data)


def find_hint(session: Session, level: str, stop: Stop | None, *, why: bool = False) -> list[str]:
    """Search, and return the best ideas, a line each: the expected score, and the turn without its
    roll. At a table these are parts by the chance of winning. With `why` a last line says why the
    first is better than the second, if there are two."""
    if session.setup.seats:
        return _seat_hint_lines(session, level, stop, why=why)
    now = session.turn_options()
    assert isinstance(now, TurnOptions)
    found = ask_hint(now, level, stop, why=why)
    lines = [
        f"{rank}: {idea.best.ev:.1f} expected: {str(idea.best.turn).partition(' ')[2]}"
        for rank, idea in enumerate(found.ideas, 1)
    ]
    return [*lines, *([_reasons(found.why.said())] if found.why else [])]


def ask_hint(now: TurnOptions, level: str, stop: Stop | None, *, why: bool = False) -> Hint:
    """Return the hint for the current roll. Raises the errors of numberdrop.hint()."""
    from ..plan.hints.hint import hint

    return hint(
        *(now.position, now.roll),
        level=level,
        variant=now.variant,
        top=MOST_IDEAS,
        why=why,
        stop=stop,
    )


def _reasons(said: Sequence[str]) -> str:
    return f"why 1 rather than 2: {'; '.join(said)}"


def _seat_hint_lines(session: Session, level: str, stop: Stop | None, *, why: bool) -> list[str]:
    """Return the best parts for the person who chooses. The others' choices of this turn are not
    used."""
    from ..multiplayer import hint

    game, seat, roll = session.state.game, session.seat, session.roll
    assert game
    assert seat
    assert roll
    found = hint(game, seat, roll, level=level, top=MOST_IDEAS, stop=stop)
    lines = [
        f"{rank}: {100 * one.win:.0f} % to win, {one.ev:.1f} points: {one.part}"
        for rank, one in enumerate(found.turns, 1)
    ]
    return [*lines, *([_reasons(found.why(0))] if why and len(found.turns) > 1 else [])]


def help_lines(data: Mapping[str, Any]) -> list[str]:
    """Describe the result of help_to_json()."""
    if data["grade"] == "region":
        return [f"look at {' '.join(_corners(data['region'])) or 'the claims'}"]
    if data["grade"] == "placement":
        return [f"place on {' '.join(data['cells'])}" if data["cells"] else "nothing can be placed"]
    turn = PartialTurn.from_json(data["turn"])
    slides = ",".join(turn.slides) or "-"
    drops = [f" {drop}" for drop in turn.drops]
    place = ",".join(f"{c}={d}" for c, d in zip(turn.cells, turn.digits, strict=True)) or "-"
    claim = f" !{''.join(turn.claim)}" if turn.claim else ""
    return [f"the turn: {slides}{''.join(drops)} {place}{claim}"]


def _corners(region: list[str]) -> list[str]:
    """Describe a rectangle of cells by two corners."""
    return [region[0], "to", region[-1]] if region else []
