"""A game in plain lines: for screen readers, and for people who don't read drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..plurals import count_noun
from ..position import Position
from ..rules import COLUMNS, LETTERS, ROW_COUNT, Variant
from ..sessions import OfferedClaim, Pose, Summary, TurnOptions
from ..view.reports import score_in_words
from ..view.rows import LINE, ROWS_OF_CELLS, USED_DIGIT

NOTHING: Mapping[str, str] = {}


def title_in_words(kind: str, puzzle: str | None, variant: str) -> str:
    """Name the game: `puzzle 2026-11-25`, `solo plain#7.0`, and the variant unless it is the
    rulebook's."""
    words = {"daily": "puzzle", "record": "game", "drop": "problem"}
    name = f"{words.get(kind, kind)} {puzzle or ''}".strip()
    return name if variant == str(Variant()) else f"{name} ({variant})"


def summary_in_words(data: Summary) -> str:
    """Describe a game of a list: its id, when it was last continued (UTC), its name, its state."""
    title = title_in_words(data.kind, data.puzzle, data.variant)
    state = "over" if data.over else count_noun(data.turns, "turn")
    score = "" if data.score is None else f", score {data.score}"
    return f"{data.id}  {data.touched[:16].replace('T', ' ')}  {title}, {state}{score}"


def cell_in_words(position: Position, cell: str, ghost: Mapping[str, str] = NOTHING) -> str:
    """Describe a cell: `c4: 5, used in a combo`. `ghost` are cells of this turn."""
    if cell in ghost:
        return f"{cell}: {_sign_in_words(ghost[cell])}, in this turn"
    symbol = position.symbol(cell)
    used = USED_DIGIT.get(symbol)
    return f"{cell}: {f'{used}, used in a combo' if used else _sign_in_words(symbol)}"


def _sign_in_words(sign: str) -> str:
    return {".": "empty", "X": "X", "*": "a star without a digit"}.get(sign, sign)


def board_lines(position: Position, ghost: Mapping[str, str] = NOTHING) -> list[str]:
    """Return the non-empty rows, the top one first: `2: 6 1 [2] . >3< X .`, with used digits in
    square brackets, and cells of this turn between > and <."""
    symbols = {cell: position.symbol(cell) for row in ROWS_OF_CELLS for cell in row}
    shown = {cell: USED_DIGIT.get(sign, sign) for cell, sign in symbols.items()}
    shown |= {cell: f"[{shown[cell]}]" for cell, sign in symbols.items() if sign in USED_DIGIT}
    shown |= {cell: f">{sign}<" for cell, sign in ghost.items()}
    rows = [row for row in range(1, ROW_COUNT + 1) if any(shown[c] != "." for c in _cells(row))]
    if not rows:
        return ["the sheet is empty"]
    lines = []
    for row in reversed(range(1, rows[-1] + 1)):
        past = "  past the Game Over line" if row > LINE else ""
        lines.append(f"{row:>2}  " + " ".join(f"{shown[c]:^3}" for c in _cells(row)) + past)
    return [*lines, "    " + " ".join(f" {column} " for column in COLUMNS)]


def _cells(row: int) -> tuple[str, ...]:
    return ROWS_OF_CELLS[row - 1]


def row_in_words(position: Position, row: int, ghost: Mapping[str, str] = NOTHING) -> str:
    """Describe a row, cell by cell."""
    return "; ".join(cell_in_words(position, cell, ghost) for cell in _cells(row))


def column_in_words(position: Position, column: str, ghost: Mapping[str, str] = NOTHING) -> str:
    """Describe a column from row 1 up to its highest occupied cell."""
    cells = [f"{column}{row}" for row in range(1, ROW_COUNT + 1)]
    filled = [cell for cell in cells if cell in ghost or position.symbol(cell) != "."]
    if not filled:
        return f"column {column}: empty"
    occupied = cells[: cells.index(filled[-1]) + 1]
    return "; ".join(cell_in_words(position, cell, ghost) for cell in occupied)


def tile_lines(position: Position) -> list[str]:
    """Describe the tiles: `A: I, notch 2 of 4`."""
    said = {"x": ", crossed off", "o": ", circled", "": ""}
    return [
        f"{letter}: {shape}" + (f", notch {notch} of 4" if notch is not None else "") + said[mark]
        for letter, (shape, notch, mark) in zip(LETTERS, position.tiles, strict=False)
    ]


def score_lines(position: Position, variant: str | Variant) -> list[str]:
    """Describe the score, and the open boxes."""
    return [
        f"score: {score_in_words(position.score(variant), variant)}",
        f"open boxes: {', '.join(position.open_boxes()) or 'none'}",
    ]


def claim_lines(claims: Sequence[OfferedClaim]) -> list[str]:
    """Return the possible claims, numbered."""
    return [f"{number}: {claim_in_words(each)}" for number, each in enumerate(claims, 1)]


def claim_in_words(offered: OfferedClaim) -> str:
    """Describe a claim: `identical 3, a1 b1 c1, 3 points`, and its further effects."""
    more = [f"circles {offered.circles}"] if offered.circles else []
    more += [f"including {offered.completes} for all five boxes"] if offered.completes else []
    effects = ", ".join([count_noun(offered.points, "point"), *more])
    return f"{offered.claim.box}, {' '.join(offered.claim.cells)}, {effects}"


def pose_in_words(pose: Pose) -> str:
    """Describe a pose: `L on c4 c3 c2 d2`."""
    return f"{pose.shape} on {' '.join(pose.cells)}" + (", slid there" if pose.slid else "")


def preview_in_words(shown: TurnOptions) -> str:
    """Describe what the turn is worth so far: `+2 points, row 3 complete`."""
    preview = shown.to_json()["preview"]
    effects = [f"{'+' if preview['gain'] >= 0 else ''}{count_noun(preview['gain'], 'point')}"]
    if preview["rows"]:
        effects.append(f"row {' and '.join(map(str, preview['rows']))} complete")
    if preview["past_line"]:
        effects.append(f"row {' and '.join(map(str, preview['past_line']))} past the line")
    if preview["ends"]:
        effects.append("the game ends")
    return ", ".join(effects)


def needs_in_words(shown: TurnOptions) -> str:
    """Describe what has to be chosen next."""
    slid = len(shown.partial.slides)
    if shown.needs == "slide":
        letters = shown.choices[slid]
        star = " for the star" if slid else ""
        return f"slide a tile{star}: {' '.join(letters)}"
    if shown.pending_drop:
        return f"the {shown.pending_drop.shape} of {shown.pending_drop.tile} falls: drop it"
    if shown.block and not shown.partial.drops:
        return f"the block of {shown.block} falls, and you are protected: end the turn"
    if shown.needs == "place":
        return f"place the shape: {' '.join(shape for shape in shown.poses if shown.poses[shape])}"
    if shown.needs == "digits":
        is_bare = not any(digit is not None for digit in shown.partial.digits)
        return f"write the digits of {shown.roll}" if is_bare else "choose the digit of the star"
    if shown.claims and shown.partial.claim is None:
        return f"end the turn, or claim first: {len(shown.claims)} possible"
    return "end the turn"
