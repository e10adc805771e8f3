"""Ideas, and single turns, as rows of one table, without a final newline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..rules import LETTERS
from ..turn import Turn

if TYPE_CHECKING:
    from ..plan.hints.ideas import Slides

#: Columns of a terminal that a row should fit in.
WIDTH = 80
#: The meaning of `=` before an idea that was tried on dice.
TIED = "the sampled dice cannot distinguish it from"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its figures, then the slides, and what follows them. `more` is the number
    of further arrangements of the digits."""

    figures: str
    slides: Sequence[Slides]
    turn: Turn
    more: int = 0


def table_of(head: str, rows: Sequence[Row]) -> list[str]:
    """Return the lines of a table: under `head` the figures, and next to them the turn, or in a
    line below if there is no room. A claim without room has a line of its own."""
    if len(head) > WIDTH // 2:
        return [head, *(line for row in rows for line in (row.figures, _below(row)))]
    said = [slides_in_words(row.slides) for row in rows]
    has_slides, has_star = any(slide for slide, _ in said), any(star for _, star in said)
    heads = [*(["slide"] if has_slides else []), *(["star"] if has_star else [])]
    wide = max([len("slide"), *(len(slide) for slide, _ in said)])
    lines = [f"{head}  {_padded(heads, wide)}digits and claim"]
    for row, (slide, star) in zip(rows, said, strict=True):
        parts = [*([slide] if has_slides else []), *([star or "-"] if has_star else [])]
        start = f"{row.figures}  {_padded(parts, wide)}"
        placed, rest = digits_of(row.turn), _rest(row)
        if len(start) + len(placed) + 1 + len(rest) <= WIDTH or not rest:
            lines.append(f"{start}{placed} {rest}".rstrip())
        else:
            lines += [start + placed, " " * len(start) + rest]
    return lines


def _padded(parts: Sequence[str], wide: int) -> str:
    return "".join(f"{part:<{wide if n == 0 else 4}}  " for n, part in enumerate(parts))


def _below(row: Row) -> str:
    slide, star = slides_in_words(row.slides)
    said = [f"slide {slide}"] if slide else []
    said += [f"star {star}"] if star else []
    return (
        f"     {', '.join(said)}{'  ' if said else ''}{digits_of(row.turn)} {_rest(row)}".rstrip()
    )


def _rest(row: Row) -> str:
    claim = f"!{''.join(row.turn.claim)}" if row.turn.claim else ""
    return f"{claim} +{row.more}".strip() if row.more else claim


def slides_in_words(slides: Sequence[Slides]) -> tuple[str, str]:
    """Return the letters of which any may slide, as in `A, C or D` or `any`, and the letter that
    slides with it for a star, if any. Of equal slides, only those with the last letter of the first
    are included."""
    first, *_ = slides
    if len(first) < 2:
        letters = [pair[0] for pair in slides if len(pair) == len(first) == 1]
        return _one_of(letters), ""
    star = first[1]
    # It doesn't matter which of two tiles slides for the star, as long as both slide.
    pairs = [pair for pair in slides if len(pair) == 2 and star in pair]
    return _one_of([free if other == star else other for free, other in pairs]), star


def digits_of(turn: Turn) -> str:
    """Return the tiles that fall, and the digits, as in the text of a turn."""
    written = ",".join(f"{cell}={digit}" for cell, digit in turn.place or ()) or "-"
    return " ".join([*map(str, turn.drops), written])


def in_lines(parts: Sequence[str]) -> list[str]:
    """Join parts of a sentence with `; `, in as few lines as possible."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= WIDTH:
            lines[-1] += f"; {part}"
        else:
            lines = [*(f"{line};" if line is lines[-1] else line for line in lines), part]
    return lines


def reasons_in_lines(name: str, reasons: Sequence[str]) -> list[str]:
    """Return the lines that say why something is better; there is at least one reason."""
    first, *others = reasons
    return in_lines([f"{name}: {first}", *others])


def _one_of(letters: Sequence[str]) -> str:
    known = sorted(set(letters))
    if len(known) == len(LETTERS):
        return "any"
    if len(known) < 2:
        return "".join(known)
    return f"{', '.join(known[:-1])} or {known[-1]}"
