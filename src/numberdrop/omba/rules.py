"""The constants of Omba. docs/omba/rules.md has its rules."""

from __future__ import annotations

from typing import Final

from ..errors import NotationError, as_text, coded_message, expected_got
from ..json_reader import one_of
from ..validate import integer

#: The squares in the order of all arrays: a1, b1, c1, a2 .. c3.
SQUARES: Final = tuple(file + rank for rank in "123" for file in "abc")
ENTRIES: Final = ("b1", "a2", "c2", "b3")
PLAYERS: Final = "ABCD"
#: The deals, named after their leaflets: the cubes of each player, by the number of players. With
#: two and four players, Docker deals as Omba does.
DEALS: Final = {"omba": {2: 6, 3: 4, 4: 3}, "docker": {3: 3}}
#: The most cubes of each player, in any deal.
CUBES: Final = DEALS["omba"]
ROLLS: Final = (1, 2, 3, 4, 5, 6)
#: The core's number for the hand, as the source of a move.
HAND: Final = 9

#: The variants and their differences from the rules.
VARIANTS: Final = {
    "S": "the rules unchanged",
    "R": "only the step straight back is forbidden",
    "E": "a cube enters only onto an empty square",
    "F": "entering costs 1, whatever the level",
}


def cubes_dealt(players: object, deal: object = "omba") -> int:
    """Return the cubes that each of `players` gets. Raises NotationError unless `deal` is a deal
    for that many players."""
    if as_text(deal, "deal") not in DEALS:
        raise NotationError(expected_got("deal", one_of(DEALS), deal))
    dealt = DEALS[str(deal)]
    found = integer(players, "players")
    if found not in dealt:
        expected = coded_message("omba.players", "expected {counts}", counts=[*map(str, dealt)])
        raise NotationError(expected_got("players", expected, found))
    return dealt[found]


def variant_number(variant: object) -> int:
    """Return the core's number of `variant`. Raises NotationError if it is not a variant."""
    if as_text(variant, "variant") not in VARIANTS:
        raise NotationError(expected_got("variant", one_of(VARIANTS), variant))
    return list(VARIANTS).index(str(variant))


def roll_number(die: object) -> int:
    """Validate a roll, 1 .. 6. Raises NotationError for anything else."""
    if isinstance(die, bool) or not isinstance(die, int) or die not in ROLLS:
        expected = coded_message("omba.die", "expected a whole number 1 to 6")
        raise NotationError(expected_got("die", expected, die))
    return die


#: The eight symmetries of the board, each as the image of every square.
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
