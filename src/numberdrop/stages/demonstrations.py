"""The actions of known turns, from a record or a hint, as training data for imitation learning."""

from __future__ import annotations

from ..position import Position
from ..rules import Variant
from ..transitions import play_canonical
from ..turn import Part as TurnPart
from ..turn import Turn
from .actions import DONE, cell_action, digit_action, letter_action
from .part import Part


def actions_of(
    position: Position | str, turn: Turn | str, variant: str | Variant = "rulebook"
) -> tuple[int, ...]:
    """Return the actions that choose a solo turn, without the forced ones.

    Raises IllegalTurn if the turn breaks a rule, and NotationError if a text is not a position or
    not a turn.
    """
    rules, before = Variant.of(variant), Position.of(position)
    _, played = play_canonical(before, Turn.of(turn, rules.dice), rules)
    part, actions = Part(before, played.roll, rules), []
    while part.legal:
        actions.append(next_action(part, played))
        part.take(actions[-1])
    return tuple(actions)


def next_action(part: Part, turn: Turn | TurnPart) -> int:
    """Return the next action of an unfinished part towards `turn`.

    `turn` must be legal, with its claim in canonical order.
    """
    if part.stage in ("slide", "star"):
        assert isinstance(turn, Turn)
        return letter_action(turn.slides[len(part.slides)])
    if part.stage == "digits":
        return digit_action((turn.place or ())[len(part.written)][1])
    if part.stage == "claim":
        claim, at = turn.claim or (), len(part.cells)
        return cell_action(claim[at]) if at < len(claim) else DONE
    cells = {cell for cell, _ in turn.place or ()}
    if part.falling:
        cells = {
            cell for drop in turn.drops or () if drop.tile == part.falling for cell in drop.cells
        }
    return next(
        action
        for action, found in part.legal.items()
        if any(cells == {*pose.cells} for pose in found)
    )
