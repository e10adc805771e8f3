"""Rolls, deals, and the random number stream behind deals (version 1).

This is the complete algorithm, for reimplementing it. All arithmetic is modulo 2^64.

A stream of random numbers is SplitMix64. Its key is a text. The initial state is the first eight
bytes, read big-endian, of the SHA-256 of the UTF-8 bytes of "numberdrop/1/" followed by the key.

    next64    state += 0x9E3779B97F4A7C15
              z = state
              z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
              z = (z ^ (z >> 27)) * 0x94D049BB133111EB
              the number is z ^ (z >> 31)
    below(n)  draw x = next64 until x >= 2^64 mod n; the number is x mod n
    shuffle   for i from the last index down to 1: j = below(i + 1), swap the items i and j

The deal of a recipe uses the stream whose key is the recipe:

    tiles     I, O, T, L, S in this order, shuffled: the shapes on the letters A, B, C, D, E
    rolls     20 times: for each of the four number dice, in the order of the dice set, the face
              number below(6), then the face number below(6) of the shape die IOTLS*

Faces are numbered from 0 in the order in which the dice set lists them: 1*3457, 12*456, 234*67,
123567 (publisher), or 12357* in the fourth place (review). A roll's text is its faces in that
order.

Recipes in use are `plain#SEED.N` (deal number N of a seed) and `solo#YYYY-MM-DD.J` (candidate J of
a day, see numberdrop.puzzles.daily).

The deal of a table of two to six players uses the stream whose key is its recipe, `table2#SEED.N`:

    rolls     25 times, as above: no game of several players has more turns
    tiles     by `deal_table_tiles`: I, O, T, L, S shuffled as above, then for A, B, C, D, E in turn
              the side below(2): 0 for the solo shape, 1 for the block on its back; no side is drawn
              in variants that use only blocks

The rolls come first so that they are the same in every variant. The blocks on the backs are I/V3,
O/U5, T/T5, L/I3, S/X5. Older tables have the recipe `table#SEED.N`. They are dealt in the same way,
with the pairs I/V3, O/I3, T/U5, L/X5, S/T5.
"""

from __future__ import annotations

import datetime
import hashlib
import random
import re
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, Protocol

from .errors import NotationError, WrongType, as_text, coded_message, join_or, shown
from .json_reader import expect_label
from .rules import (
    BACKS,
    MOST_SHARED_TURNS,
    MOST_TURNS,
    SHAPE_DIE,
    SOLO_SHAPES,
    TABLE_RECIPE,
    Variant,
    backs_of,
    dice_set,
)
from .validate import coerce, expect_kind, integer, integer_between

STREAM_VERSION = 1

_WORD = 2**64
_FACES = frozenset("1234567*")
_COUNT = r"(?:0|[1-9][0-9]*)"
#: The recipes in use. Group 1 is the day of a `solo` recipe.
_RECIPE = re.compile(
    rf"solo#([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})\.{_COUNT}|(?:plain|drop|pocket)#{_COUNT}\.{_COUNT}"
)
#: The name of a table's deal.
_TABLE = re.compile(rf"({'|'.join(BACKS)})#({_COUNT})\.({_COUNT})")
#: Text that looks like a recipe in use, a literal id, a date, a puzzle number, or a day in words.
_LIKE_A_NAME = re.compile(
    rf"(?:solo|plain|drop|pocket|{'|'.join(BACKS)})[#:]|.*:|#?[0-9]+(?:[-/._T]+[0-9]+)*\Z"
    r"|(?:to|yester)day\Z|tomorrow\Z",
    re.IGNORECASE,
)

