"""A slow, literal implementation of docs/rules.md, used to check the compiled core.

It imports only the standard library and nothing of numberdrop, so the two share no code and no
trick. Each rule is one function, whose docstring names the clause. A sheet is a dictionary from
cells to the symbols of docs/formats.md. A shape falls one row at a time, and a combo grows cell by
cell.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise, permutations, product, repeat
from typing import Any

COLUMNS = "abcdefg"
ROWS = 14
CELLS = [f"{column}{row}" for row in range(1, ROWS + 1) for column in COLUMNS]
ORDER = {cell: index for index, cell in enumerate(CELLS)}
INSIDE = frozenset(CELLS)
ROW = {row: [f"{column}{row}" for column in COLUMNS] for row in range(1, ROWS + 1)}
UNDER_THE_LINE = range(1, 12)
PAST_THE_LINE = range(12, 15)

LETTERS = "ABCDE"
SIZES = range(3, 8)
BONUS = 8
GO = 4
STAR = "*"
SOLO_SHAPES = ["I", "O", "T", "L", "S"]
BLOCK_SHAPES = ["V3", "I3", "U5", "X5", "T5"]
PICTURES = {
    "I": ["####"],
    "O": ["##", "##"],
    "T": ["###", ".#."],
    "L": ["#..", "###"],
    "S": [".##", "##."],
    "V3": ["#.", "##"],
    "I3": ["###"],
    "U5": ["#.#", "###"],
    "X5": [".#.", "###", ".#."],
    "T5": ["###", ".#.", ".#."],
}
PUBLISHER_DICE = ("1*3457", "12*456", "234*67", "123567")
REVIEW_DICE = ("1*3457", "12*456", "234*67", "12357*")
SHAPE_DIE = "IOTLS*"

Json = dict[str, Any]


class Illegal(ValueError):  # noqa: N818
    """A broken rule. `turn` is the number of the turn, from 1, or 0 for the head of the record."""

    turn = 0


def need(condition: object, reason: str) -> None:
    """Raise Illegal with this reason unless the condition holds."""
    if not condition:
        raise Illegal(reason)


# The sheet and its text


@dataclass
class Tile:
    """The tile of a letter, and the letter's marks. It has no notch in a game of several
    players."""

    shape: str
    notch: int | None = None
    crossed: bool = False
    circled: bool = False

    def copy(self) -> "Tile":
        """Return a tile that shares nothing with this one."""
        return Tile(self.shape, self.notch, self.crossed, self.circled)


@dataclass
class Sheet:
    """A player's sheet: the cells written on, the boxes filled, the tiles, the next turn.
    docs/rules.md, Sheet."""

    cells: dict[str, str] = field(default_factory=dict)
    identical: set[int] = field(default_factory=set)
    consecutive: set[int] = field(default_factory=set)
    bonus: bool = False
    tiles: list[Tile] | None = None
    turn: int = 1

    def copy(self) -> "Sheet":
        """Return a sheet that shares nothing with this one."""
        tiles = None if self.tiles is None else [tile.copy() for tile in self.tiles]
        boxes = set(self.identical), set(self.consecutive), self.bonus
        return Sheet(dict(self.cells), *boxes, tiles, self.turn)

    def to_text(self) -> str:
        """Return the canonical text. docs/formats.md, Position."""
        symbols = "".join(map(self.cells.get, CELLS, repeat(".")))
        rows = [
            symbols[start : start + len(COLUMNS)] for start in range(0, len(CELLS), len(COLUMNS))
        ]
        while rows and rows[-1] == ".......":
            rows.pop()
        kinds = ["".join(map(str, sorted(kind))) for kind in (self.identical, self.consecutive)]
        boxes = [*kinds, str(BONUS) if self.bonus else ""]
        tiles = []
        for tile in self.tiles or []:
            mark = "x" if tile.crossed else "o" if tile.circled else ""
            tiles.append(tile.shape + ("" if tile.notch is None else str(tile.notch)) + mark)
        grid = "/".join(reversed(rows)) or "-"
        boxes_text = ":".join(box or "-" for box in boxes)
        return f"{grid} {boxes_text} {','.join(tiles) or '-'} {self.turn}"


def parse(text: str) -> Sheet:
    """Parse a position, which must be well formed. docs/formats.md, Position."""
    grid, boxes, tiles_text, turn = text.split(" ")
    sheet = Sheet(turn=int(turn))
    rows = [] if grid == "-" else grid.split("/")
    for row, line in enumerate(reversed(rows), start=1):
        assert len(line) == len(COLUMNS)
        for cell, symbol in zip(ROW[row], line, strict=True):
            assert symbol in ".0123456789abcdefghijX"
            if symbol != ".":
                sheet.cells[cell] = symbol
    identical, consecutive, bonus = boxes.split(":")
    sheet.identical = {int(size) for size in identical if size != "-"}
    sheet.consecutive = {int(size) for size in consecutive if size != "-"}
    sheet.bonus = bonus == str(BONUS)
    if tiles_text != "-":
        sheet.tiles = []
        words = tiles_text.split(",")
        assert len(words) == len(LETTERS)
        # I3 is shape I on notch 3 in a solo game, the block I3 in a game of several.
        solo = {word[0] for word in words} == set(SOLO_SHAPES) and all(
            word[1:2].isdigit() for word in words
        )
        for word in words:
            name = word.rstrip("xo")
            tile = Tile(name[0], int(name[1:])) if solo else Tile(name)
            assert tile.shape in PICTURES
            tile.crossed, tile.circled = word.endswith("x"), word.endswith("o")
            sheet.tiles.append(tile)
    return sheet


# Dropping


@cache
def forms(shape: str) -> list[list[tuple[int, int]]]:
    """Return every rotation and reflection of a shape, as (column, row) from its lower left
    corner."""
    picture = PICTURES[shape]
    drawn = []
    for _ in range(4):
        picture = ["".join(line) for line in zip(*reversed(picture), strict=True)]
        drawn += [tuple(picture), tuple(line[::-1] for line in picture)]
    return [
        [
            (x, y)
            for y, line in enumerate(reversed(lines))
            for x in range(len(line))
            if line[x] == "#"
        ]
        for lines in sorted(set(drawn))
    ]


@cache
def cells_at(shape: str, form: int, column: int, row: int) -> frozenset[str] | None:
    """Return the cells of a form, on the sheet or above it; None if it sticks out at a side or
    below."""
    spots = [(column + right, row + up) for right, up in forms(shape)[form]]
    if all(0 <= x < len(COLUMNS) and y >= 1 for x, y in spots):
        return frozenset(f"{COLUMNS[x]}{y}" for x, y in spots)
    return None


@cache
def lane_of(shape: str, form: int, column: int) -> list[frozenset[str] | None]:
    """Return the cells of a form in one column, by row, from 0 up to above the sheet."""
    return [cells_at(shape, form, column, row) for row in range(ROWS + 1)]


def is_free(occupied: frozenset[str], cells: frozenset[str] | None) -> bool:
    """Return whether a shape has room here: it is on or above the sheet, and no cell is
    occupied."""
    return cells is not None and occupied.isdisjoint(cells)


def landings(sheet: Sheet, shape: str, slide: bool = False) -> frozenset[frozenset[str]]:
    """Return every set of cells where a shape may come to rest. docs/rules.md, Dropping a shape."""
    return landings_on(frozenset(sheet.cells), shape, slide)


@lru_cache(maxsize=1024)
def landings_on(occupied: frozenset[str], shape: str, slide: bool) -> frozenset[frozenset[str]]:
    """Return the landings on a sheet with these cells occupied. Cached, as sheets are asked for
    often.

    A shape falls from above the sheet one row at a time and must come to rest wholly inside. With
    the variant `slide` it may then move a column sideways, fall on, and so on.
    """
    found: set[frozenset[str]] = set()
    for form in range(len(forms(shape))):
        tops = [(column, ROWS + 1) for column in range(len(COLUMNS))]
        start = [top for top in tops if is_free(occupied, cells_at(shape, form, *top))]
        while start:
            column, row = start.pop()
            lane = lane_of(shape, form, column)
            while (below := lane[row - 1]) is not None and occupied.isdisjoint(below):
                row -= 1
            cells = cells_at(shape, form, column, row)
            if cells is None or not cells <= INSIDE or cells in found:
                continue
            found.add(cells)
            if slide:
                sides = [(column - 1, row), (column + 1, row)]
                start += [side for side in sides if is_free(occupied, cells_at(shape, form, *side))]
    return frozenset(found)


def in_order(cells: Iterable[str]) -> list[str]:
    """Return cells row by row from the bottom, left to right."""
    return sorted(cells, key=ORDER.__getitem__)


def ways_to_rest(sheet: Sheet, shape: str, slide: bool) -> list[list[str]]:
    """Return where an X shape may come to rest. If it fits nowhere, the only option is to write
    nothing."""
    return sorted(in_order(cells) for cells in landings(sheet, shape, slide)) or [[]]


# Combos


@cache
def neighbours(cell: str) -> list[str]:
    """Return the cells that share a side with this one."""
    column, row = COLUMNS.index(cell[0]), int(cell[1:])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < len(COLUMNS) and 1 <= y <= ROWS]


def unused(sheet: Sheet) -> dict[str, int]:
    """Return the digits that may still serve in a combo. docs/rules.md, Combo."""
    return {cell: int(symbol) for cell, symbol in sheet.cells.items() if symbol.isdigit()}


def is_open(sheet: Sheet, kind: str, size: int) -> bool:
    """Return whether a combo has a box that is still empty. docs/rules.md, Combo, Bonus."""
    if size == BONUS:
        return not sheet.bonus
    filled = sheet.identical if kind == "identical" else sheet.consecutive
    return size in SIZES and size not in filled


def claims(sheet: Sheet) -> set[frozenset[str]]:
    """Return every set of cells that may be claimed now. docs/rules.md, Combo."""
    digit = unused(sheet)
    found: set[frozenset[str]] = set()
    # Cells with no equal neighbour can't grow.
    groups = {frozenset([c]) for c in digit if any(digit.get(n) == digit[c] for n in neighbours(c))}
    for size in range(2, BONUS + 1):
        groups = {
            group | {new}
            for group in groups
            for cell in group
            for new in neighbours(cell)
            if new not in group and digit.get(new) == digit[cell]
        }
        if is_open(sheet, "identical", size):
            found |= groups
    paths = [[cell] for cell in digit]
    for size in range(2, BONUS + 1):
        paths = [
            [*path, new]
            for path in paths
            for new in neighbours(path[-1])
            if digit.get(new) == digit[path[-1]] + 1
        ]
        if is_open(sheet, "consecutive", size):
            found |= {frozenset(path) for path in paths}
    return found


def is_connected(cells: Sequence[str]) -> bool:
    """Return whether these cells are connected by their sides. docs/rules.md, Combo."""
    connected = {cells[0]}
    for _ in cells:
        connected |= {near for cell in connected for near in neighbours(cell) if near in cells}
    return connected == set(cells)


def claim_kind(sheet: Sheet, cells: Iterable[str]) -> tuple[str, int] | None:
    """Return kind and size of the combo that may be claimed here, or None. docs/rules.md, Combo."""
    digit, chosen = unused(sheet), list(cells)
    if not chosen or len(set(chosen)) != len(chosen) or not all(cell in digit for cell in chosen):
        return None
    chosen.sort(key=digit.__getitem__)
    steps = list(pairwise(chosen))
    kind = ""
    if all(digit[a] == digit[b] for a, b in steps) and is_connected(chosen):
        kind = "identical"
    elif all(digit[b] == digit[a] + 1 and b in neighbours(a) for a, b in steps):
        kind = "consecutive"
    return (kind, len(chosen)) if kind and is_open(sheet, kind, len(chosen)) else None


def claim_in_order(sheet: Sheet, cells: Iterable[str]) -> list[str]:
    """Return a claim as it is written: identical by cell, consecutive rising. docs/formats.md."""
    return sorted(cells, key=lambda cell: (int(sheet.cells[cell]), ORDER[cell]))


# Score and end


def score(sheet: Sheet, bga: bool = False) -> dict[str, int]:
    """Return the score of a sheet. docs/rules.md, Sheet; Rows and the end of a turn."""

    def boxes(filled: set[int]) -> int:
        return sum(filled) + (10 if filled == set(SIZES) else 0)

    rows = 0
    for row in UNDER_THE_LINE:
        if all(cell in sheet.cells for cell in ROW[row]):
            rows += 2
    for row in PAST_THE_LINE:
        symbols = [sheet.cells[cell] for cell in ROW[row] if cell in sheet.cells]
        if any(bga or symbol != "X" for symbol in symbols):
            rows -= 5
    parts = {
        "rows": rows,
        "identical": boxes(sheet.identical),
        "consecutive": boxes(sheet.consecutive),
        "bonus": BONUS if sheet.bonus else 0,
    }
    return parts | {"total": sum(parts.values())}


def is_past_the_line(sheet: Sheet) -> bool:
    """Return whether any cell is past the Game Over line, whatever its symbol."""
    return any(int(cell[1:]) in PAST_THE_LINE for cell in sheet.cells)


def all_on_go(sheet: Sheet) -> bool:
    """Return whether all five tiles are on notch 4. docs/rules.md, Solo."""
    return sheet.tiles is not None and all(tile.notch == GO for tile in sheet.tiles)


def is_over(sheet: Sheet) -> bool:
    """Return whether the game has ended. docs/rules.md, Rows and the end of a turn; Solo."""
    return is_past_the_line(sheet) or all_on_go(sheet)


# Dice


def roll_possible(roll: str, dice: Sequence[str] | None = None) -> bool:
    """Return whether these number dice can show this roll, in some order. docs/formats.md, Roll."""
    if len(roll) != 5 or roll[4] not in SHAPE_DIE:
        return False
    return any(
        all(value in faces for value, faces in zip(values, dice or PUBLISHER_DICE, strict=True))
        for values in permutations(roll[:4])
    )


def random_roll(rng: random.Random, dice: Sequence[str] | None = None) -> str:
    """Roll the five dice. docs/rules.md, Dice."""
    return "".join(rng.choice(faces) for faces in [*(dice or PUBLISHER_DICE), SHAPE_DIE])


def shapes_allowed(roll: str) -> list[str]:
    """Return the shapes that the roll lets the player drop. docs/rules.md, Dice: a star is any."""
    return SOLO_SHAPES if roll[4] == STAR else [roll[4]]


def arrangements(roll: str) -> set[tuple[int, int, int, int]]:
    """Return every order of the four numbers, a star being any. docs/rules.md, Dice; Dropping."""
    choices = [range(10) if value == STAR else [int(value)] for value in roll[:4]]
    return {(a, b, c, d) for four in product(*choices) for a, b, c, d in permutations(four)}


# The steps of a turn; those that return nothing change the sheet in place


def tile_on(sheet: Sheet, letter: str) -> Tile:
    """Return the tile of a letter."""
    assert sheet.tiles is not None
    return sheet.tiles[LETTERS.index(letter)]


def star_slides(sheet: Sheet, roll: str) -> list[str]:
    """Return the letters of the tiles that may slide after a star. docs/rules.md, Solo, Each
    turn."""
    if STAR not in roll:
        return []
    tiles = {letter: tile_on(sheet, letter) for letter in LETTERS}
    shapes = shapes_allowed(roll)
    return [letter for letter, tile in tiles.items() if tile.shape in shapes and tile.notch != GO]


def slide_choices(sheet: Sheet, roll: str) -> list[tuple[str, ...]]:
    """Return every legal series of slides, as letters. docs/rules.md, Solo, Each turn."""
    choices: list[tuple[str, ...]] = []
    for free in [letter for letter in LETTERS if tile_on(sheet, letter).notch != GO]:
        slid = sheet.copy()
        slide_tile(slid, free)
        choices += [(free, letter) for letter in star_slides(slid, roll)] or [(free,)]
    return choices


def cross_off(tile: Tile) -> None:
    """Cross a letter off; in the text the cross takes the place of a circle."""
    tile.crossed, tile.circled = True, False


def slide_tile(sheet: Sheet, letter: str) -> str | None:
    """Slide a tile one notch; return its shape if it falls now. docs/rules.md, Solo."""
    tile = tile_on(sheet, letter)
    tile.notch = (tile.notch or 0) + 1
    if tile.notch < GO:
        return None
    falls = not tile.circled
    cross_off(tile)
    return tile.shape if falls else None


def write(sheet: Sheet, symbols: Mapping[str, int | str]) -> None:
    """Write the digits of a player's own shape, or the X of a fallen one."""
    sheet.cells.update({cell: str(symbol) for cell, symbol in symbols.items()})


