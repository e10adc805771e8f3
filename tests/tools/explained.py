"""Update the explained positions of docs/positions.md: run `python tests/tools explained`.

Under each heading there is a fenced command, some rows of the hint's table, the best turn first,
why it is better than the last one listed, and a picture of it. The tool looks up the listed turns
in the current hint and updates their figures and the reasons. If the hint doesn't show a listed
turn, or has another best turn, the tool reports an error, since the text must then be revised, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numberdrop as nd
from numberdrop.plan.hints.explain import explain
from numberdrop.plan.hints.hint import Hint, hint
from numberdrop.view.hints import hint_table
from numberdrop.view.ideas import Row, reasons_in_lines, table_of
from numberdrop.view.svg import turn_svg
from places import ROOT

PAGE = ROOT / "docs" / "positions.md"
#: Number of ideas requested of a hint, each with all its turns.
TOP = 16

_BLOCK = re.compile(
    r'```text\nnumberdrop hint "(?P<position>[^"]+)" "(?P<roll>[^"]+)" '
    r"--top 16 --all(?P<last> --last)?\n\n"
    r"(?P<table>(?:.*\n)+?)```\n\n!\[[^]]*\]\((?P<picture>[^)]+)\)"
)
#: A row: its figures, the slides, and the rest, with the claim perhaps on a second line.
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
        """Return the table with current figures."""
        head, rows = hint_table(self.hint(), unfolded=True)
        chosen = [_row(rows, turn) for turn in self.turns]
        best = self.hint().turns[0].turn
        if chosen[0].turn != best:
            raise ValueError(f"{best} is best, not {self.turns[0]}")
        why = explain(self.position, self.roll, best, chosen[-1].turn)
        reasons = reasons_in_lines("why the first rather than the last", why.said())
        return "".join(f"{line}\n" for line in [*table_of(head, chosen), "", *reasons])

    def svg(self) -> str:
        return turn_svg(self.position, self.hint().turns[0].turn)


def examples(text: str) -> Iterator[Example]:
    """Return the examples of a page, in order."""
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
    """Return the turn of a row in one-line notation."""
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
