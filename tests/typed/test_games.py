"""Parsing of typed games, and every fault that one can have."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from commands import GAMES
from numberdrop.dice import Deal, plain_deal
from numberdrop.record import PlayedLine, load_game
from numberdrop.typed import FaultyGame, is_game, read_game

RECORD = GAMES[0]
GAME = load_game(RECORD)
TURNS = [str(turn) for turn in GAME.turns]
HEAD = [f"tiles {''.join(GAME.tiles)}", f"start {GAME.start[0]}"]
NAMED = ["puzzle plain#1.0", "d1"]
WITHOUT_ROLLS = [turn.partition(" ")[2] for turn in TURNS]


def written(*lines: str) -> str:
    return "\n".join(lines)


def faults(text: str, **more: Any) -> list[str]:
    with pytest.raises(FaultyGame) as caught:
        read_game(text, **more)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return list(caught.value.faults)


def changed(number: int, turn: str) -> str:
    """Return the game with turn `number` replaced; turn 1 is on line 3."""
    turns = list(TURNS)
    turns[number - 1] = turn
    return written(*HEAD, *turns)


@pytest.mark.parametrize(
    "text",
    [
        written(*HEAD, *TURNS),
        "\r\n".join(["\ufeff" + HEAD[0].upper(), "", "; a game", *HEAD[1:], *TURNS]),
        written(*HEAD, *(f"{n}. {turn.lower()}  # mine" for n, turn in enumerate(TURNS, 1))),
        written(
            "Tiles: I, O, T, L, S".replace("I, O, T, L, S", ", ".join(GAME.tiles)), "D1=1", *TURNS
        ),
        written(*NAMED, *TURNS),
        written(*NAMED, *WITHOUT_ROLLS),
        written(NAMED[0], "start D", *TURNS),
        written(*(f"> {line}" for line in (*NAMED, "", *TURNS))),
        written("PUZZLE = Plain#1.0", "start: d1", *(f"#{n} {t}" for n, t in enumerate(TURNS, 1))),
        written("variant rulebook", *NAMED, *TURNS),
    ],
)
def test_game_in_any_form_is_parsed(text: str) -> None:
    found = read_game(text)
    assert isinstance(found, nd.Game)
    assert found.to_record() == RECORD
    assert is_game(text)


def test_puzzle_argument_supplies_the_rolls() -> None:
    puzzle = (plain_deal(1, 0), nd.Variant())
    found = read_game(written("d1", *WITHOUT_ROLLS), puzzle)
    assert found.to_record() == RECORD
    assert read_game(written(*NAMED, *TURNS), puzzle).to_record() == RECORD
    assert faults(written("puzzle 6", "d1", *TURNS), puzzle=puzzle)[0] == (
        "game, line 1: puzzle: expected plain#1.0, got solo#2026-11-25.1"
    )


@given(st.integers(0, len(TURNS)))
def test_unfinished_game_is_parsed(count: int) -> None:
    found = read_game(written(*HEAD, *TURNS[:count]))
    assert len(found.turns) == count


def test_position_and_turns_are_a_played_line() -> None:
    text = "position 1...... -:-:- i0,O0,T0,L0,S0 7\n7. 4567I A a2=4,b2=5,c2=6,d2=7"
    found = read_game(text)
    assert isinstance(found, PlayedLine)
    assert is_game(text)
    assert found.to_record() == nd.replay(found.to_record())
    assert [position.turn for position in found.positions] == [7, 8]
    assert faults(text[:-1] + "8")[0].startswith("game, line 2, turn 7: place: 4567I doesn't give")
    assert "without tiles, start or puzzle" in faults("start d1\n" + text)[0]


SHARED = """
tiles U5 O T5 I3 X5
start a1 a1
1113O | b1=1,c1=3,b2=1,c2=1 | b1=3,c1=1,b2=1,c2=1 !c1b2c2
4567I | d1=4,e1=5,f1=6,g1=7|d1=4,e1=5,f1=6,g1=7 !d1e1f1
123*T|A@d2e2f2d3f3|.
"""


def test_multiplayer_game_is_parsed() -> None:
    found = read_game(SHARED)
    assert isinstance(found, nd.Game)
    assert (found.players, len(found.turns)) == (2, 3)
    wrong = faults(SHARED.replace("!d1e1f1", "!d1e1g1"))
    assert wrong[0].startswith("game, line 5, turn 2, seat 2: claim:")


def test_every_fault_has_its_line() -> None:
    turns = list(TURNS)
    turns[2] = turns[2].replace("E,C", "E")
    turns[4] = turns[4].replace("c3=4", "c3=9")
    turns[7] = "1463I A"
    turns[9] = turns[9].replace("g9=5", "f9=5")
    found = faults(written(*HEAD, *turns), where="my.txt")
    assert found[0] == (
        "my.txt, line 5, turn 3: the roll 46*6L shows a star: C must slide; did you "
        f"mean {TURNS[2]!r}? Later turns are checked as if you did"
    )
    assert found[1] == "my.txt, line 7, turn 5: place: 5141T doesn't give the digits 1 5 9 1"
    assert found[2].startswith("my.txt, line 10, turn 8: turn: expected ROLL SLIDES PLACE")
    assert found[3] == "my.txt, line 12, turn 10: place: shape I can't lie on g8 f9 g10 g11"
    assert found[4] == (
        "my.txt, after turn 5, which can't be played, only the form of turns was checked"
    )
    assert len(found) == 5


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (4, "f2=4,g2=6,f3=7,g3=1 !f1g1g2", "f4=4,g4=6,f5=7,g5=1 !f1g1g2"),
        (3, "E,C", "E"),
        (2, "E a1", "E,A a1"),
        (7, "C@d3e3e4e5", "C@d4e4e5e6"),
        (7, "!g3f4g4f5g5", "!g3f4g4f5g5c3"),
        (13, "B,B B@a10b10a11b11", "B,A B@a10b10a11b11"),
        (1, "c2=3", "c3=3"),
    ],
)
def test_illegal_turn_gets_a_suggestion(number: int, old: str, new: str) -> None:
    assert old in TURNS[number - 1]
    [found] = faults(changed(number, TURNS[number - 1].replace(old, new)))
    assert f"did you mean {TURNS[number - 1]!r}?" in found


@pytest.mark.parametrize(
    ("number", "old", "new", "words"),
    [
        (7, " C@d3e3e4e5", "", "tile C reaches notch 4 and falls: expected it next in drops"),
        (2, "a2=4", "a2=5", "place: 4466I doesn't give the digits 6 5 6 4"),
        (4, "A ", "", "expected the letter of the free slide"),
    ],
)
def test_ambiguous_turn_gets_no_suggestion(number: int, old: str, new: str, words: str) -> None:
    found = faults(changed(number, TURNS[number - 1].replace(old, new)))
    assert f"turn {number}: {words}" in found[0]
    assert "did you mean" not in found[0]


def test_game_for_other_dice_names_the_first_difference() -> None:
    puzzle = (plain_deal(1, 1), nd.Variant())
    assert faults(written(*HEAD, *TURNS), puzzle=puzzle) == [
        f"game: the tiles of this puzzle are {' '.join(puzzle[0].tiles)}, the game's "
        f"{' '.join(GAME.tiles)}; roll 1 of this puzzle is {puzzle[0].rolls[0]}, the game's is "
        "*4*3S",
    ]


def test_single_different_roll_is_reported_as_a_fault() -> None:
    puzzle = (plain_deal(1, 0), nd.Variant())
    turns = [turn.replace("4466I", "1466I").replace("7641O", "1467O") for turn in TURNS]
    assert faults(written("d1", *turns), puzzle=puzzle)[:2] == [
        "game, line 3, turn 2: roll 2 of this puzzle is 4466I, the game's is 1466I",
        "game, line 3, turn 2: place: 1466I doesn't give the digits 6 4 6 4",
    ]


def test_missing_turn_is_found_by_the_numbers() -> None:
    turns = [f"{n}. {turn}" for n, turn in enumerate(TURNS, 1) if n != 5]
    found = faults(written(*NAMED, *turns))
    assert found[0] == "game, line 7, turn 5: expected turn 5 here, got turn 6"
    assert len(found) == 2


def test_mistyped_number_is_the_only_fault() -> None:
    numbers = [1, 3, *range(3, len(TURNS) + 1)]
    turns = [f"{n}. {turn}" for n, turn in zip(numbers, TURNS, strict=True)]
    end = "game, after turn 2, which can't be played, only the form of turns was checked"
    first = "game, line 4, turn 2: expected turn 2 here, got turn 3"
    assert faults(written(*NAMED, *turns)) == [first, end]
    turns[2] = TURNS[2]  # without its number
    turns[4] = turns[4].replace("5.", "6.")
    told = [first, "game, line 7, turn 5: expected turn 5 here, got turn 6", end]
    assert faults(written(*NAMED, *turns)) == told


def test_repeated_turn_is_found_by_the_numbers() -> None:
    turns = [f"{n}. {turn}" for n, turn in enumerate(TURNS, 1)]
    found = faults(written(*NAMED, *turns[:5], *turns[4:]))
    assert found[0] == "game, line 8, turn 6: expected turn 6 here, got turn 5"
    assert len(found) == 2


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["variant bga", "variant: rulebook"], "variant: expected once, got 'bga' and 'rulebook'"),
        ([HEAD[0], "tiles IOTLS"], "tiles: expected once, got 'TOLSI' and 'IOTLS'"),
        (["start a1", "d1"], "start: expected once, got 'a1' and 'd1'"),
        (["A1", "start a1"], "start: expected once, got 'A1' and 'a1'"),
        (
            ["position - -:-:- IOTLS 1", "position 1...... -:-:- IOTLS 1"],
            "position: expected once, got '- -:-:- IOTLS 1' and '1...... -:-:- IOTLS 1'",
        ),
    ],
)
def test_repeated_head_line_is_reported(lines: list[str], said: str) -> None:
    assert faults(written(*lines, *TURNS))[0] == f"game, line 2: {said}"


def test_turns_after_the_end_are_one_fault() -> None:
    found = faults(written(*HEAD, *TURNS, TURNS[-1], TURNS[-1]))
    assert found == [f"game, line {3 + len(TURNS)}, turn 15: the game ended with turn 14"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game: expected a game, got an empty text"),
        ("# nothing", "game: expected a game, got an empty text"),
        (HEAD[0], "end: expected the cell of the first digit"),
        (written(*TURNS), "line 1: expected a line that names the puzzle"),
        ("d1\n" + TURNS[0], "line 2: expected a line that names the puzzle"),
        (written(HEAD[0], *TURNS), "line 2: expected the cell of the first digit"),
        (written("tiles IOTL", "d1", *TURNS), "line 1: tiles: expected the five shapes on A to E"),
        (written("tiles IOTLL", "d1", *TURNS), "tiles: expected five different shapes"),
        (written(HEAD[0], "start d2", *TURNS), "line 2: start: expected a cell of row 1"),
        (written("puzzle x", "d1", *TURNS), "line 1: puzzle: expected a day"),
        (written("puzzle 1.4", "d1", *TURNS), "expected a puzzle of twenty rolls, got drop#1.4"),
        (written("puzzle plain#1.x", "d1", *TURNS), "line 1: puzzle: expected seed and number"),
        (written("variant house", *HEAD, *TURNS), "line 1: variant: expected rulebook or bga"),
        (written(*HEAD, *WITHOUT_ROLLS), "as no line names the puzzle"),
        (written(*HEAD, TURNS[0], HEAD[0]), "line 4: expected this line before the first turn"),
        (written("hello", "world"), "line 1: expected a line that names the puzzle"),
        (written(HEAD[0], "start a1 b1", "1113O | - |"), "line 3, turn 1"),
    ],
)
def test_invalid_game_raises_notation_error(text: str, words: str) -> None:
    assert words in str(faults(text))


def test_missing_rolls_are_reported_once() -> None:
    found = faults(written(*HEAD, *WITHOUT_ROLLS))
    assert sum("as no line names the puzzle" in fault for fault in found) == 1


def test_number_of_reported_faults_is_limited() -> None:
    found = faults("start d1\n" + "hello\n" * 9_999)
    assert len(found) == 41
    assert found[-1] == "game: 9,961 more faults"


def test_faulty_game_can_be_pickled() -> None:
    error = FaultyGame(("one", "two"))
    assert pickle.loads(pickle.dumps(error)).faults == ("one", "two")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3",
        "hello",
        "156*O",
        "2026-11-25",
        "42",
    ],
)
def test_other_text_does_not_look_like_a_game(text: str) -> None:
    assert not is_game(text)


def deals_of(record: dict[str, Any]) -> Deal:
    return Deal(
        "typed",
        tuple(record["tiles"]),
        tuple(nd.Roll.from_text(t["roll"]) for t in record["turns"]),
    )


@given(st.sampled_from(GAMES), st.booleans(), st.booleans(), st.booleans())
def test_typed_game_equals_its_record(
    record: dict[str, Any], has_rolls: bool, numbered: bool, small: bool
) -> None:
    game = load_game(record)
    lines = []
    for number, turn in enumerate(game.turns, 1):
        text = str(turn) if has_rolls else str(turn).partition(" ")[2]
        lines.append(f"{number}) {text}" if numbered else text)
    text = written(game.start[0], *lines)
    found = read_game(text.lower() if small else text, (deals_of(record), game.variant))
    assert found.to_record() == record


def test_two_different_rolls_mean_other_dice() -> None:
    """One is reported as a fault if another roll is the puzzle's."""
    puzzle = (plain_deal(1, 0), nd.Variant())
    turns = [turn.replace("4466I", "1466I").replace("7641O", "1467O") for turn in TURNS]
    turns[4] = turns[4].replace("5141T", "5142T")
    [found] = faults(written("d1", *turns), puzzle=puzzle)
    assert found.startswith("game: roll 2 of this puzzle is 4466I, the game's is 1466I")


@pytest.mark.parametrize(
    ("count", "last"), [(38, "after turn 1"), (39, "after turn 1"), (40, "1 more fault")]
)
def test_faults_beyond_forty_are_counted(count: int, last: str) -> None:
    found = faults("\n".join(["position - -:-:- IOTLS 1", *["156*O A ?"] * count]))
    assert last in found[-1]
    assert len(found) == min(41, count + 1)


def test_turns_without_a_start_are_checked_for_form_only() -> None:
    found = faults(written("hello", *TURNS[:1], "world"))
    assert found[-1] == "game, without a valid start, only the form of turns was checked"
