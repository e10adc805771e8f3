"""Sessions: steps, undo and redo, records, and no roll shown before its turn."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.record import PlayedLine
from numberdrop.sessions import PartialTurn, Session, parse_setup
from places import ROOT
from sessions import DAY, TODAY, new, next_step, played_on, random_step

README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@pytest.mark.parametrize(
    "head",
    [
        {"kind": "daily", "puzzle": DAY},
        {"kind": "solo", "seed": 7, "variant": "bga+slide+review-dice"},
        {"kind": "free", "tiles": list("IOTLS")},
    ],
    ids=lambda head: str(head["kind"]),
)
def test_game_by_steps_equals_game_by_turns(head: dict[str, Any]) -> None:
    for seed in range(3):
        session = played_on(Session.begin(head, TODAY), random.Random(seed))
        record = session.to_record()
        assert nd.replay(record) == record
        game = nd.Game(session.setup.tiles, session.state.start or "", session.variant)
        for turn in session.state.turns:
            game.push(turn)
        assert game.to_record() == record
        assert game.is_over()
        told = session.to_json()
        assert told["over"]
        assert told["end"] == game.end()
        assert told["turns"][-1]["score"] == record["result"]["scores"][-1]
        assert (told["roll"], told["moment"]) == (None, None)


def test_drop_problem_ends_after_its_rolls() -> None:
    session = new(kind="drop", puzzle="drop#1.4")
    assert session.to_json()["goal"] == session.setup.goal
    assert session.to_json()["rolls"] == [str(roll) for roll in session.setup.rolls]
    session = played_on(session, random.Random(1))
    assert len(session.state.turns) == len(session.setup.rolls)
    assert nd.replay(session.to_record()) == session.to_record()


def test_future_rolls_are_not_in_the_document() -> None:
    """A future roll that equals an earlier one can't be checked."""
    rolls = [str(roll) for roll in daily_puzzle(DAY).rolls]
    session, rng, seen = new(kind="daily", puzzle=DAY), random.Random(1), 0
    while not session.is_over():
        due = 0 if session.position is None else len(session.state.turns) + 1
        text = json.dumps([session.to_json(), session.setup.to_json()])
        hidden = {*rolls[due:]} - {*rolls[:due]}
        assert not [roll for roll in hidden if roll in text]
        seen += len(hidden)
        session = session.do(next_step(session, rng))
    assert seen > 100


SETUPS: list[dict[str, Any]] = [
    {"kind": "daily", "puzzle": DAY},
    {"kind": "solo", "seed": 2, "variant": "bga+slide"},
    {"kind": "drop", "puzzle": "drop#1.4"},
    {"kind": "free", "tiles": list("IOTLS"), "variant": "rulebook+slide"},
    {"kind": "record", "record": json.loads((ROOT / "docs" / "game.json").read_text("utf-8"))},
]


@pytest.mark.parametrize("head", SETUPS, ids=lambda head: str(head["kind"]))
def test_same_steps_give_the_same_session(head: dict[str, Any]) -> None:
    """On random walks with undo, redo, back and refused steps."""
    done = set()
    for seed in range(4):
        begun = new(**head)
        session, steps = walked(begun, random.Random(seed))
        again = begun
        for step in json.loads(json.dumps(steps)):
            again = again.do(step)
        assert again == session
        assert again.to_json() == session.to_json()
        if session.position:
            record = session.to_record()
            assert nd.replay(record) == record
        done |= {step["do"] for step in steps}
    assert {"undo", "redo", "set", "end", "help"} <= done


def walked(session: Session, rng: random.Random) -> tuple[Session, list[dict[str, Any]]]:
    """Try a hundred random steps; return the session and the steps that weren't refused."""
    steps = []
    for _ in range(100):
        step = any_step(session, rng)
        try:
            after = session.do(step)
        except nd.NumberdropError:
            continue
        if step["do"] == "undo":
            again = after.do({"do": "redo"})
            assert (again.state, again.undone) == (session.state, session.undone)
        elif step["do"] == "redo":
            assert after.do({"do": "undo"}).state == session.state
        else:
            assert not after.after or after.state == session.state
        if session.is_puzzle:
            assert len(after.state.turns) >= len(session.state.turns)
        session = after
        steps.append(step)
    return session, steps


