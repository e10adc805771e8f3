"""Games, records, hints and maxima as SVG pictures of their final sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..game import Game
from ..locales import LANGUAGES
from ..position import Position
from ..record import PlayedLine, load_record
from ..rules import Variant
from ..turn import SharedTurn, Turn
from .svg import GROUND, INK, position_svg, turn_svg

if TYPE_CHECKING:
    from ..plan.hints.hint import Hint
    from ..plan.question import Maximum

_GAP = 20
#: The height of the line for a caption, the size of its letters, and how many of them fit in.
_CAPTION, _CAPTION_SIZE, _CAPTION_LENGTH = 48, 24, 50


def game_svg(game: Game) -> str:
    """Draw the sheet after the last turn of a solo game, as turn_svg() does, or before the first;
    for several players the sheets of all seats, one below the other."""
    names = game.names or (None,) * game.players
    if game.players > 1:
        sheets = zip(game.positions, names, strict=True)
        return _below_each_other([position_svg(p, game.variant, name=name) for p, name in sheets])
    return _last_turn([p for [p] in game.history], game.turns, game.variant, names[0])


def record_svg(
    played: Game | PlayedLine, caption: str = "", *, language: str = LANGUAGES[0]
) -> str:
    """Draw the last sheets of a game, or of a line, as position_svg() does, on a light ground below
    a caption of one line."""
    names: Sequence[str | None] = ()
    if isinstance(played, Game):
        positions, names = played.positions, played.names
    else:
        positions = played.positions[-1:]
    sheets = _below_each_other(
        [
            position_svg(position, played.variant, name=name, language=language)
            for position, name in zip_longest(positions, names)
        ]
    )
    width, height = _size(sheets)
    top = _CAPTION if caption else 0
    size = min(_CAPTION_SIZE, _CAPTION_SIZE * _CAPTION_LENGTH / max(1, len(caption)))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + height}" '
            f'viewBox="0 0 {width} {top + height}" role="img">',
            f'<rect width="{width}" height="{top + height}" fill="{GROUND}"/>',
            f'<text class="l b" x="46" y="{_CAPTION - 12}" font-size="{size:.1f}" fill="{INK}">'
            f"{escape(caption, quote=False)}</text>",
            sheets.replace("<svg ", f'<svg y="{top}" ', 1).rstrip(),
            "</svg>\n",
        ]
    )


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