def fill_box(sheet: Sheet, cells: Iterable[str]) -> None:
    """Use a combo's digits, fill its box, circle a letter. docs/rules.md, Combo; Solo."""
    chosen = list(cells)
    found = claim_kind(sheet, chosen)
    need(found, f"no combo that can be claimed now: {chosen}")
    assert found is not None
    kind, size = found
    for cell in chosen:
        sheet.cells[cell] = "abcdefghij"[int(sheet.cells[cell])]
    if size == BONUS:
        sheet.bonus = True
        return
    (sheet.identical if kind == "identical" else sheet.consecutive).add(size)
    if sheet.tiles and size in sheet.identical and size in sheet.consecutive:
        tile = sheet.tiles[SIZES.index(size)]
        tile.circled = not tile.crossed


# Every turn


def let_fall(
    sheet: Sheet, slides: Sequence[str], slide: bool
) -> Iterator[tuple[list[Json], Sheet]]:
    """Yield every way to slide these tiles and drop the fallen ones at once: the drops and the
    sheet."""
    if not slides:
        yield [], sheet
        return
    slid = sheet.copy()
    shape = slide_tile(slid, slides[0])
    if shape is None:
        yield from let_fall(slid, slides[1:], slide)
        return
    for cells in ways_to_rest(slid, shape, slide):
        fallen = slid.copy()
        write(fallen, dict.fromkeys(cells, "X"))
        for drops, after in let_fall(fallen, slides[1:], slide):
            yield [{"tile": slides[0], "cells": cells}, *drops], after


