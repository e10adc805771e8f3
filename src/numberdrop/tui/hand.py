"""A turn in hand: the choices by keys and mouse, stage by stage.

All choices are among those of sessions.TurnOptions. Nothing is final before the turn is ended. The
stages are those of sessions.key_bindings: Enter goes to the next, Esc to the previous one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from ..plurals import count_noun
from ..rules import COLUMNS, ROW_COUNT
from ..sessions import PartialTurn, Pose, TurnOptions, turn_options
from ..turn import Drop
from .dice_tray import OF_THE_TRAY, Tray
from .piece import OF_THE_PIECE, Piece

#: The results of do() and click(): no change; the turn has changed; the turn should be ended.
HELD, SET, END = "", "set", "end"

_WANTED: Final = {
    "slide": "a tile must slide first",
    "drop": "the X shape must be dropped first",
    "place": "the shape must be placed first",
    "digits": "the star needs a digit first",
    "nothing": "",
}
_STAGE_OF: Final = {"slide": "slide", "drop": "place", "place": "place"}
_STEPS: Final = {
    "claim-left": (-1, 0),
    "claim-right": (1, 0),
    "claim-up": (0, 1),
    "claim-down": (0, -1),
}


class Hand:
    """A turn in hand: `stage` is slide, place, digits or claim, `chosen` the choices so far,
    `shown` their options, and `said` the message about the last key.

    `piece` is the shape in hand at the stage place, `tray` the dice, `painted` the cells marked for
    a claim, and `is_decided` whether a claim, or none, has been chosen. `is_asked` says whether the
    player has been asked to end the turn with a claim left open.
    """

    def __init__(self, begun: TurnOptions) -> None:
        self.said = ""
        self.take(begun)

    def take(self, begun: TurnOptions) -> None:
        """Continue from these options, at the first open stage."""
        self.shown = begun
        self.chosen: PartialTurn = begun.partial
        self.tray = Tray.of(begun.roll.numbers, begun.partial)
        self.painted: list[str] = list(begun.partial.claim or ())
        self.is_decided = begun.partial.claim is not None
        self.is_asked = False
        self.cursor = "a1"
        placed = "digits" if begun.partial.cells and not self.is_decided else "claim"
        self.stage = _STAGE_OF.get(begun.needs, placed)
        self.piece = Piece.of(begun) if self.stage == "place" else None
        if self.stage == "claim":
            self._to_claims()

    # Observed state.

    @property
    def is_due(self) -> bool:
        """Whether the shape in hand is an X shape."""
        return self.shown.pending_drop is not None

    @property
    def pose(self) -> Pose | None:
        """The pose in hand, at the stage place."""
        return self.piece.pose if self.piece else None

    @property
    def ghost(self) -> dict[str, str]:
        """The cells in hand, and their contents: a digit, `*` for a star without one, or `X`."""
        marks = ["*" if digit is None else str(digit) for digit in self.tray.digits]
        if self.pose:
            marks = ["X"] * len(self.pose.cells) if self.is_due else marks
            return dict(zip(self.pose.cells, marks, strict=True))
        return dict(zip(self.chosen.cells, marks, strict=False))

    @property
    def at_cell(self) -> str | None:
        """The cell that the next key affects."""
        if self.stage == "digits":
            return self.chosen.cells[self.tray.at]
        return self.cursor if self.stage == "claim" else None

    @property
    def slides(self) -> tuple[str, ...]:
        """The letters that may slide now; empty if no slide is due."""
        return self.shown.choices[len(self.chosen.slides)] if self.stage == "slide" else ()

    @property
    def preview(self) -> TurnOptions:
        """The options after placing the own shape at the pose in hand."""
        if self.pose and not self.is_due:
            return self._options(self._laid(self.pose))
        return self.shown

    def dims(self, cell: str) -> bool:
        """Return whether no claim contains both this cell and the painted ones."""
        wanted = {*self.painted, cell}
        return not any(wanted <= set(offered.claim.cells) for offered in self.shown.claims)

    # Keys.

    def do(self, action: str, value: str = "") -> str:
        """Perform an action of sessions.key_bindings at this stage. Return HELD, SET or END."""
        self.said = ""
        if action in _STEPS:
            return self._step(*_STEPS[action])
        if action in _OF_THE_TURN:
            return _OF_THE_TURN[action](self, value) or HELD
        if self.piece and action in OF_THE_PIECE:
            OF_THE_PIECE[action](self.piece)
        elif self.stage == "digits" and action in OF_THE_TRAY:
            OF_THE_TRAY[action](self.tray)
            return self._keep_digits()
        return HELD

    def click(self, cell: str) -> str:
        """Handle a click on a cell: the landing through it, a die to swap, or a cell of a claim.
        Return the same as do()."""
        self.said = ""
        if self.stage == "claim":
            self.cursor = cell
            return self.paint(cell)
        changed = HELD
        if self.stage == "digits":
            if cell in self.chosen.cells:
                return self._swap(self.chosen.cells.index(cell))
            changed = self._before_place()
        if self.piece and not self.piece.through(cell):
            self.said = f"no landing covers {cell}"
        return changed

    def wheel(self, by: int) -> None:
        """Turn the shape in hand, or else rearrange the dice: the next one, or with `by` -1 the
        previous one."""
        if self.piece:
            self.piece.turn(by)
        elif self.stage == "digits":
            self.tray.arrange(by)
            self._keep_digits()

    def claim(self, number: int) -> str:
        """Choose the claim of this number, from 0. Return the same as do()."""
        claims = self.shown.claims
        if number >= len(claims):
            self.said = (
                f"only {count_noun(len(claims), 'claim')} possible"
                if claims
                else "nothing can be claimed"
            )
            return HELD
        return self._decide(claims[number].claim.cells)

    def paint(self, cell: str) -> str:
        """Add a cell to the painted claim, or remove it. Return the same as do()."""
        was_claimed = self.chosen.claim is not None
        is_in = cell in self.painted
        painted = [x for x in self.painted if x != cell] if is_in else [*self.painted, cell]
        for offered in self.shown.claims:
            if set(offered.claim.cells) == set(painted):
                return self._decide(offered.claim.cells)
        self._decide(None)
        self.painted, self.is_decided = painted, not painted and not self.shown.claims
        if painted and self.dims(painted[0]):
            self.said = self._why_no_claim()
        return SET if was_claimed else HELD

    def _accept(self, _: str) -> str:
        if self.stage == "slide":
            self.said = f"choose the tile that slides: {' '.join(self.slides)}"
        elif self.stage == "place":
            return self._pin()
        elif self.stage == "digits":
            return self._digits_done()
        else:
            return self._end("")
        return HELD

    def _end(self, _: str) -> str:
        self.said = _WANTED[self.shown.needs]
        if self.painted and self.chosen.claim is None:
            self.said = self._why_no_claim()
        elif not self.said and self.shown.claims and not self.is_decided and not self.is_asked:
            self.is_asked = True
            self.stage = "claim"
            count = count_noun(len(self.shown.claims), "claim")
            self.said = f"{count} possible: choose a number, or N; the same key again ends the turn"
        return HELD if self.said else END

    def _back(self, _: str) -> str:
        if self.stage == "claim" and self.shown.claims and (self.is_decided or self.painted):
            self._decide(None)
            self.is_decided = False
            return SET
        if self.stage == "claim" and self.chosen.cells:
            self.stage = "digits"
            return HELD
        return self._before_place()

    def _before_place(self) -> str:
        """Return to the shape in hand, or undo the choice before it."""
        chosen = self.chosen
        slides, drops = list(chosen.slides), list(chosen.drops)
        if chosen.cells:
            return self._again(slides, drops, chosen.cells)
        fallen = self.shown.position.letters_falling(slides)
        while slides:
            letter = slides.pop()
            if letter in fallen and drops and drops[-1].tile == letter and drops.pop().cells:
                return self._again([*slides, letter], drops, chosen.drops[len(drops)].cells)
            if len(self.shown.choices[len(slides)]) > 1:
                return self._again(slides, drops, ())
        self.said = "this is the start of the turn"
        return HELD

    def _again(self, slides: list[str], drops: list[Drop], cells: Iterable[str]) -> str:
        tray = self.tray
        self.take(self._options(PartialTurn(tuple(slides), tuple(drops))))
        self.tray = tray
        if self.piece:
            self.piece.find(cells)
        return SET

    def _slide(self, letter: str) -> str:
        if letter not in self.slides:
            self.said = f"tile {letter} can't slide now: {' '.join(self.slides)} can"
            return HELD
        return self._set(replace(self.chosen, slides=(*self.chosen.slides, letter)))

    def _shape(self, shape: str) -> str:
        if self.piece and not self.piece.take(shape):
            self.said = f"the shape is {self.piece.pose.shape}"
        return HELD

    def _pin(self) -> str:
        if not self.pose:
            return HELD
        if self.shown.pending_drop:
            drop = Drop(self.shown.pending_drop.tile, self.pose.cells)
            return self._set(replace(self.chosen, drops=(*self.chosen.drops, drop)))
        return self._set(self._laid(self.pose))

    def _digit(self, digit: str) -> str:
        if not self.tray.write(int(digit)):
            self.said = f"no die gives {digit}: the roll is {self.shown.roll}"
            return HELD
        return self._keep_digits()

    def _swap(self, at: int) -> str:
        """Pick up a die by a click; the next click swaps it."""
        if self.tray.held is None:
            self.tray.held = self.tray.at = at
            return HELD
        self.tray.swap(self.tray.held, at)
        self.tray.held, self.tray.at = None, at
        return self._keep_digits()

    def _keep_digits(self) -> str:
        before = self.chosen
        self.chosen = replace(self.chosen, digits=self.tray.digits, claim=None)
        self.is_decided, self.is_asked, self.painted = False, False, []
        self.shown = self._options(self.chosen)
        return HELD if self.chosen == before else SET

    def _digits_done(self) -> str:
        if None in self.tray.digits:
            self.tray.at = self.tray.digits.index(None)
            self.said = "type the digit of the star"
            return HELD
        self._to_claims()
        return HELD

    # Claims.

    def _to_claims(self) -> None:
        self.stage = "claim"
        self.is_decided = self.is_decided or not self.shown.claims
        if self.shown.claims:
            self.cursor = self.shown.claims[0].claim.cells[0]

    def _no_claim(self, _: str) -> str:
        return self._decide(None)

    def _mark(self, _: str) -> str:
        return self.paint(self.cursor)

    def _decide(self, cells: tuple[str, ...] | None) -> str:
        self.chosen = replace(self.chosen, claim=cells)
        self.painted, self.is_decided, self.is_asked = list(cells or ()), True, False
        self.shown = self._options(self.chosen)
        return SET

    def _why_no_claim(self) -> str:
        return self.shown.written.why_not_claim(self.painted) or ""

    def _step(self, right: int, up: int) -> str:
        column = min(max(COLUMNS.index(self.cursor[0]) + right, 0), len(COLUMNS) - 1)
        row = min(max(int(self.cursor[1:]) + up, 1), ROW_COUNT)
        self.cursor = f"{COLUMNS[column]}{row}"
        return HELD

    # Options.

    def _laid(self, pose: Pose) -> PartialTurn:
        return replace(self.chosen, cells=pose.cells, digits=self.tray.digits, claim=None)

    def _options(self, chosen: PartialTurn) -> TurnOptions:
        begun = self.shown
        return turn_options(begun.position, begun.roll, chosen, begun.variant, begun.block)

    def _set(self, chosen: PartialTurn) -> str:
        self.take(self._options(chosen))
        return SET


_OF_THE_TURN: Final[dict[str, Callable[[Hand, str], str]]] = {
    "accept": Hand._accept,
    "back": Hand._back,
    "end": Hand._end,
    "slide": Hand._slide,
    "shape": Hand._shape,
    "digit": Hand._digit,
    "claim": lambda hand, number: hand.claim(int(number) - 1),
    "no-claim": Hand._no_claim,
    "mark": Hand._mark,
}