def any_step(session: Session, rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.35 or session.is_over():
        return rng.choice(
            [
                *[{"do": "undo"}] * 4,
                *[{"do": "redo"}] * 3,
                {"do": "back", "turn": rng.randrange(1, 8)},
                {"do": "help", "grade": "region"},
                {"do": "end"},
            ]
        )
    return next_step(session, rng)


def test_revealing_step_of_a_puzzle_cannot_be_undone() -> None:
    session = played_on(new(kind="daily", puzzle=DAY), random.Random(2), 1)
    assert session.to_json()["can"] == {"undo": False, "redo": False, "back": []}
    with pytest.raises(nd.IllegalTurn, match="revealed dice can't be hidden again"):
        session.do({"do": "undo"})
    with pytest.raises(nd.IllegalTurn, match="can't be replayed"):
        session.do({"do": "back", "turn": 1})
    now = session.turn_options()
    assert now
    step = session.do(random_step(now, random.Random(1)))
    assert step.do({"do": "undo"}).state == session.state


def test_undo_redo_and_back_restore_states() -> None:
    rng = random.Random(4)
    session = played_on(new(kind="solo", seed=3), rng, 3)
    states = [session]
    while states[-1].to_json()["can"]["undo"]:
        states.append(states[-1].do({"do": "undo"}))
    assert states[-1].position is None
    assert states[-1].undone == 3
    again = states[-1]
    while again.to_json()["can"]["redo"]:
        again = again.do({"do": "redo"})
    assert again.state == session.state
    back = session.do({"do": "back", "turn": 2})
    assert len(back.state.turns) == 1
    assert back.roll == session.setup.rolls[1]
    assert back.do({"do": "undo"}).state == session.state


def test_record_can_be_continued_from_any_turn() -> None:
    game = played_on(new(kind="solo", seed=5), random.Random(5))
    session = new(kind="record", record=game.to_record())
    assert session.is_over()
    assert session.to_record() == game.to_record()
    earlier = session.do({"do": "back", "turn": 3})
    assert earlier.roll == game.state.turns[2].roll
    assert nd.replay(played_on(earlier, random.Random(6)).to_record())
    line = PlayedLine.of(nd.Position.from_text(README), [])
    assert new(kind="record", record=line.to_record()).position == line.positions[0]


def test_free_position_takes_an_entered_roll() -> None:
    session = new(kind="free", position=README)
    with pytest.raises(nd.IllegalTurn, match="enter the roll first"):
        session.do({"do": "end"})
    session = session.do({"do": "roll", "roll": "1 5 6 * o"})
    assert str(session.roll) == "156*O"
    session = session.do({"do": "type", "text": "a b a3=6 b3=6 a4=1 b4=5 !a1a2a3b3"})
    now = session.turn_options()
    assert now
    assert str(now.turn()) == "156*O A,B a3=6,b3=6,a4=1,b4=5 !a1a2a3b3"
    session = session.do({"do": "end"})
    assert (session.roll, len(session.state.turns)) == (None, 1)
    assert nd.replay(session.to_record())["score"] == 4


@pytest.mark.parametrize("value", [json.dumps(None), json.dumps([])])
def test_setup_other_than_an_object_raises(value: str) -> None:
    with pytest.raises(nd.NotationError):
        parse_setup(json.loads(value))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ({"kind": "chess"}, "kind: expected one of daily, solo"),
        ({"kind": "daily"}, "puzzle"),
        ({"kind": "daily", "puzzle": "2026-11-26"}, "is released on 2026-11-26"),
        ({"kind": "daily", "puzzle": DAY, "variant": "bga"}, "variant: expected rulebook"),
        ({"kind": "solo", "seed": -1}, "seed"),
        ({"kind": "solo", "puzzle": "plain#1.1"}, r"expected plain#SEED\.0"),
        ({"kind": "drop", "puzzle": "drop#1.0"}, "expected one of the drop problems"),
        ({"kind": "free", "position": "x"}, "expected 4 fields"),
        ({"kind": "free", "tiles": ["I"]}, "tiles"),
        ({"kind": "record", "record": 3}, "record: expected a record, got 3"),
    ],
)
def test_invalid_setup_is_refused(head: dict[str, Any], message: str) -> None:
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        Session.begin(head, TODAY)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "start", "cell": "d1"}, "^the first cell is already chosen$"),
        ({"do": "jump"}, "do: expected one of start, set"),
        ({"do": "set"}, "turn"),
        ({"do": "set", "turn": {"cells": ["a1"]}}, "come to rest"),
        ({"do": "end"}, "a tile must slide"),
        ({"do": "end", "turn": 1}, "end|turn"),
        ({"do": "type", "text": "1111I A a1=1"}, "roll"),
        ({"do": "roll", "roll": "156*O"}, "the rolls of this game are fixed"),
        ({"do": "redo"}, "there is nothing to redo"),
        ({"do": "back", "turn": 1}, "no turn has ended"),
        ({"do": "help", "grade": "all"}, "grade: expected one of region, placement, turn"),
        ({}, "do"),
        (7, "object"),
    ],
)
def test_invalid_step_is_refused(step: object, message: str) -> None:
    session = new(kind="solo", seed=11).do({"do": "start", "cell": "D1"})
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        session.do(step)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "end"}, "choose the first cell first"),
        ({"do": "undo"}, "nothing can be undone: nothing has been done yet"),
        ({"do": "redo"}, "there is nothing to redo"),
        ({"do": "back", "turn": 1}, "no turn has ended yet"),
        ({"do": "roll", "roll": "156*O"}, "there is no turn to roll for"),
    ],
)
def test_error_before_the_first_cell_has_no_place(step: dict[str, Any], message: str) -> None:
    with pytest.raises(nd.IllegalTurn) as caught:
        new(kind="free", tiles=list("IOTLS")).do(step)
    assert str(caught.value) == message


def test_same_help_is_noted_once() -> None:
    session = new(kind="daily", puzzle=DAY).do({"do": "start", "cell": "d1"})
    for grade in ("region", "turn", "region"):
        session = session.do({"do": "help", "grade": grade})
    assert session.to_json()["help"] == [
        {"turn": 1, "grade": "region"},
        {"turn": 1, "grade": "turn"},
    ]


def test_setup_round_trips_as_json() -> None:
    game = played_on(new(kind="solo", seed=5), random.Random(5), 2)
    for head in (
        {"kind": "daily", "puzzle": DAY},
        {"kind": "solo", "seed": 3, "variant": "bga"},
        {"kind": "drop", "puzzle": "drop#1.4"},
        {"kind": "free", "position": README, "variant": "rulebook+slide"},
        {"kind": "free", "tiles": list("SLTOI")},
        {"kind": "record", "record": game.to_record()},
    ):
        found = parse_setup(head)
        assert parse_setup(json.loads(json.dumps(found.to_json()))) == found
    assert parse_setup({"kind": "solo"}).puzzle != parse_setup({"kind": "solo"}).puzzle
    assert PartialTurn() == PartialTurn.from_json({})