def own_places(sheet: Sheet, roll: str, slide: bool) -> list[list[str]]:
    """Return every place for the player's own shape. docs/rules.md, Dropping a shape."""
    shapes = shapes_allowed(roll)
    return sorted(in_order(cells) for shape in shapes for cells in landings(sheet, shape, slide))


def own_turns(sheet: Sheet, roll: str, slide: bool) -> Iterator[tuple[Json, Sheet]]:
    """Yield every way to drop a shape, with and without a claim. docs/rules.md, Dropping a shape;
    Combo."""
    places: list[dict[str, int] | None] = [
        dict(zip(cells, digits, strict=True))
        for cells in own_places(sheet, roll, slide)
        for digits in sorted(arrangements(roll))
    ]
    for place in places or [None]:
        placed = sheet.copy()
        write(placed, place or {})
        placed.turn += 1
        yield {"place": place, "claim": None}, placed
        for cells in claims(placed):
            claimed = placed.copy()
            fill_box(claimed, cells)
            yield {"place": place, "claim": claim_in_order(placed, cells)}, claimed


def turns(sheet: Sheet, roll: str, slide: bool = False) -> Iterator[tuple[Json, Sheet]]:
    """Yield every solo turn and the sheet after it. docs/rules.md, Solo, Each turn."""
    if is_over(sheet):
        return
    for slides in slide_choices(sheet, roll):
        for drops, slid in let_fall(sheet, slides, slide):
            for part, after in own_turns(slid, roll, slide):
                yield {"roll": roll, "slides": list(slides), "drops": drops, **part}, after


