"""The JSON responses of the API."""

from __future__ import annotations

from typing import Any

from ..move_features import features, move_features
from ..position import Position
from ..puzzles import Puzzle
from ..record import Game
from ..rules import ENTRIES, SQUARES
from ..session import Session
from ..values import Review


def game_response(session: Session) -> dict[str, Any]:
    """Return a game with its position, its roll, and the moves that a person can choose."""
    is_move = session.needs == "move" and session.roll is not None
    offered = move_features(session.position, session.roll or 1, session.variant) if is_move else []
    return {
        "game": session.to_json(),
        "variant": session.variant,
        "deal": session.deal,
        "needs": session.needs,
        "roll": session.roll,
        "position": position_response(session.position),
        "moves": [one.to_json() for one in offered],
        "plies": ply_responses(session.game),
        "undo": session.can_undo,
    }


def position_response(position: Position) -> dict[str, Any]:
    """Return a position as text and by its parts, stacks from bottom to top in order of SQUARES."""
    return {
        "text": str(position),
        "squares": list(SQUARES),
        "entries": list(ENTRIES),
        "stacks": list(position.stacks),
        "side": position.side,
        "hands": list(position.hands),
        "out": list(position.out),
        "winner": position.winner,
    }


def ply_responses(game: Game) -> list[dict[str, Any]]:
    """Return each ply with its player and the features of its move."""
    plies = []
    for position, ply in zip(game.positions, game.plies, strict=False):
        one: dict[str, Any] = {"side": position.side, "roll": ply.roll, "move": ply.move}
        if ply.move != "#":
            one |= features(position, ply.move, ply.roll, game.variant).to_json()
        plies.append(one)
    return plies


def puzzle_response(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle with the value of each move, which the client must hide at first."""
    worth = {one.move: one for one in puzzle.ranked}
    return {
        "position": position_response(puzzle.position),
        "roll": puzzle.roll,
        "variant": puzzle.variant,
        "grade": puzzle.grade,
        "moves": [
            {**one.to_json(), "value": worth[one.move].value, "loss": worth[one.move].loss}
            for one in move_features(puzzle.position, puzzle.roll, puzzle.variant)
        ],
    }


def review_response(found: Review) -> dict[str, Any]:
    """Return the plies of a review, and the sums of luck and skill of each player."""
    first = len(found.game.plies) - len(found.plies)
    sides = sorted({one.side for one in found.plies})
    return {
        "record": str(found.game),
        "winner": found.game.winner,
        "plies": [
            {
                "number": number,
                "side": one.side,
                "roll": one.ply.roll,
                "move": one.ply.move,
                "before": one.before,
                "luck": one.luck,
                "skill": one.skill,
                "best": one.best,
            }
            for number, one in enumerate(found.plies, first + 1)
        ],
        "sides": [
            {"side": side, "luck": found.luck(side), "skill": found.skill(side)} for side in sides
        ],
    }
