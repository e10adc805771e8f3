"""Players of human strength: the same games for ever, and legal ones."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.dice import Stream, plain_deal
from numberdrop.puzzles.simulated.games import simulated_game, simulated_turn
from numberdrop.puzzles.simulated.roster import ADEPT, NEWCOMER, PEOPLE, REGULAR, SimulatedPlayer
from samples import CASES

RULEBOOK = nd.Variant()
#: Their games on the plain deals 0, 1 .. of seed 5, which never change.
GAMES = {
    NEWCOMER: ((31, 12, 3), (31, 13, 3), (37, 14, 3), (34, 12, 0)),
    REGULAR: ((58, 13, 2), (41, 14, 1), (56, 14, 1)),
    ADEPT: ((40, 13, 3), (50, 15, 2)),
}


@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_the_games_of_a_person_are_the_same_for_ever(person: SimulatedPlayer) -> None:
    games = [
        simulated_game(plain_deal(5, number), RULEBOOK, person, number)
        for number in range(len(GAMES[person]))
    ]
    assert [(game.score, game.turns, game.forced) for game in games] == list(GAMES[person])


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
@pytest.mark.parametrize("person", PEOPLE, ids=lambda person: person.name)
def test_a_person_plays_by_the_rules(person: SimulatedPlayer, variant: str) -> None:
    stream = Stream.from_key("rules")
    for text, roll in CASES[:8]:
        position, rolled = nd.Position.from_text(text), nd.Roll.from_text(roll)
        turn = simulated_turn(position, rolled, nd.Variant.of(variant), person, stream)
        assert nd.play(position, turn, variant).turn == position.turn + 1


def test_a_person_plays_as_many_games_as_their_share() -> None:
    assert [person.games(21) for person in PEOPLE] == [21, 21, 9]
    assert [person.games(1) for person in PEOPLE] == [1, 1, 1]


@pytest.mark.slow
def test_people_are_as_strong_as_they_are_said_to_be() -> None:
    """On 60 plain deals, within three standard errors."""
    for person in PEOPLE:
        scores = [simulated_game(plain_deal(6, n), RULEBOOK, person, n).score for n in range(60)]
        assert abs(sum(scores) / 60 - person.mean / 100) < 3.5, person.name