def outcomes(sheet: Sheet, roll: str, slide: bool = False) -> set[str]:
    """Return the text of every position that one turn can lead to."""
    if is_over(sheet):
        return set()
    slid = [sheet]
    if sheet.tiles and all(tile.notch is not None for tile in sheet.tiles):
        ways = [w for slides in slide_choices(sheet, roll) for w in let_fall(sheet, slides, slide)]
        slid = list({after.to_text(): after for _, after in ways}.values())
    return {after.to_text() for middle in slid for _, after in own_turns(middle, roll, slide)}


def perft(sheet: Sheet, rolls: Sequence[str], slide: bool = False) -> int:
    """Count the sequences of turns. Two turns are the same if they lead to the same position."""
    if not rolls:
        return 1
    after = outcomes(sheet, rolls[0], slide)
    return sum(perft(parse(text), rolls[1:], slide) for text in after) if rolls[1:] else len(after)


def best(sheet: Sheet, rolls: Sequence[str], slide: bool = False, bga: bool = False) -> int:
    """Return the highest score over all turns after these rolls, or after fewer if the game
    ends."""
    reached, ended = {sheet.to_text()}, set()
    for roll in rolls:
        ended |= {text for text in reached if is_over(parse(text))}
        reached = {
            after for text in reached - ended for after in outcomes(parse(text), roll, slide)
        }
    return max(score(parse(text), bga)["total"] for text in reached | ended)


