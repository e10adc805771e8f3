"""Random games of several players."""

from __future__ import annotations

import random
from functools import cache
from itertools import count

import numberdrop as nd
import oracle
from numberdrop.multiplayer import Seats


def some_game(players: int, seed: int, turns: int, variant: str = "rulebook") -> nd.Game:
    """Return an unfinished random game played by the oracle."""
    record = oracle.random_game(random.Random(seed), players, variant)
    return nd.Game.from_record({**record, "turns": record["turns"][:turns]})


@cache
def before_block(players: int = 3) -> nd.Game:
    """Return a game in which only one player has circled a letter, whose block falls at the next
    star."""
    for seed in count():
        record = oracle.random_game(random.Random(seed), players)
        for turns in range(1, len(record["turns"])):
            game = nd.Game.from_record({**record, "turns": record["turns"][:turns]})
            marks = [mark for position in game.positions for _, _, mark in position.tiles]
            if marks.count("o") == 1:
                return game
    raise AssertionError


def some_rolls(seed: int, many: int) -> list[nd.Roll]:
    """Return `many` rolls of the publisher's dice."""
    rng = random.Random(seed)
    return [nd.Roll.from_text(oracle.random_roll(rng)) for _ in range(many)]


def last_tables(
    many: int, players: int = 2, variant: str = "rulebook"
) -> list[tuple[Seats, nd.Roll]]:
    """Return tables whose next turn is sure to end the game, each with a roll without stars."""
    found: list[tuple[Seats, nd.Roll]] = []
    seed = 0
    while len(found) < many:
        seed += 1
        record = oracle.random_game(random.Random(seed), players, variant)
        game = nd.Game.from_record({**record, "turns": record["turns"][:-1]})
        roll = nd.Roll.from_text(record["turns"][-1]["roll"])
        seats = Seats.of(game)
        if not roll.has_star and any(seats.must_end(s, roll) for s in range(1, players + 1)):
            found.append((seats, roll))
    return found


def best_by_oracle(
    position: nd.Position, roll: nd.Roll, bga: bool = False, slide: bool = False
) -> int:
    """Return the highest score after one more turn with the player's own shape, by trying all
    turns."""
    turns = oracle.own_turns(oracle.parse(str(position)), str(roll), slide)
    return int(max(oracle.score(after, bga)["total"] for _, after in turns))


def best_part_by_oracle(seats: Seats, place: int, roll: nd.Roll) -> int:
    """Return the highest score that the seat at `place`, from 0, can have after its part of the
    turn."""
    letter, position, bga = seats.falling(roll), seats.positions[place], seats.variant.bga
    if letter is None:
        return best_by_oracle(position, roll, bga, seats.variant.slide)
    sheet = oracle.parse(str(position))
    tile = oracle.tile_on(sheet, letter)
    best = None
    for cells in () if tile.circled else oracle.landings(sheet, tile.shape, seats.variant.slide):
        after = sheet.copy()
        oracle.write(after, dict.fromkeys(cells, "X"))
        best = max(oracle.score(after, bga)["total"], -99 if best is None else best)
    return int(oracle.score(sheet, bga)["total"] if best is None else best)
