"""Reviews of games of several players: shares that add up, the part that was played, and words."""

from __future__ import annotations

from functools import cache

import pytest

import numberdrop as nd
from numberdrop.bots import own_bot, play_table
from numberdrop.multiplayer import SharedReview, ShareThresholds, hint, review_seats
from numberdrop.plan import Stop
from numberdrop.view.charts import shared_review_svg
from numberdrop.view.shared import draw_shared_review
from schemas import faults, validator

SCHEMA = validator("review-seats.schema.json")


@cache
def played(players: int = 2) -> nd.Game:
    bots = [own_bot(name) for name in ("hard", "easy", "beginner")[:players]]
    return play_table(nd.table_deal(1, 0), nd.Variant(), bots)[0]


@cache
def reviewed(players: int = 2) -> SharedReview:
    return review_seats(played(players), level="fast")


@pytest.mark.parametrize("players", [2, 3])
def test_the_figures_add_up(players: int) -> None:
    found = reviewed(players)
    game = played(players)
    assert len(found.turns) == len(game.turns)
    for number, parts in enumerate(found.turns):
        assert sum(part.before for part in parts) == pytest.approx(1)
        assert sum(part.after for part in parts) == pytest.approx(1)
        for part in parts:
            assert part.luck - part.loss + part.others == pytest.approx(part.swing)
            assert part.loss >= 0
            if number:
                assert part.before == found.turns[number - 1][part.seat - 1].after
    final = [float(seat in game.winners()) for seat in range(1, players + 1)]
    assert [part.after for part in found.turns[-1]] == final
    assert found.winners == tuple(game.winners())
    assert found.scores == tuple(position.score().total for position in game.positions)


def test_the_turn_that_decided_is_the_first_of_a_lead_to_the_end() -> None:
    found = reviewed()
    winner, decided = found.winners[0] - 1, found.decided
    assert decided
    ahead = [parts[winner].after >= max(part.after for part in parts) for parts in found.turns]
    assert all(ahead[decided - 1 :])
    assert decided == 1 or not ahead[decided - 2]
    number, part = found.largest()
    moved = [abs(one.swing) for parts in found.turns for one in parts]
    assert abs(part.swing) == max(moved)
    assert part in found.turns[number - 1]


def test_the_document_and_the_pictures() -> None:
    for players in (2, 3):
        found = reviewed(players)
        assert faults(SCHEMA, found.to_json()) == []
        text = draw_shared_review(found, repeated_by="numberdrop review game.json")
        assert text.splitlines()[-1] == "numberdrop review game.json"
        assert f"seat {found.winners[0]} won, and led from turn {found.decided} to the end" in text
        assert max(map(len, text.splitlines())) <= 100
        picture = shared_review_svg(found)
        assert picture.count("stroke-width") == 2 * players
        assert picture.endswith("</svg>\n")


def test_a_part_that_is_played_is_looked_at_whatever_it_is_worth() -> None:
    game, roll = nd.Game("IOTLS", "d1d1"), nd.Roll.from_text("4567I")
    worst = nd.Part.from_text("d2=4,d3=5,d4=6,d5=7")
    ranked = hint(game, 1, roll, level="fast", top=1, played=worst).turns
    assert len(ranked) == 2
    assert ranked[1].part == worst
    assert ranked[1].loss > 0
    best = ranked[0].part
    assert len(hint(game, 1, roll, level="fast", top=1, played=best).turns) == 1
    with pytest.raises(nd.IllegalTurn, match="can't come to rest"):
        hint(game, 1, roll, level="fast", played="a9=4,b9=5,c9=6,d9=7")


def test_it_can_be_stopped() -> None:
    stop = Stop()
    found = review_seats(
        played(), level="fast", stop=stop, progress=lambda n: stop.set() if n == 2 else None
    )
    assert len(found.turns) == 2
    assert (found.winners, found.decided) == ((), None)
    assert faults(SCHEMA, found.to_json()) == []
    with pytest.raises(nd.NumberdropError, match="stopped before the first turn"):
        review_seats(played(), level="fast", stop=stop)


def test_invalid_review_is_refused() -> None:
    with pytest.raises(nd.NumberdropError, match="of several players, got a solo game"):
        review_seats(nd.Game("IOTLS", "d1"))
    with pytest.raises(nd.NumberdropError, match="at least one turn, got none"):
        review_seats(nd.Game("IOTLS", "d1d1"))
    with pytest.raises(nd.NumberdropError, match=r"^level: expected one of fast, strong, deep"):
        review_seats(played(), level="quick")
    with pytest.raises(nd.NumberdropError, match="game: expected Game, got 5"):
        review_seats(5)  # type: ignore[arg-type]
    for name in ("level", "thresholds", "weights", "progress", "reviewed", "stop"):
        with pytest.raises(nd.NumberdropError, match=f"^{name}: expected "):
            review_seats(played(), **{name: 5})  # type: ignore[arg-type]


def test_words_for_losses() -> None:
    words = ShareThresholds()
    assert [words.word(loss) for loss in (0.019, 0.02, 0.05, 0.1)] == [
        *("good", "inaccuracy", "mistake", "blunder")
    ]
    for thresholds in ((0, 1, 2), (3, 2, 10), (1, 2, 101)):
        with pytest.raises(nd.NotationError, match=r"^thresholds: expected"):
            ShareThresholds(*thresholds)
    for strange in (("a",), (True, True, True), (None,)):
        with pytest.raises(nd.NotationError, match=r"^thresholds, inaccuracy: expected a number"):
            ShareThresholds(*strange)  # type: ignore[arg-type]
