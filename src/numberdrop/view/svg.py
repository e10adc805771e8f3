"""A position as a standalone SVG picture: the sheet, and next to it score, boxes and tiles.

It contains only numbers, symbols of the formats and words of the locales, so nothing is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..combo import KINDS, box_name
from ..initials import coerce_names
from ..locales import LANGUAGES, name, translate, translate_plural
from ..position import Position
from ..rules import CELLS, COLUMN_COUNT, COLUMNS, LAST_NOTCH, LETTERS, ROW_COUNT, SIZES, Variant
from ..transitions import play
from ..turn import Turn
from .rows import LINE, USED_DIGIT, points_by_row, symbols_by_row

_PITCH = 40
_GAP = 3
_LEFT, _TOP = 52, 30
_LINE_GAP = 22
_PANEL = _LEFT + _PITCH * COLUMN_COUNT + 66
_WIDTH = _PANEL + 388
_HEIGHT = _TOP + _PITCH * ROW_COUNT + _LINE_GAP + 44

#: The side of the box of a letter of the player's name, and the gap to the next.
_NAME_SIDE = 34

GROUND, INK = "#f6f2ea", "#25303f"
FAINT, RED, GOLD = "#8a94a3", "#c8402f", "#e0a100"
#: The tint of each digit: the cell's fill for a used digit, otherwise the colour of the digit.
TINTS: Final = (
    "#64748b",
    "#c2413b",
    "#d0661b",
    "#a67c00",
    "#4d8b2c",
    "#12857a",
    "#1d78b5",
    "#4759c4",
    "#8245b8",
    "#b83a86",
)
#: The cells of each shape, as (column, row) from the top left, for the small pictures.
PICTURES: Final = {
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "T": ((1, 0), (0, 1), (1, 1), (2, 1)),
    "L": ((2, 0), (0, 1), (1, 1), (2, 1)),
    "S": ((1, 0), (2, 0), (0, 1), (1, 1)),
    "V3": ((0, 0), (0, 1), (1, 1)),
    "I3": ((0, 0), (1, 0), (2, 0)),
    "U5": ((0, 0), (2, 0), (0, 1), (1, 1), (2, 1)),
    "X5": ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
    "T5": ((0, 0), (1, 0), (2, 0), (1, 1), (1, 2)),
}
_STYLE: Final = (
    "text{font-family:'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle}"
    ".l{text-anchor:start}.r{text-anchor:end}.b{font-weight:700}"
)
_HATCH: Final = (
    '<pattern id="x" width="8" height="8" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="8" height="8" fill="#3b4757"/>'
    '<rect width="3" height="8" fill="#556274"/></pattern>'
)


def position_svg(
    position: Position | str,
    variant: str | Variant = "rulebook",
    *,
    name: str | None = None,
    language: str = LANGUAGES[0],
) -> str:
    """Draw the position as one SVG document, ending in a newline.

    White cells hold free digits; the cell of a used digit is filled with the digit's tint; X cells
    are hatched. A scoring row has its points next to it. `name`, the three letters of the player,
    stands in three boxes as on the sheet. The words are in `language`, one of LANGUAGES. Raises
    NotationError for another name.
    """
    position, variant = Position.of(position), Variant.of(variant)
    title, legend = f"{position} ({variant})", _legend(language)
    return _document(position, variant, title, _name(name), legend, language)


def turn_svg(
    position: Position | str,
    turn: Turn | str,
    variant: str | Variant = "rulebook",
    *,
    name: str | None = None,
) -> str:
    """Draw the sheet after a turn, as position_svg() does, with frames around the cells that the
    turn has filled and golden ones around those of its claim. Raises IllegalTurn if the turn breaks
    a rule, and NotationError for a name that isn't three letters."""
    variant = Variant.of(variant)
    position, turn = Position.of(position), Turn.of(turn, variant.dice)
    filled = {cell for cell, _ in turn.place or ()}.union(*(drop.cells for drop in turn.drops))
    claimed = set(turn.claim or ())
    marks = [_frame(cell, INK) for cell in CELLS if cell in filled]
    marks += [_frame(cell, GOLD, cell in filled) for cell in CELLS if cell in claimed]
    after = play(position, turn, variant)
    title = f"{position} ({variant}) {turn}"
    marks += _name(name)
    return _document(after, variant, title, marks, _turn_legend(), LANGUAGES[0])


