"""The explained positions of docs/positions.md: `python tests/tools explained` makes them anew.

Under each heading stands a command between fences, below it lines of the hint's table, the best
turn first, and a picture of that turn. The turns listed are looked up in what the hint says now,
and their figures written beside them; a turn that the hint doesn't look at is an error, and so is
another best turn: then the words need a new look, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numberdrop as nd
from numberdrop.plan.hints.hint import Hint, hint
from numberdrop.view.hints import draw_hint
from numberdrop.view.svg import turn_svg
from places import ROOT

PAGE = ROOT / "docs" / "positions.md"
#: Turns that a hint is asked for: all that the level looks at.
TOP = 16

_BLOCK = re.compile(
    r'```text\nnumberdrop hint "(?P<position>[^"]+)" "(?P<roll>[^"]+)" '
    r"--top 16(?P<last> --last)?\n\n"
    r"(?P<table>(?:.+\n)+)```\n\n!\[[^]]*\]\((?P<picture>[^)]+)\)"
)
_HEAD = f"{'':>3}  {'points':>6}  {'loss':>6}  {'error':>5}  turn"
_SEEN = re.compile(r"^ *=?\d+ +-?[\d.]+ +[\d.]+ +[-\d.]+  (.*)$")


@dataclass(frozen=True)
class Example:
    """A command of the page, the turns listed below it, and the picture of the first of them."""

    position: nd.Position
    roll: nd.Roll
    is_last: bool
    turns: tuple[str, ...]
    picture: Path
    table: str

    def hint(self) -> Hint:
        return _hint(self.position, self.roll, self.is_last)

    def lines(self) -> str:
        """The table as it should stand."""
        said = self.hint()
        best, *_ = places = [_place(said, turn) for turn in self.turns]
        if best != 0:
            raise ValueError(f"{said.turns[0].turn} is best, not {self.turns[0]}")
        return "".join(f"{line}\n" for line in [_HEAD, *(_line(said, place) for place in places)])

    def svg(self) -> str:
        return turn_svg(self.position, self.hint().turns[0].turn)


def examples(text: str) -> Iterator[Example]:
    """The examples of a page, in order."""
    for found in _BLOCK.finditer(text):
        table = found["table"]
        turns = [line[1] for line in map(_SEEN.match, table.splitlines()) if line]
        yield Example(
            nd.Position.from_text(found["position"]),
            nd.Roll.from_text(found["roll"]),
            bool(found["last"]),
            tuple(turns),
            PAGE.parent / found["picture"],
            table,
        )


@cache
def _hint(position: nd.Position, roll: nd.Roll, is_last: bool) -> Hint:
    return hint(position, roll, top=TOP, last=is_last, games=0)


def _place(said: Hint, text: str) -> int:
    for place, ranked in enumerate(said.turns):
        if str(ranked.turn) == text:
            return place
    raise ValueError(f"{said.position} {said.roll}: {text} isn't looked at")


def _line(said: Hint, place: int) -> str:
    """A line of the table as the hint prints it."""
    return draw_hint(said).splitlines()[1 + place]


def main() -> None:
    text = PAGE.read_text("utf-8")
    for example in examples(text):
        text = text.replace(example.table, example.lines(), 1)
        example.picture.parent.mkdir(exist_ok=True)
        example.picture.write_text(example.svg(), "utf-8")
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
