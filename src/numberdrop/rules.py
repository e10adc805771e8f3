"""Constants of the game: cells, letters, shapes, dice sets, variants.

The points of combos, rows and cells past the line are constants of the compiled core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

from .errors import NotationError, as_text, coded_message, expected_got
from .json_reader import one_of
from .validate import boolean, coerce

COLUMNS: Final = "abcdefg"
COLUMN_COUNT: Final = len(COLUMNS)
ROW_COUNT: Final = 14
#: Cell names in index order: index = (row - 1) * 7 + column, so a1, b1, .. g1, a2, .. g14.
CELLS: Final = tuple(f"{column}{row}" for row in range(1, ROW_COUNT + 1) for column in COLUMNS)

#: The box sizes of each kind; LETTERS[i] belongs to SIZES[i] (rules.md, Sheet).
SIZES: Final = (3, 4, 5, 6, 7)
LETTERS: Final = "ABCDE"
#: The notch labelled GO!: a tile that reaches it falls (rules.md, Solo).
LAST_NOTCH: Final = 4
#: The most turns of a solo game, which has 20 slides and at least one per turn.
MOST_TURNS: Final = 20
#: The fewest and the most turns of a solo game: a turn has at most two slides.
TURNS: Final = (10, MOST_TURNS)
#: The most turns of a game of several players. At most 20 turns write 4 digits on every sheet,
#: since 77 cells lie below the Game Over line and one is filled at the start. At most five are
#: block turns, each of which crosses off a letter.
MOST_SHARED_TURNS: Final = 25
#: The lowest and the highest score of a solo game (docs/maxima.md proves the highest).
SCORES: Final = (-15, 100)
#: The rulebook's high-score table for a solo player: scores, and who reached them.
HIGH_SCORES: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        99: ("TRI", "CHE"),
        92: ("FLO",),
        75: ("MUM",),
        61: ("DAD",),
        55: ("LU6",),
        46: ("BRO",),
        34: ("NOO",),
        27: ("GUI",),
        13: ("BEN",),
    }
)

SOLO_SHAPES: Final = "IOTLS"
BLOCK_SHAPES: Final = ("V3", "I3", "U5", "X5", "T5")
#: All ten shapes. The index in this tuple is the core's number for the shape.
SHAPES: Final = (*SOLO_SHAPES, *BLOCK_SHAPES)
#: The recipe of the deals of tables: the prefix of their names.
TABLE_RECIPE: Final = "table2"
#: For each recipe of tables the block on the back of each solo tile. The rulebook's pictures show
#: five tiles of the first recipe at one time, which the second one can't; docs/rules.md, Decisions.
BACKS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        TABLE_RECIPE: MappingProxyType({"I": "V3", "O": "U5", "T": "T5", "L": "I3", "S": "X5"}),
        "table": MappingProxyType({"I": "V3", "O": "I3", "T": "U5", "L": "X5", "S": "T5"}),
    }
)

#: The number dice of each dice set, faces in order (rules.md, Dice). `*` is a star.
DICE_SETS: Final[Mapping[str, tuple[str, str, str, str]]] = MappingProxyType(
    {
        "publisher": ("1*3457", "12*456", "234*67", "123567"),
        "review": ("1*3457", "12*456", "234*67", "12357*"),
    }
)
SHAPE_DIE: Final = "IOTLS*"

BASES: Final = ("rulebook", "bga")


def dice_set(name: str) -> tuple[str, str, str, str]:
    """Return the four number dice of the set `name`. Raises NotationError for an unknown set."""
    faces = DICE_SETS.get(as_text(name, "dice"))
    if faces is None:
        raise NotationError(expected_got("dice", one_of(DICE_SETS), name))
    return faces


def backs_of(recipe: str) -> Mapping[str, str]:
    """Return the block on the back of each solo tile at tables of a recipe, one of BACKS. Raises
    NotationError for an unknown recipe."""
    backs = BACKS.get(as_text(recipe, "recipe"))
    if backs is None:
        raise NotationError(expected_got("recipe", one_of(BACKS), recipe))
    return backs


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules by which a game is played (rules.md, Variants).

    `base` is "rulebook" or "bga", `slide` lets a shape move sideways once it rests, and `dice`
    names a dice set. str() gives the text form, such as `bga+slide+review-dice`.
    """

    base: str = "rulebook"
    slide: bool = False
    dice: str = "publisher"

    def __post_init__(self) -> None:
        if as_text(self.base, "variant") not in BASES:
            raise NotationError(expected_got("variant", one_of(BASES), self.base))
        boolean(self.slide, "variant, slide")
        dice_set(self.dice)

    @classmethod
    def from_text(cls, text: str) -> Variant:
        """Parse `rulebook` or `bga`, then `+slide`, then `+review-dice`, the last two being
        optional.

        Raises NotationError if `text` is not a variant.
        """
        variant = _VARIANTS.get(as_text(text, "variant"))
        if variant is None:
            expected = coded_message(
                "variant.written",
                "expected 'rulebook' or 'bga', optionally followed by '+slide' and "
                "'+review-dice', in this order",
            )
            raise NotationError(expected_got("variant", expected, text))
        return variant

    @classmethod
    def of(cls, value: str | Variant) -> Variant:
        """Return `value` if it is a Variant, or parse it if it is text.

        Raises NotationError if the text is not a variant, and WrongType for any other type.
        """
        return coerce(value, cls, cls.from_text, "variant")

    @property
    def bga(self) -> bool:
        """True for the rules of the online adaptation.

        X past the line costs points, and games of several players use blocks only.
        """
        return self.base == "bga"

    def __str__(self) -> str:
        slide = "+slide" if self.slide else ""
        dice = "" if self.dice == "publisher" else f"+{self.dice}-dice"
        return self.base + slide + dice


_VARIANTS: Final = {
    str(variant): variant
    for variant in (Variant(*parts) for parts in product(BASES, (False, True), DICE_SETS))
}
