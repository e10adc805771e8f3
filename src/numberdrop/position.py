"""Positions: a player's sheet, boxes, tiles and turn number, and what the rules allow there.

A Position is immutable. Methods that change something return a new Position. They don't check the
rules: numberdrop.transitions does. Each stage of a turn has its own methods (falls, places, place,
claims, claim, end_turn), so that a search can prune between stages. turns() combines them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, KeysView, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from . import _core
from .combo import KINDS, Claim, judge_claim, open_boxes, why_not_claim
from .dice import Rng, Roll, randbelow_from
from .errors import (
    NotationError,
    NumberdropError,
    WrongType,
    as_text,
    coded_message,
    expected_got,
    shown,
)
from .notation import (
    MOST_TURN,
    SYMBOL_OF,
    PositionParts,
    Tile,
    coerce_cells,
    coerce_tiles,
    format_position,
    parse_cell,
    parse_position,
)
from .random_turn import draw_turn
from .rules import CELLS, COLUMNS, LAST_NOTCH, LETTERS, SHAPE_DIE, SHAPES, SOLO_SHAPES, Variant
from .turn import Drop, Turn
from .validate import boolean, coerce, expect_kind, integer_between

if TYPE_CHECKING:
    from .plan.best import Batch

#: More claims than any sheet allows.
_MOST_CLAIMS = 10**6
#: A claim in the form of the core: kind, size, cells.
CoreClaim = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """A score in points, by source. `rows` can be negative. `total` is the sum."""

    rows: int
    identical: int
    consecutive: int
    bonus: int

    @property
    def total(self) -> int:
        """The sum of all sources."""
        return self.rows + self.identical + self.consecutive + self.bonus

    def to_json(self) -> dict[str, int]:
        """Return the object `final` of a record's result."""
        return {
            "rows": self.rows,
            "identical": self.identical,
            "consecutive": self.consecutive,
            "bonus": self.bonus,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Fall:
    """A possible outcome of a turn's slides.

    `slides` are letters, `drops` the X shapes that fell, and `position` is the position after them.
    """

    slides: tuple[str, ...]
    drops: tuple[Drop, ...]
    position: Position


def flags_of(variant: str | Variant) -> int:
    """Return the core's flags for a variant. Raises NotationError if there is no such variant."""
    chosen = Variant.of(variant)
    return (_core.BGA if chosen.bga else 0) | (_core.SLIDE if chosen.slide else 0)


def core_roll(roll: Roll) -> _core.Roll:
    """Return a roll in the form of the core, which is the same for every order of its numbers."""
    return _core_roll_in_order(roll.in_order())


@cache
def _core_roll_in_order(roll: Roll) -> _core.Roll:
    digits = [int(number) for number in roll.numbers if number != "*"]
    return _core.Roll(digits, _core_shape(roll))


def _core_shape(roll: Roll) -> int:
    return _core.WILD if roll.shape == "*" else SHAPE_DIE.index(roll.shape)


class Position:
    """A player's sheet with boxes, letters and tiles, and the number of the turn to come.

    Positions are immutable, hashable values. Make one with from_text() or start(); str() gives the
    text back, so ``Position.from_text(str(position)) == position``.
    """

    __slots__ = ("_sheet",)

    def __init__(self, sheet: _core.Sheet) -> None:
        """Wrap a sheet of the core. Use from_text() or start() instead. Raises WrongType for
        anything but such a sheet."""
        if type(sheet) is not _core.Sheet:
            raise WrongType(f"position: expected Position.from_text(text), got {shown(sheet)}")
        self._sheet = sheet

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Parse `GRID BOXES TILES TURN` (formats.md, Position).

        Raises NotationError for any other text.
        """
        return cls.from_parts(parse_position(text))

    @classmethod
    def of(cls, position: Position | str) -> Position:
        """Return `position` if it is a Position, or parse it if it is text.

        Raises the errors of from_text(), and WrongType for any other type.
        """
        return coerce(position, cls, cls.from_text, "position")

    @classmethod
    def from_parts(cls, parts: PositionParts) -> Position:
        """Make a position from the fields of its text."""
        shapes = [SHAPES.index(shape) for shape, _, _ in parts.tiles]
        notches = [notch for _, notch, _ in parts.tiles if notch is not None]
        circled, crossed = (
            sum(1 << i for i, (_, _, mark) in enumerate(parts.tiles) if mark == wanted)
            for wanted in "ox"
        )
        return cls(
            _core.Sheet(parts.grid, parts.boxes, shapes, notches, circled, crossed, parts.turn)
        )

    @classmethod
    def start(
        cls, tiles: Sequence[str] | str, cell: str, digit: int = 1, *, solo: bool = True
    ) -> Position:
        """Return the position before turn 1, with `digit` written in `cell` and `tiles` on A..E.

        In a solo game the digit is 1. In a game of several players, player i writes i (rules.md,
        Solo; Two to six players). `tiles` may be one text, `IOTLS`. Raises NotationError if `cell`
        is not in row 1, or if `tiles` can't be dealt.
        """
        index, solo = parse_cell(cell, "start"), boolean(solo, "solo")
        if index >= 7:
            raise NotationError(
                expected_got("start", coded_message("start.row", "expected a cell of row 1"), cell)
            )
        dealt = coerce_tiles(tiles, SOLO_SHAPES if solo else SHAPES)
        grid = bytearray(len(CELLS))
        grid[index] = 1 + integer_between(digit, 0, 9, "digit")
        marked = tuple((shape, 0 if solo else None, "") for shape in dealt)
        return cls.from_parts(PositionParts(bytes(grid), 0, marked, 1))

    @classmethod
    def starts(cls, tiles: Sequence[str] | str) -> tuple[Position, ...]:
        """Return the seven starting positions of a solo game with these tiles, from a1 to g1.

        Raises the errors of start().
        """
        return tuple(cls.start(tiles, f"{column}1") for column in COLUMNS)

    # Properties

    @property
    def core(self) -> _core.Sheet:
        """The core's sheet, for use within this package."""
        return self._sheet

    @property
    def parts(self) -> PositionParts:
        """The fields of the position's text."""
        sheet = self._sheet
        return PositionParts(sheet.grid, sheet.boxes, self.tiles, sheet.turn)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles on A..E as (shape, notch, mark).

        The notch is 0..4, or None in a game of several players. The mark is "x" for a letter that
        is crossed off, "o" for one that is circled, and otherwise "".
        """
        sheet = self._sheet
        notches: Sequence[int | None] = sheet.notches or (None,) * 5
        return tuple(
            (
                SHAPES[shape],
                notch,
                "x" if sheet.crossed >> i & 1 else "o" if sheet.circled >> i & 1 else "",
            )
            for i, (shape, notch) in enumerate(zip(sheet.shapes, notches, strict=False))
        )

    @property
    def turn(self) -> int:
        """The number of the turn to come, from 1."""
        return self._sheet.turn

    @property
    def is_solo(self) -> bool:
        """True if the tiles are on notches, as in a solo game."""
        return self._sheet.kind == _core.SOLO

    def symbol(self, cell: str) -> str:
        """Return the symbol of a cell as in GRID: `.`, `0`..`9`, `a`..`j` or `X`."""
        return SYMBOL_OF[self._sheet.grid[parse_cell(cell)]]

    def open_boxes(self) -> list[str]:
        """Return the names of the boxes that are not filled yet, as in Claim.box."""
        return open_boxes(self._sheet.boxes)

    def problems(self) -> list[str]:
        """Return sentences that each say why this position can't arise in a game.

        An empty list means that no problem was found. It does not prove that the position can
        arise.
        """
        from .consistency import problems

        return problems(self)

    def text(self, variant: str | Variant = "rulebook") -> str:
        """Return a plain-text drawing of the sheet, as from numberdrop.view.draw_position()."""
        from .view.text import draw_position

        return draw_position(self, variant)

    def svg(self, variant: str | Variant = "rulebook") -> str:
        """Return the sheet as an SVG document, as from numberdrop.view.position_svg()."""
        from .view.svg import position_svg

        return position_svg(self, variant)

    def _repr_svg_(self) -> str:
        return self.svg()

    def score(self, variant: str | Variant = "rulebook") -> Score:
        """Return the current score (rules.md, Sheet; Rows and the end of a turn)."""
        return Score(*self._sheet.score(flags_of(variant)))

    def is_over(self) -> bool:
        """Return whether the game is over.

        It is over if a cell past the line is occupied, or if all tiles are on notch 4.
        """
        return self._sheet.is_over()

    def is_past_line(self) -> bool:
        """Return whether any cell of rows 12 to 14 is occupied."""
        return self._sheet.is_past_line()

    # Moves

    def landings(self, shape: str, variant: str | Variant = "rulebook") -> KeysView[frozenset[str]]:
        """Return every set of cells where `shape` can come to rest (rules.md, Dropping a shape).

        The result is a set-like view in a fixed order. Raises NotationError if there is no such
        shape.
        """
        found = self._landings(shape, variant)
        return {frozenset(_cell_names(cells)): None for cells in found}.keys()

    def _landings(self, shape: str, variant: str | Variant) -> list[tuple[int, ...]]:
        if as_text(shape, "shape") not in SHAPES:
            raise NotationError(f"shape: expected one of {', '.join(SHAPES)}, got {shown(shape)}")
        return self._sheet.landings(SHAPES.index(shape), flags_of(variant))

    def can_land(
        self, cells: Iterable[str] | str, shape: str, variant: str | Variant = "rulebook"
    ) -> bool:
        """Return whether `cells` are one of the landings() of `shape`.

        Raises the errors of landings().
        """
        where = tuple(sorted(map(parse_cell, coerce_cells(cells))))
        return where in self._landings(shape, variant)

    def claims(self, most: int | None = None) -> list[Claim]:
        """Return every legal claim, each set of cells once (rules.md, Combo).

        Claims are sorted: identical before consecutive, then by size, then by cells. With `most`,
        at least 1, only the first `most` claims are returned: a sheet full of one digit allows
        several hundred thousand.
        """
        if most is not None:
            most = integer_between(most, 1, _MOST_CLAIMS, "most")
        return [_claim_from_core(claim) for claim in self._sheet.claims(most)]

    def why_not_claim(self, cells: Iterable[str] | str) -> str | None:
        """Return None if `cells` are a legal claim, or one sentence that says why not.

        `cells` may be one text, `a1b1c1`, as in the text of a turn.
        """
        return why_not_claim(self._sheet.grid, self._sheet.boxes, cells)

    def judge_claim(self, cells: Iterable[str] | str) -> Claim | str:
        """Return the claim on `cells`, or one sentence that says why they can't be claimed.

        Raises NotationError for text that is not a cell name.
        """
        return judge_claim(self._sheet.grid, self._sheet.boxes, cells)

    def slides(
        self, roll: Roll | str, variant: str | Variant = "rulebook"
    ) -> list[tuple[str, ...]]:
        """Return the slides that a roll allows in a solo turn, one for each outcome.

        The free slide comes first. If the star lets the player choose, the two letters are in
        alphabetical order. The result is empty if the position is not a solo position.
        """
        wanted = _coerce_roll(roll, Variant.of(variant))
        if not self.is_solo:
            return []
        return [_letter_names(letters) for letters, _ in self._core_slides(wanted)]

    def falls(self, roll: Roll | str, variant: str | Variant = "rulebook") -> Iterator[Fall]:
        """Yield each outcome of the slides, the first stage of a turn.

        An outcome includes the landings of the X shapes that fall. Each resulting position is
        yielded once. In a game of several players the only outcome is the unchanged position.
        """
        chosen = Variant.of(variant)
        return self._falls(_coerce_roll(roll, chosen), chosen)

    def _falls(self, roll: Roll, variant: Variant) -> Iterator[Fall]:
        if not self.is_solo:
            yield Fall((), (), self)
            return
        flags = flags_of(variant)
        for letters, either_order in self._core_slides(roll):
            for sheet, order, drops in self._sheet.falls(letters, either_order, flags):
                slides = _letter_names(order)
                fallen = zip(self.letters_falling(slides), drops, strict=True)
                yield Fall(
                    slides,
                    tuple(Drop(letter, _cell_names(cells)) for letter, cells in fallen),
                    Position(sheet),
                )

    def places(
        self, roll: Roll | str, variant: str | Variant = "rulebook"
    ) -> list[tuple[str, ...]]:
        """Return where the player's own shape can come to rest, the second stage of a turn.

        All shapes that the roll allows are included. The result is empty if none of them fits.
        """
        chosen = Variant.of(variant)
        flags = flags_of(chosen)
        return [
            _cell_names(cells)
            for shape in _coerce_roll(roll, chosen).shapes
            for cells in self._sheet.landings(SHAPES.index(shape), flags)
        ]

    def slide(self, letter: str) -> tuple[Position, bool]:
        """Slide a tile by one notch (rules.md, Solo).

        Returns the new position, and whether the tile's shape falls now. Raises NotationError if
        there is no such letter, and NumberdropError if the tile is on notch 4 or the position is
        not a solo position.
        """
        index = _letter_index(letter)
        if not self.is_solo:
            raise NumberdropError(f"expected a position of a solo game, got {self}")
        if self._sheet.notches[index] == LAST_NOTCH:
            raise NumberdropError(f"letter: the tile of {letter} is already on notch {LAST_NOTCH}")
        sheet, falls = self._sheet.slid(index)
        return Position(sheet), falls

    def letters_falling(self, slides: Iterable[str]) -> list[str]:
        """Return the letters whose shapes fall during `slides`, in order.

        Raises the errors of slide().
        """
        position, fallen = self, []
        for letter in expect_kind(slides, Iterable, "slides"):
            position, falls = position.slide(letter)
            if falls:
                fallen.append(letter)
        return fallen

    def block(self, cells: Iterable[str] | str) -> Position:
        """Return the position with X in `cells`. Raises NotationError if a cell is occupied."""
        indices = self._empty_cells(cells)
        return Position(self._sheet.put(indices, [_core.BLOCK] * len(indices)))

    def mark_letters(self, circled: str, crossed: str) -> Position:
        """Return the position with exactly these letters circled and crossed off.

        Raises NotationError if a letter is in both, if it is not one of A to E, or if the position
        has no tiles.
        """
        masks = [
            sum(1 << _letter_index(x) for x in {*as_text(letters, where)})
            for where, letters in (("circled", circled), ("crossed", crossed))
        ]
        if masks[0] & masks[1]:
            raise NotationError(
                f"letters: expected none both circled and crossed off, got {circled}"
            )
        if sum(masks) and not self._sheet.shapes:
            raise NotationError(f"letters: expected a position with tiles, got {self}")
        return Position(self._sheet.with_letters(*masks))

    def place(self, cells: Iterable[str] | str, digits: Iterable[int]) -> Position:
        """Write a digit 0..9 in each of these cells, the third stage of a turn.

        Returns the new position. The rules are not checked. Raises NotationError if a cell is
        occupied.
        """
        indices = self._empty_cells(cells)
        codes = [_code(digit) for digit in expect_kind(digits, Iterable, "digits")]
        if len(indices) != len(codes):
            raise NotationError(f"digits: expected {len(indices)}, got {len(codes)}")
        return Position(self._sheet.put(indices, codes))

    def claim(self, claim: Claim | Iterable[str] | str | None) -> Position:
        """Make a claim, the fourth stage of a turn, and return the new position.

        `claim` is one of claims(), the cells of one, or None for no claim. Raises NotationError if
        the claim is not legal.
        """
        if claim is None:
            return self
        judged = self.judge_claim(claim.cells if isinstance(claim, Claim) else claim)
        if isinstance(judged, str):
            raise NotationError(f"claim: {judged}")
        if isinstance(claim, Claim) and claim.kind != judged.kind:
            raise NotationError(f"claim: the cells {claim} are {judged.kind}, not {claim.kind}")
        cells = [parse_cell(cell) for cell in judged.cells]
        return Position(self._sheet.claimed(KINDS.index(judged.kind), cells))

    def end_turn(self) -> Position:
        """Increase the turn number by one, the last stage of a turn, and return the new position.

        Raises NotationError after turn 99, which no game reaches.
        """
        if self.turn >= MOST_TURN:
            raise NotationError(f"turn: expected a number 1..{MOST_TURN}, got {self.turn + 1}")
        return Position(self._sheet.next_turn())

    def turns(self, roll: Roll | str, variant: str | Variant = "rulebook") -> Iterator[Turn]:
        """Yield every turn that the roll allows, one for each outcome, in a fixed order.

        The iterator is lazy. There may be over a hundred million turns: count them with
        count_turns(), or prune stage by stage. Nothing is yielded if the game is over.
        """
        chosen = Variant.of(variant)
        return self._turns(_coerce_roll(roll, chosen), chosen)

    def _turns(self, roll: Roll, variant: Variant) -> Iterator[Turn]:
        if self.is_over():
            return
        for fall in self.falls(roll, variant):
            old = fall.position._sheet.claims()
            places = fall.position.places(roll, variant)
            if not places:
                for claim in _none_or_each(old):
                    yield Turn(roll, fall.slides, fall.drops, None, claim)
            for cells in places:
                around = [parse_cell(cell) for cell in cells]
                for digits in roll.arrangements():
                    placed = fall.position.place(cells, digits)
                    new = placed._sheet.claims_around(around)
                    place = tuple(zip(cells, digits, strict=True))
                    for claim in _none_or_each(sorted([*old, *new])):
                        yield Turn(roll, fall.slides, fall.drops, place, claim)

    def random_turn(self, roll: Roll | str, rng: Rng, variant: str | Variant = "rulebook") -> Turn:
        """Return a random one of turns(), all equally likely.

        `rng` is a random.Random, a numpy.random.Generator or a Stream. The same state of `rng`
        gives the same turn. The turns are not enumerated, except on sheets with very many equal
        free digits. Raises NumberdropError if the game is over; otherwise there is always a turn.
        """
        chosen = Variant.of(variant)
        roll, below = _coerce_roll(roll, chosen), randbelow_from(rng)
        if self.is_over():
            raise NumberdropError(f"the game is over, there is no turn to play: {self}")
        drawn = draw_turn(self._sheet, roll, flags_of(chosen), below)
        if drawn is None:
            number = below(self.count_turns(roll, chosen))
            return next(islice(self._turns(roll, chosen), number, None))
        slides = _letter_names(drawn.slides)
        fallen = zip(self.letters_falling(slides), drawn.drops, strict=True)
        return Turn(
            roll,
            slides,
            tuple(Drop(letter, _cell_names(cells)) for letter, cells in fallen),
            tuple(zip(_cell_names(drawn.cells), drawn.digits, strict=True)) or None,
            None if drawn.claim is None else _cell_names(drawn.claim),
        )

    def best(
        self,
        roll: Roll | str,
        by: str | Callable[[Batch], Any] = "value",
        variant: str | Variant = "rulebook",
        most: int | None = None,
    ) -> Turn:
        """Return the best turn for a roll: by the learned value one ply ahead ("value"), by the
        points at once ("greedy"), or by a function. A function gets the sheets after all turns in
        batches, or of about `most` turns, and returns a number for each. Raises the errors of
        numberdrop.plan.best_turn(), which this calls."""
        from .plan.best import best_turn

        return best_turn(self, roll, by, variant, most=most)

    def count_turns(self, roll: Roll | str, variant: str | Variant = "rulebook") -> int:
        """Return the number of turns(). The core counts them without building them."""
        chosen = Variant.of(variant)
        return self.perft([_coerce_roll(roll, chosen)], chosen)

    def perft(self, rolls: Iterable[Roll | str] | str, variant: str | Variant = "rulebook") -> int:
        """Return the number of sequences of distinct turns along `rolls`.

        `rolls` has at least one roll, and may be one text, with spaces between the rolls. Raises
        NotationError for an empty sequence and for a roll that the dice can't show.
        """
        chosen = Variant.of(variant)
        if isinstance(rolls, str):
            rolls = rolls.split(" ")
        sequence = [_coerce_roll(roll, chosen) for roll in expect_kind(rolls, Iterable, "rolls")]
        if not sequence:
            raise NotationError("perft: expected at least one roll")
        return self._sheet.perft([core_roll(roll) for roll in sequence], flags_of(chosen))

    def is_last_turn(self, roll: Roll | str, variant: str | Variant = "rulebook") -> bool:
        """Return whether the game ends with this turn, whatever is played."""
        chosen = Variant.of(variant)
        return self._sheet.is_last_turn(core_roll(_coerce_roll(roll, chosen)), flags_of(chosen))

    def _empty_cells(self, cells: Iterable[str] | str) -> list[int]:
        grid, names = self._sheet.grid, coerce_cells(cells)
        indices = [parse_cell(name) for name in names]
        for index, name in zip(indices, names, strict=True):
            if grid[index] or indices.count(index) > 1:
                raise NotationError(f"cells: expected empty cells, each once, got {name}")
        return indices

    def _core_slides(self, roll: Roll) -> list[tuple[tuple[int, ...], bool]]:
        return self._sheet.slides(roll.has_star, _core_shape(roll))

    def __str__(self) -> str:
        return format_position(self.parts)

    def __repr__(self) -> str:
        return f"Position.from_text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._sheet == other._sheet if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._sheet)

    def __reduce__(self) -> tuple[type[Position], tuple[_core.Sheet]]:
        return Position, (self._sheet,)


def _coerce_roll(roll: Roll | str, variant: Variant) -> Roll:
    """Return `roll` if it is a Roll, or parse it as a roll of the variant's dice."""
    return coerce(roll, Roll, lambda text: Roll.from_text(text, variant.dice), "roll")


def _letter_index(letter: str) -> int:
    if as_text(letter, "letter") not in tuple(LETTERS):
        raise NotationError(f"letter: expected one of A..E, got {shown(letter)}")
    return LETTERS.index(letter)


def _code(digit: int) -> int:
    """Return the core's code of a free digit."""
    return 1 + integer_between(digit, 0, 9, "digit")


def _cell_names(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(CELLS[i] for i in cells)


def _letter_names(letters: Iterable[int]) -> tuple[str, ...]:
    return tuple(LETTERS[i] for i in letters)


def _none_or_each(claims: Iterable[CoreClaim]) -> Iterator[tuple[str, ...] | None]:
    """Yield None, then the cells of each claim."""
    yield None
    for _, _, cells in claims:
        yield _cell_names(cells)


def _claim_from_core(claim: CoreClaim) -> Claim:
    kind, _, cells = claim
    return Claim(KINDS[kind], _cell_names(cells))
