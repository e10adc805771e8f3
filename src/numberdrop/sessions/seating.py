"""Sessions with several seats, of people and of bots.

People choose one after the other, on one machine, and don't see the others' choices before the end
of the turn. The bots choose once all people have. A session shows the game from the seat of the
person who chooses now, the current chooser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..dice import Roll
from ..errors import NotationError, coded_message, expected_got
from ..game import Game
from ..plurals import count_noun
from ..turn import Part, SharedTurn, Turn
from .bot_choices import bot_part
from .setups import Setup
from .state import State

#: The cell in which bots write their first digit.
BOT_START = "d1"
Seats = Sequence[str | None]


def people(seats: Seats) -> tuple[int, ...]:
    """Return the seats, from 1, of people."""
    return tuple(seat for seat, bot in enumerate(seats, 1) if bot is None)


def choosing_seat(seats: Seats, state: State) -> int:
    """Return the seat of the person who chooses now; the first one once the game is over."""
    return people(seats)[len(state.parts) if state.game else len(state.starts)]


def is_last_person(seats: Seats, state: State) -> bool:
    """Return whether the current chooser is the last person, after whom the turn is played."""
    return state.game is not None and len(state.parts) + 1 == len(people(seats))


def state_after_starts(setup: Setup, starts: tuple[str, ...]) -> State:
    """Return the state after people chose these first cells. The last of them begins the game."""
    if len(starts) < len(people(setup.seats)):
        return State(None, (), (), starts=starts)
    left = iter(starts)
    cells = [next(left) if bot is None else BOT_START for bot in setup.seats]
    game = Game(setup.tiles, cells, setup.variant, names=setup.names)
    return _view_of_chooser(setup, State(None, (), (), starts=starts, game=game))


def continued_state(setup: Setup) -> State:
    """Return the state at the end of the game that `setup` continues."""
    assert setup.game
    starts = tuple(setup.game.start[seat - 1] for seat in people(setup.seats))
    return _view_of_chooser(setup, State(None, (), (), starts=starts, game=setup.game))


def bot_parts(seats: Seats, game: Game, roll: Roll) -> list[str]:
    """Return the parts of the bots in the turn with this roll, as texts, in seat order."""
    bots = ((seat, bot) for seat, bot in enumerate(seats, 1) if bot is not None)
    return [bot_part(bot, game, seat, roll) for seat, bot in bots]


def state_after_turn(
    setup: Setup, state: State, roll: Roll, turn: Turn, bots: Sequence[str]
) -> State:
    """Return the state after the current chooser has ended `turn`.

    `bots` are the parts of the bots, used once all people have ended theirs. Raises IllegalTurn,
    with the rule, for an illegal part.
    """
    assert state.game
    seat, is_block = choosing_seat(setup.seats, state), state.game.falling_letter(roll) is not None
    part = Part(turn.drops) if is_block else Part(None, turn.place, turn.claim)
    parts = (*state.parts, state.game.play_part(seat, roll, part)[1])
    if not is_last_person(setup.seats, state):
        return _view_of_chooser(setup, replace(state, parts=parts), state.roll)
    wanted = len(setup.seats) - len(parts)
    if len(bots) != wanted:
        expected = coded_message("bots.parts", f"expected {count_noun(wanted, 'part')}", n=wanted)
        raise NotationError(expected_got("bots", expected, list(bots)))
    of_people, of_bots = iter(parts), iter(bots)
    whole = [
        next(of_people) if bot is None else Part.from_text(next(of_bots)) for bot in setup.seats
    ]
    game = state.game.copy()
    game.push(SharedTurn(roll, tuple(whole)))
    return _view_of_chooser(setup, replace(state, game=game, parts=()))


def rewound_state(setup: Setup, state: State, count: int) -> State:
    """Return the state after the first `count` turns, without the later ones."""
    assert state.game
    game = state.game.copy()
    while len(game.turns) > count:
        game.pop()
    roll = state.game.turns[count].roll if count >= len(setup.rolls) else None
    return _view_of_chooser(setup, replace(state, game=game, parts=()), roll)


def seats_to_json(setup: Setup, state: State) -> list[dict[str, Any]] | None:
    """Return the data of each seat (formats.md, Game on the table), or None in a solo game."""
    if not setup.seats:
        return None
    game, names = state.game, setup.names or (None,) * len(setup.seats)
    last = game.turns[-1] if game and game.turns else None
    data = []
    for seat, (bot, name) in enumerate(zip(setup.seats, names, strict=True), 1):
        position = game.positions[seat - 1] if game else None
        data.append(
            {
                "seat": seat,
                "bot": bot,
                "name": name,
                "position": None if position is None else str(position),
                "score": None if position is None else position.score(setup.variant).total,
                "part": str(last.parts[seat - 1]) if isinstance(last, SharedTurn) else None,
                "won": game is not None and seat in game.winners(),
            }
        )
    return data


def _view_of_chooser(setup: Setup, state: State, roll: Roll | None = None) -> State:
    """Return the state as the current chooser sees it, with nothing chosen yet.

    `roll` is the roll of this turn, if known.
    """
    assert state.game
    seen = view_of_seat(state.game, choosing_seat(setup.seats, state))
    return replace(seen, roll=roll, starts=state.starts, parts=state.parts)


def view_of_seat(game: Game, seat: int) -> State:
    """Return the state of a game between two turns as the owner of a seat, from 1, sees it."""
    return State(
        game.start[seat - 1],
        tuple(positions[seat - 1] for positions in game.history),
        tuple(
            turn_of_part(turn.roll, turn.parts[seat - 1])
            for turn in game.turns
            if isinstance(turn, SharedTurn)
        ),
        game=game,
    )


def turn_of_part(roll: Roll, part: Part) -> Turn:
    """Return the part of a seat as a turn of its own sheet, without slides."""
    return Turn(roll, (), part.drops or (), part.place, part.claim)
