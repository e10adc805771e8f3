"""States that a player cannot tell from the true one: the others' hidden choices are replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import NumberDropState


def resampled(state: NumberDropState, player: int, draw: Callable[[], float]) -> Any:
    """Return a state with the same information state of `player`, in which the others have made
    random legal choices in this turn.

    `draw` returns numbers from 0 to below 1. Who has finished this turn has finished it in the new
    state too, and the player who is choosing is still choosing. All else is known to everybody, the
    dice rolled so far included, and is kept.
    """
    choosing, history = state.current_player(), state.history()
    is_hidden = choosing >= 0
    found = state.get_game().new_initial_state()
    for action in history[: state.begun] if is_hidden else history:
        found.apply_action(action)
    own = iter(state.chosen[player] if is_hidden else ())
    while is_hidden:
        seat = found.current_player()
        if seat == player:
            action = next(own, None)
            if action is None:
                break
            found.apply_action(action)
        elif seat == choosing:
            return _in_the_middle(found, len(state.chosen[seat]), draw)
        else:
            found.apply_action(_random_action(found, draw))
    return found


def _in_the_middle(state: Any, count: int, draw: Callable[[], float]) -> Any:
    """Return `state` after at most `count` random actions of its player, who still has a choice."""
    seat = state.current_player()
    for _ in range(count):
        ahead = state.clone()
        ahead.apply_action(_random_action(ahead, draw))
        if ahead.current_player() != seat:
            break
        state = ahead
    return state


def _random_action(state: Any, draw: Callable[[], float]) -> int:
    legal = state.legal_actions()
    return int(legal[int(draw() * len(legal))])
