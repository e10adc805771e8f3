"""Turns with one or two random changes, legal only by luck, to test that illegal turns are
refused."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence

import oracle


def disturbed(cells: Sequence[str], rng: random.Random) -> list[str]:
    """Return a claim with one cell added, removed or replaced."""
    changed, new = list(cells), rng.choice(oracle.neighbours(rng.choice(cells)))
    if rng.random() < 0.6:
        changed.remove(rng.choice(changed))
    if rng.random() < 0.6 and new not in changed:
        changed.append(new)
    return changed


def change_slides(turn: oracle.Json, rng: random.Random) -> None:
    slides, letter = turn["slides"], rng.choice(oracle.LETTERS)
    at = rng.randrange(len(slides))
    kind = rng.randrange(4)
    if kind == 0:
        slides[at] = letter
    elif kind == 1:
        slides.append(letter)
    elif kind == 2:
        slides.pop()
    else:
        slides.reverse()


def change_roll(turn: oracle.Json, rng: random.Random) -> None:
    values = list(turn["roll"])
    if rng.random() < 0.5:
        values[4] = rng.choice(oracle.SHAPE_DIE)
    else:
        values[rng.randrange(4)] = rng.choice("1234567*")
    turn["roll"] = "".join(values)


def change_drops(part: oracle.Json, rng: random.Random) -> None:
    """Lose, move, rename or swap the fallen tiles, or add a drop of a tile that doesn't fall."""
    drops = part.setdefault("drops", [])
    if not drops or rng.random() < 0.1:
        cells = rng.choice([[], ["a1"], rng.sample(oracle.CELLS, 4)])
        drops.append({"tile": rng.choice(oracle.LETTERS), "cells": cells})
        return
    drop = rng.choice(drops)
    kind = rng.randrange(4)
    if kind == 0:
        drops.remove(drop)
    elif kind == 1:
        drop["tile"] = rng.choice(oracle.LETTERS)
    elif kind == 2:
        drop["cells"] = moved(drop["cells"], rng)
    else:
        drops.reverse()


def change_place(part: oracle.Json, rng: random.Random) -> None:
    """Move a place, swap or change its digits, or leave it out."""
    place = part["place"]
    if not place:
        part["place"] = dict.fromkeys(rng.sample(oracle.CELLS, 4), 1)
        return
    cells, digits = list(place), list(place.values())
    kind = rng.randrange(4)
    if kind == 0:
        rng.shuffle(digits)
    elif kind == 1:
        digits[rng.randrange(len(digits))] = rng.randrange(10)
    elif kind == 2:
        cells = moved(cells, rng)
    part["place"] = dict(zip(cells, digits, strict=False)) if rng.random() < 0.95 else None


def change_claim(part: oracle.Json, rng: random.Random) -> None:
    """Change or remove a claim, or invent one around the new digits."""
    if part["claim"] and rng.random() < 0.7:
        part["claim"] = disturbed(part["claim"], rng)
        return
    cells = [rng.choice(list(part["place"] or oracle.CELLS))]
    for _ in range(rng.randint(2, 4)):
        cells.append(rng.choice(oracle.neighbours(rng.choice(cells))))
    part["claim"] = sorted(set(cells))


def moved(cells: list[str], rng: random.Random) -> list[str]:
    """Return the cells shifted by one cell in some direction, without those that leave the
    sheet."""
    right, up = rng.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
    columns = f"-{oracle.COLUMNS}-"
    names = (f"{columns[columns.index(c[0]) + right]}{int(c[1:]) + up}" for c in cells)
    return [name for name in names if name in oracle.INSIDE]


PART_CHANGES: list[Callable[[oracle.Json, random.Random], None]] = [
    change_place,
    change_place,
    change_claim,
    change_drops,
]


def changed_turn(turn: oracle.Json, rng: random.Random) -> oracle.Json:
    """Return a solo turn with one or two changes, legal only by luck."""
    twin = copy.deepcopy(turn)
    for change in rng.choices([*PART_CHANGES, change_slides, change_roll], k=rng.randint(1, 2)):
        if change is not change_slides or twin["slides"]:
            change(twin, rng)
    return twin


def changed_round(turn: oracle.Json, rng: random.Random) -> oracle.Json:
    """Return a turn of several players with a change in one part, in the roll, or in the order of
    the parts."""
    twin = copy.deepcopy(turn)
    parts = twin["parts"]
    part = rng.choice(parts)
    kind = rng.randrange(8)
    if kind == 0:
        change_roll(twin, rng)
    elif kind == 1:
        rng.shuffle(parts)
    elif kind == 2:
        parts.pop()
    elif "place" in part:
        rng.choice(PART_CHANGES[:3])(part, rng)
    else:
        change_drops(part, rng)
    return twin
