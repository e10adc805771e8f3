"""The other seats, in plain lines: who sits where, what each has played, their scores."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import NotationError, NumberdropError, join_and, shown
from ..plurals import count_noun
from ..position import Position
from ..rules import LETTERS
from ..sessions.seating import people
from ..turn import Part, SharedTurn, Turn
from ..view.reports import turn_in_words
from ..view.text import Look, draw_position
from .seat import Seat


def name_of(seat: Seat, number: int) -> str:
    """Name a seat: `seat 1 (MUM)`, or without a name `seat 2 (hard)`, `seat 1 (you)` if one person
    plays, `seat 1` if several do."""
    seats, names = seat.session.setup.seats, seat.session.setup.names
    name = names[number - 1] if names else None
    who = name or seats[number - 1] or ("you" if len(people(seats)) == 1 else "")
    return f"seat {number} ({who})" if who else f"seat {number}"


def standing_lines(seat: Seat) -> list[str]:
    """Return the score of each seat, and the letters that it has circled."""
    game = seat.session.state.game
    if game is None:
        return [
            f"{name_of(seat, number)}" for number in range(1, len(seat.session.setup.seats) + 1)
        ]
    lines = []
    for number, position in enumerate(game.positions, 1):
        marks = zip(LETTERS, (mark for _, _, mark in position.tiles), strict=True)
        circled = [letter for letter, mark in marks if mark == "o"]
        more = f", has circled {join_and(circled)}" if circled else ""
        points = count_noun(position.score(game.variant).total, "point")
        lines.append(f"{name_of(seat, number)}: {points}{more}")
    return lines


def played_lines(seat: Seat) -> Iterator[str]:
    """Yield what each seat played in the last turn, and its points for it."""
    game = seat.session.state.game
    if game is None or not game.turns:
        return
    turn, before, after = game.turns[-1], game.history[-2], game.positions
    assert isinstance(turn, SharedTurn)
    for number, part in enumerate(turn.parts, 1):
        old, new = before[number - 1], after[number - 1]
        gain = new.score(game.variant).total - old.score(game.variant).total
        yield f"{name_of(seat, number)}: {part_in_words(part, turn, old)}: {gain:+d}"


def round_lines(seat: Seat) -> list[str]:
    """Return the lines after a person has ended a turn: the parts of all seats if it has been
    played, or the next person to choose, who must not see the others' choices."""
    if seat.session.state.parts:
        return ["chosen; the others see it at the end of the turn"]
    return list(played_lines(seat))


def part_in_words(part: Part, turn: SharedTurn, position: Position) -> str:
    """Describe a part of a turn in a sentence, for the position in which it is played."""
    if part.drops == ():
        return "protected from the block"
    if part.drops:
        [drop] = part.drops
        shape = position.tiles[LETTERS.index(drop.tile)][0]
        where = f"on {' '.join(drop.cells)}" if drop.cells else "finds no room"
        return f"the block {shape} of {drop.tile} {where}"
    return turn_in_words(Turn(turn.roll, (), (), part.place, part.claim), position)


def ending_of(seat: Seat) -> str:
    """Name the winner of a finished game."""
    game = seat.session.state.game
    assert game
    winners = [name_of(seat, number) for number in game.winners()]
    return f"{join_and(winners)} {'wins' if len(winners) == 1 else 'share the victory'}"


def look_over(seat: Seat, text: str, look: Look) -> list[str]:
    """Draw the sheet of another seat."""
    game = seat.session.state.game
    if game is None:
        raise NumberdropError("sheet: expected a game of several players that has begun")
    if text not in [str(number) for number in range(1, game.players + 1)]:
        raise NotationError(f"sheet: expected a seat, 1 to {game.players}, got {shown(text)}")
    return draw_position(game.positions[int(text) - 1], game.variant, look).split("\n")
