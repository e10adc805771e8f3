"""Draws the pictures of the documents anew: run `python tests/tools pictures`.

Those of docs/hundred.json show it at its end and half-way, docs/learning.svg is the curve of
bench/learning.csv. Any other picture is of the position that its title names.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from pathlib import Path

import numberdrop as nd
from numberdrop.record import load_game
from numberdrop.view.svg import position_svg
from places import ROOT

DOCS = ROOT / "docs"
CURVE = DOCS.parent / "bench" / "learning.csv"
PICTURES = sorted(DOCS.glob("*.svg"))

#: Turns taken back of the game, by the name of the picture.
_TAKEN_BACK = {"hundred": 0, "hundred-half": 8}
_TITLE = re.compile(r"<title>Number Drop: (.*) \((.*)\)</title>")


def curve_svg(rows: Iterable[dict[str, str]]) -> str:
    """The mean final score of the games learned from, against their number: 640 x 360 pixels."""
    points = [(int(row["games"]), float(row["mean"])) for row in rows]
    most, lowest, highest = points[-1][0], 45, 65

    def x_of(games: float) -> float:
        return round(60 + 560 * games / most, 1)

    def y_of(mean: float) -> float:
        return round(310 - 280 * (mean - lowest) / (highest - lowest), 1)

    def text(x: float, y: float, anchor: str, words: str) -> str:
        return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{words}</text>'

    drawn = []
    for mean in range(lowest, highest + 1, 5):
        y = y_of(mean)
        drawn += [f'<path stroke="#ccc" d="M60 {y}H620"/>', text(52, y + 4, "end", str(mean))]
    for games in range(0, most, 100_000):
        x = x_of(games)
        drawn += [f'<path stroke="#ccc" d="M{x} 30V310"/>', text(x, 328, "middle", f"{games:,}")]
    line = " ".join(f"{x_of(games)},{y_of(mean)}" for games, mean in points)
    drawn.append(f'<polyline fill="none" stroke="#06c" stroke-width="2" points="{line}"/>')
    drawn.append(text(340, 350, "middle", "games, about 280,000 in an hour of one core"))
    drawn.append(text(60, 20, "start", "mean final score of the games learned from"))
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360"'
    body = '<rect width="640" height="360" fill="#fff"/>\n' + "\n".join(drawn)
    return f'{head} font-family="sans-serif" font-size="12">\n{body}\n</svg>\n'


def picture(path: Path) -> str:
    """The picture that a file should hold."""
    if path.stem == "learning":
        with CURVE.open(encoding="utf-8", newline="") as file:
            return curve_svg(csv.DictReader(file))
    if path.stem in _TAKEN_BACK:
        game = load_game(json.loads((DOCS / "hundred.json").read_text("utf-8")))
        for _ in range(_TAKEN_BACK[path.stem]):
            game.pop()
        return position_svg(game.positions[0], game.variant)
    title = _TITLE.search(path.read_text("utf-8"))
    assert title, path
    return position_svg(nd.Position.from_text(title[1]), title[2])


def main() -> None:
    for path in sorted({*PICTURES, *(DOCS / f"{name}.svg" for name in (*_TAKEN_BACK, "learning"))}):
        path.write_text(picture(path), "utf-8")


if __name__ == "__main__":
    main()
