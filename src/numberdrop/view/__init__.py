"""Text, pictures and printed pages of positions, turns, hints and puzzles.

Text for terminals: draw_position, draw_turn, and draw_... for games, hints, reviews and maxima;
blank_drawing to fill in; a Look chooses characters and colours. Pictures: position_svg, turn_svg,
game_svg, hint_svg, maximum_svg. Printed pages: empty_sheet, daily_pages, drop_pages and book_pages
make them in a Style, and imposed() arranges A5 pages for a booklet; page_svg and pages_pdf (which
needs ReportLab) write them. Modules are loaded lazily.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .blank import blank_drawing
    from .hints import draw_hint, draw_review, draw_selfplay
    from .paper.book import book_pages
    from .paper.booklet import imposed
    from .paper.page import PAPERS, Page, page_svg
    from .paper.pdf import pages_pdf
    from .paper.problems import drop_pages
    from .paper.sheets import daily_pages, empty_sheet
    from .paper.style import INKS, Style
    from .pictures import game_svg, hint_svg, maximum_svg
    from .reports import draw_ceiling, draw_game, draw_maximum, turn_in_words
    from .svg import position_svg, turn_svg
    from .text import PLAIN, Look, draw_position, draw_turn

__all__ = [
    "INKS",
    "PAPERS",
    "PLAIN",
    "Look",
    "Page",
    "Style",
    "blank_drawing",
    "book_pages",
    "daily_pages",
    "draw_ceiling",
    "draw_game",
    "draw_hint",
    "draw_maximum",
    "draw_position",
    "draw_review",
    "draw_selfplay",
    "draw_turn",
    "drop_pages",
    "empty_sheet",
    "game_svg",
    "hint_svg",
    "imposed",
    "maximum_svg",
    "page_svg",
    "pages_pdf",
    "position_svg",
    "turn_in_words",
    "turn_svg",
]

_NAMES = {
    ".blank": ("blank_drawing",),
    ".hints": ("draw_hint", "draw_review", "draw_selfplay"),
    ".paper.book": ("book_pages",),
    ".paper.booklet": ("imposed",),
    ".paper.page": ("PAPERS", "Page", "page_svg"),
    ".paper.pdf": ("pages_pdf",),
    ".pictures": ("game_svg", "hint_svg", "maximum_svg"),
    ".reports": ("draw_ceiling", "draw_game", "draw_maximum", "turn_in_words"),
    ".paper.problems": ("drop_pages",),
    ".paper.sheets": ("daily_pages", "empty_sheet"),
    ".paper.style": ("INKS", "Style"),
    ".svg": ("position_svg", "turn_svg"),
    ".text": ("PLAIN", "Look", "draw_position", "draw_turn"),
}

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__, __dir__ = lazy_names(__name__, _NAMES)