# Checking a given turn


def check_drop(sheet: Sheet, drop: Json, letter: str, shape: str, slide: bool) -> None:
    """Let the shape of this letter fall as the drop says. docs/rules.md, Dropping a shape."""
    need(drop["tile"] == letter, f"the tile {letter} falls, not {drop['tile']}")
    cells = in_order(drop["cells"])
    need(cells in ways_to_rest(sheet, shape, slide), f"{shape} can't come to rest on {cells}")
    write(sheet, dict.fromkeys(cells, "X"))


def check_part(sheet: Sheet, roll: str, part: Json, slide: bool) -> None:
    """Drop the player's own shape and make the claim of the part. docs/rules.md, Dropping."""
    place, claim = part["place"], part.get("claim")
    places = own_places(sheet, roll, slide)
    if place is None:
        need(not places, "a shape that can be placed must be placed")
    else:
        cells = in_order(place)
        digits = tuple(place[cell] for cell in cells)
        need(cells in places, f"the shape can't come to rest on {cells}")
        need(all(type(digit) is int for digit in digits), f"not digits: {digits}")
        need(digits in arrangements(roll), f"{digits} is not the roll {roll}")
        write(sheet, place)
    if claim is not None:
        fill_box(sheet, claim)


def play_turn(sheet: Sheet, turn: Json, slide: bool = False) -> Sheet:
    """Return the sheet after a solo turn. docs/rules.md, Solo, Each turn."""
    need(not is_over(sheet), "the game has ended")
    roll, slides, drops = turn["roll"], turn["slides"], list(turn.get("drops") or [])
    need(tuple(slides) in slide_choices(sheet, roll), f"{slides} can't slide now")
    after = sheet.copy()
    for letter in slides:
        shape = slide_tile(after, letter)
        if shape is not None:
            need(drops, f"the tile {letter} falls: no drop for it")
            check_drop(after, drops.pop(0), letter, shape, slide)
    need(not drops, f"nothing else falls: {drops}")
    check_part(after, roll, turn, slide)
    after.turn += 1
    return after


