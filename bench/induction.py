"""Backward induction over all sheets that can be reached from a start (miniature.py)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.best import BATCH
from numberdrop.position import flags_of

FLAGS = flags_of(nd.Variant())
#: Codes in the rows of turns: an empty cell, the first used digit, X.
EMPTY, USED, X = 0, 11, 21
CELLS = _core.COLUMNS * _core.ROWS
#: What of a turn's sheet is in its key, and the number of bytes of each.
KEY = {"cells": CELLS, "boxes": 11, "notches": 5, "letters": 5}
ENDS = tuple(int(end) for end in np.cumsum(list(KEY.values())))
#: The boxes of each kind: identical and consecutive.
IDENTICAL, CONSECUTIVE = slice(0, 5), slice(5, 10)
BONUS_BOX = 10
#: The fewest cells of a combo.
SMALLEST = 3
#: Nodes 0 .. SCORES - 1 are ended games; node n has the score n - LOWEST.
LOWEST, SCORES = 100, 256
#: Sheets between two lines of progress.
STEP = 500

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

NOTHING: Ints = np.zeros(0, np.int64)


class Turns:
    """Lists the turns of a sheet."""

    def __init__(self) -> None:
        arrays: dict[str, Any] = {
            name: np.empty((BATCH, width), np.uint8) for name, width in KEY.items()
        }
        arrays |= {"over": np.empty(BATCH, np.uint8), "points": np.empty(BATCH, np.int32)}
        arrays["where"] = np.empty((BATCH, 4), np.int32)
        self._arrays = arrays
        self._found: list[Bytes] = []
        self._ended: list[Ints] = []
        self._rows = _core.TurnRows(arrays, self._take)

    def _take(self, count: int) -> None:
        over = self._arrays["over"][:count] > 0
        self._ended.append(self._arrays["points"][:count][over].astype(np.int64))
        if not over.all():
            parts = [self._arrays[name][:count][~over] for name in KEY]
            self._found.append(np.concatenate(parts, axis=1))

    def of(self, sheet: _core.Sheet, roll: _core.Roll) -> tuple[Bytes, Ints]:
        """Return the keys of the sheets after the turns that don't end the game, and the scores
        after the others."""
        self._found, self._ended = [np.empty((0, ENDS[-1]), np.uint8)], []
        sheet.stream(roll, FLAGS, self._rows)
        return np.concatenate(self._found), np.concatenate(self._ended)


def merged(keys: Bytes) -> Bytes:
    """Return keys whose digits that no claim can use any more are X.

    These are the used digits, and the free ones that belong to no group of three or more cells and
    to no group with an empty neighbour. Neighbours form a group while their digits are equal; where
    a consecutive box is open, also while their digits differ by one.
    """
    keys = keys.copy()
    cells = keys[:, :CELLS].reshape(-1, _core.ROWS, _core.COLUMNS)
    cells[(cells >= USED) & (cells < X)] = X
    boxes = keys[:, ENDS[0] : ENDS[1]] == 0
    alive = np.zeros(cells.shape, bool)
    for kind, most in ((IDENTICAL, 0), (CONSECUTIVE, 1)):
        is_open = boxes[:, kind].any(axis=1) | boxes[:, BONUS_BOX]
        alive |= _alive(cells, most) & is_open[:, None, None]
    cells[(cells > EMPTY) & (cells < X) & ~alive] = X
    return keys


def _alive(cells: Bytes, most: int) -> NDArray[np.bool_]:
    """Return the digits in a group of three or more, or in one that touches an empty cell, where
    neighbours belong to a group if their difference is `most`."""
    is_free = (cells > EMPTY) & (cells < X)
    digits = cells.astype(np.int16)
    sides = (
        (np.s_[:, 1:], np.s_[:, :-1]),
        (np.s_[:, :, 1:], np.s_[:, :, :-1]),
    )
    links = [
        is_free[one] & is_free[other] & (abs(digits[one] - digits[other]) == most)
        for one, other in sides
    ]
    degree = np.zeros(cells.shape, np.uint8)
    alive = np.zeros(cells.shape, bool)
    for (one, other), link in zip(sides, links, strict=True):
        degree[one] += link
        degree[other] += link
        alive[one] |= cells[other] == EMPTY
        alive[other] |= cells[one] == EMPTY
    # A group of three or more has a cell with two neighbours in it.
    alive = (alive & is_free) | (degree >= SMALLEST - 1)
    while True:
        spread = alive.copy()
        for (one, other), link in zip(sides, links, strict=True):
            spread[one] |= link & spread[other]
            spread[other] |= link & spread[one]
        if (spread == alive).all():
            return alive
        alive = spread


def sheet_of(key: bytes, shapes: Sequence[int]) -> _core.Sheet:
    """Return the sheet of a key."""
    cells, boxes, notches, letters = np.split(np.frombuffer(key, np.uint8), ENDS[:3])
    is_used = (cells >= USED) & (cells < X)
    codes = np.where(is_used, cells - (USED - 1) + _core.USED, cells)
    grid = np.where(cells == X, _core.BLOCK, codes).astype(np.uint8).tobytes()
    bits = [int(flags @ (1 << np.arange(len(flags)))) for flags in (boxes, letters == 1)]
    crossed = int((letters == 2) @ (1 << np.arange(len(letters))))
    return _core.Sheet(grid, bits[0], shapes, notches.tolist(), bits[1], crossed, 2)


def slides_left(sheet: _core.Sheet) -> int:
    return sum(_core.LAST_NOTCH - notch for notch in sheet.notches)


@dataclass(frozen=True, slots=True)
class Layer:
    """The sheets with some number of slides left, and their edges: for each sheet and roll the
    nodes that turns lead to, with the number of turns that lead to each."""

    nodes: Ints
    edges: NDArray[np.int32]
    ways: NDArray[np.int32]
    starts: Ints


#: Gives each edge of a layer a weight. The chances of a sheet's edges for a roll are in proportion.
Player = Callable[[Layer], Floats]
#: By slides left: how many turns a player has there on average, and what these lose in all.
Losses = dict[int, tuple[float, float]]


class Miniature:
    """All sheets that can be reached from a start, and what they are worth to any player.

    Nodes are ended games, then sheets before a roll. Node SCORES is the start. `reflection` is the
    sum of each digit and its reflection, if the reflected rolls have the same chances and the start
    has no digits: before a last turn a sheet is then merged with its reflection.
    """

    def __init__(
        self,
        start: _core.Sheet,
        rolls: Sequence[tuple[_core.Roll, float]],
        reflection: int | None = None,
    ) -> None:
        self.rolls = rolls
        self._reflected = np.arange(X + 1, dtype=np.uint8)
        if reflection is not None:
            codes = np.arange(1, reflection + 2, dtype=np.uint8)
            self._reflected[codes] = codes[::-1]
        self.chance = np.array([chance for _, chance in self.rolls])
        self.sheets = [start]
        self._turns, self._shapes = Turns(), start.shapes
        self._nodes: dict[bytes, int] = {}
        self._last: dict[bytes, int] = {}
        self._waiting: dict[int, list[int]] = {}
        self.layers: dict[int, Layer] = {}
        #: The nodes with one slide left, and for each the number of its merged sheet.
        self._ends: tuple[list[int], list[int]] = [], []
        left = slides_left(start)
        self._waiting[left] = [SCORES]
        for slides in range(left, 1, -1):
            if slides in self._waiting:
                self.layers[slides] = self._layer(slides)

    def _layer(self, slides: int) -> Layer:
        """List the turns of all sheets of a layer; number the sheets after them."""
        nodes = self._waiting.pop(slides)
        edges, ways, sizes = [NOTHING], [NOTHING], list[int]()
        for done, node in enumerate(nodes):
            if done % STEP == 0:
                progress(f"{slides} slides left: {done:,} of {len(nodes):,} sheets listed")
            for roll, _ in self.rolls:
                keys, scores = self._turns.of(self.sheets[node - SCORES], roll)
                ended, counts = np.unique(scores + LOWEST, return_counts=True)
                after = self._numbers(keys)
                edges += [ended, after]
                ways += [counts, np.ones(len(after), np.int64)]
                sizes.append(len(ended) + len(after))
        starts = np.cumsum([0, *sizes])[:-1]
        edge, way = (np.concatenate(some).astype(np.int32) for some in (edges, ways))
        return Layer(np.array(nodes, np.int64), edge, way, starts)

    def _numbers(self, keys: Bytes) -> Ints:
        """Return the nodes of these sheets, each a different one."""
        found, fresh = np.empty(len(keys), np.int64), list[int]()
        for n, row in enumerate(keys):
            key = row.tobytes()
            node = self._nodes.get(key)
            if node is None:
                node = self._nodes[key] = SCORES + len(self.sheets)
                sheet = sheet_of(key, self._shapes)
                self.sheets.append(sheet)
                left = slides_left(sheet)
                if left == 1:
                    self._ends[0].append(node)
                    fresh.append(n)
                else:
                    self._waiting.setdefault(left, []).append(node)
            found[n] = node
        if fresh:
            rows = merged(keys[fresh])
            others = rows.copy()
            others[:, :CELLS] = self._reflected[rows[:, :CELLS]]
            for row, other in zip(rows, others, strict=True):
                key = min(row.tobytes(), other.tobytes())
                self._ends[1].append(self._last.setdefault(key, len(self._last)))
        return found

    def counts(self) -> str:
        """Return the numbers of sheets and of edges, in words."""
        left = ", ".join(f"{n}: {len(layer.nodes):,}" for n, layer in self.layers.items())
        edges = sum(len(layer.edges) for layer in self.layers.values())
        return (
            f"{len(self.sheets):,} sheets before {len(self.rolls)} rolls; by slides left {left}, "
            f"1: {len(self._ends[0]):,} ({len(self._last):,} merged); {edges:,} edges"
        )

    def solve(self) -> None:
        """Set `best`, the expected score of best play from each node on."""
        worth = np.empty((2, len(self._last)))
        for number, key in enumerate(self._last):
            if number % STEP == 0:
                progress(f"1 slide left: {number:,} of {len(self._last):,} merged sheets solved")
            sheet = sheet_of(key, self._shapes)
            scores = [self._turns.of(sheet, roll)[1] for roll, _ in self.rolls]
            worth[0, number] = self.chance @ [some.max() for some in scores]
            worth[1, number] = self.chance @ [some.mean() for some in scores]
        self.best, self._ended_at_random = self._ended(worth[0]), self._ended(worth[1])
        self._ended_at_best = self.best.copy()
        for slides in sorted(self.layers):
            layer = self.layers[slides]
            best = np.maximum.reduceat(self.best[layer.edges], layer.starts)
            self.best[layer.nodes] = best.reshape(-1, len(self.chance)) @ self.chance

    def _ended(self, last: Floats) -> Floats:
        """Return the worth of the nodes that are ended or end with the next turn, 0 for others."""
        worth = np.zeros(SCORES + len(self.sheets))
        worth[:SCORES] = np.arange(SCORES) - LOWEST
        worth[self._ends[0]] = last[self._ends[1]]
        return worth

    def values(self, value: Callable[[_core.Sheet], float]) -> Floats:
        """Return a player's value of each node."""
        scores = np.arange(SCORES, dtype=float) - LOWEST
        return np.concatenate([scores, [value(sheet) for sheet in self.sheets]])

    def play(self, player: Player, is_random: bool = False) -> tuple[float, Losses]:
        """Return a player's expected score and his losses. With one slide left he takes the turn
        that scores most, or any with `is_random`."""
        met, lost = np.zeros(SCORES + len(self.sheets)), Losses()
        met[SCORES] = 1.0
        for slides, layer in self.layers.items():
            shares = player(layer)
            sizes = np.diff(layer.starts, append=len(shares))
            shares = shares / np.repeat(np.add.reduceat(shares, layer.starts), sizes)
            after = np.add.reduceat(shares * self.best[layer.edges], layer.starts)
            losses = self.best[layer.nodes] - after.reshape(-1, len(self.chance)) @ self.chance
            lost[slides] = float(met[layer.nodes].sum()), float(met[layer.nodes] @ losses)
            chances = np.repeat(np.outer(met[layer.nodes], self.chance).ravel(), sizes)
            met += np.bincount(layer.edges, chances * shares, len(met))
        worth = self._ended_at_random if is_random else self._ended_at_best
        ends = np.array(self._ends[0], np.int64)
        lost[1] = float(met[ends].sum()), float(met[ends] @ (self.best - worth)[ends])
        # A sheet with more slides left is worth 0 here: its turns have been played.
        return float(met @ worth), lost


def by_value(values: Floats) -> Player:
    """Return the player who takes the turn he values most, any of equal ones alike."""

    def player(layer: Layer) -> Floats:
        found = values[layer.edges]
        sizes = np.diff(layer.starts, append=len(found))
        top = np.repeat(np.maximum.reduceat(found, layer.starts), sizes)
        weights: Floats = (found == top).astype(float)
        return weights

    return player


def at_random(layer: Layer) -> Floats:
    """Take any of the turns alike."""
    return layer.ways.astype(float)


def progress(text: str) -> None:
    print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)
