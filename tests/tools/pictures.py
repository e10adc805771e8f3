"""Redraw the pictures of the documents: run `python tests/tools pictures`.

docs/sheet.svg is the best turn of the hint in README.md. The pictures of docs/hundred.json show
that game at its end and half-way, docs/results/learning.svg is the curve of bench/learning.csv, and
docs/results/budgets.svg shows bench/budgets.csv, docs/results/ppo.svg bench/ppo.csv.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import numberdrop as nd
from numberdrop import omba
from numberdrop.omba import drawing
from numberdrop.record import load_game
from numberdrop.view.svg import position_svg, turn_svg
from places import ROOT

DOCS = ROOT / "docs"
CURVE = ROOT / "bench" / "learning.csv"
BUDGETS = ROOT / "bench" / "budgets.csv"
NETWORK = ROOT / "bench" / "ppo.csv"
#: The command in the README whose best turn is drawn.
EXAMPLE = re.compile(r'^\$ numberdrop hint "([^"]+)" "([^"]+)"$', re.MULTILINE)


def curve_svg(rows: Iterable[dict[str, str]]) -> str:
    """Draw the mean final score against the number of games learned from: 640 x 360 pixels."""
    points = [(int(row["games"]), float(row["mean"])) for row in rows]
    most, lowest, highest = points[-1][0], 45, 65

    def x_of(games: float) -> float:
        return round(60 + 560 * games / most, 1)

    y_of, drawn = _score_axis(lowest, highest, range(lowest, highest + 1, 5))
    for games in range(0, most, 100_000):
        x = x_of(games)
        drawn += [f'<path stroke="#ccc" d="M{x} 30V310"/>', _text(x, 328, "middle", f"{games:,}")]
    line = " ".join(f"{x_of(games)},{y_of(mean)}" for games, mean in points)
    drawn.append(f'<polyline fill="none" stroke="#06c" stroke-width="2" points="{line}"/>')
    pace = "games: 370,000 an hour and core, half as many from 478,080 on"
    drawn.append(_text(340, 350, "middle", pace))
    drawn.append(_text(60, 20, "start", "mean final score of the games learned from"))
    return _picture(drawn)


def budgets_svg(rows: Iterable[dict[str, str]]) -> str:
    """Draw the mean final score of players, with bars of one standard error each way, against their
    time for a turn on a logarithmic scale: 640 x 360 pixels."""
    lowest, highest, shortest, decades = 59, 69, 0.3, 4

    def x_of(ms: float) -> float:
        return round(60 + 560 * math.log10(ms / shortest) / decades, 1)

    y_of, drawn = _score_axis(lowest, highest, range(lowest + 1, highest + 1, 2))
    for time in (1, 10, 100, 1000):
        x = x_of(time)
        drawn += [f'<path stroke="#ccc" d="M{x} 30V310"/>', _text(x, 328, "middle", f"{time:,}")]
    for number, row in enumerate(rows):
        x, mean, error = x_of(float(row["ms"])), float(row["mean"]), float(row["error"])
        top, bottom = y_of(mean + error), y_of(mean - error)
        drawn.append(f'<path stroke="#06c" stroke-width="2" d="M{x} {top}V{bottom}"/>')
        drawn.append(f'<circle cx="{x}" cy="{y_of(mean)}" r="3" fill="#06c"/>')
        beside = bottom + 14 if number % 2 else top - 6
        drawn.append(_text(x, beside, "middle", row["player"]))
    drawn.append(_text(340, 350, "middle", "milliseconds of one core a turn"))
    drawn.append(_text(60, 20, "start", "mean final score"))
    return _picture(drawn)


def network_svg(rows: Sequence[dict[str, str]]) -> str:
    """Draw the scores of a network by the steps that it has learned for, a line for each seed, and
    those of greedy play and `fast`: 640 x 360 pixels."""
    lowest, highest, most = -10, 70, 2_000_000

    def x_of(steps: float) -> float:
        return round(60 + 560 * steps / most, 1)

    y_of, drawn = _score_axis(lowest, highest, range(lowest, highest + 1, 10))
    for millions in (0, 0.5, 1, 1.5, 2):
        drawn.append(_text(x_of(1e6 * millions), 328, "middle", f"{millions:g}"))
    for name, mean in (("greedy", 24.69), ("fast", 65.86)):
        drawn.append(f'<path stroke="#c00" stroke-dasharray="5 4" d="M60 {y_of(mean)}H620"/>')
        drawn.append(_text(616, y_of(mean) - 5, "end", name))
    for seed in sorted({row["seed"] for row in rows}):
        places = [
            f"{x_of(float(row['steps']))} {y_of(float(row['mean']))}"
            for row in rows
            if row["seed"] == seed
        ]
        drawn.append(f'<path fill="none" stroke="#06c" stroke-width="2" d="M{"L".join(places)}"/>')
    drawn.append(_text(340, 350, "middle", "million steps"))
    drawn.append(_text(60, 20, "start", "mean score"))
    return _picture(drawn)


def _score_axis(
    lowest: float, highest: float, marked: Iterable[int]
) -> tuple[Callable[[float], float], list[str]]:
    """Return the height of a score, between `lowest` at the bottom and `highest` at the top, and
    the lines and labels of the `marked` scores."""

    def y_of(score: float) -> float:
        return round(310 - 280 * (score - lowest) / (highest - lowest), 1)

    drawn = []
    for score in marked:
        y = y_of(score)
        drawn += [f'<path stroke="#ccc" d="M60 {y}H620"/>', _text(52, y + 4, "end", str(score))]
    return y_of, drawn


def _text(x: float, y: float, anchor: str, words: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'


def _picture(drawn: Iterable[str]) -> str:
    """Return a picture of 640 x 360 pixels with these elements on white."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360"'
    body = '<rect width="640" height="360" fill="#fff"/>\n' + "\n".join(drawn)
    return f'{head} font-family="sans-serif" font-size="12">\n{body}\n</svg>\n'


