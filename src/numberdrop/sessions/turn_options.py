"""The options of a turn: the choices so far, the possible next ones, and their effect.

A user interface that offers these options needs no rules of its own. The rules are those of
transitions.py and position.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .. import _core
from ..combo import Claim
from ..dice import Roll
from ..errors import IllegalTurn, coded_message, join_or
from ..game import why_ended
from ..lazy import warn_renamed
from ..plurals import count_noun
from ..position import Position
from ..rules import COLUMN_COUNT, LAST_NOTCH, LETTERS, Variant
from ..transitions import (
    GAME_OVER,
    check_roll,
    no_fall_message,
    play_claim,
    play_drop,
    play_place,
    star_slides,
    wrong_digits_message,
)
from ..turn import Drop, Turn
from .partial_turn import Digit, PartialTurn
from .poses import Pose, poses

#: The most claims offered; a sheet from a real game allows some dozens.
MOST_CLAIMS = 500


@dataclass(frozen=True, slots=True)
class OfferedClaim:
    """A possible claim.

    `points` is its total, of which `completes` points are for the last box of a column. `circles`
    is the letter that it circles, or None.
    """

    claim: Claim
    points: int
    completes: int
    circles: str | None

    def to_json(self) -> dict[str, Any]:
        """Return the object of the claim in the document of a moment."""
        return {
            "kind": self.claim.kind,
            "size": len(self.claim.cells),
            "cells": list(self.claim.cells),
            "points": self.points,
            "completes": self.completes,
            "circles": self.circles,
        }


@dataclass(frozen=True, slots=True)
class PendingDrop:
    """An X shape that must be dropped now: its tile and its poses, at least one."""

    tile: str
    shape: str
    poses: tuple[Pose, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the object of the drop in the document of a moment."""
        return {
            "tile": self.tile,
            "shape": self.shape,
            "poses": [pose.to_json() for pose in self.poses],
        }


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """The options of `partial`, a turn in progress on `position` with `roll`.

    `choices` are the letters that can slide: for the free slide, then for the star's slide if it is
    known. `pending_drop` is the X shape that falls now, or None. `poses` are the possible poses of
    the player's shape, by shape, and `claims` the possible claims.

    `laid` is the sheet with the X shapes only, and `written` has the chosen digits too. `after` is
    the position if the turn ended now, in which cells without a digit count as filled. In a block
    turn of a multiplayer game `block` is its letter, and only its X shape is placed.
    """

    position: Position
    roll: Roll
    variant: Variant
    partial: PartialTurn
    choices: tuple[tuple[str, ...], ...]
    pending_drop: PendingDrop | None
    poses: dict[str, tuple[Pose, ...]]
    claims: tuple[OfferedClaim, ...]
    laid: Position
    written: Position
    after: Position
    block: str | None = None

    @property
    def due(self) -> PendingDrop | None:
        """The deprecated name of `pending_drop`."""
        warn_renamed("TurnOptions.due", "pending_drop")
        return self.pending_drop

    @property
    def tentative(self) -> PartialTurn:
        """The deprecated name of `partial`."""
        warn_renamed("TurnOptions.tentative", "partial")
        return self.partial

    @property
    def needs(self) -> str:
        """The next choice to make: "slide", "drop", "place", "digits", or "nothing"."""
        if self.pending_drop:
            return "drop"
        if len(self.partial.slides) < len(self.choices):
            return "slide"
        if not self.partial.cells:
            return "place" if any(self.poses.values()) else "nothing"
        return "digits" if None in self.partial.digits else "nothing"

    def turn(self) -> Turn:
        """Return the turn in canonical form. Raises IllegalTurn if something is missing."""
        if self.needs != "nothing":
            raise IllegalTurn(_MISSING[self.needs], turn=self.position.turn)
        chosen = self.partial
        digits = [digit for digit in chosen.digits if digit is not None]
        place = tuple(zip(chosen.cells, digits, strict=True)) or None
        return Turn(self.roll, chosen.slides, chosen.drops, place, chosen.claim)

    def to_json(self) -> dict[str, Any]:
        """Return the document (formats.md, Moment)."""
        slid = len(self.partial.slides)
        return {
            "position": str(self.position),
            "roll": str(self.roll),
            "variant": str(self.variant),
            "turn": self.partial.to_json(),
            "needs": self.needs,
            "slides": list(self.choices[slid]) if slid < len(self.choices) else [],
            "choices": [list(letters) for letters in self.choices],
            "drop": self.pending_drop.to_json() if self.pending_drop else None,
            "block": self.block,
            "shapes": list(self.roll.shapes),
            "poses": {
                shape: [pose.to_json() for pose in found] for shape, found in self.poses.items()
            },
            "numbers": list(self.roll.numbers),
            "claims": [offered.to_json() for offered in self.claims],
            "grid": str(self.written).split(" ")[0],
            "preview": self._preview(),
            "notation": str(self.turn()) if self.needs == "nothing" else None,
        }

    def _preview(self) -> dict[str, Any]:
        before, score = self.position.score(self.variant), self.after.score(self.variant)
        complete, past = (
            [row for row in rows_of(self.after) if row not in rows_of(self.position)]
            for rows_of in (complete_rows, rows_past_the_line)
        )
        ends = why_ended([self.after])
        return {
            "rows": complete,
            "past_line": past,
            "score": score.to_json(),
            "gain": score.total - before.total,
            "ends": None if ends == "unfinished" else ends,
        }


