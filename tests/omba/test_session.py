"""Sessions: seats, rolls, automatic steps, undo; and the game in plain lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.json_reader import Fields
from numberdrop.omba.lines import HELP, Lines
from numberdrop.omba.match import play_game
from numberdrop.omba.move_features import MoveFeatures, describe, features, move_features
from numberdrop.omba.rules import ENTRIES, SQUARES, VARIANTS
from numberdrop.omba.session import Session
from omba import oracle

pytestmark = pytest.mark.usefixtures("here")


def positions(variant: str) -> list[omba.Position]:
    """Return positions from random games of two to four players."""
    games = [play_game(["random"] * players, variant, players) for players in (2, 3, 4)]
    return [one for game in games for one in game.positions[::3] if not one.winner]


@pytest.mark.parametrize("variant", VARIANTS)
def test_path_of_every_move_costs_the_roll(variant: str) -> None:
    """Each step of the path is legal and has the cost that the rules give."""
    for position in positions(variant):
        for die in range(1, 7):
            for one in move_features(position, die, variant):
                assert sum(one.costs) == die
                assert one.path[-1] == one.move[-2:]
                levels = dict(zip(SQUARES, map(len, position.stacks), strict=True))
                costs = [*one.costs]
                if one.enters:
                    level = levels[one.path[0]]
                    assert one.path[0] in ENTRIES
                    assert costs.pop(0) == (1 if variant == "F" else 1 + level)
                    assert not (variant == "E" and level)
                else:
                    assert one.path[0] == one.move[:2]
                    levels[one.path[0]] -= 1
                for (here, there), cost in zip(pairwise(one.path), costs, strict=True):
                    assert cost == 1 + abs(levels[here] - levels[there])
                if variant != "R":
                    assert len({*one.path}) == len(one.path)


def test_move_features_are_described() -> None:
    position = omba.Position.from_text("-,-,-/BA,-,-/-,B,- A 5,4")
    assert features(position, "+b1", 2) == MoveFeatures("+b1", ("b1",), (2,), "B", "")
    walk = features(position, "a2a1", 2)
    assert (walk.covers, walk.uncovers) == ("", "B")
    assert describe(walk, "A") == "goes from a2 to a1, frees B"
    assert describe(features(position, "+b1", 2), "A") == "enters on b1, covers B"
    assert describe(features(position, "+a1", 4), "A") == "enters on b1, walks on to a1"
    own = omba.Position.from_text("-,-,-/AA,-,-/-,-,- A 4,6")
    assert describe(features(own, "a2a1", 2), "A") == "goes from a2 to a1, frees its own cube"
    loop = omba.Position.from_text("-,-,-/BA,-,-/-,-,- A 5,5")
    [back] = [features(loop, one, 6, "R") for one in loop.moves(6, "R") if one == "a2a2"]
    assert (back.covers, back.uncovers) == ("B", "")


def test_computer_players_advance_until_a_person_must_move() -> None:
    session = Session.begin(["thumb", "you", "random"], seed=3)
    assert (session.needs, session.mover) == ("nothing", "thumb")
    session = session.advanced()
    assert (session.needs, session.mover) == ("move", "you")
    with pytest.raises(nd.NotationError, match="expected the next step to need no input"):
        session.advanced()
    with pytest.raises(omba.IllegalMove, match="ply 2: expected a move of B worth"):
        session.with_move("a1a2")
    rng = random.Random(1)
    while session.needs != "over":
        if session.needs == "move":
            session = session.with_move(rng.choice([*session.moves]))
        else:
            session = session.advanced()
    assert oracle.replay(str(session.game))[0] == session.position.winner
    assert session.roll is None
    assert Session.from_json(Fields(session.to_json())) == session


def test_undo_and_same_seed_repeat_the_rolls() -> None:
    first = Session.begin(["you", "thumb"], seed=7)
    one, *_ = first.moves
    then = first.with_move(one).advanced()
    assert then.undone() == first
    assert first.with_move(one).advanced() == then
    assert then.back_to(0) == first
    with pytest.raises(nd.NotationError, match="undo: expected a move of yours"):
        first.undone()
    with pytest.raises(nd.NotationError, match="back: expected a ply that was played, got 3"):
        then.back_to(2)


def test_real_die_needs_a_roll_for_every_player() -> None:
    session = Session.begin(["you", "thumb"], dice="hand")
    assert (session.needs, session.roll) == ("roll", None)
    with pytest.raises(nd.NotationError, match="die: expected a whole number 1 to 6, got 7"):
        session.with_roll(7)
    rolled = session.with_roll(2)
    assert (rolled.needs, rolled.roll) == ("move", 2)
    assert Session.from_json(Fields(rolled.to_json())) == rolled
    with pytest.raises(nd.NotationError, match="roll: expected no roll now"):
        rolled.with_roll(3)
    moved = rolled.with_move("+b2")
    assert moved.needs == "roll"
    answered = moved.with_roll(3).advanced()
    assert str(answered.game.plies[0]) == "2+b2"
    assert answered.undone() == rolled
    assert rolled.undone() == session


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": ["you"]}, "seats: expected two to four, got 1"),
        ({"seats": ["you", "nobody"]}, "seats: expected one of you, random"),
        ({"seats": ["you", "you"], "variant": "Q"}, "variant: expected one of S, R, E, F"),
        ({"seats": ["you", "you"], "seed": -1}, "seed: expected a whole number"),
        ({"seats": ["you", "you"], "seed": True}, "seed: expected a whole number"),
        (
            {"seats": ["you", "you"], "seed": 2**64},
            "seed: expected a whole number 0 to 18446744073709551615",
        ),
        ({"seats": ["you", "you"], "dice": "mine"}, "dice: expected one of program, hand"),
        ({"seats": ["you"] * 3, "record": "omba/2/S =?"}, "seats: expected 2 as in the record"),
        ({"seats": ["you", "you"], "record": "omba/2/S 1+b2 =?"}, "ply 1: expected a move of A"),
        ({"seats": ["you", "exact"]}, "no table of 6 cubes yet"),
    ],
)
def test_invalid_session_raises(given: dict[str, object], message: str) -> None:
    with pytest.raises(nd.NumberdropError, match=message):
        Session.begin(**given)  # type: ignore[arg-type]


class Typing:
    """A game in plain lines: the lines typed, the answers, and the errors."""

    def __init__(self, session: Session, typed: Sequence[str]) -> None:
        self.written: list[str] = []
        self.errors: list[str] = []
        waiting = [*typed]
        self.lines = Lines(
            session,
            lambda: waiting.pop(0) if waiting else None,
            self.written.append,
            self.errors.append,
        )
        self.lines.play()

    @property
    def record(self) -> str:
        return str(self.lines.session.game)


def test_lines_answer_each_command() -> None:
    session = Session.begin(["you", "you"], seed=4)
    talk = Typing(session, ["moves", "b1", "board", "b1?", "log", "record", "help", "show", "quit"])
    assert talk.errors == []
    for line in (
        "A is you, B is you; type help for commands, quit to leave",
        "A, you rolled 3: +a2 +b1 +b3 +c2",
        "+b1: enters on a2, walks on to b1 over a1",
        "A rolls 3: enters on a2, walks on to b1 over a1",
        "b1, an entry square: A",
        "A has 5 in hand, B has 6 in hand",
        "1: A rolls 3: enters on a2, walks on to b1 over a1",
        "omba/2/S 3+b1 =?",
        *HELP,
    ):
        assert line in talk.written
    assert any(line.startswith("  +---") for line in talk.written)


def test_lines_report_errors_and_continue() -> None:
    session = Session.begin(["you", "you"], seed=4)
    talk = Typing(
        session, ["zz", "a1c2", "d9?", "back x", "back 9999999999", "back 4", "undo", "", "B1"]
    )
    assert [line.partition(";")[0] for line in talk.errors] == [
        "expected a move such as a1c2 or +b2, or help",
        "expected a move worth 3 (+a2 +b1 +b3 +c2), got a1c2",
        "expected a square, a1 to c3, got 'd9'",
        "back: expected the number of a ply, got 'x'",
        "back: expected the number of a ply, got '9999999999'",
        "back: expected a ply that was played, got 4",
        "undo: expected a move of yours to take back",
    ]
    assert talk.record == "omba/2/S 3+b1 =?"


def test_lines_accept_real_rolls_and_describe_the_result() -> None:
    dice = Session.begin(["you", "thumb"], dice="hand", record="omba/2/S 2+c3 1+b3 =?")
    talk = Typing(dice, ["7", "1", "c2", "3", "hint"])
    assert talk.written[1] == "A: enter your roll, 1 to 6"
    assert talk.errors == ["expected a roll from 1 to 6, or help, got '7'"]
    assert "B: enter the roll for thumb, 1 to 6" in talk.written
    assert any("estimated from" in line for line in talk.written)
    lost = "omba/2/S 2+c3 1+b3 1c3c2 4b3a2 6+c3 2+a2 4+a1 4a2c1 5+a1 6a2c1 3+c3 5+a2 3+b1 1+b3 =?"
    ended = Typing(Session.begin(["you", "you"], dice="hand", record=lost), ["6"])
    assert ended.written[-2:] == ["A rolls 6 and is out", "B wins (you)"]
    alone = Typing(Session.begin(["thumb", "you"], dice="hand", record=lost), ["6"])
    assert alone.written[-1] == "you win, as B"
