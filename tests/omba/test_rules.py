"""The rules: worked examples, and the core against the oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.errors import WrongType
from omba_agreement import RECORD, Tally, check_game, check_position, forged

START = "-,-,-/-,-,-/-,-,- A 6,6"
EXAMPLES = [
    (START, 3, "+a2 +b1 +b3 +c2"),
    ("-,-,-/BB,-,-/A,-,- A 5,4", 3, "+a1 +a2 +b1 +b3 +c2 a1a2 a1b3 a1c2"),
    ("-,-,-/BB,-,-/A,-,- A 5,4", 2, "+a3 +b2 +c1 +c3 a1b2 a1c1"),
    ("-,-,-/-,BA,B/-,-,- A 5,4", 1, "+a2 +b1 +b3 b2c2"),
    ("-,-,-/-,BA,-/-,-,- A 5,5", 2, "+a1 +a3 +c1 +c3 b2a2 b2b1 b2b3 b2c2"),
    ("-,-,-/-,-,-/-,BB,- A 6,4", 3, "+a2 +b1 +b3 +c2"),
    ("-,-,-/AB,-,-/-,-,- A 0,5", 1, ""),
    ("BBBBBB,A,-/-,-,-/-,-,- A 0,0", 6, "b3a2 b3b1 b3c2"),
]


@pytest.mark.parametrize(("text", "die", "moves"), EXAMPLES)
def test_worked_examples(text: str, die: int, moves: str) -> None:
    assert " ".join(omba.Position.from_text(text).moves(die)) == moves


def test_example_record_replays() -> None:
    game = omba.replay(RECORD)
    assert (game.winner, str(game)) == ("B", RECORD)
    assert str(game.final) == "-,B,AA/B,-,A/AA,A,BB B 0x,2"


@pytest.mark.parametrize(
    ("variant", "die", "more", "less"),
    [
        ("R", 6, {"a1a1"}, set()),
        ("E", 3, set(), {"+a2"}),
        ("F", 1, {"+a2"}, set()),
    ],
)
def test_variant_changes_moves(variant: str, die: int, more: set[str], less: set[str]) -> None:
    position = omba.Position.from_text("-,-,-/BB,-,-/A,-,- A 5,4")
    usual, changed = position.moves(die), position.moves(die, variant)
    assert more <= changed.keys() - usual.keys()
    assert less <= usual.keys() - changed.keys()


def test_move_that_ends_where_it_began_leaves_the_board() -> None:
    position = omba.Position.from_text("-,-,-/-,-,-/A,-,- A 0,1")
    assert str(position.moves(4, "R")["a1a1"]) == "-,-,-/-,-,-/A,-,- B 0,1"


@pytest.mark.parametrize("count", [150, pytest.param(20_000, marks=pytest.mark.slow)])
def test_core_and_oracle_agree_on_positions(count: int) -> None:
    rng, tally = random.Random(f"omba/{count}"), Tally()
    for _ in range(count):
        check_position(rng, tally)
    assert tally.positions == count


@pytest.mark.parametrize("count", [8, pytest.param(2_000, marks=pytest.mark.slow)])
def test_core_and_oracle_agree_on_games(count: int) -> None:
    rng, tally = random.Random(f"omba/{count}"), Tally()
    for number in range(count):
        check_game(rng, 2 + number % 3, "SREF"[number // 3 % 4], tally)
    assert tally.rejected > count


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "position: expected RANK3"),
        (START.replace("-,-,- A", "-,- A"), "board"),
        (START.replace("A 6", "C 6"), "side"),
        (START.replace("6,6", "6,6,6,6,6"), "hands"),
        (START.replace("6,6", "6"), "hands"),
        (START.replace("6,6", "6x,6"), "side: expected a player who is in"),
        (START.replace("6,6", "7,6"), "hands"),
        (START.replace(" A", "  A"), "position: expected RANK3"),
        (START.replace("-,", ",", 1), "a3: expected owners"),
        (START.replace("-,", "A-,", 1), "a3: expected owners"),
        (START.replace("-,", "C,", 1), "a3: expected AB"),
        (START.replace("-,", "A,", 1), "at most 6 cubes of A, got 7"),
        ("-,-,-/-,-,-/-,-,- A 5,4,4", "at most 4 cubes of A, got 5"),
    ],
)
def test_invalid_position_text_raises_with_place(text: str, place: str) -> None:
    with pytest.raises(nd.NotationError, match=place) as caught:
        omba.Position.from_text(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("record", "ply", "reason"), [*forged()])
def test_forged_record_raises_with_ply(record: str, ply: int, reason: str) -> None:
    with pytest.raises(omba.IllegalMove, match=reason) as caught:
        omba.replay(record)
    assert caught.value.ply == ply
    assert isinstance(caught.value, nd.NumberdropError)


@pytest.mark.parametrize("bad", [None, 3, b"x"])
def test_non_text_raises_type_error(bad: object) -> None:
    with pytest.raises(TypeError, match="expected text"):
        omba.Position.from_text(bad)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected text"):
        omba.replay(bad)  # type: ignore[arg-type]


EMPTY = ("",) * 9


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ((EMPTY, "A", (1.5, 1.5), (False, False)), "hands: expected a whole number, got 1.5"),
        ((EMPTY, "A", (float("nan"), 1), (False, False)), "hands: expected a whole number"),
        ((EMPTY, "A", (True, 2), (False, False)), "hands: expected a whole number, got True"),
        ((EMPTY, "A", (1, 2), (0, 2)), "out: expected bool, got 0"),
        ((None, "A", (1, 2), (False, False)), "stacks: expected Iterable, got None"),
        (((None,) * 9, "A", (1, 2), (False, False)), "stacks: expected text, got None"),
        ((EMPTY, None, (1, 2), (False, False)), "side: expected text, got None"),
        ((EMPTY, "A", None, (False, False)), "hands: expected Iterable, got None"),
        ((EMPTY, "A", (1, 2), None), "out: expected Iterable, got None"),
    ],
)
def test_invalid_parts_of_position_raise(parts: tuple[Any, ...], place: str) -> None:
    with pytest.raises(WrongType, match=f"^position, {place}"):
        omba.Position(*parts)


def test_lists_and_tuples_make_equal_positions() -> None:
    lists: tuple[Any, ...] = ([*EMPTY], "A", [5, 6], [False, False])
    assert {omba.Position(*lists): 1}[omba.Position(EMPTY, "A", (5, 6), (False, False))] == 1


@pytest.mark.parametrize("bad", [5, 2.0, [], True, None, "2"])
def test_invalid_number_of_players_raises(bad: Any) -> None:
    with pytest.raises(nd.NotationError, match="players: expected "):
        omba.Position.start(bad)


@pytest.mark.parametrize("bad", [8, -1, None, True, "x"])
def test_invalid_symmetry_raises(bad: Any) -> None:
    with pytest.raises(nd.NotationError, match="symmetry: expected "):
        omba.Position.start().image(bad)


def test_unchecked_positions_are_valid() -> None:
    """Moves, images and drops skip the checks of Position()."""
    rng, position = random.Random(1), omba.Position.start(3)
    while not position.winner:
        moves = position.moves(rng.randint(1, 6))
        position = rng.choice([*moves.values()]) if moves else position.dropped()
        for made in (position, position.image(rng.randrange(8)), position.canonical()):
            again = omba.Position(made.stacks, made.side, made.hands, made.out)
            assert again == made == omba.Position.from_text(str(made))
            assert hash(again) == hash(made)


def test_illegal_move_repr_has_ply() -> None:
    assert repr(omba.IllegalMove("x", ply=3)) == "IllegalMove('x', ply=3)"


@pytest.mark.parametrize("die", [0, 7, True, "3", 2.0])
def test_invalid_roll_raises(die: object) -> None:
    with pytest.raises(nd.NotationError, match="die: expected a whole number 1 to 6"):
        omba.Position.start().moves(die)  # type: ignore[arg-type]


def test_invalid_variant_raises() -> None:
    with pytest.raises(nd.NotationError, match="variant: expected one of S, R, E, F, got 'X'"):
        omba.Position.start().moves(1, "X")


def test_cubes_of_dropped_player_stay() -> None:
    position = omba.Position.from_text("-,-,-/AB,-,-/-,-,- A 0,2,1")
    assert str(position.dropped()) == "-,-,-/AB,-,-/-,-,- B 0x,2,1"
    left = position.dropped().dropped()
    assert (str(left), left.winner, left.moves(1)) == ("-,-,-/AB,-,-/-,-,- C 0x,2x,1", "C", {})
    with pytest.raises(nd.NotationError, match="expected a player besides"):
        left.dropped()


def test_all_images_have_one_canonical_position() -> None:
    position = omba.Position.from_text("-,AB,-/B,-,-/-,-,A B 3,2")
    images = {position.image(number).canonical() for number in range(8)}
    assert {str(one) for one in images} == {str(position.canonical())}
    assert position.canonical().side == "A"
    assert position.canonical().canonical() == position.canonical()


def test_position_repr_evaluates_to_it() -> None:
    position = omba.Position.from_text(EXAMPLES[1][0])
    assert eval(repr(position), {"Position": omba.Position}) == position


def test_docker_deals_three_cubes_to_each_of_three() -> None:
    start = omba.Position.start(3, "docker")
    assert str(start) == "-,-,-/-,-,-/-,-,- A 3,3,3"
    for players in (2, 4):
        with pytest.raises(nd.NotationError, match=f"^players: expected 3, got {players}$"):
            omba.Position.start(players, "docker")
    with pytest.raises(nd.NotationError, match=r"^deal: expected one of omba, docker, got 'Omba'$"):
        omba.Position.start(3, "Omba")


def test_docker_record_round_trips_and_differs_from_omba() -> None:
    game = omba.replay("docker/3/S 2+c3 1+b3 =?")
    assert (str(game), game.deal, game.players) == ("docker/3/S 2+c3 1+b3 =?", "docker", 3)
    assert str(game.final) == "-,B,A/-,-,-/-,-,- C 2,2,3"
    assert str(omba.replay("omba/3/S 2+c3 1+b3 =?").final) == "-,B,A/-,-,-/-,-,- C 3,3,4"


@pytest.mark.parametrize("count", [50, pytest.param(100_000, marks=pytest.mark.slow)])
def test_core_and_oracle_agree_on_positions_of_docker(count: int) -> None:
    rng, tally = random.Random(f"docker/{count}"), Tally()
    for _ in range(count):
        check_position(rng, tally, "docker")
    for number in range(max(4, count // 50)):
        check_game(rng, 3, "SREF"[number % 4], tally, "docker")
    assert tally.positions == count
