"""Turns chosen action by action, compared with the turns that the rules allow."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numberdrop as nd
from numberdrop.dice import Roll, table_deal
from numberdrop.errors import NumberdropError
from numberdrop.stages import (
    ACTIONS,
    DONE,
    SOLO_ACTIONS,
    STAGES,
    Part,
    StagedGame,
    action_text,
    actions_of,
    next_action,
)
from numberdrop.stages.actions import cell_action, digit_action, letter_action, pose_action
from reached import play_by_chance, reached, some_game
from regenerate import GOLDENS, read_golden
from samples import VARIANTS

#: Rolls of all kinds that allow few turns.
ROLLS = [Roll.from_text(text) for text in ("1112I", "111*O", "2223T", "2223S", "1116*", "3344L")]
TWO_BLOCKS = next(path for path in GOLDENS if path.stem == "two-blocks")


def allowed(position: nd.Position, roll: Roll, variant: str) -> set[nd.Position]:
    """Return the positions after every legal turn, derived stage by stage from the rules."""
    found = set()
    for fall in position.falls(roll, variant):
        placed = [
            fall.position.place(cells, digits)
            for cells in fall.position.places(roll, variant)
            for digits in roll.arrangements()
        ]
        for after in placed or [fall.position]:
            found |= {after.claim(claim).end_turn() for claim in [None, *after.claims()]}
    return found


@pytest.mark.parametrize(
    "number", [0, 1, 2, 3, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5))]
)
def test_action_sequences_reach_exactly_the_legal_turns(number: int) -> None:
    """On positions early, late and just before the end, with tiles about to fall."""
    variant = VARIANTS[number % len(VARIANTS)]
    game = some_game(11, number, 1, variant, turns=3 + number)
    position = game.positions[0]
    if position.is_over():
        position = game.history[-2][0]
    roll = ROLLS[number]
    found = {part.position.end_turn() for part in reached(Part(position, roll, variant))}
    assert len(found) == position.count_turns(roll, variant)
    assert found == allowed(position, roll, variant)


def test_pose_with_several_landings_offers_the_rest_stage() -> None:
    """The O comes to rest on the overhang of e3 to g3, or, from the right, under it."""
    position = nd.Position.from_text("....111/......1/1.....1 -:-:- I0,O0,T0,L0,S0 4")
    part = Part(position, Roll.from_text("1112O"), "rulebook+slide")
    part.take(letter_action("A"))
    offered = {}
    for action in part.legal:
        after = part.copy()
        after.take(action)
        if after.stage == "rest":
            offered[action_text(action)] = [*map(action_text, after.legal)]
    assert offered == {
        "drop O, orientation 0, column d": ["cell d1", "cell d4"],
        "drop O, orientation 0, column e": ["cell e1", "cell e4"],
    }


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_random_staged_game_replays(players: int) -> None:
    for number, variant in enumerate([*VARIANTS, "rulebook+review-dice"]):
        game = some_game(5, number, players, variant)
        record = game.to_record()
        assert nd.replay(record) == record
        assert game.is_over()


def test_choosing_seats_have_at_least_two_actions() -> None:
    for number in range(4):
        deal = table_deal(3, number)
        staged = StagedGame(deal.tiles, 3)
        rng, rolls = random.Random(number), iter(deal.rolls)
        while not staged.is_over():
            if staged.needs_roll():
                assert not staged.choosing
                staged.roll(next(rolls))
                continue
            for seat in staged.choosing:
                assert len(staged.legal(seat)) > 1
                assert staged.stage(seat) in STAGES[:-2]
            for seat in {0, 1, 2} - {*staged.choosing}:
                assert staged.legal(seat) == ()
                assert staged.stage(seat) == "wait"
            seat = rng.choice(staged.choosing)
            staged.take(seat, rng.choice(staged.legal(seat)))


def test_copy_is_independent() -> None:
    deal = nd.plain_deal(1, 2)
    staged = StagedGame(deal.tiles)
    staged.take(0, cell_action("d1"))
    staged.roll(deal.rolls[0])
    before, legal = str(staged.position(0)), staged.legal(0)
    other = staged.copy()
    play_by_chance(other, iter(deal.rolls[1:]), random.Random(1))
    assert other.is_over()
    assert (str(staged.position(0)), staged.legal(0)) == (before, legal)


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_recorded_game_is_reproduced_by_actions(path: Path) -> None:
    """The games cover every rule: blocks, protected players, shapes that fit nowhere."""
    game = nd.Game.from_record(read_golden(path.read_text("utf-8")).record)
    staged = StagedGame(game.tiles, game.players, game.variant)
    for seat, cell in enumerate(game.start):
        staged.take(seat, cell_action(cell))
    for turn in game.turns:
        staged.roll(turn.roll)
        while staged.choosing:
            seat = staged.choosing[-1]
            part = staged.part(seat)
            assert part is not None
            wanted = turn if isinstance(turn, nd.Turn) else turn.parts[seat]
            staged.take(seat, next_action(part, wanted))
    assert staged.game == game


def test_protected_player_has_no_stage_in_a_block_turn() -> None:
    game = nd.Game.from_record(read_golden(TWO_BLOCKS.read_text("utf-8")).record)
    blocks = [number for number, turn in enumerate(game.turns) if turn.parts[0].is_block]
    roll, before = game.turns[blocks[0]].roll, game.history[blocks[0]]
    parts = [Part(position, roll, block="A") for position in before]
    assert [part.stage for part in parts] == ["drop", "over"]
    assert parts[1].played().drops == ()


def test_actions_of_a_turn_leave_out_forced_actions() -> None:
    position = nd.Position.start("IOTLS", "d1")
    turn = "1462T E a2=1,b1=4,b2=6,c2=2"
    texts = [action_text(action) for action in actions_of(position, turn)]
    assert texts == ["slide E", "drop T, orientation 2, column a", "digit 4", "digit 1", "digit 6"]
    with pytest.raises(nd.IllegalTurn, match="can't come to rest"):
        actions_of(position, "1462T E a1=1,b2=4,b3=6,c2=2")
    with pytest.raises(nd.NotationError):
        actions_of("nothing", turn)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DONE, "done"),
        (letter_action("B"), "slide B"),
        (digit_action(7), "digit 7"),
        (cell_action("c4"), "cell c4"),
        (pose_action("L", 3, "b"), "drop L, orientation 3, column b"),
        (ACTIONS - 1, "drop T5, orientation 7, column g"),
        (SOLO_ACTIONS - 1, "drop S, orientation 7, column g"),
    ],
)
def test_action_text(action: int, text: str) -> None:
    assert action_text(action) == text


def test_action_texts_are_unique_and_invalid_actions_raise() -> None:
    assert len({action_text(action) for action in range(ACTIONS)}) == ACTIONS
    assert action_text(np.int64(7)) == "digit 1"
    for wrong in (-1, ACTIONS, "done", 1.0, True):
        with pytest.raises(NumberdropError, match=r"action: expected a number 0\.\.673, got"):
            action_text(wrong)  # type: ignore[arg-type]


def test_illegal_action_raises_and_changes_nothing() -> None:
    staged = StagedGame("IOTLS")
    with pytest.raises(NumberdropError, match=r"at the start: expected cell a1, .*; got 0"):
        staged.take(0, DONE)
    invalid: Any
    for invalid in (16.0, "x" * 3000, None):
        with pytest.raises(NumberdropError, match="at the start: expected cell a1, ") as caught:
            staged.take(0, invalid)
        assert len(str(caught.value)) < 400
    with pytest.raises(NumberdropError, match="roll: expected none"):
        staged.roll("1234I")
    staged.take(0, cell_action("a1"))
    with pytest.raises(NumberdropError, match="needs a roll"):
        staged.take(0, DONE)
    staged.roll("1234I")
    before = staged.position(0)
    with pytest.raises(NumberdropError, match=r"at the stage slide: expected slide A, .*; got 'A'"):
        staged.take(0, "A")  # type: ignore[arg-type]
    for invalid in (True, 1.0, []):
        with pytest.raises(NumberdropError, match="at the stage slide: expected slide A, "):
            staged.take(0, invalid)
    assert staged.position(0) == before
    with pytest.raises(NumberdropError, match="players: expected 1 to 6, got 7"):
        StagedGame("IOTLS", 7)
    with pytest.raises(NumberdropError, match="tiles: expected only blocks"):
        StagedGame("IOTLS", 2, "bga")


@pytest.mark.parametrize("seat", [None, True, -1, 2, 1.5, "x"])
def test_unknown_seat_raises(seat: Any) -> None:
    staged = StagedGame("IOTLS", 2)
    for _ in range(2):
        asked = (staged.legal, staged.part, staged.stage, staged.position, staged.before)
        for ask in (*asked, staged.score, lambda one: staged.take(one, cell_action("a1"))):
            with pytest.raises(nd.NotationError, match=r"^seat: expected "):
                ask(seat)
        if staged.game is None:
            staged.take(0, cell_action("a1"))
            staged.take(1, cell_action("b1"))
