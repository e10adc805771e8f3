"""Draws the pictures of the documents anew: run `python tests/pictures.py`.

Those of docs/hundred.json show it at its end and half-way. Any other picture is of the position
that its title names.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import numberdrop as nd
from numberdrop.record import load_game
from numberdrop.view.svg import position_svg

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURES = sorted(DOCS.glob("*.svg"))

#: Turns taken back of the game, by the name of the picture.
_TAKEN_BACK = {"hundred": 0, "hundred-half": 8}
_TITLE = re.compile(r"<title>Number Drop: (.*) \((.*)\)</title>")


def picture(path: Path) -> str:
    """The picture that a file should hold."""
    if path.stem in _TAKEN_BACK:
        game = load_game(json.loads((DOCS / "hundred.json").read_text("utf-8")))
        for _ in range(_TAKEN_BACK[path.stem]):
            game.pop()
        return position_svg(game.positions[0], game.variant)
    title = _TITLE.search(path.read_text("utf-8"))
    assert title, path
    return position_svg(nd.Position.from_text(title[1]), title[2])


def main() -> None:
    for path in sorted({*PICTURES, *(DOCS / f"{name}.svg" for name in _TAKEN_BACK)}):
        path.write_text(picture(path), "utf-8")


if __name__ == "__main__":
    main()
