"""Rolls, and the frozen random numbers that deals are made from (version 1).

The algorithm, exactly, so that anyone can write it again. All arithmetic is modulo 2^64.

A stream of random numbers is SplitMix64. Its key is a text; the first state is the first eight
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

Faces are numbered from 0 in the order in which the set writes them: 1*3457, 12*456, 234*67, 123567
(publisher) or 12357* in the fourth place (review). A roll's text is its faces in that order.

Recipes in use are `plain#SEED.N` (deal number N of a seed) and `solo#YYYY-MM-DD.J` (candidate J of
a day, see numberdrop.puzzles.daily).

The deal of a table of two to six players uses the stream whose key is `table#SEED.N`:

    rolls     25 times, as above: no game of several players has more turns
    tiles     by `deal_table_tiles`: I, O, T, L, S shuffled as above, then for A, B, C, D, E in turn
              the side below(2), 0 the solo shape, 1 the block on its back; where only blocks are
              used no side is drawn

The rolls come first so that they are the same in every variant. The rulebook pairs each solo shape
with a block on the back of a tile, but how is not known: the pairs are taken as I/V3, O/I3, T/U5,
L/X5, S/T5.
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
    BLOCK_ON_BACK,
    MOST_SHARED_TURNS,
    MOST_TURNS,
    SHAPE_DIE,
    SOLO_SHAPES,
    Variant,
    dice_set,
)
from .validate import coerce, expect_kind, integer, integer_between

STREAM_VERSION = 1

_WORD = 2**64
_FACES = frozenset("1234567*")
_COUNT = r"(?:0|[1-9][0-9]*)"
#: The recipes in use, with the day of the one that has a day.
_RECIPE = re.compile(
    rf"solo#([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})\.{_COUNT}|(?:plain|drop|pocket)#{_COUNT}\.{_COUNT}"
)
#: What looks like a recipe in use, a literal id, a date, the number of a puzzle, or a day in words.
_LIKE_A_NAME = re.compile(
    r"(?:solo|plain|drop|pocket|table)[#:]|.*:|#?[0-9]+(?:[-/._T]+[0-9]+)*\Z|(?:to|yester)day\Z|tomorrow\Z",
    re.IGNORECASE,
)

Digits = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: `numbers` are four characters of 1..7 and `*`, `shape` is one of IOTLS and `*`.

    The order of the numbers is kept but means nothing. str() gives the text form, `156*O`.
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
        """The roll written as four number dice and the shape die.

        NotationError, with the reason, unless the numbers can be dealt to the four dice of the
        set, each showing one of its faces (formats.md, Cell, shape, roll).
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
        """The roll itself, or the one that a text says; errors as from_text(), WrongType for a
        value that is neither. What the set can't show is refused of either."""
        found = coerce(roll, cls, lambda text: cls.from_text(text, dice), "roll")
        found.check(dice)
        return found

    @classmethod
    def all_of(cls, rolls: Iterable[Roll | str] | str, dice: str = "publisher") -> tuple[Roll, ...]:
        """Rolls, each as of() takes it; or one text of them with blanks between, `156*O 1562L`."""
        if isinstance(rolls, str):
            rolls = rolls.split(" ")
        return tuple(cls.of(roll, dice) for roll in expect_kind(rolls, Iterable, "rolls"))

    @classmethod
    def random(cls, rng: Rng, dice: str = "publisher") -> Roll:
        """One throw of the five dice: each shows each of its faces as likely as the others.

        `rng` is a random.Random, a Generator of NumPy, or a Stream. From a Stream it takes the
        numbers that a deal takes for one of its rolls. WrongType for any other; NotationError if
        there is no such dice set.
        """
        faces, below = dice_set(dice), randbelow_from(rng)
        numbers = "".join([die[below(6)] for die in faces])
        return cls(numbers, SHAPE_DIE[below(6)])

    def check(self, dice: str) -> None:
        """NotationError, with the reason, unless the dice of this set can show the roll."""
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
        """The roll with its numbers in order, stars first: the same for all that mean the same."""
        return Roll("".join(sorted(self.numbers)), self.shape)

    @property
    def has_star(self) -> bool:
        """True if any of the five dice shows a star."""
        return "*" in self.numbers or self.shape == "*"

    @property
    def shapes(self) -> tuple[str, ...]:
        """The shapes that the roll lets its player drop: one, or all five for a star."""
        return tuple(SOLO_SHAPES) if self.shape == "*" else (self.shape,)

    def arrangements(self) -> tuple[Digits, ...]:
        """Every distinct way to write the roll into four cells, in lexicographic order.

        A star on a number die is any digit 0..9 (rules.md, Dice): 24 tuples at most without a
        star, up to 3,439 with three.
        """
        return _arrangements(self.in_order().numbers)

    def gives(self, digits: Sequence[int]) -> bool:
        """Whether these digits, in this order, are one of the arrangements."""
        asked = tuple(integer(digit, "digits") for digit in expect_kind(digits, Iterable, "digits"))
        return asked in _arranged(self.in_order().numbers)

    def __str__(self) -> str:
        return self.numbers + self.shape


@cache
def _why_impossible(numbers: str, dice: str) -> str:
    """Empty if the numbers can be dealt to the dice; else the fewest of them that can't (Hall)."""
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
def _arranged(numbers: str) -> frozenset[Digits]:
    return frozenset(_arrangements(numbers))


