"""Arguments from Python: text is accepted in place of an object, and so are numbers of any library.
Anything else raises a TypeError with a one-line message."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import numberdrop as nd
from numberdrop.multiplayer.seats import Seats
from numberdrop.notation import coerce_cells, coerce_tiles
from numberdrop.plan import Question, counting_bound, play_game, review, selfplay
from numberdrop.puzzles import daily_deal, literal_id
from numberdrop.validate import boolean, integer, integer_between, real_number
from numberdrop.view import draw_position, draw_turn, position_svg, turn_svg

TEXT = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
P = nd.Position.from_text(TEXT)
ROLL = "156*O"
TURN = str(next(P.turns(nd.Roll.from_text(ROLL))))
A, B = (nd.Roll.from_text(text) for text in (ROLL, "1562L"))
PAIR = nd.Game("IOTLS", ["a1", "b1"])
SEATS = Seats.of(PAIR)
#: A sheet without tiles, one before the last slides, and one with three equal digits.
SHEET = nd.Position.from_text("- -:-:- - 3")
LAST = nd.Position.from_text("1...... -:-:- I4x,O3,T4x,L4x,S4x 17")
DIGITS = nd.Position.from_text("6663... -:-:- I1,O0,T0,L0,S0 2")
GAME: Any = nd.Game("IOTLS", "d1", "bga", ["4567I A g1=4,g2=5,g3=6,g4=7"])

#: Pairs of the same call, with text and with objects.
ALIKE: list[tuple[Callable[[], object], Callable[[], object]]] = [
    (lambda: P.count_turns(ROLL), lambda: P.count_turns(A)),
    (lambda: P.perft(ROLL), lambda: P.perft([A])),
    (lambda: P.perft([ROLL], nd.Variant()), lambda: P.perft(iter([A]))),
    (lambda: next(P.turns(ROLL)), lambda: next(P.turns(A))),
    (lambda: list(P.falls(ROLL, "bga")), lambda: list(P.falls(A, nd.Variant("bga")))),
    (lambda: P.places(ROLL), lambda: P.places(A)),
    (lambda: P.slides(ROLL), lambda: P.slides(A)),
    (lambda: P.is_last_turn(ROLL), lambda: P.is_last_turn(A)),
    (lambda: nd.play(TEXT, TURN), lambda: nd.play(P, nd.Turn.from_text(TURN))),
    (lambda: P.why_not_claim("a1a2b2"), lambda: P.why_not_claim(["a1", "a2", "b2"])),
    (lambda: P.judge_claim("!a1a2b2"), lambda: P.judge_claim(iter(["a1", "a2", "b2"]))),
    (lambda: P.place("d2e2", [1, 2]), lambda: P.place(["d2", "e2"], (np.int8(1), 2))),
    (lambda: P.block("d2e2"), lambda: P.block(["d2", "e2"])),
    (lambda: nd.Position.start("IOTLS", "d1"), lambda: nd.Position.start([*"IOTLS"], "d1")),
    (lambda: nd.Game("IOTLS", "d1"), lambda: nd.Game([*"IOTLS"], ["d1"])),
    (
        lambda: nd.Game("V3,I3,U5,X5,T5", "a1b1"),
        lambda: nd.Game(["V3", "I3", "U5", "X5", "T5"], ("a1", "b1")),
    ),
    (
        lambda: nd.Turn(ROLL, "A,B", place={"b1": 2, "a1": 1}, claim="a1b1c1"),  # type: ignore[arg-type]
        lambda: nd.Turn(A, ("A", "B"), (), (("a1", 1), ("b1", 2)), ("a1", "b1", "c1")),
    ),
    (
        lambda: nd.hint(TEXT, ROLL, level="fast", top=np.int64(2)).turns,  # type: ignore[arg-type]
        lambda: nd.hint(P, A, level="fast", top=2).turns,
    ),
    (
        lambda: nd.maximum(TEXT, "156*O 1562L", nodes=1).question,
        lambda: nd.maximum(P, [A, B], nodes=1).question,
    ),
    (
        lambda: Question.of("2026-11-25"),
        lambda: Question.of(nd.daily("2026-11-25").deal),
    ),
    (lambda: counting_bound(TEXT, "156*O 1562L"), lambda: counting_bound(P, [A, B])),
    (lambda: draw_position(TEXT), lambda: draw_position(P)),
    (lambda: draw_turn(TEXT, TURN), lambda: draw_turn(P, nd.Turn.from_text(TURN))),
    (lambda: position_svg(TEXT, "bga"), lambda: position_svg(P, nd.Variant("bga"))),
    (lambda: turn_svg(TEXT, TURN), lambda: turn_svg(P, nd.Turn.from_text(TURN))),
    (lambda: nd.plain_deal(np.uint64(3), np.int32(0)), lambda: nd.plain_deal(3, 0)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("text", "objects"), ALIKE)
def test_text_gives_the_same_result_as_an_object(
    text: Callable[[], object], objects: Callable[[], object]
) -> None:
    assert text() == objects()


#: Calls by parameter name. Each is called with every value in WRONG.
TAKERS: list[tuple[str, Callable[[Any], object]]] = [
    ("position", lambda x: nd.hint(x, ROLL)),
    ("roll", lambda x: nd.hint(P, x)),
    ("level", lambda x: nd.hint(P, ROLL, level=x)),
    ("weights", lambda x: nd.hint(P, ROLL, weights=x)),
    ("variant", lambda x: nd.hint(P, ROLL, variant=x)),
    ("position", lambda x: nd.play(x, TURN)),
    ("turn", lambda x: nd.play(P, x)),
    ("variant", lambda x: nd.play(P, TURN, x)),
    ("asked", lambda x: nd.maximum(x)),
    ("roll", lambda x: nd.maximum(P, [x])),
    ("date", lambda x: daily_deal(x)),
    ("deal", lambda x: nd.deal(x)),
    ("seed", lambda x: nd.plain_deal(x, 0)),
    ("n", lambda x: nd.plain_deal(1, x)),
    ("deal", lambda x: literal_id(x)),
    ("roll", P.count_turns),
    ("roll", P.turns),
    ("roll", P.falls),
    ("roll", P.places),
    ("roll", P.slides),
    ("roll", P.is_last_turn),
    ("roll", lambda x: P.perft([x])),
    ("variant", lambda x: P.count_turns(A, x)),
    ("variant", P.score),
    ("shape", P.landings),
    ("cell", P.symbol),
    ("cell", lambda x: P.why_not_claim([x, "a1", "a2"])),
    ("cells", lambda x: P.block([x])),
    ("digit", lambda x: P.place("d2", [x])),
    ("letter", P.slide),
    ("tiles", lambda x: nd.Position.start([x] * 5, "d1")),
    ("start", lambda x: nd.Position.start("IOTLS", x)),
    ("digit", lambda x: nd.Position.start("IOTLS", "d1", x)),
    ("start", lambda x: nd.Game("IOTLS", [x])),
    ("variant", lambda x: nd.Game("IOTLS", "d1", x)),
    ("turn", lambda x: nd.Game("IOTLS", "d1").push(x)),
    ("position", nd.Position.from_text),
    ("position", nd.Position),
    ("roll", nd.Roll.from_text),
    ("roll", nd.Roll.of),
    ("rng", nd.Roll.random),
    ("dice", lambda x: nd.Roll.from_text(ROLL, x)),
    ("numbers", lambda x: nd.Roll(x, "O")),
    ("variant", nd.Variant.from_text),
    ("variant", nd.Variant.of),
    ("variant", nd.Variant),
    ("slide", lambda x: nd.Variant("bga", x)),
    ("roll", lambda x: nd.Turn(x, ("A",))),
    ("slides", lambda x: nd.Turn(A, [x])),  # type: ignore[arg-type]
    ("drops", lambda x: nd.Turn(A, ("A",), [x])),  # type: ignore[arg-type]
    ("place", lambda x: nd.Turn(A, ("A",), place={"a1": x})),  # type: ignore[arg-type]
    ("claim", lambda x: nd.Turn(A, ("A",), claim=[x])),  # type: ignore[arg-type]
    ("parts", lambda x: nd.SharedTurn(A, [x])),  # type: ignore[arg-type]
    ("tile", lambda x: nd.Drop(x, ())),
    ("shape", lambda x: P.can_land("d2e2f2g2", x)),
    ("cells", lambda x: P.can_land([x], "I")),
    ("circled", lambda x: P.mark_letters(x, "")),
    ("digits", lambda x: A.gives([x])),
    ("recipe", lambda x: nd.Deal(x, tuple("IOTLS"), (A,))),
    ("tiles", lambda x: nd.Deal("x", [x], (A,))),  # type: ignore[arg-type]
    ("roll", lambda x: nd.Deal("x", tuple("IOTLS"), [x])),  # type: ignore[arg-type]
    ("roll", lambda x: PAIR.falling_letter(x)),
    ("roll", lambda x: PAIR.play_part(1, x, ".")),
    ("part", lambda x: PAIR.play_part(1, A, x)),
    ("seat", lambda x: PAIR.play_part(x, A, ".")),
    ("roll", lambda x: SEATS.falling(x)),
    ("roll", lambda x: SEATS.must_end(1, x)),
    ("game", Seats.of),
    ("seed", lambda x: nd.hint(P, ROLL, seed=x)),
    ("top", lambda x: nd.hint(P, ROLL, top=x)),
    ("workers", lambda x: nd.hint(P, ROLL, workers=x)),
    ("nodes", lambda x: nd.maximum(P, [A], nodes=x, seconds=1)),
    ("games", lambda x: selfplay(x, 1)),
    ("seed", lambda x: play_game(x, 0)),
    ("played", lambda x: review(x)),
    ("position", draw_position),
    ("turn", lambda x: turn_svg(P, x)),
]
WRONG = [b"156*O", ["156*O"], np.zeros((2, 2)), object(), 1.5]


@pytest.mark.parametrize("number", range(len(TAKERS)))
def test_wrong_type_raises_one_line_type_error(number: int) -> None:
    """The message names the parameter, and the error is a NumberdropError too."""
    name, take = TAKERS[number]
    for wrong in WRONG:
        with pytest.raises(TypeError) as raised:
            take(wrong)
        message = str(raised.value)
        assert isinstance(raised.value, nd.NotationError), message
        assert name in message.partition(":")[0], message
        assert "expected " in message, message
        assert ", got " in message, message
        assert "\n" not in message, message


@pytest.mark.parametrize(
    "take",
    [
        lambda: nd.plain_deal(True, 0),
        lambda: nd.hint(P, ROLL, top=True),
        lambda: nd.hint(P, ROLL, last=1),  # type: ignore[arg-type]
        lambda: nd.hint(P, None),  # type: ignore[arg-type]
        lambda: nd.maximum(None),  # type: ignore[arg-type]
        lambda: nd.Position.start("IOTLS", "d1", True),
        lambda: nd.Variant("bga", 1),  # type: ignore[arg-type]
        lambda: nd.Game(5, "d1"),  # type: ignore[arg-type]
        lambda: nd.Game("IOTLS", None),  # type: ignore[arg-type]
        lambda: P.why_not_claim(None),  # type: ignore[arg-type]
        lambda: P.letters_falling(None),  # type: ignore[arg-type]
        lambda: P.place("d2", None),  # type: ignore[arg-type]
        lambda: A.gives(None),  # type: ignore[arg-type]
        lambda: nd.Position.start("IOTLS", "d1", solo=1),  # type: ignore[arg-type]
        lambda: nd.Turn(ROLL, "A", place=5),  # type: ignore[arg-type]
        lambda: nd.Deal("x", 5, (A,)),  # type: ignore[arg-type]
        lambda: Seats(None),  # type: ignore[arg-type]
    ],
)
def test_booleans_and_none_are_not_numbers(take: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"^[a-z, ]+: expected .*, got (True|1|None|5)$"):
        take()


def test_numpy_numbers_are_accepted() -> None:
    assert integer(np.int16(7), "n") == 7
    assert type(integer(np.int16(7), "n")) is int
    assert real_number(np.float32(0.5), "x") == 0.5
    assert boolean(True, "b") is True
    with pytest.raises(nd.NotationError, match=r"^n: expected 0 to 2\*\*64 - 1, got -1$"):
        integer_between(-1, 0, 2**64 - 1, "n")
    with pytest.raises(nd.NotationError, match=r"^x: expected a smaller number"):
        real_number(10**400, "x")
    for wrong in (True, np.True_, "5", None, 1.0):
        with pytest.raises(TypeError, match=r"^n: expected a whole number, got "):
            integer(wrong, "n")
    with pytest.raises(TypeError, match=r"^x: expected a number, got True$"):
        real_number(True, "x")


def test_only_canonical_text_is_accepted() -> None:
    """What people type is parsed elsewhere; here a roll in lower case is invalid."""
    for wrong in ("156*o", "1 5 6 * O", " 156*O", ""):
        with pytest.raises(nd.NotationError):
            P.count_turns(wrong)
    for cells in ("a1 b1", "A1b1", "a1,b1", ""):
        with pytest.raises(nd.NotationError):
            P.block(cells)
    assert coerce_cells("a1b10") == ("a1", "b10")
    assert coerce_tiles("SLTOI", "IOTLS") == tuple("SLTOI")
    with pytest.raises(nd.NotationError, match=r"^claim: box|^claim: a|^claim: expected"):
        P.claim("a1a2")
    with pytest.raises(nd.NotationError, match=r"letter: expected one of A..E, got 'F'"):
        P.slide("F")


@pytest.mark.parametrize(
    ("take", "words"),
    [
        (lambda: P.can_land("d2e2f2g2", "Z"), "shape: expected one of I, O"),
        (lambda: P.mark_letters("A", "AB"), "letters: expected none both circled and crossed off"),
        (lambda: SHEET.mark_letters("A", ""), "letters: expected a position with tiles"),
        (lambda: SHEET.slide("A"), "expected a position of a solo game, got - -:-:- - 3"),
        (lambda: LAST.slide("O"), "letter: expected one of A..E, got 'O'"),
        (lambda: LAST.slide("A"), "letter: the tile of A is already on notch 4"),
        (lambda: P.claim(nd.Claim("identical", ("a1", "b1", "c1"))), "claim: the digits are nei"),
        (lambda: P.claim(nd.Claim("identical", ("e1", "f1", "g1"))), "claim: f1 is empty"),
        (lambda: DIGITS.claim(nd.Claim("consecutive", ("a1", "b1", "c1"))), "are identical, not"),
        (lambda: nd.Claim("x", ("a1",)), "kind: expected identical or consecutive, got 'x'"),
        (lambda: nd.Turn(ROLL, "A", place=[None]), "place: expected cells with digits, got"),  # type: ignore[list-item]
        (lambda: nd.Turn(ROLL, "A", place=[]), r"place: expected null or cells with digits"),  # type: ignore[arg-type]
        (lambda: nd.Turn(ROLL, "A", place=[("a1", 10)]), "place.a1: expected 0 to 9, got 10"),  # type: ignore[arg-type]
        (
            lambda: nd.Part(place=[("a1", 1), ("a1", 2)]),  # type: ignore[arg-type]
            "place: expected each cell once, got 'a1' again",
        ),
        (lambda: nd.Turn(ROLL, ""), "slides: expected a letter A..E, got ''"),
        (lambda: nd.Turn(ROLL, "A", claim=[]), "claim: expected null or some cells, got"),  # type: ignore[arg-type]
        (lambda: nd.Stream.from_key("\ud800"), "key: expected text that UTF-8 can encode"),
        (lambda: nd.Deal("x", tuple("IOTLS"), ("****I",)), "publisher dice can show"),  # type: ignore[arg-type]
        (lambda: PAIR.play_part(0, A, "."), "seat: expected 1 to 2, got 0"),
        (lambda: PAIR.play_part(3, A, "."), "seat: expected 1 to 2, got 3"),
        (lambda: PAIR.play_part(1, nd.Roll("****", "I"), "."), "publisher dice can show"),
        (lambda: SEATS.falling(nd.Roll("****", "*")), "publisher dice can show"),
    ],
)
def test_wrong_argument_raises_an_error_of_one_line(take: Callable[[], object], words: str) -> None:
    with pytest.raises(nd.NumberdropError, match=words) as raised:
        take()
    assert "\n" not in str(raised.value)


def test_seats_compare_copy_and_pickle() -> None:
    for other in (copy.copy(SEATS), copy.deepcopy(SEATS), pickle.loads(pickle.dumps(SEATS))):
        assert (other, hash(other)) == (SEATS, hash(SEATS))


def test_digit_is_not_the_code_of_an_x() -> None:
    for digit in (31, 10, -1):
        with pytest.raises(nd.NotationError, match=f"^digit: expected 0 to 9, got {digit}$"):
            P.place("d2", [digit])


VALUES = [
    P,
    A,
    nd.Turn.from_text(TURN),
    nd.SharedTurn.from_text("4567I | a1=4,a2=5,a3=6,a4=7 !a1a2a3 | ."),
    nd.Part.from_text("A@a1b1a2b2"),
    nd.Drop("A", ("b1", "a1")),
    nd.Variant("bga", True, "review"),
    P.score(),
    nd.Claim("identical", ("a1", "a2", "b2")),
    next(P.falls(ROLL)),
    nd.plain_deal(1, 0),
    nd.Stream(7),
    GAME,
    nd.Game("V3,I3,U5,X5,T5", "a1b1", "bga+slide+review-dice"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_value_is_rebuilt_by_repr_copy_and_pickle(value: object) -> None:
    for other in (
        eval(repr(value), {name: getattr(nd, name) for name in nd.__all__}),
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
    ):
        assert other == value
        assert repr(other) == repr(value)
        assert type(other) is type(value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_immutable_and_hashable(value: object) -> None:
    if isinstance(value, nd.Game | nd.Stream):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
        return
    assert hash(value) == hash(copy.deepcopy(value))
    for name in ("numbers", "roll", "cells", "turn", "base", "rows", "recipe", "new"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, name, None)


def test_threads_may_share_values() -> None:
    def work(seed: int) -> tuple[object, ...]:
        drawn = P.random_turn(ROLL, random.Random(seed))
        return drawn, nd.play(P, drawn), P.count_turns(ROLL), repr(P), hash(P)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(40))) == [*map(work, range(40))]


def test_games_with_the_same_turns_are_equal() -> None:
    game, other = copy.copy(GAME), nd.Game.from_record(GAME.to_record())
    assert game == other == GAME
    assert game.positions == other.positions
    assert game.result() == other.result()
    game.pop()
    assert game != other
    assert other == GAME
    game.push("4567I A g1=4,g2=5,g3=6,g4=7")
    assert game == other
    assert game != nd.Game("IOTLS", "d1", "rulebook", game.turns)
    assert game != "game"
    assert isinstance(game.turns, tuple)


def test_record_without_a_game_is_refused() -> None:
    record = GAME.to_record()
    for wrong in ({**record, "version": 2}, {}, [], None):
        with pytest.raises(nd.IllegalTurn) as raised:
            nd.Game.from_record(wrong)  # type: ignore[arg-type]
        assert raised.value.turn == 0
    record["turns"][0]["place"]["g1"] = 5
    with pytest.raises(nd.IllegalTurn) as raised:
        nd.Game.from_record(record)
    assert raised.value.turn == 1
    with pytest.raises(nd.IllegalTurn):
        nd.Game("IOTLS", "d1", "bga", ["4567I B,C g1=4,g2=5,g3=6,g4=7"])