Digits = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the five dice.

    `numbers` are four characters, each 1..7 or `*`. Their order is kept but has no meaning. `shape`
    is one of IOTLS or `*`. str() gives the text form, `156*O`.
    """

    numbers: str
    shape: str

    def __post_init__(self) -> None:
        for name in ("numbers", "shape"):
            as_text(getattr(self, name), f"roll, {name}")
        if len(self.numbers) != 4 or not _FACES.issuperset(self.numbers):
            raise NotationError.coded(
                "roll.faces",
                "roll: expected four number dice showing 1..7 or *, got {got}",
                got=shown(str(self)),
            )
        if len(self.shape) != 1 or self.shape not in SHAPE_DIE:
            raise NotationError.coded(
                "roll.shape_die",
                "roll: expected a shape die showing one of {shapes}, got {got}",
                shapes=SHAPE_DIE,
                got=shown(str(self)),
            )

    @classmethod
    def from_text(cls, text: str, dice: str = "publisher") -> Roll:
        """Parse four number dice and the shape die, such as `156*O`.

        Raises NotationError, with the reason, unless the numbers can be dealt to the four dice of
        the set, each showing one of its faces (formats.md, Cell, shape, roll).
        """
        if len(as_text(text, "roll")) != 5:
            raise NotationError.coded(
                "roll.five", "roll: expected five characters, got {got}", got=shown(text)
            )
        roll = cls(text[:4], text[4])
        roll.check(dice)
        return roll

    @classmethod
    def of(cls, roll: Roll | str, dice: str = "publisher") -> Roll:
        """Return `roll` if it is a Roll, or parse it if it is text.

        Raises NotationError if the dice set can't show it, also for a Roll, and WrongType for any
        other type.
        """
        found = coerce(roll, cls, lambda text: cls.from_text(text, dice), "roll")
        found.check(dice)
        return found

    @classmethod
    def all_of(cls, rolls: Iterable[Roll | str] | str, dice: str = "publisher") -> tuple[Roll, ...]:
        """Return a tuple of rolls.

        `rolls` is an iterable of rolls or texts, or one text with spaces between the rolls,
        `156*O 1562L`. Raises the errors of of().
        """
        if isinstance(rolls, str):
            rolls = rolls.split(" ")
        return tuple(cls.of(roll, dice) for roll in expect_kind(rolls, Iterable, "rolls"))

    @classmethod
    def random(cls, rng: Rng, dice: str = "publisher") -> Roll:
        """Roll the five dice. Every face of a die is equally likely.

        `rng` is a random.Random, a numpy.random.Generator or a Stream. From a Stream this draws the
        same numbers as a deal does for one of its rolls. Raises WrongType for any other `rng`, and
        NotationError if there is no such dice set.
        """
        faces, below = dice_set(dice), randbelow_from(rng)
        numbers = "".join([die[below(6)] for die in faces])
        return cls(numbers, SHAPE_DIE[below(6)])

    def check(self, dice: str) -> None:
        """Raise NotationError, with the reason, if the dice of this set can't show the roll."""
        reason = _why_impossible(self.in_order().numbers, as_text(dice, "dice"))
        if reason:
            raise NotationError.coded(
                "roll.impossible",
                "roll: expected one that the {dice} dice can show, got {got}: {reason}",
                dice=dice,
                got=repr(str(self)),
                reason=reason,
            )

    def in_order(self) -> Roll:
        """Return the roll with its numbers sorted, stars first. Equivalent rolls give equal
        results."""
        return Roll("".join(sorted(self.numbers)), self.shape)

    @property
    def has_star(self) -> bool:
        """True if any of the five dice shows a star."""
        return "*" in self.numbers or self.shape == "*"

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes that a player may drop: one, or all five if the shape die shows a star."""
        return tuple(SOLO_SHAPES) if self.shape == "*" else (self.shape,)

    def arrangements(self) -> tuple[Digits, ...]:
        """Return every distinct way to write the roll into four cells, in lexicographic order.

        A star on a number die is any digit 0..9 (rules.md, Dice). There are at most 24 arrangements
        without a star, and up to 3,439 with three.
        """
        return _arrangements(self.in_order().numbers)

    def gives(self, digits: Sequence[int]) -> bool:
        """Return whether `digits`, in this order, are one of the arrangements."""
        wanted = tuple(
            integer(digit, "digits") for digit in expect_kind(digits, Iterable, "digits")
        )
        return wanted in _arrangement_set(self.in_order().numbers)

    def __str__(self) -> str:
        return self.numbers + self.shape


@cache
def _why_impossible(numbers: str, dice: str) -> str:
    """Return why these dice can't show the numbers, or an empty text if they can.

    The reason names a smallest set of numbers that too few dice can show (Hall's theorem).
    """
    faces = dice_set(dice)
    for size in range(1, 5):
        for values in combinations(numbers, size):
            showing = sum(not set(values).isdisjoint(die) for die in faces)
            if showing < size:
                which = join_or(list(dict.fromkeys(values)))
                return coded_message(
                    "roll.too_few",
                    "only {showing} of the number dice show {which}, not {size}",
                    showing=showing,
                    which=which,
                    size=size,
                )
    return ""


@cache
def _arrangements(numbers: str) -> tuple[Digits, ...]:
    fixed = tuple(int(digit) for digit in numbers if digit != "*")
    fills = combinations_with_replacement(range(10), 4 - len(fixed))
    orders = {(a, b, c, d) for fill in fills for a, b, c, d in permutations(fixed + fill)}
    return tuple(sorted(orders))


@cache
def _arrangement_set(numbers: str) -> frozenset[Digits]:
    return frozenset(_arrangements(numbers))


class Stream:
    """A SplitMix64 stream of random numbers, as specified in the module's docstring."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        """Make a stream with this `state`, modulo 2^64."""
        self.state = integer(state, "state") % _WORD

    @classmethod
    def from_key(cls, key: str) -> Stream:
        """Return the stream of a key. Raises NotationError if UTF-8 can't encode `key`."""
        text = f"numberdrop/{STREAM_VERSION}/{as_text(key, 'key')}"
        try:
            seed = hashlib.sha256(text.encode()).digest()
        except UnicodeEncodeError:
            fault = f"key: expected text that UTF-8 can encode, got {shown(key)}"
            raise NotationError(fault) from None
        return cls(int.from_bytes(seed[:8], "big"))

    def next64(self) -> int:
        """Return the next number, 0 .. 2^64 - 1."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) % _WORD
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % _WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number 0 .. n - 1, all equally likely. `n` is 1 .. 2^64."""
        n = integer_between(n, 1, _WORD, "below")
        remainder = _WORD % n
        while (x := self.next64()) < remainder:
            pass
        return x % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle `items` in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def __repr__(self) -> str:
        return f"Stream(0x{self.state:016X})"

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, Stream) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # drawing a number changes it