class Stream:
    """A SplitMix64 stream of random numbers, as the module's docstring states it."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        """`state` is taken modulo 2^64."""
        self.state = integer(state, "state") % _WORD

    @classmethod
    def from_key(cls, key: str) -> Stream:
        """The stream of a key: any text that UTF-8 can write, else NotationError."""
        text = f"numberdrop/{STREAM_VERSION}/{as_text(key, 'key')}"
        try:
            seed = hashlib.sha256(text.encode()).digest()
        except UnicodeEncodeError:
            fault = f"key: expected a text that UTF-8 can write, got {shown(key)}"
            raise NotationError(fault) from None
        return cls(int.from_bytes(seed[:8], "big"))

    def next64(self) -> int:
        """The next number, 0 .. 2^64 - 1."""
        self.state = z = (self.state + 0x9E3779B97F4A7C15) % _WORD
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % _WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number 0 .. n - 1, each as likely as the others; n is 1 .. 2^64."""
        n = integer_between(n, 1, _WORD, "below")
        uneven = _WORD % n
        while (x := self.next64()) < uneven:
            pass
        return x % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts the items into random order, in place (Fisher-Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def __repr__(self) -> str:
        return f"Stream(0x{self.state:016X})"

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, Stream) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # drawing a number changes it


class Generator(Protocol):
    """What is used of numpy.random.Generator, which this room doesn't know."""

    def integers(self, low: int, /) -> Any: ...


#: Where random numbers come from: always from outside.
Rng = random.Random | Stream | Generator


def randbelow_from(rng: Rng) -> Callable[[int], int]:
    """How to draw, from any of these, a number 0 .. n - 1, each as likely as the others."""
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
    """All the chance of a game: five shapes on A..E and the rolls, twenty of a solo game and 25 of
    one for several players.

    str() gives the recipe; deal(recipe, dice), or table_deal() of its seed and number, rebuilds the
    value. NotationError for rolls that its dice can't show.
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
        """NotationError unless the rolls are of the dice of this variant."""
        if self.dice != variant.dice:
            raise NotationError(
                f"dice: expected a deal of the {variant.dice} dice in {variant}, "
                f"got {shown(self.recipe)}, of the {self.dice} dice"
            )

    def __str__(self) -> str:
        return self.recipe


def parse_rolls(value: object, dice: str) -> tuple[Roll, ...]:
    """The rolls of a puzzle: a list of 1 to 20 texts. NotationError, naming a wrong one."""
    if not isinstance(value, list):
        raise NotationError(f"rolls: expected a list of texts, got {shown(value)}")
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
    """The deal of a puzzle: its `tiles` and `rolls`, which may be fewer than twenty; its `id` is
    the recipe, or "puzzle". NotationError, naming the key, on anything else."""
    tiles = value.get("tiles")
    if not isinstance(tiles, list) or sorted(map(str, tiles)) != sorted(SOLO_SHAPES):
        wanted = ", ".join(SOLO_SHAPES)
        raise NotationError(f"tiles: expected {wanted} in some order, got {shown(tiles)}")
    rolls = parse_rolls(value.get("rolls"), dice)
    return Deal(expect_label(value.get("id", "puzzle"), "id"), tuple(tiles), rolls, dice)


def deal(recipe: str, dice: str = "publisher") -> Deal:
    """The deal of a recipe: any printable ASCII text without blanks, else NotationError.

    This is the bare algorithm, which takes a text as it stands. A text that is almost a recipe, or
    names dice in another way, is refused: those that would follow from it are not those meant.
    numberdrop.puzzles.names knows the other names.
    """
    text = as_text(recipe, "recipe")
    if is_mistaken(text):
        raise NotationError(
            "recipe: expected solo#YYYY-MM-DD.J, plain#SEED.N, drop#SEED.N, or a text that looks "
            f"like no name of other dice, got {shown(text)}"
        )
    if not (text and text.isascii() and text.isprintable() and " " not in text):
        raise NotationError(f"recipe: expected printable ASCII without blanks, got {shown(text)}")
    stream = Stream.from_key(text)
    tiles = list(SOLO_SHAPES)
    stream.shuffle(tiles)
    rolls = tuple(Roll.random(stream, dice) for _ in range(MOST_TURNS))
    return Deal(text, tuple(tiles), rolls, dice)


def is_mistaken(recipe: str) -> bool:
    """True for a text that means other dice than it would give as a recipe: a day without its
    candidate, however it is written, the number of a puzzle, a literal id, or what begins like a
    recipe in use and is none."""
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
    """Deal number `n` of a seed, both 0 .. 2^64 - 1: recipe `plain#SEED.N`, nothing filtered."""
    return deal(f"plain#{_numbers(seed, n, 'plain')}", dice)


def table_deal(seed: int, n: int, variant: str | Variant = "rulebook") -> Deal:
    """Deal number `n` of a seed, both 0 .. 2^64 - 1, for a table of two to six players: recipe
    `table#SEED.N`. The rolls are the same for any number of players, and in every variant with the
    same dice; the tiles are blocks alone where the variant has no others."""
    chosen = Variant.of(variant)
    recipe = f"table#{_numbers(seed, n, 'table')}"
    stream = Stream.from_key(recipe)
    rolls = tuple(Roll.random(stream, chosen.dice) for _ in range(MOST_SHARED_TURNS))
    return Deal(recipe, deal_table_tiles(stream, chosen.bga), rolls, chosen.dice)


def _numbers(seed: int, n: int, kind: str) -> str:
    return ".".join(
        str(integer_between(value, 0, _WORD - 1, f"{kind} deal, {name}"))
        for name, value in (("seed", seed), ("n", n))
    )


def deal_table_tiles(stream: Stream, block_only: bool) -> tuple[str, ...]:
    """The shapes on A..E for two to six players: either side of each tile, or its block only.

    Which block is on the back of which shape is a choice of ours (BLOCK_ON_BACK).
    """
    tiles = list(SOLO_SHAPES)
    stream.shuffle(tiles)
    return tuple(
        BLOCK_ON_BACK[shape] if block_only or stream.below(2) else shape for shape in tiles
    )