def example() -> tuple[nd.Position, nd.Roll]:
    """Return the position and the roll of the README's hint."""
    found = EXAMPLE.search((ROOT / "README.md").read_text("utf-8"))
    if not found:
        raise ValueError("README.md shows no hint")
    return nd.Position.from_text(found[1]), nd.Roll.from_text(found[2])


def _example_svg() -> str:
    position, roll = example()
    return turn_svg(position, nd.hint(position, roll).turns[0].turn)


def _curve_svg() -> str:
    with CURVE.open(encoding="utf-8", newline="") as file:
        return curve_svg(csv.DictReader(file))


def _budgets_svg() -> str:
    with BUDGETS.open(encoding="utf-8", newline="") as file:
        return budgets_svg(csv.DictReader(file))


def _network_svg() -> str:
    with NETWORK.open(encoding="utf-8", newline="") as file:
        return network_svg([*csv.DictReader(file)])


def _hundred_svg(taken_back: int) -> str:
    """Draw the game of docs/hundred.json without its last `taken_back` turns."""
    game = load_game(json.loads((DOCS / "hundred.json").read_text("utf-8")))
    for _ in range(taken_back):
        game.pop()
    return position_svg(game.positions[0], game.variant)


#: Positions of Omba, each with its best move.
OMBA = {
    "cover": ("-,-,-/A,-,-/-,-,- B 5,6", "+a2"),
    "stay": ("-,-,-/A,AB,-/-,-,BAB A 3,3", "a2c1"),
    "uncover": ("-,AB,-/BA,-,B/-,A,- A 3,3", "b1b2"),
    "own": ("-,AB,-/ABA,-,-/-,-,- B 3,4", "+b3"),
}


def _omba_svg(position: str, move: str) -> str:
    return drawing.position_svg(omba.Position.from_text(position), move)


#: The function that draws each picture.
PICTURES: dict[Path, Callable[[], str]] = {
    DOCS / "sheet.svg": _example_svg,
    DOCS / "hundred.svg": partial(_hundred_svg, 0),
    DOCS / "hundred-half.svg": partial(_hundred_svg, 8),
    DOCS / "results" / "learning.svg": _curve_svg,
    DOCS / "results" / "budgets.svg": _budgets_svg,
    DOCS / "results" / "ppo.svg": _network_svg,
    **{DOCS / "omba" / f"{name}.svg": partial(_omba_svg, *args) for name, args in OMBA.items()},
}


def main() -> None:
    for path, draw in PICTURES.items():
        path.write_text(draw(), "utf-8")


if __name__ == "__main__":
    main()
