"""What one player does in one turn, chosen action by action.

The stages come in the order of the rules. Where only one action is legal it is taken at once, so
whoever chooses always has a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

from ..dice import Roll
from ..position import Position
from ..rules import LAST_NOTCH, LETTERS, Variant
from ..sessions.poses import Pose, poses
from ..transitions import star_slides
from ..turn import Drop, Turn
from ..turn import Part as Played
from .actions import DONE, cell_action, digit_action, legal_action, letter_action, pose_action

#: `start`: a cell of row 1; `slide`, `star`: the tile that slides, freely or for the star; `drop`:
#: the pose of an X shape; `place`: that of the own shape; `rest`: the lowest cell of the leftmost
#: column, where a pose has several landings (rules.md, Variants); `digits`: the next digit, cell
#: after cell; `claim`: the next cell of a combo in canonical order, or done. `over`: none is left.
STAGES: Final = ("start", "slide", "star", "drop", "place", "rest", "digits", "claim", "over")


class Part:
    """One player's part of a turn.

    `stage` is one of STAGES. `legal` has the legal actions as its keys, in rising order: two at
    least, and none at the stage `over`. `position` is the sheet as it stands; `slides` are the
    letters that have slid; `falling` is the letter whose X shape falls now; `cells` are those of
    the landing that have no digit yet, or those of the claim so far; `written` are the digits
    written, and `dice` says of each face how many number dice show it and aren't written yet.
    """

    __slots__ = (
        "_block",
        "_claims",
        "_drops",
        "_landing",
        "_solo",
        "_variant",
        "cells",
        "dice",
        "falling",
        "legal",
        "position",
        "roll",
        "slides",
        "stage",
        "written",
    )

    def __init__(
        self,
        position: Position,
        roll: Roll,
        variant: str | Variant = "rulebook",
        *,
        block: str | None = None,
    ) -> None:
        """The part that begins at a position on which the game goes on: a turn of a solo game; of
        several players the own shape and the claim, or, in a block turn, what the tile of the
        letter `block` brings (rules.md, Two to six players)."""
        self.position, self.roll, self._variant = position, roll, Variant.of(variant)
        self._solo, self._block = position.is_solo, block is not None
        self.stage = "over"
        self.legal: Mapping[int, Any] = {}
        self.slides: tuple[str, ...] = ()
        self.cells: tuple[str, ...] = ()
        self.written: tuple[int, ...] = ()
        self.dice: Mapping[str, int] = {face: roll.numbers.count(face) for face in roll.numbers}
        self._drops: tuple[Drop, ...] = ()
        self.falling: str | None = None
        self._landing: tuple[str, ...] = ()
        self._claims: Sequence[tuple[str, ...]] = ()
        if self._solo:
            self._ask_slide("slide", _movable(position))
        elif block is None:
            self._ask_place()
        elif position.tiles[LETTERS.index(block)][2] != "o":
            self._ask_drop(block)
        self._pass()

    def take(self, action: int) -> None:
        """Go on by a legal action; NumberdropError for any other, and nothing is changed."""
        where = f"at the stage {self.stage}"
        self._take(legal_action(action, self.legal, where, "none, the turn is over"))
        self._pass()

    def turn(self) -> Turn:
        """The solo turn, once it is over."""
        return Turn(self.roll, self.slides, self._drops, self._written(), self.cells or None)

    def played(self) -> Played:
        """The part of a shared turn, once it is over."""
        if self._block:
            return Played(self._drops)
        return Played(None, self._written(), self.cells or None)

    def copy(self) -> Self:
        """Another part that goes on by itself."""
        return copy(self)  # every value in it is replaced, none is changed

    # What comes after what.

    def _pass(self) -> None:
        while len(self.legal) == 1:
            [action] = self.legal
            self._take(action)

    def _take(self, action: int) -> None:
        what = self.legal[action]
        if self.stage in ("slide", "star"):
            self._slide(what)
        elif self.stage == "rest":
            self._land(*what)
        elif self.stage in ("drop", "place"):
            self._rest(what)
        elif self.stage == "digits":
            self._write(what)
        else:
            self._pick(what)

    def _ask(self, stage: str, legal: Mapping[int, Any]) -> None:
        self.stage, self.legal = stage, dict(sorted(legal.items()))

    def _ask_slide(self, stage: str, letters: Iterable[str]) -> None:
        self._ask(stage, {letter_action(letter): letter for letter in letters})

    def _slide(self, letter: str) -> None:
        self.position, falls = self.position.slide(letter)
        self.slides += (letter,)
        if falls:
            self._ask_drop(letter)
        else:
            self._ask_star()

    def _ask_star(self) -> None:
        """What comes after a slide and what fell by it."""
        due = star_slides(self.position, self.roll) if len(self.slides) == 1 else []
        if due:
            self._ask_slide("star", due)
        else:
            self._ask_place()

    def _ask_drop(self, letter: str) -> None:
        shape = self.position.tiles[LETTERS.index(letter)][0]
        self.falling = letter
        if found := poses(self.position, shape, self._variant):
            self._ask("drop", _by_action(found))
        else:
            self._fallen(())

    def _ask_place(self) -> None:
        found = [
            pose
            for shape in self.roll.shapes
            for pose in poses(self.position, shape, self._variant)
        ]
        if found:
            self._ask("place", _by_action(found))
        else:
            self._ask_claim()

    def _rest(self, found: Sequence[Pose]) -> None:
        self._ask("rest", {cell_action(_foot(pose)): [pose] for pose in found})

    def _land(self, pose: Pose) -> None:
        cells = Drop("", pose.cells).cells
        if self.falling:
            self.position = self.position.block(cells)
            self._fallen(cells)
        else:
            self._landing = self.cells = cells
            self._ask_digit()

    def _fallen(self, cells: tuple[str, ...]) -> None:
        letter, self.falling = self.falling or "", None
        self._drops += (Drop(letter, cells),)
        if self._solo:
            self._ask_star()
        else:
            self._ask("over", {})

    def _ask_digit(self) -> None:
        stars = self.dice.get("*", 0)
        self._ask(
            "digits",
            {digit_action(d): d for d in range(10) if stars or self.dice.get(str(d), 0)},
        )

    def _write(self, digit: int) -> None:
        """A die that shows the digit is written before a star stands for it: what can come after
        is the same, and more."""
        face = str(digit) if self.dice.get(str(digit), 0) else "*"
        self.dice = {**self.dice, face: self.dice[face] - 1}
        self.written += (digit,)
        self.cells = self.cells[1:]
        if self.cells:
            self._ask_digit()
        else:
            self.position = self.position.place(self._landing, self.written)
            self._ask_claim()

    def _ask_claim(self) -> None:
        self._claims = [claim.cells for claim in self.position.claims()]
        self._ask_cell()

    def _ask_cell(self) -> None:
        """Done is legal for a combo that is whole, and for none."""
        at = len(self.cells)
        done = not at or self.cells in self._claims
        legal: dict[int, str | None] = {DONE: None} if done else {}
        legal |= {cell_action(cells[at]): cells[at] for cells in self._claims if len(cells) > at}
        self._ask("claim", legal)

    def _pick(self, cell: str | None) -> None:
        if cell is None:
            self.position = self.position.claim(self.cells or None)
            self._ask("over", {})
            return
        at = len(self.cells)
        self._claims = [cells for cells in self._claims if cells[at : at + 1] == (cell,)]
        self.cells += (cell,)
        self._ask_cell()

    def _written(self) -> tuple[tuple[str, int], ...] | None:
        return tuple(zip(self._landing, self.written, strict=True)) or None


def _movable(position: Position) -> list[str]:
    tiles = zip(LETTERS, position.tiles, strict=True)
    return [letter for letter, (_, notch, _) in tiles if notch != LAST_NOTCH]


def _foot(pose: Pose) -> str:
    """The lowest cell of the leftmost column: the poses in one place differ in it."""
    return [cell for cell in pose.cells if cell.startswith(pose.column)][-1]


def _by_action(found: Iterable[Pose]) -> Mapping[int, list[Pose]]:
    legal: dict[int, list[Pose]] = {}
    for pose in found:
        action = pose_action(pose.shape, pose.orientation, pose.column)
        legal.setdefault(action, []).append(pose)
    return legal