def _document(
    position: Position,
    variant: str | Variant,
    title: str,
    marks: Iterable[str],
    legend: Iterable[str],
    language: str,
) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>Number Drop: {title}</title>",
            f"<style>{_STYLE}</style>",
            f"<defs>{_HATCH}</defs>",
            _rect(0, 0, _WIDTH, _HEIGHT, 18, GROUND),
            *_sheet(position, variant),
            *marks,
            *_headline(position, variant, language),
            *_boxes(position, variant, language),
            *_tiles(position),
            *legend,
            "</svg>\n",
        ]
    )


# The sheet.


def _sheet(position: Position, variant: str | Variant) -> Iterator[str]:
    width = _PITCH * COLUMN_COUNT
    past, below = _PITCH * (ROW_COUNT - LINE), _PITCH * LINE
    yield _rect(_LEFT - 6, _TOP - 6, width + 12, past + 10, 10, "#f7ddd6")
    yield _rect(_LEFT - 6, _y(LINE) - 4, width + 12, below + 10, 10, "#e4dccd")
    points = points_by_row(position, variant)
    for row, symbols in enumerate(symbols_by_row(position), 1):
        middle = _y(row) + _PITCH / 2
        yield _text(_LEFT - 14, middle, str(row), 12, FAINT, "r")
        for column, symbol in enumerate(symbols):
            yield from _cell(_LEFT + _PITCH * column, _y(row), symbol, row > LINE)
        if worth := points[row - 1]:
            colour = "#3c7d22" if worth > 0 else RED
            yield _text(_LEFT + width + 12, middle, f"{worth:+d}", 15, colour, "l b")
    for column, letter in enumerate(COLUMNS):
        x = _LEFT + _PITCH * (column + 0.5)
        yield _text(x, _y(1) + _PITCH + 20, letter, 13, FAINT)
    yield from _game_over_line(_LEFT, _y(LINE) - _LINE_GAP / 2, width)


def _y(row: int) -> int:
    """Return the top of a row, 1..14 from the bottom; the Game Over line has a gap of its own."""
    return _TOP + _PITCH * (ROW_COUNT - row) + (_LINE_GAP if row <= LINE else 0)


def _cell(x: float, y: float, symbol: str, past: bool) -> Iterator[str]:
    x, y, size = x + _GAP / 2, y + _GAP / 2, _PITCH - _GAP
    if symbol == ".":
        yield _rect(x, y, size, size, 6, "#fbeee9" if past else "#f1ebe0")
    elif symbol == "X":
        yield _rect(x, y, size, size, 6, "url(#x)")
    elif symbol in USED_DIGIT:
        digit = USED_DIGIT[symbol]
        yield _rect(x, y, size, size, 6, TINTS[int(digit)])
        yield _text(x + size / 2, y + size / 2, digit, 22, "#fff", "b")
    else:
        yield _rect(x, y, size, size, 6, "#fff", "#cfc5b2")
        yield _text(x + size / 2, y + size / 2, symbol, 22, TINTS[int(symbol)], "b")


def _frame(cell: str, colour: str, is_inner: bool = False) -> str:
    x, y = _LEFT + _PITCH * COLUMNS.index(cell[0]), _y(int(cell[1:]))
    inset = 4.5 if is_inner else 1
    return _rect(
        x + inset,
        y + inset,
        _PITCH - 2 * inset,
        _PITCH - 2 * inset,
        7 - inset / 2,
        "none",
        colour,
        3.5,
    )


