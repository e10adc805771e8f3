"""The lesson of a drop problem: the effect of each turn of the greedy line and of the solution.

A lesson is available as sentences and as data (docs/formats.md, Lesson).
"""

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
    """The effect of one turn of a line.

    `points` is the change of the score. `fallen` holds the letters whose X shapes fall, `rows` the
    rows completed. `box` is the box filled, and `digits` counts its digits that come from the
    line's own rolls. `kept` counts the digits written for boxes that later turns fill. `slid`
    holds the letters that slide now and whose X shapes fall in later turns.
    """

    turn: Turn
    points: int
    fallen: tuple[str, ...]
    rows: tuple[int, ...]
    box: str | None
    digits: int
    kept: int
    slid: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Lesson)."""
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
        """Return the effects in words, at least one."""
        parts = [*self._falls(), *self._fills()]
        if self.kept == 1:
            parts.append(coded_message("deed.kept_one", "one digit written for a later turn"))
        elif self.kept:
            parts.append(
                coded_message("deed.kept", "{n} digits written for later turns", n=self.kept)
            )
        for tile in self.slid:
            parts.append(
                coded_message("deed.slid", "tile {tile} slides closer to its drop", tile=tile)
            )
        return parts or [coded_message("deed.none", "no effect on the score")]

    def _falls(self) -> Iterator[Sentence]:
        for tile in self.fallen:
            yield coded_message("deed.falls", "the X shape of tile {tile} falls", tile=tile)
        if len(self.rows) == 1:
            yield coded_message("deed.row", "row {row} is completed", row=self.rows[0])
        elif self.rows:
            rows = join_and([str(row) for row in self.rows])
            yield coded_message("deed.rows", "rows {rows} are completed", rows=rows)

    def _fills(self) -> Iterator[Sentence]:
        if self.box is None:
            return
        if self.digits == 0:
            yield coded_message(
                "deed.box_old", "{box}, with digits already on the sheet", box=self.box
            )
        elif self.digits == 1:
            yield coded_message("deed.box_one", "{box}, with one new digit", box=self.box)
        else:
            yield coded_message(
                "deed.box", "{box}, with {n} new digits", box=self.box, n=self.digits
            )


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a drop problem.

    `solution` and `greed` hold the turn effects of the solution and of the greedy line, which is
    empty if unknown. The greedy line ends with `score`, `short` points below the goal. `missed` is
    what the solution has and the greedy line lacks.
    """

    themes: tuple[str, ...]
    solution: tuple[TurnEffect, ...]
    greed: tuple[TurnEffect, ...]
    score: int
    short: int
    missed: Missed

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Lesson). `said` holds sentences in English."""
        tried = {
            "turns": [effect.to_json() for effect in self.greed],
            "score": self.score,
            "short": self.short,
            "missed": self.missed.to_json(),
        }
        return {
            "themes": list(self.themes),
            "greed": tried if self.greed else None,
            "solution": [effect.to_json() for effect in self.solution],
            "said": [sentence.to_json() for sentence in self.sentences()],
        }

    def sentences(self) -> list[Sentence]:
        """Return the lesson in words: the greedy line, then the solution, one sentence a turn."""
        return [*self._greed_sentences(), *self._solution_sentences()]

    def _greed_sentences(self) -> Iterator[Sentence]:
        if not self.greed:
            return
        first, *rest = self.greed
        if len(self.solution) == 1:
            yield coded_message(
                "lesson.seen", "The obvious turn: {deeds}.", deeds=first.sentences()
            )
        else:
            yield coded_message(
                "lesson.greed",
                "The greedy turn scores {points}: {deeds}.",
                points=first.points,
                deeds=first.sentences(),
            )
        for effect in rest:
            yield coded_message(
                "lesson.then", "The best turn after it: {deeds}.", deeds=effect.sentences()
            )
        yield coded_message(
            "lesson.short",
            "It ends with a score of {score}, {short} below the goal.",
            score=self.score,
            short=self.short,
        )
        if lacking := list(self._missing_parts()):
            yield coded_message("lesson.misses", "It misses {what}.", what=lacking)

    def _missing_parts(self) -> Iterator[str]:
        yield from self.missed.boxes
        if (points := self.missed.points.get("rows", 0)) > 0:
            yield coded_message("lesson.rows", "{points} points for rows", points=points)

    def _solution_sentences(self) -> Iterator[Sentence]:
        if self.greed and len(self.solution) > 1:
            sacrifice = self.greed[0].points - self.solution[0].points
            if sacrifice > 0:
                yield coded_message(
                    "lesson.delay",
                    "The solution scores {points} less with the first roll, but more in the end.",
                    points=sacrifice,
                )
        for effect in self.solution:
            yield coded_message(
                "lesson.turn",
                "{roll}: {deeds} (+{points}).",
                roll=str(effect.turn.roll),
                deeds=effect.sentences(),
                points=effect.points,
            )


def lesson_of(problem: DropProblem) -> Lesson:
    """Return the lesson of a drop problem."""
    best = load_line(problem.best.solution)
    greed = best if problem.tempting is None else load_line(problem.tempting)
    score = greed.positions[-1].score(problem.variant).total
    return Lesson(
        problem.themes,
        tuple(_turn_effects(best)),
        () if problem.tempting is None else tuple(_turn_effects(greed)),
        score,
        problem.goal - score,
        missed(greed.positions[-1], best.positions[-1], problem.variant),
    )


def with_lesson(entry: ArchivePuzzle) -> dict[str, Any]:
    """Return the archived document of an entry, with the `lesson` of a drop problem added
    (formats.md, Lesson)."""
    found = to_json(entry)
    if isinstance(entry, DropProblem):
        found["lesson"] = lesson_of(entry).to_json()
    return found


def _turn_effects(line: PlayedLine) -> Iterator[TurnEffect]:
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
    """Return the complete rows under the Game Over line."""
    return [
        row
        for row in range(1, _core.LINE + 1)
        if all(position.symbol(f"{column}{row}") != "." for column in COLUMNS)
    ]


def _box_filled(before: Position, after: Position) -> str | None:
    still = set(after.open_boxes())
    return next((box for box in before.open_boxes() if box not in still), None)
