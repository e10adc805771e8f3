"""Hints for several: exact last turns, seats swapped, what is known, budgets, workers."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.errors import NumberdropError
from numberdrop.multiplayer import RankedPart, Seats, choices, hint
from numberdrop.turn import SharedTurn
from tables import best_by_oracle, last_tables, some_game, some_rolls

MIDDLE = some_game(3, 2, 6)
ROLL = "4525T"


def figures(turns: tuple[RankedPart, ...]) -> list[tuple[object, ...]]:
    return [(str(turn.part), turn.win, turn.margin, turn.ev, turn.errors) for turn in turns]


def test_last_turns_are_exact() -> None:
    for seats, roll in last_tables(2):
        best = [best_by_oracle(position, roll) for position in seats.positions]
        for seat in (1, 2):
            found = hint(seats, seat, roll)
            assert found.made_by["exact"]
            first = found.turns[0]
            mine, theirs = best[seat - 1], best[2 - seat]
            assert first.ev == mine
            assert first.win == (mine > theirs) + (mine == theirs) / 2
            assert first.margin == pytest.approx(mine - theirs)
            assert (first.alone, first.shared) == (mine > theirs, mine == theirs)
            assert first.ends == 1
            assert first.errors == (0.0,) * 5


def test_ending_part_with_known_others_is_exact() -> None:
    for seats, roll in last_tables(1):
        other = hint(seats, 2, roll).turns[-1]
        found = hint(seats, 1, roll, known={2: other.part})
        assert found.made_by["exact"]
        ahead = found.turns[0].ev - other.ev
        assert found.turns[0].win == (ahead > 0) + (ahead == 0) / 2
        assert found.known == {2: other.part}


def test_swapping_seats_swaps_the_answer() -> None:
    seats = Seats.of(MIDDLE)
    swapped = seats.ordered([3, 1, 2])
    one, other = (hint(*asked, ROLL, playouts=60) for asked in ((seats, 3), (swapped, 1)))
    assert figures(one.turns) == figures(other.turns)


def test_a_budget_in_playouts_repeats_for_any_number_of_workers() -> None:
    one, three = (hint(MIDDLE, 2, ROLL, playouts=96, workers=workers) for workers in (1, 3))
    assert figures(one.turns) == figures(three.turns)
    assert one.made_by == three.made_by
    assert one.made_by["budget"] == one.made_by["playouts"]
    assert figures(hint(MIDDLE, 2, ROLL, playouts=96, seed=2).turns) != figures(one.turns)


@pytest.mark.parametrize("aim", ["win", "points"])
def test_parts_are_ranked_by_what_is_aimed_at(aim: str) -> None:
    found = hint(MIDDLE, 1, ROLL, aim=aim, playouts=60, top=9)  # type: ignore[arg-type]
    aimed = [turn.win if aim == "win" else turn.ev for turn in found.turns]
    assert aimed == sorted(aimed, reverse=True)
    assert [turn.loss for turn in found.turns] == [aimed[0] - value for value in aimed]
    for turn in found.turns:
        assert 0 <= turn.alone <= turn.win <= turn.alone + turn.shared / 2 + 1e-6
    parts = [hint(MIDDLE, s, ROLL, level="fast", top=1).turns[0].part for s in (1, 2, 3)]
    game = MIDDLE.copy()
    game.push(SharedTurn(nd.Roll.from_text(ROLL), tuple(parts)))


def test_the_chances_of_all_seats_add_up_to_one() -> None:
    for roll in some_rolls(8, 2):
        shares = [hint(MIDDLE, seat, roll, level="fast", top=1).turns[0].win for seat in (1, 2, 3)]
        assert sum(shares) == pytest.approx(1, abs=0.1)  # each with the best of its own turns


def test_a_part_that_was_played_is_looked_at_to_the_end() -> None:
    seats = Seats.of(MIDDLE)
    everything = choices(seats, 1, nd.Roll.from_text(ROLL), 400)
    worst, best = everything[-1], hint(seats, 1, ROLL, playouts=48).turns[0]
    for part in (worst.part, best.part, str(worst.part)):
        found = hint(seats, 1, ROLL, playouts=96, top=2, played=part)
        [turn] = [turn for turn in found.turns if str(turn.part) == str(part)]
        assert turn.playouts > 0
        assert len(found.turns) == 2 + (turn is found.turns[-1] and len(found.turns) == 3)
    with pytest.raises(nd.IllegalTurn, match="turn 7, seat 1: "):
        hint(seats, 1, ROLL, played="-")


def test_a_block_turn_has_hints() -> None:
    text = "...1... 3:3:- V3{},I,O,X5,T 4"
    seats = Seats([text.format("o"), text.format("")])
    found = hint(seats, 2, "*456O", playouts=24)
    assert all(turn.part.is_block for turn in found.turns)
    assert [str(turn.part) for turn in hint(seats, 1, "*456O").turns] == ["."]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seat": 4}, "seat: expected 1 to 3, got 4"),
        ({"aim": "glory"}, "aim: expected one of win, points"),
        ({"level": "quick"}, "level: expected one of fast, strong, deep"),
        ({"level": "fast", "playouts": 6}, "samples nothing"),
        ({"known": {1: "-"}}, "turn 7, seat 1: "),
        ({"known": {2: "a14=1,b14=1,c14=1,d14=1"}}, "turn 7, seat 2: "),
        ({"known": {2: "nonsense"}}, "expected CELL=DIGIT"),
        ({"known": {5: "-"}}, "seat: expected 1 to 3, got 5"),
        ({"top": 0}, "top: expected 1 to 1000"),
        ({"roll": "****O"}, "roll"),
        ({"level": []}, r"level: expected text, got \[\]"),
        ({"level": "x" * 3000}, "level: expected one of fast, strong, deep, got 'x"),
        ({"aim": "x" * 3000}, "aim: expected one of win, points, got 'x"),
        ({"weights": True}, "weights: expected SeatWeights, got True"),
        ({"known": True}, "known: expected Mapping, got True"),
        ({"known": []}, r"known: expected Mapping, got \[\]"),
        ({"progress": 5}, "progress: expected a function, got 5"),
        ({"stop": 0}, "stop: expected Stop, got 0"),
    ],
)
def test_wrong_questions_are_refused(options: dict[str, object], words: str) -> None:
    asked = {"seat": 1, "roll": ROLL, **options}
    with pytest.raises(NumberdropError, match=words) as caught:
        hint(MIDDLE, **asked)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 300


def test_a_hint_has_a_hash_as_other_values_do() -> None:
    one, other = (hint(MIDDLE, 1, ROLL, level="fast", top=1) for _ in range(2))
    assert one == other
    assert {one: 1}[other] == 1


def test_a_game_that_is_over_has_no_hint() -> None:
    game = some_game(2, 1, 99)
    with pytest.raises(NumberdropError, match="the game is over"):
        hint(game, 1, ROLL)