def _game_over_line(x: float, y: float, width: float) -> Iterator[str]:
    for start, end in ((x - 6, x + width / 2 - 56), (x + width / 2 + 56, x + width + 6)):
        yield (
            f'<path d="M{_n(start)} {_n(y)}H{_n(end)}" stroke="{RED}" stroke-width="3" '
            'stroke-linecap="round" stroke-dasharray="1 7"/>'
        )
    yield _text(x + width / 2, y, "GAME OVER", 13, RED, "b", 'letter-spacing="1.5"')


# The panel.


def _headline(position: Position, variant: str | Variant, language: str) -> Iterator[str]:
    total = position.score(variant).total
    yield _text(_PANEL, _TOP + 28, str(total), 58, INK, "l b")
    x = _PANEL + 37 * len(str(total)) + 14
    yield _text(
        x, _TOP + 16, translate_plural(language, "picture.points", abs(total)), 17, INK, "l b"
    )
    rules = name(language, "rules", str(variant))
    turn = translate(language, "picture.turn", variant=rules, n=position.turn)
    yield _text(x, _TOP + 38, turn, 14, FAINT, "l")
    if position.is_over():
        why = "line" if position.is_past_line() else "tiles"
        yield _text(x, _TOP + 60, translate(language, f"picture.over.{why}"), 14, RED, "l b")


def _name(name: str | None) -> Iterator[str]:
    [checked] = coerce_names([name], 1) or [None]
    for place, letter in enumerate(checked or ""):
        x = _WIDTH - 24 - _NAME_SIDE * (len(checked or "") - place)
        yield (
            f'<rect x="{x}" y="{_TOP - 6}" width="{_NAME_SIDE - 4}" height="{_NAME_SIDE - 4}" '
            f'rx="6" fill="#fffdf8" stroke="{FAINT}"/>'
        )
        middle = _TOP - 6 + (_NAME_SIDE - 4) / 2
        yield _text(x + (_NAME_SIDE - 4) / 2, middle, letter, 20, INK, "b")


def _boxes(position: Position, variant: str | Variant, language: str) -> Iterator[str]:
    score, still_open = position.score(variant), set(position.open_boxes())
    for place, letter in enumerate(LETTERS):
        yield _text(_PANEL + 123 + 42 * place, _TOP + 80, letter, 13, FAINT, "b")
    y = _TOP + 94
    for kind, points in zip(KINDS, (score.identical, score.consecutive), strict=True):
        yield from _label(y, translate(language, f"box.{kind}"), points)
        for place, size in enumerate(SIZES):
            yield from _box(place, y, size, box_name(kind, size) not in still_open)
        y += 46
    yield from _label(y, translate(language, "box.bonus"), score.bonus)
    yield from _box(0, y, SIZES[-1] + 1, "bonus" not in still_open)
    yield from _label(y + 46, translate(language, "game.rows"), score.rows)


def _label(y: float, words: str, points: int) -> Iterator[str]:
    yield _text(_PANEL, y + 17, words, 16, INK, "l")
    yield _text(_WIDTH - 28, y + 17, str(points), 20, INK, "r b")


def _box(place: int, y: float, size: int, is_filled: bool) -> Iterator[str]:
    x = _PANEL + 106 + 42 * place
    if is_filled:
        yield _rect(x, y, 34, 34, 8, GOLD)
    else:
        yield _rect(x, y, 34, 34, 8, "#fffdf8", "#cfc5b2")
    yield _text(x + 17, y + 17, str(size), 17, "#fff" if is_filled else FAINT, "b")


def _tiles(position: Position) -> Iterator[str]:
    y = _TOP + 314
    for letter, (shape, notch, mark) in zip(LETTERS, position.tiles, strict=False):
        yield from _letter(_PANEL + 17, y, letter, mark)
        yield f'<g opacity="{0.4 if mark == "x" else 1}">'
        yield from _picture(_PANEL + 54, y, shape)
        if notch is not None:
            yield from _track(_PANEL + 148, y, notch)
        yield "</g>"
        y += 50


