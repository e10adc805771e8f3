"""What the page is told: how a game stands, and what a review has found."""

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
    """A game with the position, the roll, and the moves that a person may choose from."""
    is_move = session.needs == "move" and session.roll is not None
    offered = move_features(session.position, session.roll or 1, session.variant) if is_move else []
    return {
        "game": session.to_json(),
        "variant": session.variant,
        "needs": session.needs,
        "roll": session.roll,
        "position": position_response(session.position),
        "moves": [one.to_json() for one in offered],
        "plies": ply_responses(session.game),
        "undo": session.can_undo,
    }


def position_response(position: Position) -> dict[str, Any]:
    """Its text, and the stacks in the order of SQUARES, from bottom to top."""
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
    """Each ply with who made it, and what the move did."""
    plies = []
    for position, ply in zip(game.positions, game.plies, strict=False):
        one: dict[str, Any] = {"side": position.side, "roll": ply.roll, "move": ply.move}
        if ply.move != "#":
            one |= features(position, ply.move, ply.roll, game.variant).to_json()
        plies.append(one)
    return plies


def puzzle_response(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle, with what each move is worth: whoever shows it keeps that back."""
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
    """Its plies, and what luck and skill came to for each player."""
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
