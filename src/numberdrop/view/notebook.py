"""HTML of values for notebooks: their picture, and the terminal's text next to it.

A picture is an image of its own, so that its styles affect nothing else on the page.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..game import Game
from ..puzzles.archive.entries import DailyPuzzle, DropProblem
from ..puzzles.deal_puzzle import DealPuzzle
from .hints import draw_review, draw_selfplay, hint_again, hint_table
from .ideas import table_of
from .pictures import game_svg, hint_svg, maximum_svg
from .puzzle_text import draw_puzzle, target_lines
from .reports import draw_game, draw_maximum
from .seats import draw_seat_hint
from .starts import draw_starts
from .svg import position_svg, turn_svg

if TYPE_CHECKING:
    from ..multiplayer.ranked import SeatHint
    from ..plan.hints.hint import Hint
    from ..plan.hints.review import Review
    from ..plan.hints.selfplay import SelfPlay
    from ..plan.hints.start_cells import Starts
    from ..plan.question import Maximum

_HEIGHT = "28em"


def game_html(game: Game) -> str:
    """Return the sheets of game_svg(), and the turns."""
    return _page([game_svg(game)], draw_game(game))


def hint_html(hint: Hint) -> str:
    """Return the sheet after the best turn, and the ideas."""
    words = "\n".join([*table_of(*hint_table(hint)), "", hint_again(hint)])
    return _page([hint_svg(hint)], words)


def seat_hint_html(hint: SeatHint) -> str:
    """Return the parts of a seat, best first."""
    return _page([], draw_seat_hint(hint))


def maximum_html(found: Maximum) -> str:
    """Return the sheet at the end of the best game, and its turns."""
    return _page([maximum_svg(found)], draw_maximum(found))


def review_html(review: Review) -> str:
    """Return the best turn where most was lost, and all turns."""
    costliest = review.costliest(1)
    pictures = [turn_svg(turn.position, turn.best, review.variant) for turn in costliest]
    return _page(pictures, draw_review(review))


def selfplay_html(found: SelfPlay) -> str:
    """Return the results of self-play."""
    return _page([], draw_selfplay(found))


def starts_html(found: Starts) -> str:
    """Return the cells for the 1, best first."""
    return _page([], draw_starts(found))


def puzzle_html(puzzle: DealPuzzle) -> str:
    """Return the tiles and the rolls."""
    return _page([], draw_puzzle(puzzle))


def daily_html(entry: DailyPuzzle) -> str:
    """Return the tiles, the rolls and the medals, without the best score."""
    words = [draw_puzzle(entry.puzzle), "", *target_lines(entry, with_best=False)]
    return _page([], "\n".join(words))


def problem_html(entry: DropProblem) -> str:
    """Return the position, the rolls, and the score to reach."""
    rolls = "  ".join(map(str, entry.rolls))
    words = [
        f"Drop problem {entry.id} ({entry.variant})",
        f"rolls   {rolls}",
        f"score at least {entry.goal}",
        *target_lines(entry),
    ]
    return _page([position_svg(entry.position, entry.variant)], "\n".join(words))


def _page(pictures: Iterable[str], words: str) -> str:
    images = "".join(map(_image, pictures))
    box = "display:flex;flex-wrap:wrap;gap:2em;align-items:flex-start"
    return f'<div style="{box}">{images}<pre>{escape(words)}</pre></div>'


def _image(picture: str) -> str:
    data = base64.b64encode(picture.encode()).decode()
    return f'<img alt="" style="max-height:{_HEIGHT}" src="data:image/svg+xml;base64,{data}"/>'