# Several players


@dataclass
class Table:
    """Sheets in seat order, and the first player's seat `first`. docs/rules.md, Two to six
    players."""

    sheets: list[Sheet]
    first: int = 1


def new_table(tiles: Sequence[str], starts: Sequence[str]) -> Table:
    """Return the table after each player i has written the digit i in a cell of row 1.
    docs/rules.md, Two to six players."""
    need(2 <= len(starts) <= 6 and all(cell in ROW[1] for cell in starts), "start: 2..6 of a1..g1")
    sheets = []
    for seat, cell in enumerate(starts, start=1):
        sheets.append(Sheet({cell: str(seat)}, tiles=[Tile(shape) for shape in tiles]))
    return Table(sheets)


def falling_letter(table: Table, roll: str) -> str | None:
    """Return the highest letter that falls: A stands highest. docs/rules.md, Two to six players."""
    for letter in LETTERS:
        tiles = [tile_on(sheet, letter) for sheet in table.sheets]
        if STAR in roll and any(tile.circled and not tile.crossed for tile in tiles):
            return letter
    return None


def end_round(table: Table, fallen: str | None) -> None:
    """Cross off the fallen letter and those that everyone has circled; pass the first player on."""
    for letter in LETTERS:
        tiles = [tile_on(sheet, letter) for sheet in table.sheets]
        if letter == fallen or all(tile.circled for tile in tiles):
            for tile in tiles:
                cross_off(tile)
    for sheet in table.sheets:
        sheet.turn += 1
    table.first = table.first % len(table.sheets) + 1


def play_round(table: Table, turn: Json, slide: bool = False) -> Table:
    """Return the table after a turn of all players. docs/rules.md, Two to six players."""
    need(not table_over(table), "the game has ended")
    roll, parts = turn["roll"], turn["parts"]
    need(len(parts) == len(table.sheets), "a turn has one part for each player")
    letter = falling_letter(table, roll)
    after = Table([sheet.copy() for sheet in table.sheets], table.first)
    for sheet, part in zip(after.sheets, parts, strict=True):
        drops = part.get("drops") or []
        if letter is None:
            need(not drops, "no tile falls")
            check_part(sheet, roll, part, slide)
            continue
        need(part.get("place") is None and part.get("claim") is None, f"{letter} ends the turn")
        tile = tile_on(sheet, letter)
        need(len(drops) == (not tile.circled), f"{letter} falls on all who haven't circled it")
        if not tile.circled:
            check_drop(sheet, drops[0], letter, tile.shape, slide)
    end_round(after, letter)
    return after


