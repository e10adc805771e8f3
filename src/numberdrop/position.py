"""A position: one player's sheet, boxes, tiles and turn number, and what the rules allow on it.

A Position is an immutable value; what changes it returns another one, and asks nothing about
legality: transitions does. The stages of a turn are there one by one (falls, places, place,
claims, claim, end_turn), so that a search can prune between them; turns() goes through them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

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

#: More claims than any sheet allows.
_MOST_CLAIMS = 10**6
#: A claim as the core lists it: kind, size, cells.
CoreClaim = tuple[int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """A score in points, by where it comes from; `rows` can be negative, `total` is the sum."""

    rows: int
    identical: int
    consecutive: int
    bonus: int

    @property
    def total(self) -> int:
        return self.rows + self.identical + self.consecutive + self.bonus

    def to_json(self) -> dict[str, int]:
        """The object `final` of a record's result."""
        return {
            "rows": self.rows,
            "identical": self.identical,
            "consecutive": self.consecutive,
            "bonus": self.bonus,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Fall:
    """One outcome of a turn's slides: the slides, the X shapes that fell, the position then."""

    slides: tuple[str, ...]
    drops: tuple[Drop, ...]
    position: Position


def flags_of(variant: str | Variant) -> int:
    """The variant as the core takes it; NotationError where there is no such variant."""
    chosen = Variant.of(variant)
    return (_core.BGA if chosen.bga else 0) | (_core.SLIDE if chosen.slide else 0)


def core_roll(roll: Roll) -> _core.Roll:
    """A roll as the core takes it, the same for all orders of its numbers."""
    return _core_roll_in_order(roll.in_order())


@cache
def _core_roll_in_order(roll: Roll) -> _core.Roll:
    digits = [int(number) for number in roll.numbers if number != "*"]
    return _core.Roll(digits, _core_shape(roll))


def _core_shape(roll: Roll) -> int:
    return _core.WILD if roll.shape == "*" else SHAPE_DIE.index(roll.shape)


class Position:
    """One player's sheet, their boxes and letters, the tiles, and the number of the turn to come.

    ``Position.from_text(str(position)) == position`` always holds.
    """

    __slots__ = ("_sheet",)

    def __init__(self, sheet: _core.Sheet) -> None:
        """Of the core's value; people build one by from_text() or start()."""
        if type(sheet) is not _core.Sheet:
            raise WrongType(f"position: expected Position.from_text(text), got {shown(sheet)}")
        self._sheet = sheet

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read `GRID BOXES TILES TURN` (formats.md, Position); NotationError on any other text."""
        return cls.from_parts(parse_position(text))

    @classmethod
    def of(cls, position: Position | str) -> Position:
        """The position itself, or the one that a text says; errors as from_text(), WrongType for a
        value that is neither."""
        return coerce(position, cls, cls.from_text, "position")

    @classmethod
    def from_parts(cls, parts: PositionParts) -> Position:
        """A position from the fields of its text."""
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
        """The position before turn 1: `digit` in a cell of row 1, `tiles` the shapes on A..E.

        In solo the digit is 1; of several players, player i writes i (rules.md, Solo; Two to six
        players). NotationError if the cell isn't in row 1 or the tiles can't be dealt. The tiles
        may be one text, `IOTLS`.
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
        """The seven positions in which a solo game can begin, a1 first; errors as start()."""
        return tuple(cls.start(tiles, f"{column}1") for column in COLUMNS)

    # What it is.

    @property
    def core(self) -> _core.Sheet:
        """The core's value, for the rest of this package."""
        return self._sheet

    @property
    def parts(self) -> PositionParts:
        """The fields of its text."""
        sheet = self._sheet
        return PositionParts(sheet.grid, sheet.boxes, self.tiles, sheet.turn)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """For A..E (shape, notch 0..4 or None with several players, mark: "x", "o" or "")."""
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
        """The number of the turn about to be played, from 1."""
        return self._sheet.turn

    @property
    def is_solo(self) -> bool:
        """True if the tiles stand on notches, as in a solo game."""
        return self._sheet.kind == _core.SOLO

    def symbol(self, cell: str) -> str:
        """What a cell shows, in the symbols of GRID: `.`, `0`..`9`, `a`..`j` or `X`."""
        return SYMBOL_OF[self._sheet.grid[parse_cell(cell)]]

    def open_boxes(self) -> list[str]:
        """The boxes not filled yet, in words, as Claim.box has them."""
        return open_boxes(self._sheet.boxes)

    def problems(self) -> list[str]:
        """Sentences that each say why this position can't arise in play; none if nothing is wrong,
        which isn't a proof that it can."""
        from .consistency import problems

        return problems(self)

    def text(self, variant: str | Variant = "rulebook") -> str:
        """The sheet drawn with plain characters, as numberdrop.view.draw_position() does it."""
        from .view.text import draw_position

        return draw_position(self, variant)

    def svg(self, variant: str | Variant = "rulebook") -> str:
        """The sheet as an SVG document, as numberdrop.view.position_svg() makes it."""
        from .view.svg import position_svg

        return position_svg(self, variant)

    def _repr_svg_(self) -> str:
        return self.svg()

    def score(self, variant: str | Variant = "rulebook") -> Score:
        """The score as the position stands (rules.md, Sheet; Rows and the end of a turn)."""
        return Score(*self._sheet.score(flags_of(variant)))

    def is_over(self) -> bool:
        """True if the game ends here: a cell lies past the line, or all tiles stand on notch 4."""
        return self._sheet.is_over()

    def is_past_line(self) -> bool:
        """True if any cell of rows 12..14 is occupied."""
        return self._sheet.is_past_line()

    # What the rules allow.

    def landings(self, shape: str, variant: str | Variant = "rulebook") -> KeysView[frozenset[str]]:
        """Every set of cells where this shape can come to rest (rules.md, Dropping a shape).

        A set-like view in a fixed order. NotationError if there is no such shape.
        """
        found = self._landings(shape, variant)
        return {frozenset(_names(cells)): None for cells in found}.keys()

    def _landings(self, shape: str, variant: str | Variant) -> list[tuple[int, ...]]:
        if as_text(shape, "shape") not in SHAPES:
            raise NotationError(f"shape: expected one of {', '.join(SHAPES)}, got {shown(shape)}")
        return self._sheet.landings(SHAPES.index(shape), flags_of(variant))

    def can_land(
        self, cells: Iterable[str] | str, shape: str, variant: str | Variant = "rulebook"
    ) -> bool:
        """Whether these cells are one of the landings() of a shape; errors as there."""
        where = tuple(sorted(map(parse_cell, coerce_cells(cells))))
        return where in self._landings(shape, variant)

    def claims(self, most: int | None = None) -> list[Claim]:
        """Every claim that is legal now, each set of cells once (rules.md, Combo), or the first
        `most`, 1 at least: a sheet full of one digit allows some hundred thousands.

        Sorted: identical before consecutive, then by size, then by cells.
        """
        if most is not None:
            most = integer_between(most, 1, _MOST_CLAIMS, "most")
        return [_claim(found) for found in self._sheet.claims(most)]

    def why_not_claim(self, cells: Iterable[str] | str) -> str | None:
        """None if these cells are a legal claim now, else one sentence that says why not. They may
        be one text, `a1b1c1`, as a turn has them."""
        return why_not_claim(self._sheet.grid, self._sheet.boxes, cells)

    def judge_claim(self, cells: Iterable[str] | str) -> Claim | str:
        """The claim that these cells are, or why they are none; NotationError if a name is bad."""
        return judge_claim(self._sheet.grid, self._sheet.boxes, cells)

    def slides(
        self, roll: Roll | str, variant: str | Variant = "rulebook"
    ) -> list[tuple[str, ...]]:
        """The slides that a solo turn with this roll allows, each outcome once.

        The free slide comes first; where a star leaves the choice, a pair is listed in the order
        of the letters. Empty if the position isn't a solo one.
        """
        asked = _rolled(roll, Variant.of(variant))
        if not self.is_solo:
            return []
        return [_letters(letters) for letters, _ in self._core_slides(asked)]

    def falls(self, roll: Roll | str, variant: str | Variant = "rulebook") -> Iterator[Fall]:
        """The first stage of a turn: slides, and where the X shapes that fall come to lie.

        Each distinct position once. Outside solo games: the position itself.
        """
        chosen = Variant.of(variant)
        return self._falls(_rolled(roll, chosen), chosen)

    def _falls(self, roll: Roll, variant: Variant) -> Iterator[Fall]:
        if not self.is_solo:
            yield Fall((), (), self)
            return
        flags = flags_of(variant)
        for letters, either_order in self._core_slides(roll):
            for sheet, order, drops in self._sheet.falls(letters, either_order, flags):
                slides = _letters(order)
                fallen = zip(self.letters_falling(slides), drops, strict=True)
                yield Fall(
                    slides,
                    tuple(Drop(letter, _names(cells)) for letter, cells in fallen),
                    Position(sheet),
                )

    def places(
        self, roll: Roll | str, variant: str | Variant = "rulebook"
    ) -> list[tuple[str, ...]]:
        """The second stage: where the player's own shape can come to rest, for every shape the
        roll allows. Empty: nothing can be placed."""
        chosen = Variant.of(variant)
        flags = flags_of(chosen)
        return [
            _names(cells)
            for shape in _rolled(roll, chosen).shapes
            for cells in self._sheet.landings(SHAPES.index(shape), flags)
        ]

    def slide(self, letter: str) -> tuple[Position, bool]:
        """The position after a tile's slide, and whether its shape falls now (rules.md, Solo).

        NotationError if there is no such letter; NumberdropError if its tile stands on notch 4, or
        on none, as in a game of several.
        """
        index = _letter_index(letter)
        if not self.is_solo:
            raise NumberdropError(f"expected a position of a solo game, got {self}")
        if self._sheet.notches[index] == LAST_NOTCH:
            raise NumberdropError(f"letter: the tile of {letter} stands on notch {LAST_NOTCH}")
        sheet, falls = self._sheet.slid(index)
        return Position(sheet), falls

    def letters_falling(self, slides: Iterable[str]) -> list[str]:
        """The letters of these slides whose shapes fall, in order; errors as in slide()."""
        position, fallen = self, []
        for letter in expect_kind(slides, Iterable, "slides"):
            position, falls = position.slide(letter)
            if falls:
                fallen.append(letter)
        return fallen

    def block(self, cells: Iterable[str] | str) -> Position:
        """X written into empty cells; NotationError for one that is occupied."""
        indices = self._empty(cells)
        return Position(self._sheet.put(indices, [_core.BLOCK] * len(indices)))

    def mark_letters(self, circled: str, crossed: str) -> Position:
        """The position with just these letters circled, and just those crossed off. NotationError
        for one that is both, or where there are no tiles; their letters go from A to E."""
        masks = [
            sum(1 << _letter_index(x) for x in {*as_text(letters, where)})
            for where, letters in (("circled", circled), ("crossed", crossed))
        ]
        if masks[0] & masks[1]:
            raise NotationError(f"letters: expected other ones circled than crossed, got {circled}")
        if sum(masks) and not self._sheet.shapes:
            raise NotationError(f"letters: expected a position with tiles, got {self}")
        return Position(self._sheet.with_letters(*masks))

    def place(self, cells: Iterable[str] | str, digits: Iterable[int]) -> Position:
        """The third stage: digits 0..9 written into empty cells, as many as there are cells.
        Legality isn't asked here; NotationError for a cell that is occupied."""
        indices = self._empty(cells)
        codes = [_code(digit) for digit in expect_kind(digits, Iterable, "digits")]
        if len(indices) != len(codes):
            raise NotationError(f"digits: expected {len(indices)}, got {len(codes)}")
        return Position(self._sheet.put(indices, codes))

    def claim(self, claim: Claim | Iterable[str] | str | None) -> Position:
        """The fourth stage: a claim out of claims(), the cells of one, or none. NotationError for
        what is no claim now."""
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
        """The last stage: the number of the turn goes up by one.

        NotationError after turn 99, which no game reaches.
        """
        if self.turn >= MOST_TURN:
            raise NotationError(f"turn: expected a number 1..{MOST_TURN}, got {self.turn + 1}")
        return Position(self._sheet.next_turn())

    def turns(self, roll: Roll | str, variant: str | Variant = "rulebook") -> Iterator[Turn]:
        """Every turn that this roll allows, one for each outcome, lazily and in a fixed order.

        There may be over a hundred million of them: count with count_turns, or prune by stages.
        Nothing if the game is over.
        """
        chosen = Variant.of(variant)
        return self._turns(_rolled(roll, chosen), chosen)

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
        """One of the turns that this roll allows, each one of turns() as likely as the others.

        `rng` is a random.Random, a Generator of NumPy, or a Stream; the same state of it gives the
        same turn. The turns are not gone through, but on sheets with very many equal free digits.
        NumberdropError if the game is over: there is no turn then, and always one otherwise.
        """
        chosen = Variant.of(variant)
        roll, below = _rolled(roll, chosen), randbelow_from(rng)
        if self.is_over():
            raise NumberdropError(f"the game is over, there is no turn to play: {self}")
        drawn = draw_turn(self._sheet, roll, flags_of(chosen), below)
        if drawn is None:
            number = below(self.count_turns(roll, chosen))
            return next(islice(self._turns(roll, chosen), number, None))
        slides = _letters(drawn.slides)
        fallen = zip(self.letters_falling(slides), drawn.drops, strict=True)
        return Turn(
            roll,
            slides,
            tuple(Drop(letter, _names(cells)) for letter, cells in fallen),
            tuple(zip(_names(drawn.cells), drawn.digits, strict=True)) or None,
            None if drawn.claim is None else _names(drawn.claim),
        )

    def count_turns(self, roll: Roll | str, variant: str | Variant = "rulebook") -> int:
        """How many turns() there are, counted in the core."""
        chosen = Variant.of(variant)
        return self.perft([_rolled(roll, chosen)], chosen)

    def perft(self, rolls: Iterable[Roll | str] | str, variant: str | Variant = "rulebook") -> int:
        """The number of sequences of distinct turns along these rolls, one roll at least; they may
        be one text, with blanks between."""
        chosen = Variant.of(variant)
        if isinstance(rolls, str):
            rolls = rolls.split(" ")
        asked = [_rolled(roll, chosen) for roll in expect_kind(rolls, Iterable, "rolls")]
        if not asked:
            raise NotationError("perft: expected at least one roll")
        return self._sheet.perft([core_roll(roll) for roll in asked], flags_of(chosen))

    def is_last_turn(self, roll: Roll | str, variant: str | Variant = "rulebook") -> bool:
        """True if the game ends with this turn, whatever is played."""
        chosen = Variant.of(variant)
        return self._sheet.is_last_turn(core_roll(_rolled(roll, chosen)), flags_of(chosen))

    def _empty(self, cells: Iterable[str] | str) -> list[int]:
        grid, names = self._sheet.grid, coerce_cells(cells)
        indices = [parse_cell(name) for name in names]
        for index, name in zip(indices, names, strict=True):
            if grid[index] or indices.count(index) > 1:
                raise NotationError(f"cells: expected empty ones, each once, got {name}")
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


def _rolled(roll: Roll | str, variant: Variant) -> Roll:
    """A roll as it is; or as a text says it, which the variant's dice have to show."""
    return coerce(roll, Roll, lambda text: Roll.from_text(text, variant.dice), "roll")


def _letter_index(letter: str) -> int:
    if as_text(letter, "letter") not in tuple(LETTERS):
        raise NotationError(f"letter: expected one of A..E, got {shown(letter)}")
    return LETTERS.index(letter)


def _code(digit: int) -> int:
    """The core's code of a free digit."""
    return 1 + integer_between(digit, 0, 9, "digit")


def _names(cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(CELLS[i] for i in cells)


def _letters(letters: Iterable[int]) -> tuple[str, ...]:
    return tuple(LETTERS[i] for i in letters)


def _none_or_each(claims: Iterable[CoreClaim]) -> Iterator[tuple[str, ...] | None]:
    """The cells of no claim, then of each of them."""
    yield None
    for _, _, cells in claims:
        yield _names(cells)


def _claim(found: CoreClaim) -> Claim:
    return Claim(KINDS[found[0]], _names(found[2]))
