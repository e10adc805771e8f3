"""One player's part of a turn, chosen action by action.

The stages follow the order of the rules. Forced actions are taken automatically: at every stage
that is offered the player has at least two choices.
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
from ..turn import Part as TurnPart
from .actions import DONE, cell_action, digit_action, legal_action, letter_action, pose_action

#: `start`: choose a cell of row 1. `slide`, `star`: choose the tile of the free slide or of the
#: star's. `drop`: choose the pose of an X shape. `place`: choose the pose of the player's shape.
#: `rest`: choose between the landings of a pose, by the lowest cell in the leftmost column
#: (rules.md, Variants). `digits`: choose the digit of the next cell. `claim`: choose the next cell
#: of a combo in canonical order, or done. `over`: nothing is left to choose. `wait`, in games of
#: several players: the seat waits for the others, or for the dice.
STAGES: Final = (
    "start",
    "slide",
    "star",
    "drop",
    "place",
    "rest",
    "digits",
    "claim",
    "over",
    "wait",
)
#: The stages of a solo game.
SOLO_STAGES: Final = STAGES[:-1]


class Part:
    """One player's part of a turn.

    `stage` is one of STAGES. The keys of `legal` are the legal actions, ascending: at least two, or
    none at the stage `over`. `position` is the current sheet. `slides` are the letters slid so far;
    `falling` is the letter whose X shape falls now. `cells` are the cells of the landing that have
    no digit yet, or the cells of the claim so far. `written` are the digits written so far, and
    `dice` counts the number dice not written yet, by face.
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
        """Begin a part at `position`, which must not be the end of a game.

        In a solo game the part is the whole turn. In a multiplayer game it is the player's shape
        and claim, or, in a block turn, the block of the letter `block` (rules.md, Two to six
        players).
        """
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
            self._offer_slide("slide", _movable_letters(position))
        elif block is None:
            self._offer_place()
        elif position.tiles[LETTERS.index(block)][2] != "o":
            self._offer_drop(block)
        self._take_forced()

    def take(self, action: int) -> None:
        """Take a legal action. Raises NumberdropError, changing nothing, for any other."""
        where = f"at the stage {self.stage}"
        self._take(legal_action(action, self.legal, where, "none, the turn is over"))
        self._take_forced()

    def turn(self) -> Turn:
        """Return the solo turn. The part must be over."""
        return Turn(self.roll, self.slides, self._drops, self._place(), self.cells or None)

    def played(self) -> TurnPart:
        """Return the part of a shared turn. This part must be over."""
        if self._block:
            return TurnPart(self._drops)
        return TurnPart(None, self._place(), self.cells or None)

    def copy(self) -> Self:
        """Return an independent copy."""
        return copy(self)  # attributes are replaced, never mutated

    # Transitions between the stages.

    def _take_forced(self) -> None:
        while len(self.legal) == 1:
            [action] = self.legal
            self._take(action)

    def _take(self, action: int) -> None:
        choice = self.legal[action]
        if self.stage in ("slide", "star"):
            self._slide(choice)
        elif self.stage == "rest":
            self._land(*choice)
        elif self.stage in ("drop", "place"):
            self._offer_landings(choice)
        elif self.stage == "digits":
            self._write(choice)
        else:
            self._claim_cell(choice)

    def _offer(self, stage: str, legal: Mapping[int, Any]) -> None:
        self.stage, self.legal = stage, dict(sorted(legal.items()))

    def _offer_slide(self, stage: str, letters: Iterable[str]) -> None:
        self._offer(stage, {letter_action(letter): letter for letter in letters})

    def _slide(self, letter: str) -> None:
        self.position, falls = self.position.slide(letter)
        self.slides += (letter,)
        if falls:
            self._offer_drop(letter)
        else:
            self._offer_star_slide()

    def _offer_star_slide(self) -> None:
        """Offer the star's slide after the free slide and its drop, if the star slides a tile."""
        letters = star_slides(self.position, self.roll) if len(self.slides) == 1 else []
        if letters:
            self._offer_slide("star", letters)
        else:
            self._offer_place()

    def _offer_drop(self, letter: str) -> None:
        shape = self.position.tiles[LETTERS.index(letter)][0]
        self.falling = letter
        if found := poses(self.position, shape, self._variant):
            self._offer("drop", _group_by_action(found))
        else:
            self._finish_drop(())

    def _offer_place(self) -> None:
        found = [
            pose
            for shape in self.roll.shapes
            for pose in poses(self.position, shape, self._variant)
        ]
        if found:
            self._offer("place", _group_by_action(found))
        else:
            self._offer_claim()

    def _offer_landings(self, found: Sequence[Pose]) -> None:
        self._offer("rest", {cell_action(_anchor(pose)): [pose] for pose in found})

    def _land(self, pose: Pose) -> None:
        cells = Drop("", pose.cells).cells
        if self.falling:
            self.position = self.position.block(cells)
            self._finish_drop(cells)
        else:
            self._landing = self.cells = cells
            self._offer_digit()

    def _finish_drop(self, cells: tuple[str, ...]) -> None:
        letter, self.falling = self.falling or "", None
        self._drops += (Drop(letter, cells),)
        if self._solo:
            self._offer_star_slide()
        else:
            self._offer("over", {})

    def _offer_digit(self) -> None:
        stars = self.dice.get("*", 0)
        self._offer(
            "digits",
            {digit_action(d): d for d in range(10) if stars or self.dice.get(str(d), 0)},
        )

    def _write(self, digit: int) -> None:
        """Write a digit into the next cell, using a die that shows it before a star.

        Keeping the star leaves every other choice open.
        """
        face = str(digit) if self.dice.get(str(digit), 0) else "*"
        self.dice = {**self.dice, face: self.dice[face] - 1}
        self.written += (digit,)
        self.cells = self.cells[1:]
        if self.cells:
            self._offer_digit()
        else:
            self.position = self.position.place(self._landing, self.written)
            self._offer_claim()

    def _offer_claim(self) -> None:
        self._claims = [claim.cells for claim in self.position.claims()]
        self._offer_claim_cell()

    def _offer_claim_cell(self) -> None:
        """Offer the next cells of a claim, and done if the cells so far are a combo or empty."""
        at = len(self.cells)
        can_end = not at or self.cells in self._claims
        legal: dict[int, str | None] = {DONE: None} if can_end else {}
        legal |= {cell_action(cells[at]): cells[at] for cells in self._claims if len(cells) > at}
        self._offer("claim", legal)

    def _claim_cell(self, cell: str | None) -> None:
        if cell is None:
            self.position = self.position.claim(self.cells or None)
            self._offer("over", {})
            return
        at = len(self.cells)
        self._claims = [cells for cells in self._claims if cells[at : at + 1] == (cell,)]
        self.cells += (cell,)
        self._offer_claim_cell()

    def _place(self) -> tuple[tuple[str, int], ...] | None:
        return tuple(zip(self._landing, self.written, strict=True)) or None


def _movable_letters(position: Position) -> list[str]:
    tiles = zip(LETTERS, position.tiles, strict=True)
    return [letter for letter, (_, notch, _) in tiles if notch != LAST_NOTCH]


def _anchor(pose: Pose) -> str:
    """Return the lowest cell in the leftmost column, which differs between landings of a pose."""
    return [cell for cell in pose.cells if cell.startswith(pose.column)][-1]


def _group_by_action(found: Iterable[Pose]) -> Mapping[int, list[Pose]]:
    legal: dict[int, list[Pose]] = {}
    for pose in found:
        action = pose_action(pose.shape, pose.orientation, pose.column)
        legal.setdefault(action, []).append(pose)
    return legal
