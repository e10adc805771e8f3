"""What a drop problem teaches: the line that greed suggests and what it misses, and what the turns
of the solution are for; in sentences, and as data (docs/formats.md, Lesson)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .. import _core
from ..errors import Sentence, coded_message, join_and
from ..position import Position
from ..record import PlayedLine, load_line
from ..rules import COLUMNS
from ..turn import Turn
from .answers import Missed, missed
from .archive.entries import DropProblem
from .archive.entry_text import ArchivePuzzle, to_json


@dataclass(frozen=True, slots=True)
class TurnEffect:
    """What a turn of a line does: `points` it brings, the letters whose X shapes have `fallen`, the
    `rows` it completes, the `box` it fills with so many `digits` of the line's own rolls, how many
    of its digits are `kept` for boxes that later turns fill, and the letters it has `slid` whose X
    shapes later turns let fall."""

    turn: Turn
    points: int
    fallen: tuple[str, ...]
    rows: tuple[int, ...]
    box: str | None
    digits: int
    kept: int
    slid: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Lesson)."""
        return {
            "turn": self.turn.to_json(),
            "points": self.points,
            "fallen": list(self.fallen),
            "rows": list(self.rows),
            "box": self.box,
            "digits": self.digits,
            "kept": self.kept,
            "slid": list(self.slid),
        }

    def sentences(self) -> list[Sentence]:
        """What it does, in words; a word on nothing where it does nothing that counts."""
        parts = [*self._falls(), *self._fills()]
        if self.kept == 1:
            parts.append(coded_message("deed.kept_one", "a digit laid down for later"))
        elif self.kept:
            parts.append(coded_message("deed.kept", "{n} digits laid down for later", n=self.kept))
        for tile in self.slid:
            parts.append(coded_message("deed.slid", "tile {tile} is brought nearer", tile=tile))
        return parts or [coded_message("deed.none", "nothing that counts")]

    def _falls(self) -> Iterator[Sentence]:
        for tile in self.fallen:
            yield coded_message("deed.falls", "the X of tile {tile} falls", tile=tile)
        if len(self.rows) == 1:
            yield coded_message("deed.row", "row {row} is completed", row=self.rows[0])
        elif self.rows:
            rows = join_and([str(row) for row in self.rows])
            yield coded_message("deed.rows", "rows {rows} are completed", rows=rows)

    def _fills(self) -> Iterator[Sentence]:
        if self.box is None:
            return
        if self.digits == 0:
            yield coded_message("deed.box_old", "{box}, which lay there already", box=self.box)
        elif self.digits == 1:
            yield coded_message("deed.box_one", "{box}, with one new digit", box=self.box)
        else:
            yield coded_message(
                "deed.box", "{box}, with {n} new digits", box=self.box, n=self.digits
            )


@dataclass(frozen=True, slots=True)
class Lesson:
    """The themes of a problem, the deeds of the solution, and those of the line that greed
    suggests, empty where that isn't known; it ends with `score`, `short` of the goal, and has
    `missed` what the solution has."""

    themes: tuple[str, ...]
    solution: tuple[TurnEffect, ...]
    greed: tuple[TurnEffect, ...]
    score: int
    short: int
    missed: Missed

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Lesson), its `said` in English with codes."""
        tried = {
            "turns": [deed.to_json() for deed in self.greed],
            "score": self.score,
            "short": self.short,
            "missed": self.missed.to_json(),
        }
        return {
            "themes": list(self.themes),
            "greed": tried if self.greed else None,
            "solution": [deed.to_json() for deed in self.solution],
            "said": [sentence.to_json() for sentence in self.sentences()],
        }

    def sentences(self) -> list[Sentence]:
        """The lesson in words: first of greed, then of the solution, a turn a sentence."""
        return [*self._of_greed(), *self._of_solution()]

    def _of_greed(self) -> Iterator[Sentence]:
        if not self.greed:
            return
        first, *rest = self.greed
        if len(self.solution) == 1:
            yield coded_message(
                "lesson.seen", "What is seen first: {deeds}.", deeds=first.sentences()
            )
        else:
            yield coded_message(
                "lesson.greed",
                "Greed takes {points} points at once: {deeds}.",
                points=first.points,
                deeds=first.sentences(),
            )
        for deed in rest:
            yield coded_message(
                "lesson.then", "Then there is no more than: {deeds}.", deeds=deed.sentences()
            )
        yield coded_message(
            "lesson.short",
            "It ends with {score}, {short} short.",
            score=self.score,
            short=self.short,
        )
        if lacks := list(self._lacks()):
            yield coded_message("lesson.misses", "It misses {what}.", what=lacks)

    def _lacks(self) -> Iterator[str]:
        yield from self.missed.boxes
        if (points := self.missed.points.get("rows", 0)) > 0:
            yield coded_message("lesson.rows", "{points} points for rows", points=points)

    def _of_solution(self) -> Iterator[Sentence]:
        if self.greed and len(self.solution) > 1:
            given = self.greed[0].points - self.solution[0].points
            if given > 0:
                yield coded_message(
                    "lesson.delay",
                    "The solution scores {points} less with the first roll, and makes up for it.",
                    points=given,
                )
        for deed in self.solution:
            yield coded_message(
                "lesson.turn",
                "{roll}: {deeds} (+{points}).",
                roll=str(deed.turn.roll),
                deeds=deed.sentences(),
                points=deed.points,
            )


def lesson_of(problem: DropProblem) -> Lesson:
    """What the problem teaches."""
    best = load_line(problem.best.solution)
    greed = best if problem.tempting is None else load_line(problem.tempting)
    score = greed.positions[-1].score(problem.variant).total
    return Lesson(
        problem.themes,
        tuple(_deeds(best)),
        () if problem.tempting is None else tuple(_deeds(greed)),
        score,
        problem.goal - score,
        missed(greed.positions[-1], best.positions[-1], problem.variant),
    )


def with_lesson(entry: ArchivePuzzle) -> dict[str, Any]:
    """The document of an entry with its solution: as it stands in the archive, and of a drop
    problem its `lesson` (formats.md, Lesson)."""
    found = to_json(entry)
    if isinstance(entry, DropProblem):
        found["lesson"] = lesson_of(entry).to_json()
    return found


def _deeds(line: PlayedLine) -> Iterator[TurnEffect]:
    written: set[str] = set()
    for number, turn in enumerate(line.turns):
        before, after = line.positions[number : number + 2]
        placed = {cell for cell, _ in turn.place or ()}
        written |= placed
        rest = line.turns[number + 1 :]
        later = {cell for other in rest for cell in other.claim or ()}
        falling = {drop.tile for other in rest for drop in other.drops}
        yield TurnEffect(
            turn,
            after.score(line.variant).total - before.score(line.variant).total,
            tuple(drop.tile for drop in turn.drops),
            tuple(row for row in _complete(after) if row not in _complete(before)),
            _box_filled(before, after),
            len(written.intersection(turn.claim or ())),
            len(placed & later),
            tuple(letter for letter in turn.slides if letter in falling),
        )


def _complete(position: Position) -> list[int]:
    """The rows under the Game Over line that are complete."""
    return [
        row
        for row in range(1, _core.LINE + 1)
        if all(position.symbol(f"{column}{row}") != "." for column in COLUMNS)
    ]


def _box_filled(before: Position, after: Position) -> str | None:
    still = set(after.open_boxes())
    return next((box for box in before.open_boxes() if box not in still), None)