def table_over(table: Table) -> bool:
    """Return whether any sheet has a cell past the line. docs/rules.md, Two to six players."""
    return any(is_past_the_line(sheet) for sheet in table.sheets)


def winners(scores: Sequence[int]) -> list[int]:
    """Return the seats, from 1, that share the highest score. docs/rules.md, Two to six players."""
    return [seat for seat, total in enumerate(scores, start=1) if total == max(scores)]


# Whole games


def new_game(tiles: Sequence[str], start: str) -> Sheet:
    """Return the sheet with a 1 in the chosen cell of row 1, and five tiles. docs/rules.md,
    Solo."""
    need(sorted(tiles) == sorted(SOLO_SHAPES), "tiles: one for each of I, O, T, L, S")
    need(start in ROW[1], "start: a cell of row 1")
    return Sheet({start: "1"}, tiles=[Tile(shape, 0) for shape in tiles])


def read_variant(text: str) -> tuple[bool, bool, Sequence[str]]:
    """Return whether the variant includes `bga` and `slide`, and its number dice. docs/rules.md,
    Variants."""
    base, *flags = text.split("+")
    every = [[], ["slide"], ["review-dice"], ["slide", "review-dice"]]
    need(base in ("rulebook", "bga") and flags in every, f"no such variant: {text}")
    dice = REVIEW_DICE if "review-dice" in flags else PUBLISHER_DICE
    return base == "bga", "slide" in flags, dice


def shapes_for(players: int, bga: bool) -> list[str]:
    """Return the shapes that may be on the five tiles. docs/rules.md, Variants."""
    if players == 1:
        return SOLO_SHAPES
    return BLOCK_SHAPES if bga else SOLO_SHAPES + BLOCK_SHAPES


def play_record(record: Json) -> Json:
    """Replay a game under the rules and return its result. docs/formats.md, Game record."""
    number = 0
    totals: list[list[int]] = []
    try:
        need(record["format"] == "numberdrop.game" and record["version"] == 1, "not a game")
        bga, slide, dice = read_variant(record["variant"])
        players, tiles, start = record["players"], record["tiles"], record["start"]
        need(type(players) is int and players in range(1, 7), "players: 1 to 6")
        need(len(tiles) == len(set(tiles)) == len(LETTERS), "tiles: five different ones")
        need(set(tiles) <= set(shapes_for(players, bga)), f"no tiles of this game: {tiles}")
        need(players == 1 or len(start) == players, "start: one cell for each player")
        table = Table([new_game(tiles, start)]) if players == 1 else new_table(tiles, start)
        for turn in record["turns"]:
            number = len(totals) + 1
            need(roll_possible(turn["roll"], dice), f"the dice can't show {turn['roll']}")
            if players == 1:
                table = Table([play_turn(table.sheets[0], turn, slide)])
            else:
                table = play_round(table, turn, slide)
            totals.append([score(sheet, bga)["total"] for sheet in table.sheets])
    except (Illegal, KeyError, TypeError, AttributeError) as error:
        illegal = error if isinstance(error, Illegal) else Illegal(f"malformed: {error!r}")
        illegal.turn = number
        raise illegal from error
    final = [score(sheet, bga) for sheet in table.sheets]
    ends = ["line"] if table_over(table) else []
    ends += ["tiles"] if all_on_go(table.sheets[0]) else []
    end = "+".join(ends) or "unfinished"
    if players == 1:
        return {"scores": [total for (total,) in totals], "final": final[0], "end": end}
    best = winners([each["total"] for each in final]) if ends else []
    return {"scores": totals, "final": final, "end": end, "winners": best}


# Random games


def untidiness(sheet: Sheet, cells: Iterable[str]) -> int:
    """Return a measure of how high these cells are, and how many empty cells they leave below."""
    below, taken = [f"{cell[0]}{int(cell[1:]) - 1}" for cell in cells], {*sheet.cells, *cells}
    air = [cell for cell in below if cell in INSIDE and cell not in taken]
    return sum(int(cell[1:]) for cell in below) + 8 * len(air)