def _letter(x: float, y: float, letter: str, mark: str) -> Iterator[str]:
    if mark == "o":
        yield f'<circle cx="{x}" cy="{y}" r="17" fill="#fffdf8" stroke="{GOLD}" stroke-width="4"/>'
    yield _text(x, y, letter, 19, FAINT if mark == "x" else INK, "b")
    if mark == "x":
        yield (
            f'<path d="M{x - 12} {y + 12}L{x + 12} {y - 12}" stroke="{RED}" stroke-width="3.5" '
            'stroke-linecap="round"/>'
        )


def _picture(x: float, y: float, shape: str) -> Iterator[str]:
    cells = PICTURES[shape]
    top = y - 7 * (max(row for _, row in cells) + 1)
    for column, row in cells:
        yield _rect(x + 14 * column, top + 14 * row, 13, 13, 3, "#3b4757")


def _track(x: float, y: float, notch: int) -> Iterator[str]:
    spots = [x + 32 * spot for spot in range(LAST_NOTCH + 1)]
    yield f'<path d="M{spots[0]} {y}H{spots[-1]}" stroke="#cfc5b2" stroke-width="4"/>'
    for spot in spots:
        yield f'<circle cx="{spot}" cy="{y}" r="7" fill="#fffdf8" stroke="#cfc5b2"/>'
    yield f'<circle cx="{spots[notch]}" cy="{y}" r="10" fill="{INK}"/>'
    yield _text(spots[-1] + 19, y, "GO!", 15, RED if notch == LAST_NOTCH else FAINT, "l b")


def _legend(language: str) -> Iterator[str]:
    y = _TOP + _PITCH * ROW_COUNT + _LINE_GAP - 14
    samples = (
        ("free", "#fff", "#cfc5b2"),
        ("used", TINTS[6], ""),
        ("fallen", "url(#x)", ""),
    )
    for x, (key, fill, stroke) in zip((0, 74, 224), samples, strict=True):
        words = translate(language, f"picture.{key}")
        yield _rect(_PANEL + x, y, 16, 16, 4, fill, stroke)
        yield _text(_PANEL + x + 24, y + 8, words, 13, FAINT, "l")


def _turn_legend() -> Iterator[str]:
    y = _TOP + _PITCH * ROW_COUNT + _LINE_GAP - 14
    for x, (words, colour) in zip(
        (0, 162), (("filled this turn", INK), ("claimed", GOLD)), strict=True
    ):
        yield _rect(_PANEL + x, y, 16, 16, 4, "none", colour, 3)
        yield _text(_PANEL + x + 24, y + 8, words, 13, FAINT, "l")


# SVG.


def _rect(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: str,
    stroke: str = "",
    thick: float = 1.5,
) -> str:
    edge = f' stroke="{stroke}" stroke-width="{_n(thick)}"' if stroke else ""
    numbers = " ".join(
        f'{name}="{_n(value)}"'
        for name, value in zip(
            ("x", "y", "width", "height", "rx"), (x, y, width, height, radius), strict=True
        )
    )
    return f'<rect {numbers} fill="{fill}"{edge}/>'


def _text(
    x: float, y: float, words: str, size: float, fill: str, classes: str = "", more: str = ""
) -> str:
    """Centre words vertically by their baseline: few renderers know dominant-baseline."""
    names = f' class="{classes}"' if classes else ""
    extra = f" {more}" if more else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y + 0.35 * size)}" font-size="{_n(size)}" '
        f'fill="{fill}"{names}{extra}>{words}</text>'
    )


def _n(value: float) -> str:
    """Format a coordinate identically on every platform."""
    return f"{value:.1f}".removesuffix(".0")
