"""Random sheets that play rarely reaches: caves, groups, runs, full sheets, all tiles."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import oracle

SHAPES = list(oracle.PICTURES)
FREE, USED = "0123456789", "abcdefghij"

Symbols = Callable[[int, int], str]


def build_sheet(rng: random.Random) -> oracle.Sheet:
    """Return a well-formed position, usually unreachable: caves, groups, runs, full sheets."""
    rows = rng.choice([rng.randint(1, 11), rng.randint(1, 11), rng.randint(7, 14)])
    density = rng.choice([0.5, 0.7, 0.9, 0.98])
    symbols = rng.choice([one_digit, few_digits, gradient, gradient, any_symbols])(rng)
    blots = rng.choice(["", "", "X", USED, "X" + USED])
    sheet = oracle.Sheet(turn=rng.randint(1, 98))
    for row, (x, column) in product(range(1, rows + 1), enumerate(oracle.COLUMNS)):
        if rng.random() < density:
            blotted = blots and rng.random() < 0.15
            symbol = rng.choice(blots) if blotted else symbols(x, row)
            sheet.cells[f"{column}{row}"] = symbol
    fell_floating(sheet)
    limit_groups(sheet, rng.choice([9, 12, 12, 16]))
    sheet.identical, sheet.consecutive = (
        {size for size in oracle.SIZES if rng.random() < filled}
        for filled in rng.choices([0, 0.3, 0.8], k=2)
    )
    sheet.bonus = rng.random() < 0.3
    sheet.tiles = build_tiles(sheet, rng)
    return sheet


def played_sheet(rng: random.Random) -> oracle.Sheet:
    """Return a sheet after one to eleven turns of a tidy game."""
    sheet = oracle.new_game(list("IOTLS"), "d1")
    for _ in range(rng.randint(1, 11)):
        if not oracle.is_over(sheet):
            sheet = oracle.random_turn(sheet, oracle.random_roll(rng), rng, care=20)[1]
    return sheet


def one_digit(rng: random.Random) -> Symbols:
    digit = rng.choice(FREE)
    return lambda x, row: digit if rng.random() < 0.8 else rng.choice(FREE)


def few_digits(rng: random.Random) -> Symbols:
    digits = rng.sample(FREE, 3)
    return lambda x, row: rng.choice(digits)


def gradient(rng: random.Random) -> Symbols:
    """Return digits that rise in one direction, with some noise, for sheets full of runs."""
    right, up = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1), (-1, 1), (2, 1)])
    first, noise = rng.randrange(10), rng.choice([0, 0.1, 0.3])
    return lambda x, row: (
        rng.choice(FREE) if rng.random() < noise else FREE[(first + right * x + up * row) % 10]
    )


def any_symbols(rng: random.Random) -> Symbols:
    symbols = FREE + rng.choice(["", USED, "XXXX", USED + "XXXX"])
    return lambda x, row: rng.choice(symbols)


def fell_floating(sheet: oracle.Sheet) -> None:
    """Erase the cells that no chain of cells joins to row 1."""
    joined: set[str] = set()
    waiting = [cell for cell in oracle.ROW[1] if cell in sheet.cells]
    while waiting:
        cell = waiting.pop()
        if cell not in joined:
            joined.add(cell)
            waiting += [near for near in oracle.neighbours(cell) if near in sheet.cells]
    sheet.cells = {cell: symbol for cell, symbol in sheet.cells.items() if cell in joined}


def limit_groups(sheet: oracle.Sheet, most: int) -> None:
    """Mark digits as used in groups so large that listing their claims would be slow."""
    done: set[str] = set()
    for cell in list(sheet.cells):
        if cell in done or not sheet.cells[cell].isdigit():
            continue
        group, waiting = [cell], [cell]
        while waiting:
            for near in oracle.neighbours(waiting.pop()):
                if near not in group and sheet.cells.get(near) == sheet.cells[cell]:
                    group.append(near)
                    waiting.append(near)
        for extra in group[most:]:
            sheet.cells[extra] = USED[int(sheet.cells[extra])]
        done.update(group)


def build_tiles(sheet: oracle.Sheet, rng: random.Random) -> list[oracle.Tile] | None:
    """Return tiles that match the filled boxes: a letter with both boxes is circled or crossed
    off."""
    kind = rng.choice(["solo", "solo", "solo", "several", "none"])
    if kind == "none":
        return None
    solo = kind == "solo"
    shapes = rng.sample(oracle.SOLO_SHAPES if solo else SHAPES, 5)
    tiles = []
    for size, shape in zip(oracle.SIZES, shapes, strict=True):
        notch = rng.choice([0, 1, 2, 3, 3, 4, 4]) if solo else None
        earned = size in sheet.identical and size in sheet.consecutive
        crossed = notch == oracle.GO or rng.random() < 0.1
        tiles.append(oracle.Tile(shape, notch, crossed, earned and not crossed))
    return tiles
