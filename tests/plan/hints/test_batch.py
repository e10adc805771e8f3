"""Hints for many positions at once."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.errors import NotationError, NumberdropError, WrongType
from numberdrop.plan import hint, hint_batch, play_game


def questions(seed: int) -> list[tuple[nd.Position, nd.Roll]]:
    """Return the positions of a game, with its rolls."""
    game = play_game(seed, 0)
    replay = nd.Game(game.tiles, game.start)
    found = []
    for turn in game.turns:
        found.append((replay.positions[0], turn.roll))
        replay.push(turn)
    return found


def test_batch_has_the_turns_of_self_play_and_of_single_hints() -> None:
    asked = questions(3)
    found = [*hint_batch(asked)]
    assert [ranked.turn for ranked in found] == [*play_game(3, 0).turns]
    for (position, roll), ranked in zip(asked[:3], found, strict=False):
        [first, *_] = hint(position, roll, level="fast", top=1).turns
        assert (ranked.turn, ranked.ev, ranked.loss) == (first.turn, first.ev, 0)
    strong = [*hint_batch(asked[:2], level="strong", playouts=40)]
    assert all(ranked.playouts for ranked in strong)


def test_batch_streams_and_shares_its_questions_among_workers() -> None:
    asked = questions(4) * 8
    drawn = 0

    def stream() -> object:
        nonlocal drawn
        for one in asked:
            drawn += 1
            yield one

    found = hint_batch(stream())  # type: ignore[arg-type]
    first = next(found)
    assert drawn <= 64
    assert [first, *found] == [*hint_batch(asked, workers=2, executor="threads")]


def test_invalid_question_is_named() -> None:
    good = ("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O")
    with pytest.raises(NotationError, match="question 2: roll: expected"):
        [*hint_batch([good, (good[0], "1")])]
    with pytest.raises(NotationError, match="question 1: expected a position and a roll, got"):
        [*hint_batch([good * 2])]  # type: ignore[list-item]
    with pytest.raises(WrongType, match="question 1: expected tuple or list, got 5"):
        [*hint_batch([5])]  # type: ignore[list-item]
    with pytest.raises(NumberdropError, match="over"):
        [*hint_batch([("1...... -:-:- I4,O4,T4,L4,S4 11", "156*O")])]
    with pytest.raises(NumberdropError, match="level: expected"):
        [*hint_batch([good], level="weak")]