_MISSING = {
    "slide": coded_message("needs.slide", "a tile must slide"),
    "drop": coded_message("needs.drop", "the falling X shape must be dropped"),
    "place": coded_message("needs.place", "the shape must be placed"),
    "digits": coded_message("needs.digits", "every cell of the shape must have a digit"),
}


def turn_options(
    position: Position | str,
    roll: Roll | str,
    partial: PartialTurn | None = None,
    variant: str | Variant = "rulebook",
    block: str | None = None,
) -> TurnOptions:
    """Return the options of a turn in progress.

    A forced slide is made automatically, and an X shape without room is dropped nowhere. A pending
    drop resets the player's shape and the claim, because the X shape falls first and may rest where
    they were. `block` is the letter whose block falls in a multiplayer game (Game.falling_letter).
    Raises IllegalTurn, with the rule, for an illegal choice, and NotationError for an invalid
    position or roll.
    """
    chosen = Variant.of(variant)
    start, rolled = Position.of(position), Roll.of(roll, chosen.dice)
    check_roll(start, rolled, chosen)
    if start.is_over():
        raise IllegalTurn(GAME_OVER, turn=start.turn)
    asked = partial or PartialTurn()
    if block is not None:
        return _block_turn_options(start, rolled, asked, chosen, block)
    laid, asked, choices, pending = _slide(start, rolled, asked, chosen)
    if pending:
        asked = replace(asked, cells=(), digits=(), claim=None)
        return TurnOptions(start, rolled, chosen, asked, choices, pending, {}, (), laid, laid, laid)
    offered = {shape: poses(laid, shape, chosen) for shape in rolled.shapes}
    filled = _place(laid, rolled, asked, chosen)
    written = laid if None in asked.digits else filled
    claims = tuple(_offered_claims(written, chosen))
    _, claim = play_claim(written, asked.claim)
    after, asked = filled.claim(claim), replace(asked, claim=claim)
    return TurnOptions(
        start, rolled, chosen, asked, choices, None, offered, claims, laid, written, after
    )


def _block_turn_options(
    start: Position, roll: Roll, asked: PartialTurn, variant: Variant, block: str
) -> TurnOptions:
    """Return the options of a block turn.

    Nobody places a shape or claims a combo. Players who have circled the letter are protected.
    """
    shape, _, mark = start.tiles[LETTERS.index(block)]
    drops, pending = asked.drops, None
    if asked.cells or asked.claim or asked.slides or len(drops) > (mark != "o"):
        raise IllegalTurn(
            coded_message(
                "block.alone",
                "the block of letter {letter} falls: this turn allows nothing else",
                letter=block,
            ),
            turn=start.turn,
        )
    if mark != "o" and not drops:
        if room := poses(start, shape, variant):
            pending = PendingDrop(block, shape, room)
        else:
            drops = (Drop(block, ()),)
    after = start
    for drop in drops:
        if drop.tile != block:
            raise IllegalTurn(no_fall_message(drop.tile), turn=start.turn)
        after = play_drop(start, drop, shape, variant)
    asked = PartialTurn(drops=drops)
    return TurnOptions(start, roll, variant, asked, (), pending, {}, (), after, after, after, block)


def complete_rows(position: Position) -> list[int]:
    """Return the complete rows under the Game Over line, by number."""
    return [row for row, full in _rows(position) if full == COLUMN_COUNT and not _is_past(row)]


def rows_past_the_line(position: Position) -> list[int]:
    """Return the rows past the Game Over line with a filled cell, by number."""
    return [row for row, full in _rows(position) if full and _is_past(row)]


def _rows(position: Position) -> list[tuple[int, int]]:
    grid = str(position).split(" ")[0].split("/")
    return [
        (number, COLUMN_COUNT - row.count("."))
        for number, row in enumerate(reversed(grid), 1)
        if row != "-"
    ]


