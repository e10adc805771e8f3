"""A program that prints whole games of levels and bots, counts of turns, and many figures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import numberdrop as nd
from numberdrop.bots import OWN_BOTS, own_bot, play_table
from numberdrop.multiplayer.opponents import LIKELY, chances_of
from numberdrop.omba.advice import GAMES
from numberdrop.omba.policies import standard_error
from numberdrop.plan.hints.levels import LEVELS
from numberdrop.plan.hints.selfplay import play_game, selfplay
from regenerate import PERFTS, read_perft


def games() -> Iterator[str]:
    """Yield a solo game of each quick level, a summary of self-play, and a game of two with each
    bot."""
    for level in LEVELS:
        if level != "deep":
            yield f"{level}: {json.dumps(play_game(7, 1, level=level).to_record())}"
    played = selfplay(2, 7).to_json()
    yield f"self-play: {json.dumps({**played, 'ms_per_turn': None})}"
    for number, name in enumerate(OWN_BOTS):
        bots = [own_bot(name), own_bot("easy")]
        game, _ = play_table(nd.table_deal(7, number), nd.Variant(), bots)
        yield f"{name}: {json.dumps(game.to_record())}"


def counts() -> Iterator[str]:
    """Yield the counts of tests/perft."""
    for path in PERFTS:
        for _, count in read_perft(path.read_text("utf-8")):
            if count is not None:
                dice = nd.Variant.from_text(count.variant).dice
                rolls = nd.Roll.all_of(count.rolls, dice)
                found = nd.Position.from_text(count.position).perft(rolls, count.variant)
                yield f"perft {count.id} {' '.join(count.rolls)} {found}"


def figures() -> Iterator[str]:
    """Yield figures with all their digits whose last bit an inexact function would change."""
    yield from (f"error {wins} {standard_error(wins / GAMES, GAMES)}" for wins in range(GAMES))
    rng = random.Random(1)
    for _ in range(1000):
        values = sorted((60 + 3 * rng.random() for _ in range(LIKELY)), reverse=True)
        yield f"chances {values} {chances_of(values)}"


if __name__ == "__main__":
    for part in (games, counts, figures):
        for line in part():
            print(line)
