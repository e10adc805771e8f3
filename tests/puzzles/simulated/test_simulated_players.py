"""Simulated players of human strength: reproducible, legal games of the expected strength."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.dice import Stream, plain_deal
from numberdrop.puzzles.simulated.games import simulated_game, simulated_turn
from numberdrop.puzzles.simulated.roster import ADEPT, NEWCOMER, REGULAR, ROSTER, SimulatedPlayer
from samples import CASES

RULEBOOK = nd.Variant()
#: The score, the turns and the forced turns of their games on the plain deals 0, 1 .. of seed 5.
GAMES = {
    NEWCOMER: ((31, 12, 3), (31, 13, 3), (37, 14, 3), (34, 12, 0)),
    REGULAR: ((58, 13, 2), (41, 14, 1), (56, 14, 1)),
    ADEPT: ((40, 13, 3), (50, 15, 2)),
}


@pytest.mark.parametrize("player", ROSTER, ids=lambda player: player.name)
def test_games_of_a_simulated_player_never_change(player: SimulatedPlayer) -> None:
    games = [
        simulated_game(plain_deal(5, number), RULEBOOK, player, number)
        for number in range(len(GAMES[player]))
    ]
    assert [(game.score, game.turns, game.forced) for game in games] == list(GAMES[player])


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
@pytest.mark.parametrize("player", ROSTER, ids=lambda player: player.name)
def test_turn_of_a_simulated_player_is_legal(player: SimulatedPlayer, variant: str) -> None:
    stream = Stream.from_key("rules")
    for text, roll in CASES[:8]:
        position, rolled = nd.Position.from_text(text), nd.Roll.from_text(roll)
        turn = simulated_turn(position, rolled, nd.Variant.of(variant), player, stream)
        assert nd.play(position, turn, variant).turn == position.turn + 1


def test_games_of_a_simulated_player_follow_the_share() -> None:
    assert [player.games(21) for player in ROSTER] == [21, 21, 9]
    assert [player.games(1) for player in ROSTER] == [1, 1, 1]


@pytest.mark.slow
def test_mean_score_of_a_simulated_player_matches_the_roster() -> None:
    """Checks 60 plain deals, within three standard errors."""
    for player in ROSTER:
        scores = [simulated_game(plain_deal(6, n), RULEBOOK, player, n).score for n in range(60)]
        assert abs(sum(scores) / 60 - player.mean / 100) < 3.5, player.name
