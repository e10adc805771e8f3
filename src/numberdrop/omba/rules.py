"""The numbers and words of Omba; its rules are told in docs/omba/rules.md."""

from __future__ import annotations

from typing import Final

from ..errors import NotationError, as_text, shown

#: The squares in the order of all arrays, from a1 on, row by row.
SQUARES: Final = tuple(file + rank for rank in "123" for file in "abc")
ENTRIES: Final = ("b1", "a2", "c2", "b3")
PLAYERS: Final = "ABCD"
#: Cubes of each player, by the number of players.
CUBES: Final = {2: 6, 3: 4, 4: 3}
ROLLS: Final = (1, 2, 3, 4, 5, 6)
#: The source of a cube that enters, as the core counts.
HAND: Final = 9

#: What sets each variant apart.
VARIANTS: Final = {
    "S": "the rules as they stand",
    "R": "only the step straight back is forbidden",
    "E": "a cube enters only onto an empty square",
    "F": "entering costs 1, whatever stands there",
}


def variant_number(variant: object) -> int:
    """The number of a variant in the core; NotationError for what is none."""
    if as_text(variant, "variant") not in VARIANTS:
        raise NotationError(f"variant: expected one of {', '.join(VARIANTS)}, got {shown(variant)}")
    return list(VARIANTS).index(str(variant))


def roll_number(die: object) -> int:
    """A roll, 1 .. 6; NotationError for anything else."""
    if isinstance(die, bool) or not isinstance(die, int) or die not in ROLLS:
        raise NotationError(f"die: expected a whole number 1 to 6, got {shown(die)}")
    return die


#: The eight images of the board: the square to which each square goes.
IMAGES: Final = tuple(
    tuple(
        3 * x + y if g & 4 else 3 * y + x
        for square in range(9)
        for x, y in [
            (2 - square % 3 if g & 1 else square % 3, 2 - square // 3 if g & 2 else square // 3)
        ]
    )
    for g in range(8)
)
