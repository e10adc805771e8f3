"""Games, hints and maxima as SVG pictures of their final sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..game import Game
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import Variant
from ..turn import SharedTurn, Turn
from .svg import position_svg, turn_svg

if TYPE_CHECKING:
    from ..plan.hints.hint import Hint
    from ..plan.question import Maximum

_GAP = 20


def game_svg(game: Game) -> str:
    """Draw the sheet after the last turn of a solo game, as turn_svg() does, or before the first;
    for several players the sheets of all seats, one below the other."""
    names = game.names or (None,) * game.players
    if game.players > 1:
        sheets = zip(game.positions, names, strict=True)
        return _below_each_other([position_svg(p, game.variant, name=name) for p, name in sheets])
    return _last_turn([p for [p] in game.history], game.turns, game.variant, names[0])


def hint_svg(hint: Hint) -> str:
    """Draw the sheet after the best turn, as turn_svg() does; the position itself without a
    turn."""
    if not hint.turns:
        return position_svg(hint.position, hint.variant)
    return turn_svg(hint.position, hint.turns[0].turn, hint.variant)


def maximum_svg(found: Maximum) -> str:
    """Draw the sheet after the last turn of the best game."""
    played = load_record(found.solution)
    if isinstance(played, PlayedLine):
        return _last_turn(played.positions, played.turns, played.variant)
    return game_svg(played)


def _last_turn(
    positions: Sequence[Position],
    turns: Sequence[Turn | SharedTurn],
    variant: Variant,
    name: str | None = None,
) -> str:
    if turns and isinstance(turns[-1], Turn):
        return turn_svg(positions[-2], turns[-1], variant, name=name)
    return position_svg(positions[-1], variant, name=name)


def _below_each_other(pictures: Sequence[str]) -> str:
    sizes = [_size(picture) for picture in pictures]
    width = max(width for width, _ in sizes)
    height = sum(height for _, height in sizes) + _GAP * (len(sizes) - 1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
    ]
    y = 0
    for picture, (_, high) in zip(pictures, sizes, strict=True):
        lines.append(picture.replace("<svg ", f'<svg y="{y}" ', 1).rstrip())
        y += high + _GAP
    return "\n".join([*lines, "</svg>\n"])


def _size(picture: str) -> tuple[int, int]:
    found = re.search(r'width="([0-9]+)" height="([0-9]+)"', picture)
    assert found is not None
    return int(found[1]), int(found[2])