class Generator(Protocol):
    """The part of numpy.random.Generator that this package uses, without importing NumPy."""

    def integers(self, low: int, /) -> Any: ...


#: The types of `rng` parameters.
Rng = random.Random | Stream | Generator


def randbelow_from(rng: Rng) -> Callable[[int], int]:
    """Return a function of n that draws a number 0 .. n - 1 from `rng`, all equally likely.

    Raises WrongType for a type that Rng does not list.
    """
    if isinstance(rng, Stream):
        return rng.below
    if isinstance(rng, random.Random):
        return rng.randrange
    if hasattr(rng, "integers") and not isinstance(rng, type):
        return lambda n: int(rng.integers(n))
    raise WrongType(
        f"rng: expected a random.Random, a numpy.random.Generator or a Stream, got {shown(rng)}"
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance in a game: five shapes on A..E, and the rolls.

    A deal for a solo game has 20 rolls, one for several players has 25. str() gives the recipe.
    deal(recipe, dice), or named_table_deal(recipe, variant), makes the same deal again. Raises
    NotationError for rolls that the dice can't show.
    """

    recipe: str
    tiles: tuple[str, ...]
    rolls: tuple[Roll, ...]
    dice: str = "publisher"

    def __post_init__(self) -> None:
        as_text(self.recipe, "recipe")
        tiles = expect_kind(self.tiles, Iterable, "tiles")
        object.__setattr__(self, "tiles", tuple(as_text(tile, "tiles") for tile in tiles))
        object.__setattr__(self, "rolls", Roll.all_of(self.rolls, self.dice))

    def expect_dice(self, variant: Variant) -> None:
        """Raise NotationError unless the rolls are of the dice of `variant`."""
        if self.dice != variant.dice:
            raise NotationError(
                f"dice: expected a deal of the {variant.dice} dice in {variant}, "
                f"got {shown(self.recipe)}, of the {self.dice} dice"
            )

    def __str__(self) -> str:
        return self.recipe


def parse_rolls(value: object, dice: str) -> tuple[Roll, ...]:
    """Parse the rolls of a puzzle, a list of 1 to 20 texts.

    Raises NotationError, naming the roll at fault.
    """
    if not isinstance(value, list):
        raise NotationError(f"rolls: expected a list of strings, got {shown(value)}")
    if not 1 <= len(value) <= MOST_TURNS:
        raise NotationError(f"rolls: expected 1 to {MOST_TURNS}, got {len(value)}")
    rolls = []
    for number, text in enumerate(value, 1):
        try:
            rolls.append(Roll.from_text(text, dice))
        except NotationError as error:
            reason = str(error).removeprefix("roll: ")
            raise NotationError(f"rolls, roll {number}: {reason}") from None
    return tuple(rolls)


def parse_deal(value: Mapping[str, object], dice: str) -> Deal:
    """Parse the deal of a puzzle: its `tiles` and its `rolls`, of which there may be fewer than
    twenty.

    The recipe is the puzzle's `id`, or "puzzle" if it has none. Raises NotationError, naming the
    key, for anything else.
    """
    tiles = value.get("tiles")
    if not isinstance(tiles, list) or sorted(map(str, tiles)) != sorted(SOLO_SHAPES):
        shapes = ", ".join(SOLO_SHAPES)
        raise NotationError(f"tiles: expected {shapes} in some order, got {shown(tiles)}")
    rolls = parse_rolls(value.get("rolls"), dice)
    return Deal(expect_label(value.get("id", "puzzle"), "id"), tuple(tiles), rolls, dice)


def deal(recipe: str, dice: str = "publisher") -> Deal:
    """Return the deal of a recipe. A recipe is any printable ASCII text without spaces.

    This is the bare algorithm and uses the text as it is. Text that looks like a misspelt recipe,
    or like another kind of name, raises NotationError, because the rolls drawn from it would not be
    those that were meant. numberdrop.puzzles.names handles the other kinds of names.
    """
    text = as_text(recipe, "recipe")
    if is_mistaken(text):
        raise NotationError(
            "recipe: expected solo#YYYY-MM-DD.J, plain#SEED.N, drop#SEED.N, or text that doesn't "
            f"look like another kind of name, got {shown(text)}"
        )
    if not (text and text.isascii() and text.isprintable() and " " not in text):
        raise NotationError(f"recipe: expected printable ASCII without spaces, got {shown(text)}")
    stream = Stream.from_key(text)
    tiles = list(SOLO_SHAPES)
    stream.shuffle(tiles)
    rolls = tuple(Roll.random(stream, dice) for _ in range(MOST_TURNS))
    return Deal(text, tuple(tiles), rolls, dice)


def is_mistaken(recipe: str) -> bool:
    """Return whether a text, used as a recipe, would give other dice than the person meant.

    This is so for a day without its candidate, in any spelling, for the number of a puzzle, for a
    literal id, and for text that begins like a recipe in use without being one.
    """
    if known := _RECIPE.fullmatch(recipe):
        return known[1] is not None and not _is_date(known[1])
    return bool(_LIKE_A_NAME.match(recipe))


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def plain_deal(seed: int, n: int, dice: str = "publisher") -> Deal:
    """Return deal number `n` of a seed, unfiltered. Its recipe is `plain#SEED.N`.

    `seed` and `n` are 0 .. 2^64 - 1. Raises NotationError for numbers out of this range.
    """
    return deal(f"plain#{_recipe_numbers(seed, n, 'plain')}", dice)


def table_deal(
    seed: int, n: int, variant: str | Variant = "rulebook", recipe: str = TABLE_RECIPE
) -> Deal:
    """Return deal number `n` of a seed for two to six players. Its name is `table2#SEED.N`.

    `seed` and `n` are 0 .. 2^64 - 1. The rolls are the same for any number of players, and in every
    variant with the same dice. The tiles are blocks only in variants that have no others. The
    `recipe` "table" gives the deals `table#SEED.N` of older tables. Raises NotationError for
    numbers out of range and for any other recipe.
    """
    chosen, backs = Variant.of(variant), backs_of(recipe)
    name = f"{recipe}#{_recipe_numbers(seed, n, 'table')}"
    stream = Stream.from_key(name)
    rolls = tuple(Roll.random(stream, chosen.dice) for _ in range(MOST_SHARED_TURNS))
    return Deal(name, deal_table_tiles(stream, chosen.bga, backs), rolls, chosen.dice)


def named_table_deal(name: str, variant: str | Variant = "rulebook") -> Deal:
    """Return the deal of a table by its name, `table2#SEED.N` or `table#SEED.N`. Raises
    NotationError for any other text."""
    found = _TABLE.fullmatch(as_text(name, "deal"))
    if found is None:
        raise NotationError(f"deal: expected {TABLE_RECIPE}#SEED.N, got {shown(name)}")
    return table_deal(int(found[2]), int(found[3]), variant, found[1])


def _recipe_numbers(seed: int, n: int, kind: str) -> str:
    return ".".join(
        str(integer_between(value, 0, _WORD - 1, f"{kind} deal, {name}"))
        for name, value in (("seed", seed), ("n", n))
    )


def deal_table_tiles(
    stream: Stream, block_only: bool, backs: Mapping[str, str] = BACKS[TABLE_RECIPE]
) -> tuple[str, ...]:
    """Deal the shapes on A..E for two to six players: a random side of each tile, or only its
    block, which `backs` gives for each shape."""
    tiles = list(SOLO_SHAPES)
    stream.shuffle(tiles)
    return tuple(backs[shape] if block_only or stream.below(2) else shape for shape in tiles)
