"""A game being played: seats, rolls, what comes by itself, what is taken back; and plain lines."""

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
    """Some of games by chance, of two to four players."""
    games = [play_game(["random"] * players, variant, players) for players in (2, 3, 4)]
    return [one for game in games for one in game.positions[::3] if not one.winner]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_move_has_a_way_that_is_worth_the_roll(variant: str) -> None:
    """Told by steps, each of which keeps the rules and has its price."""
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


def test_what_a_move_does_is_told() -> None:
    position = omba.Position.from_text("-,-,-/BA,-,-/-,B,- A 5,4")
    assert features(position, "+b1", 2) == MoveFeatures("+b1", ("b1",), (2,), "B", "")
    walk = features(position, "a2a1", 2)
    assert (walk.covers, walk.uncovers) == ("", "B")
    assert describe(walk, "A") == "goes from a2 to a1, lets B free"
    assert describe(features(position, "+b1", 2), "A") == "enters on b1, covers B"
    assert describe(features(position, "+a1", 4), "A") == "enters on b1, walks on to a1"
    own = omba.Position.from_text("-,-,-/AA,-,-/-,-,- A 4,6")
    assert describe(features(own, "a2a1", 2), "A") == "goes from a2 to a1, lets an own cube free"
    loop = omba.Position.from_text("-,-,-/BA,-,-/-,-,- A 5,5")
    [back] = [features(loop, one, 6, "R") for one in loop.moves(6, "R") if one == "a2a2"]
    assert (back.covers, back.uncovers) == ("B", "")


def test_a_game_goes_on_by_itself_until_a_person_chooses() -> None:
    session = Session.begin(["thumb", "you", "random"], seed=3)
    assert (session.needs, session.mover) == ("nothing", "thumb")
    session = session.advanced()
    assert (session.needs, session.mover) == ("move", "you")
    with pytest.raises(nd.NotationError, match="goes on by itself"):
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


def test_rolls_come_again_after_undo_and_with_the_same_seed() -> None:
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


def test_a_real_die_is_told_for_all() -> None:
    session = Session.begin(["you", "thumb"], dice="hand")
    assert (session.needs, session.roll) == ("roll", None)
    with pytest.raises(nd.NotationError, match="die: expected a whole number 1 to 6, got 7"):
        session.with_roll(7)
    told = session.with_roll(2)
    assert (told.needs, told.roll) == ("move", 2)
    assert Session.from_json(Fields(told.to_json())) == told
    with pytest.raises(nd.NotationError, match="roll: expected none"):
        told.with_roll(3)
    moved = told.with_move("+b2")
    assert moved.needs == "roll"
    answered = moved.with_roll(3).advanced()
    assert str(answered.game.plies[0]) == "2+b2"
    assert answered.undone() == told
    assert told.undone() == session


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seats": ["you"]}, "seats: expected two to four, got 1"),
        ({"seats": ["you", "nobody"]}, "seats: expected some of you, random"),
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
        ({"seats": ["you", "exact"]}, "no table of 6 cubes at hand"),
    ],
)
def test_what_is_no_game_is_refused(given: dict[str, object], told: str) -> None:
    with pytest.raises(nd.NumberdropError, match=told):
        Session.begin(**given)  # type: ignore[arg-type]


class Typing:
    """Lines as someone types them, and all that is answered."""

    def __init__(self, session: Session, typed: Sequence[str]) -> None:
        self.told: list[str] = []
        self.refused: list[str] = []
        waiting = [*typed]
        self.lines = Lines(
            session,
            lambda: waiting.pop(0) if waiting else None,
            self.told.append,
            self.refused.append,
        )
        self.lines.play()

    @property
    def record(self) -> str:
        return str(self.lines.session.game)


def test_lines_tell_what_is_asked() -> None:
    session = Session.begin(["you", "you"], seed=4)
    talk = Typing(session, ["moves", "b1", "board", "b1?", "log", "record", "help", "show", "quit"])
    assert talk.refused == []
    for told in (
        "A is you, B is you; help tells the commands, quit leaves",
        "A, you have rolled 3: +a2 +b1 +b3 +c2",
        "+b1: enters on a2, walks on to b1 over a1",
        "A rolls 3: enters on a2, walks on to b1 over a1",
        "b1, an entry square: A",
        "A has 5 in hand, B has 6 in hand",
        "1: A rolls 3: enters on a2, walks on to b1 over a1",
        "omba/2/S 3+b1 =?",
        *HELP,
    ):
        assert told in talk.told
    assert any(line.startswith("  +---") for line in talk.told)


def test_lines_refuse_in_one_line_and_go_on() -> None:
    session = Session.begin(["you", "you"], seed=4)
    talk = Typing(
        session, ["zz", "a1c2", "d9?", "back x", "back 9999999999", "back 4", "undo", "", "B1"]
    )
    assert [line.partition(";")[0] for line in talk.refused] == [
        "expected a move such as a1c2 or +b2, or help",
        "a1c2 isn't worth 3",
        "expected a square, a1 to c3, got 'd9'",
        "back: expected the number of a ply, got 'x'",
        "back: expected the number of a ply, got '9999999999'",
        "back: expected a ply that was played, got 4",
        "undo: expected a move of yours to take back",
    ]
    assert talk.record == "omba/2/S 3+b1 =?"


def test_lines_take_a_real_die_and_tell_the_end() -> None:
    dice = Session.begin(["you", "thumb"], dice="hand", record="omba/2/S 2+c3 1+b3 =?")
    talk = Typing(dice, ["7", "1", "c2", "3", "hint"])
    assert talk.told[1] == "A: your roll, 1 to 6?"
    assert talk.refused == ["expected a roll, 1 to 6, or help, got '7'"]
    assert "B: the roll of B, 1 to 6?" in talk.told
    assert any("an estimate by" in line for line in talk.told)
    lost = "omba/2/S 2+c3 1+b3 1c3c2 4b3a2 6+c3 2+a2 4+a1 4a2c1 5+a1 6a2c1 3+c3 5+a2 3+b1 1+b3 =?"
    ended = Typing(Session.begin(["you", "you"], dice="hand", record=lost), ["6"])
    assert ended.told[-2:] == ["A rolls 6 and is out", "B wins (you)"]
    alone = Typing(Session.begin(["thumb", "you"], dice="hand", record=lost), ["6"])
    assert alone.told[-1] == "you win, as B"
