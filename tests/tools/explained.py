"""The explained positions of docs/positions.md: `python tests/tools explained` makes them anew.

Under each heading stands a command between fences, below it rows of the hint's table, the best
turn first, and a picture of that turn. The turns listed are looked up in what the hint says now,
and their figures written beside them; a turn that the hint doesn't show is an error, and so is
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
from numberdrop.view.hints import hint_table
from numberdrop.view.ideas import Row, table_of
from numberdrop.view.svg import turn_svg
from places import ROOT

PAGE = ROOT / "docs" / "positions.md"
#: Ideas that a hint is asked for, each with all its turns.
TOP = 16

_BLOCK = re.compile(
    r'```text\nnumberdrop hint "(?P<position>[^"]+)" "(?P<roll>[^"]+)" '
    r"--top 16 --all(?P<last> --last)?\n\n"
    r"(?P<table>(?:.+\n)+)```\n\n!\[[^]]*\]\((?P<picture>[^)]+)\)"
)
#: A row: its figures, the slides, and the rest, which a line may follow with the claim.
_ROW = re.compile(
    r"^ *[=~]?\d* +-?\d+\.\d\d +\d+\.\d\d +[-\d.]+  "
    r"(?P<slide>[A-E])(?: +(?P<star>[-A-E]))?  +(?P<rest>\S.*(?:\n +!.*)?)$",
    re.MULTILINE,
)


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
        head, rows = hint_table(self.hint(), unfolded=True)
        chosen = [_row(rows, turn) for turn in self.turns]
        best = self.hint().turns[0].turn
        if chosen[0].turn != best:
            raise ValueError(f"{best} is best, not {self.turns[0]}")
        return "".join(f"{line}\n" for line in table_of(head, chosen))

    def svg(self) -> str:
        return turn_svg(self.position, self.hint().turns[0].turn)


def examples(text: str) -> Iterator[Example]:
    """The examples of a page, in order."""
    for found in _BLOCK.finditer(text):
        table = found["table"]
        turns = [_turn(found["roll"], row) for row in _ROW.finditer(table)]
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
    return hint(position, roll, top=TOP, last=is_last)


def _turn(roll: str, row: re.Match[str]) -> str:
    """The turn that a row tells, in one line."""
    slides = [row["slide"], *([row["star"]] if row["star"] not in (None, "-") else [])]
    return " ".join([roll, ",".join(slides), *row["rest"].split()])


def _row(rows: list[Row], text: str) -> Row:
    for row in rows:
        if str(row.turn) == text:
            return row
    raise ValueError(f"{text} isn't shown")


def main() -> None:
    text = PAGE.read_text("utf-8")
    for example in examples(text):
        text = text.replace(example.table, example.lines(), 1)
        example.picture.parent.mkdir(exist_ok=True)
        example.picture.write_text(example.svg(), "utf-8")
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