def _is_past(row: int) -> bool:
    return row > _core.LINE


def _slide(
    start: Position, roll: Roll, asked: PartialTurn, variant: Variant
) -> tuple[Position, PartialTurn, tuple[tuple[str, ...], ...], PendingDrop | None]:
    """Make the chosen and forced slides and drops.

    Return the sheet and the turn after them, the choices, and the pending drop.
    """
    position, slides, drops = start, [*asked.slides], [*asked.drops]
    laid: list[Drop] = []
    choices: list[tuple[str, ...]] = []
    for step, letters in enumerate((_free_slides(start) if start.is_solo else [], None)):
        slidable = letters if letters is not None else star_slides(position, roll)
        if not slidable:
            break
        choices.append(tuple(slidable))
        if step == len(slides):
            if len(slidable) > 1:
                break
            slides.append(slidable[0])
        letter = slides[step]
        if letter not in slidable:
            which = (
                coded_message("slide.the_star", "the star's slide")
                if step
                else coded_message("slide.the_free", "the free slide")
            )
            raise IllegalTurn(
                coded_message(
                    "slide.which",
                    "{which}: expected {due}, got {letter}",
                    which=which,
                    due=join_or(slidable),
                    letter=letter,
                ),
                turn=start.turn,
            )
        shape = position.tiles[LETTERS.index(letter)][0]
        position, falls = position.slide(letter)
        if not falls:
            continue
        room = poses(position, shape, variant)
        if drops and drops[0].tile == letter:
            laid.append(drops.pop(0))
        elif room:
            asked = replace(asked, slides=tuple(slides[: step + 1]), drops=tuple(laid))
            return position, asked, tuple(choices), PendingDrop(letter, shape, room)
        else:
            laid.append(Drop(letter, ()))
        position = play_drop(position, laid[-1], shape, variant)
    if len(slides) > len(choices):
        raise IllegalTurn(
            coded_message(
                "slide.count",
                "expected {slides}, got {got}",
                n=len(choices),
                slides=count_noun(len(choices), "slide"),
                got=" ".join(slides),
            ),
            turn=start.turn,
        )
    if drops:
        raise IllegalTurn(
            no_fall_message(drops[0].tile),
            turn=start.turn,
        )
    return position, replace(asked, slides=tuple(slides), drops=tuple(laid)), tuple(choices), None


def _free_slides(position: Position) -> list[str]:
    """Return the letters whose tiles can take the free slide."""
    return [
        letter
        for letter, (_, notch, _) in zip(LETTERS, position.tiles, strict=False)
        if notch != LAST_NOTCH
    ]


def _place(laid: Position, roll: Roll, asked: PartialTurn, variant: Variant) -> Position:
    """Return the sheet with the player's shape, if placed. Cells without a digit get any digit."""
    if not asked.cells:
        return laid
    digits = _fill_digits(roll, asked.digits, laid.turn)
    return play_place(laid, roll, tuple(zip(asked.cells, digits, strict=True)), variant)


def _fill_digits(roll: Roll, digits: Sequence[Digit], turn: int) -> list[int]:
    """Return the digits, with missing ones filled from the rest of the roll."""
    given = Counter(digit for digit in digits if digit is not None)
    plain = Counter(int(number) for number in roll.numbers if number != "*")
    if (given - plain).total() > roll.numbers.count("*"):
        given_digits = [digit for digit in digits if digit is not None]
        raise IllegalTurn(
            wrong_digits_message(roll, given_digits),
            turn=turn,
        )
    left = list((plain - given).elements()) + [0] * len(digits)
    return [left.pop(0) if digit is None else digit for digit in digits]


def _offered_claims(position: Position, variant: Variant) -> Iterator[OfferedClaim]:
    """Yield the possible claims. Their points depend only on the box."""
    by_box: dict[str, OfferedClaim] = {}
    for claim in position.claims(MOST_CLAIMS):
        if claim.box not in by_box:
            by_box[claim.box] = _evaluate_claim(position, claim, variant)
        yield replace(by_box[claim.box], claim=claim)


def _evaluate_claim(position: Position, claim: Claim, variant: Variant) -> OfferedClaim:
    after = position.claim(claim)
    points = after.score(variant).total - position.score(variant).total
    circled = [
        letter
        for letter, old, new in zip(LETTERS, position.tiles, after.tiles, strict=False)
        if old[2] != new[2] == "o"
    ]
    size = len(claim.cells)
    return OfferedClaim(claim, points, points - size, circled[0] if circled else None)
