"""Write the deals and endings that comparisons use: `python bench/sequences.py`.

sequences.txt holds 24 complete deals: six for each class of the longest possible game, at most 14,
15, 16, and at least 17 turns. They are the first of each class among the deals `plain#2026.0`,
`plain#2026.1`, ... A line is `CLASS | RECIPE | TILES | 20 ROLLS`.

endings.txt holds the last 3, 4 and 5 turns of twelve games that the hints played on the first three
deals of each class: `TURNS | RECIPE | POSITION | ROLLS`. A change of the hints would change these
games, but the file only changes when this script is run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numberdrop as nd
from numberdrop.plan import play_game
from numberdrop.tile_states import longest_game

SEQUENCES = Path(__file__).with_name("sequences.txt")
ENDINGS = Path(__file__).with_name("endings.txt")
SEED = 2026
#: The seed of deals on which nothing was tuned.
UNTUNED = 4021
#: The classes by name, with the smallest and the largest number of turns of the longest possible
#: game.
CLASSES = {"..14": (0, 14), "15": (15, 15), "16": (16, 16), "17..": (17, 20)}
DEALS_EACH = 6
GAMES_EACH = 3
TURNS_LEFT = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class Ending:
    """A position of a game on a deal, and the rolls of the game's remaining turns."""

    recipe: str
    position: nd.Position
    rolls: tuple[nd.Roll, ...]

    def __str__(self) -> str:
        return f"{len(self.rolls)} | {self.recipe} | {self.position} | {_join(self.rolls)}"


def load_sequences() -> list[tuple[str, nd.Deal]]:
    """Return the deals of sequences.txt with their classes, in the order of the file."""
    return [_read_sequence(line) for line in SEQUENCES.read_text("utf-8").splitlines()]


def load_endings(turns: int | None = None) -> list[Ending]:
    """Return the endings of endings.txt, all or only those with `turns` turns."""
    endings = [read_ending(line) for line in ENDINGS.read_text("utf-8").splitlines()]
    return [ending for ending in endings if turns in (None, len(ending.rolls))]


def class_of(deal: nd.Deal) -> str:
    """Return the class of a deal by its longest possible game."""
    turns = longest_game(deal.tiles, deal.rolls)
    return next(name for name, (low, high) in CLASSES.items() if low <= turns <= high)


def find_sequences(each: int = DEALS_EACH, seed: int = SEED) -> list[tuple[str, nd.Deal]]:
    """Return the first `each` deals of each class among the plain deals of the seed."""
    found: dict[str, list[nd.Deal]] = {name: [] for name in CLASSES}
    for number in count():
        deal = nd.plain_deal(seed, number)
        found[class_of(deal)].append(deal)
        if all(len(deals) >= each for deals in found.values()):
            break
    return [(name, deal) for name, deals in found.items() for deal in deals[:each]]


def play_endings(deal: nd.Deal) -> Iterator[Ending]:
    """Yield the last turns of the hints' game on one of the seed's plain deals."""
    game = play_game(SEED, int(deal.recipe.rpartition(".")[2]))
    rolls: list[nd.Roll] = []
    while game.turns:
        rolls.insert(0, game.pop().roll)
        if len(rolls) in TURNS_LEFT:
            yield Ending(deal.recipe, game.positions[0], tuple(rolls))


def main() -> None:
    """Write both files."""
    sequences = find_sequences()
    SEQUENCES.write_text("".join(_sequence(*each) for each in sequences), "utf-8")
    played = [deal for i, (_, deal) in enumerate(sequences) if i % DEALS_EACH < GAMES_EACH]
    endings = [ending for deal in played for ending in play_endings(deal)]
    endings.sort(key=lambda ending: len(ending.rolls))
    ENDINGS.write_text("".join(f"{ending}\n" for ending in endings), "utf-8")


def _sequence(name: str, deal: nd.Deal) -> str:
    return f"{name} | {deal.recipe} | {''.join(deal.tiles)} | {_join(deal.rolls)}\n"


def _read_sequence(line: str) -> tuple[str, nd.Deal]:
    name, recipe, tiles, rolls = line.split(" | ")
    return name, nd.Deal(recipe, tuple(tiles), _split(rolls))


def read_ending(line: str) -> Ending:
    """Parse the line of an ending."""
    _, recipe, position, rolls = line.split(" | ")
    return Ending(recipe, nd.Position.from_text(position), _split(rolls))


def _join(rolls: tuple[nd.Roll, ...]) -> str:
    return " ".join(map(str, rolls))


def _split(text: str) -> tuple[nd.Roll, ...]:
    return tuple(nd.Roll.from_text(roll) for roll in text.split(" "))


if __name__ == "__main__":
    main()