def random_place(
    sheet: Sheet, places: Sequence[list[str]], rng: random.Random, care: int
) -> list[str]:
    """Return the tidiest of `care` places."""
    return min(rng.choices(places, k=care), key=lambda cells: untidiness(sheet, cells))


def random_part(
    sheet: Sheet, roll: str, rng: random.Random, slide: bool, care: int
) -> tuple[Json, Sheet]:
    """Drop a shape and claim. Of `care` random orders of the digits, the one that allows the
    largest claim is taken."""
    places = own_places(sheet, roll, slide)
    options: list[tuple[int, dict[str, int] | None]] = []
    cells = random_place(sheet, places, rng, care) if places else []
    for _ in range(care):
        digits = [rng.randrange(10) if value == STAR else int(value) for value in roll[:4]]
        rng.shuffle(digits)
        place = dict(zip(cells, digits, strict=True)) if cells else None
        placed = sheet.copy()
        write(placed, place or {})
        options.append((max(map(len, claims(placed)), default=0), place))
    place = max(options, key=lambda option: option[0])[1]
    after = sheet.copy()
    write(after, place or {})
    # Small combos are often skipped, so that large ones become possible.
    least = rng.randrange(BONUS + 1)
    found = sorted(claim_in_order(after, claim) for claim in claims(after) if len(claim) >= least)
    claim = None
    if found:
        size = rng.choice(sorted({len(claim) for claim in found}))
        claim = rng.choice([claim for claim in found if len(claim) == size])
        fill_box(after, claim)
    return {"place": place, "claim": claim}, after


def random_turn(
    sheet: Sheet, roll: str, rng: random.Random, slide: bool = False, care: int = 4
) -> tuple[Json, Sheet]:
    """Return a legal solo turn and the sheet after it. More care gives longer games."""
    slides = rng.choice(slide_choices(sheet, roll))
    slid, drops = sheet.copy(), []
    for letter in slides:
        shape = slide_tile(slid, letter)
        if shape is not None:
            cells = random_place(slid, ways_to_rest(slid, shape, slide), rng, care)
            write(slid, dict.fromkeys(cells, "X"))
            drops.append({"tile": letter, "cells": cells})
    part, after = random_part(slid, roll, rng, slide, care)
    after.turn += 1
    return {"roll": roll, "slides": list(slides), "drops": drops, **part}, after


def random_round(
    table: Table, roll: str, rng: random.Random, slide: bool = False, care: int = 4
) -> tuple[Json, Table]:
    """Return one legal turn of all players and the table after it."""
    letter = falling_letter(table, roll)
    parts: list[Json] = []
    after = Table([sheet.copy() for sheet in table.sheets], table.first)
    for seat, sheet in enumerate(after.sheets):
        if letter is None:
            part, after.sheets[seat] = random_part(sheet, roll, rng, slide, care)
            parts.append(part)
            continue
        tile = tile_on(sheet, letter)
        if tile.circled:
            parts.append({})
        else:
            cells = random_place(sheet, ways_to_rest(sheet, tile.shape, slide), rng, care)
            write(sheet, dict.fromkeys(cells, "X"))
            parts.append({"drops": [{"tile": letter, "cells": cells}]})
    end_round(after, letter)
    return {"roll": roll, "parts": parts}, after


def random_game(rng: random.Random, players: int = 1, variant: str = "rulebook") -> Json:
    """Play a random game and return its record, without the result."""
    bga, slide, dice = read_variant(variant)
    tiles = rng.sample(shapes_for(players, bga), len(LETTERS))
    starts = [rng.choice(ROW[1]) for _ in range(players)]
    care, solo = rng.choice([1, 4, 60]), players == 1
    table = Table([new_game(tiles, starts[0])]) if solo else new_table(tiles, starts)
    played: list[Json] = []
    while not (is_over(table.sheets[0]) if solo else table_over(table)):
        roll = random_roll(rng, dice)
        if solo:
            turn, table.sheets[0] = random_turn(table.sheets[0], roll, rng, slide, care)
        else:
            turn, table = random_round(table, roll, rng, slide, care)
        played.append(turn)
    return {
        "format": "numberdrop.game",
        "version": 1,
        "variant": variant,
        "players": players,
        "tiles": tiles,
        "start": starts[0] if solo else starts,
        "turns": played,
    }
