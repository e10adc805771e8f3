"""A game as one of its seats sees it, and the steps that the seat may do.

The view is a session (sessions/session.py) in which the seat's owner is the only person, with what
he has chosen in this turn. So all rules of choosing, undoing and typing are those of any session.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..bots.bot import OWN_BOTS
from ..errors import IllegalTurn, NumberdropError, coded_message
from ..game import Game
from ..json_reader import Fields, one_of
from ..sessions import SavedGame, Session
from ..sessions.seating import seats_to_json, view_of_seat
from .state import MOST_CHOICES, Choice

#: The steps within a turn, and the one that ends it.
CHOOSING, END = ("set", "type", "undo", "redo"), "end"


def game_of(session: Session) -> Game:
    """Return the game of a table's session, which has begun."""
    assert session.state.game
    return session.state.game


def turn_number(session: Session) -> int:
    """Return the number of the turn to be played, from 1."""
    return len(game_of(session).turns) + 1


def seat_session(session: Session, seat: int, choice: Choice) -> Session:
    """Return the game as a seat sees it, after what it has chosen in this turn."""
    seats = tuple(
        None if number == seat else OWN_BOTS[0] for number in range(1, len(session.setup.seats) + 1)
    )
    setup = replace(session.setup, seats=seats)
    first = view_of_seat(game_of(session), seat)
    now = choice.in_turn(turn_number(session))
    states = [first, *(replace(first, partial=partial) for partial in now.partials)]
    after = tuple(reversed(states[now.done + 1 :]))
    return Session(setup, states[now.done], tuple(states[: now.done]), after)


def after_step(session: Session, seat: int, choice: Choice, step: object) -> Choice:
    """Return what a seat has chosen after one more step.

    Raises the errors of Session.do(), and IllegalTurn for a choice after the seat has ended its
    turn; "undo" takes this end back.
    """
    fields, turn = Fields(step, "step"), turn_number(session)
    do, now = fields.text("do"), choice.in_turn(turn)
    if do not in (*CHOOSING, END):
        raise fields.fault("do", one_of((*CHOOSING, END)))
    one = seat_session(session, seat, choice)
    if one.is_over():
        return _choice(one.do(step), turn)
    if now.is_ended:
        if do != "undo":
            ended = coded_message("seat.ended", "you have ended this turn already")
            raise IllegalTurn(ended, turn=turn)
        fields.expect_only("do")
        return replace(now, is_ended=False)
    if do == END:
        fields.expect_only("do")
        options = one.turn_options()
        assert options
        options.turn()  # raises IllegalTurn if something is missing
        return replace(now, is_ended=True)
    return _choice(one.do(step), turn)


def _choice(one: Session, turn: int) -> Choice:
    """Return the choices that a seat's session is made of."""
    states = [*one.before, one.state, *reversed(one.after)][1:]
    done = len(one.before)
    if done > MOST_CHOICES:
        states, done = states[done - MOST_CHOICES :], MOST_CHOICES
    return Choice(turn, tuple(state.partial for state in states), done)


def seat_document(
    saved: SavedGame, seat: int, choice: Choice, revision: int, table: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the document of a game as a seat sees it (api.md, Tables). `table` are its keys about
    the table."""
    session, one = saved.session, seat_session(saved.session, seat, choice)
    is_ended = not one.is_over() and choice.in_turn(turn_number(session)).is_ended
    data = one.to_json()
    return {
        "id": saved.id,
        "revision": revision,
        "begun": saved.begun,
        "touched": saved.touched,
        **data,
        "puzzle": hidden_puzzle(session),
        "seats": seats_to_json(session.setup, session.state),
        "can": {**data["can"], "undo": is_ended or data["can"]["undo"], "back": []},
        "ended": is_ended,
        "table": dict(table),
        "result": {"score": data["score"]["total"]} if one.is_over() else None,
    }


def hidden_puzzle(session: Session) -> str | None:
    """Return the name of a game's dice once the game is over; before, it would reveal all rolls."""
    return session.setup.puzzle if session.is_over() else None


def shared_document(session: Session) -> dict[str, Any]:
    """Return what everybody at a table may see of its game (api.md, Tables)."""
    game = game_of(session)
    totals = [position.score(session.variant).total for position in game.positions]
    roll = session.roll
    return {
        "turn": len(game.turns) + (not game.is_over()),
        "roll": None if roll is None else str(roll),
        "block": None if roll is None else game.falling_letter(roll),
        "first": game.first_player,
        "tiles": list(game.tiles),
        "last": str(game.turns[-1].roll) if game.turns else None,
        "over": game.is_over(),
        "end": game.end(),
        "puzzle": hidden_puzzle(session),
        "seats": seats_to_json(session.setup, session.state),
        "places": [1 + sum(other > total for other in totals) for total in totals],
    }


def expect_game(saved: SavedGame) -> None:
    """Raise NumberdropError unless a stored game is one of several players that has begun."""
    if saved.damage is not None or saved.session.state.game is None:
        raise NumberdropError.coded("table.game", "the game of this table can't be read")
