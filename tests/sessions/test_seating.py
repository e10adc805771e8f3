"""Sessions with several seats, of people and of bots."""

from __future__ import annotations

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop.bots import builtin
from numberdrop.bots.bot import Bot
from numberdrop.bots.builtin import own_bot
from numberdrop.puzzles.results import Results
from numberdrop.sessions import PartialTurn, Session, Store, turn_options
from numberdrop.sessions.bot_choices import bot_part
from numberdrop.sessions.help import best_turn, help_to_json
from numberdrop.sessions.outcome import outcome
from sessions import new, next_step, played_on
from tables import before_block, some_game

PAIR = {"kind": "table", "seats": [None, "easy"], "seed": 7}
HOT = {"kind": "table", "seats": ["hard", None, None], "seed": 8, "variant": "bga"}


def begun(head: dict[str, Any]) -> Session:
    session = new(**head)
    for _ in range(head["seats"].count(None)):
        session = session.do({"do": "start", "cell": "c1"})
    return session


def with_turn(session: Session, seed: int = 1) -> Session:
    """Return the session with a complete turn that isn't ended yet."""
    rng = random.Random(seed)
    while (step := next_step(session, rng))["do"] != "end":
        session = session.do(step)
    return session


def end(session: Session) -> Session:
    return session.do(session.resolve({"do": "end"}))


def test_bot_chooses_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also for those who ask while it is choosing."""
    game, asked = begun({**PAIR, "seed": 77}).state.game, []
    assert game
    roll, easy = nd.Roll.from_text("4561I"), own_bot("easy")

    def choose_slowly(*given: Any) -> Any:
        asked.append(given)
        time.sleep(0.1)
        return easy.decide(*given)

    monkeypatch.setattr(builtin, "own_bot", lambda name: Bot(name, choose_slowly))
    with ThreadPoolExecutor(4) as threads:
        parts = {*threads.map(lambda _: bot_part("easy", game, 2, roll), range(8))}
    assert len(asked) == 1
    assert parts == {str(easy.decide(game, 2, roll))}


@pytest.mark.parametrize("head", [PAIR, HOT], ids=["pair", "hot"])
@pytest.mark.parametrize("seed", range(3))
def test_random_game_is_legal(head: dict[str, Any], seed: int, tmp_path: Path) -> None:
    session = played_on(new(**head), random.Random(seed))
    record = session.to_record()
    assert nd.replay(record) == record
    assert oracle.play_record(record) == record["result"]
    told = session.to_json()
    assert told["over"]
    assert told["end"] == "line"
    assert [one["score"] for one in told["seats"]] == record["result"]["scores"][-1]
    assert [one["seat"] for one in told["seats"] if one["won"]] == record["result"]["winners"]
    assert outcome(session, Results(tmp_path)) == {
        "score": told["score"]["total"],
        "scores": record["result"]["scores"][-1],
        "winners": record["result"]["winners"],
    }


def test_dice_are_those_of_the_table_deal() -> None:
    session = begun(PAIR)
    deal = nd.table_deal(7, 0)
    assert (session.setup.puzzle, session.setup.tiles) == (str(deal), deal.tiles)
    assert session.roll == deal.rolls[0]
    assert session.setup.deal() == deal
    assert Session.begin(session.setup.to_json()).setup == session.setup


def test_tables_of_the_older_recipe_keep_their_dice() -> None:
    session = new(kind="table", puzzle="table#7.0", seats=[None, "easy"])
    deal = nd.table_deal(7, 0, recipe="table")
    assert session.setup.deal() == deal
    assert (session.setup.puzzle, session.setup.tiles) == ("table#7.0", deal.tiles)
    assert Session.begin(session.setup.to_json()).setup == session.setup


def test_names_are_in_the_game_and_its_record() -> None:
    session = begun({**PAIR, "names": ["MUM", None]})
    assert Session.begin(session.setup.to_json()).setup == session.setup
    assert [one["name"] for one in session.to_json()["seats"]] == ["MUM", None]
    later = end(with_turn(session))
    for each in (session, later, later.do({"do": "back", "turn": 1})):
        record = each.to_record()
        assert record["names"] == ["MUM", None]
        again = new(kind="record", record=record, seats=[None, "easy"])
        assert [one["name"] for one in again.to_json()["seats"]] == ["MUM", None]
        assert again.to_record() == record


def test_name_in_a_solo_record_is_kept() -> None:
    record = {**oracle.random_game(random.Random(3)), "names": ["LU6"]}
    session = new(kind="record", record=record)
    assert session.to_record()["names"] == ["LU6"]
    assert Session.begin(session.setup.to_json()).to_record() == session.to_record()


def test_people_choose_in_order_without_seeing_other_choices() -> None:
    session = new(**HOT)
    assert (session.seat, session.position) == (2, None)
    session = session.do({"do": "start", "cell": "a1"})
    assert (session.seat, session.position) == (3, None)
    session = session.do({"do": "start", "cell": "g1"})
    assert session.seat == 2
    grids = [one["position"].split(" ")[0] for one in session.to_json()["seats"]]
    assert grids == ["...1...", "2......", "......3"]
    session = end(with_turn(session))
    assert (session.seat, session.state.turns) == (3, ())
    assert [one["part"] for one in session.to_json()["seats"]] == [None] * 3
    session = end(with_turn(session, 2))
    assert (session.seat, len(session.state.turns)) == (2, 1)
    assert None not in [one["part"] for one in session.to_json()["seats"]]


def test_resolved_step_has_the_parts_of_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the bots doesn't change the game."""
    session = with_turn(begun(PAIR))
    step = session.resolve({"do": "end", "bots": ["mine"]})
    assert list(step) == ["do", "bots"]
    assert nd.Part.from_text(step["bots"][0])
    monkeypatch.setattr("numberdrop.bots.builtin.own_bot", None)
    after = session.do(json.loads(json.dumps(step)))
    assert after.to_json()["seats"][1]["part"] == step["bots"][0]


@pytest.mark.parametrize(
    ("bots", "fault"),
    [
        ({}, "expected the key 'bots'"),
        ({"bots": []}, "bots: expected 1 part, got "),
        ({"bots": ["-", "-"]}, "bots: expected 1 part, got "),
        ({"bots": ["a9=1,b9=1,c9=1,d9=1"]}, "come to rest"),
        ({"bots": ["x"]}, "expected CELL=DIGIT"),
        ({"bots": [1]}, "expected"),
    ],
)
def test_invalid_parts_of_bots_raise(bots: dict[str, Any], fault: str) -> None:
    session = with_turn(begun(PAIR))
    with pytest.raises(nd.NumberdropError, match=fault):
        session.do({"do": "end", **bots})


def test_back_and_undo_restore_the_game() -> None:
    first = begun(PAIR)
    second = end(with_turn(first))
    third = end(with_turn(second))
    again = third.do({"do": "back", "turn": 2})
    assert again.state.game == second.state.game
    assert (again.undone, again.roll) == (1, second.roll)
    assert again.do({"do": "undo"}).state == third.state
    assert third.do({"do": "back", "turn": 1}).state.game == first.state.game


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seats": [None]}, "seats: expected 2 to 6 of them"),
        ({"seats": [None] * 7}, "seats: expected 2 to 6 of them"),
        ({"seats": ["hard", "easy"]}, "seats: expected null, a person, for at least one seat"),
        ({"seats": [None, "nobody"]}, "seats: expected one of null, beginner, .*, got 'nobody'"),
        ({"seats": [None, 1]}, "seats: expected one of null, beginner"),
        ({"seats": [None, ["hard"]]}, "seats: expected one of null, beginner"),
        ({"seats": None}, "seats: expected a list"),
        ({"seed": -1}, "seed: expected"),
        ({"names": ["MUM"]}, "game, names: expected a name or null for each of 2 players"),
        ({"names": ["mum", None]}, "game, names: expected three letters A to Z or digits, got"),
        ({"names": "MUM"}, "names: expected a list"),
        ({"seed": None, "puzzle": "plain#1.0"}, "puzzle: expected table2#SEED.0"),
        ({"kind": "solo"}, "expected no keys but kind, variant, seed, puzzle, got 'seats'"),
    ],
)
def test_invalid_seats_raise(change: dict[str, Any], fault: str) -> None:
    head = {key: value for key, value in {**PAIR, **change}.items() if value is not None}
    if change.get("seats", 0) is None:
        head["seats"] = None
    with pytest.raises(nd.NotationError, match=fault):
        Session.begin(head)


@pytest.mark.parametrize("seats", [None, [None, None, "easy"]], ids=["people", "a bot"])
def test_multiplayer_record_can_be_continued(seats: list[str | None] | None) -> None:
    game = some_game(3, 3, 4)
    head = {"kind": "record", "record": game.to_record(), **({"seats": seats} if seats else {})}
    session = Session.begin(head)
    assert Session.begin(session.setup.to_json()) == session
    told = session.to_json()
    assert [one["bot"] for one in told["seats"]] == (seats or [None] * 3)
    assert session.to_record() == game.to_record()
    assert (session.roll, session.seat, len(session.state.turns)) == (None, 1, 4)
    session = with_turn(session.do({"do": "roll", "roll": "1234I"}))
    second = end(session)
    assert (second.seat, str(second.roll)) == (2, "1234I")
    after = played_on(session, random.Random(1), 1)
    assert len(after.state.turns) == 5
    assert nd.replay(after.to_record()) == after.to_record()
    assert str(after.do({"do": "back", "turn": 5}).roll) == "1234I"
    assert after.do({"do": "back", "turn": 2}).roll == game.turns[1].roll


@pytest.mark.parametrize(
    ("players", "more", "fault"),
    [
        (3, {"seats": [None, None]}, "seats: expected 3 of them"),
        (3, {"seats": ["easy"] * 3}, "expected null, a person, for at least one seat"),
        (3, {"variant": "bga"}, "variant: expected rulebook"),
        (1, {"seats": [None]}, "seats: expected none for the record of a solo game"),
    ],
)
def test_record_with_wrong_seats_raises(players: int, more: dict[str, Any], fault: str) -> None:
    record = some_game(players, 1, 1).to_record()
    with pytest.raises(nd.NotationError, match=fault):
        Session.begin({"kind": "record", "record": record, **more})


def test_typed_parts_of_a_block_turn_are_played() -> None:
    game = before_block()
    letter = game.falling_letter(nd.Roll.from_text("*567L"))
    session = Session.begin({"kind": "record", "record": game.to_record()})
    session = session.do({"do": "roll", "roll": "*567L"})
    for seat in (1, 2, 3):
        now = session.turn_options()
        assert now
        assert (session.seat, now.block) == (seat, letter)
        part = "."
        if now.pending_drop:
            part = str(nd.Part((nd.Drop(now.block or "", now.pending_drop.poses[0].cells),)))
            with pytest.raises(nd.NumberdropError):
                session.do({"do": "type", "text": "B"})
        session = end(session.do({"do": "type", "text": part}))
    assert [str(part)[0] for part in session.state.game.turns[-1].parts].count(".") == 1


def test_game_is_saved_and_continued(tmp_path: Path) -> None:
    store, rng = Store(tmp_path), random.Random(4)
    saved = store.begin(new(**HOT))
    while len(saved.session.state.turns) < 2:
        saved = store.do(saved.id, saved.revision, next_step(saved.session, rng))
    again = Store(tmp_path).get(saved.id)
    assert again.to_json() == saved.to_json()
    [summary], problems = store.list()
    assert (summary.kind, summary.puzzle, summary.turns) == ("table", "table2#8.0", 2)
    assert problems == []


# Block turns.


@cache
def blocked() -> tuple[nd.Position, nd.Position, nd.Roll, str]:
    """Return a protected and an unprotected sheet before a block turn, its roll and its letter."""
    tiles = "V3{},O,U5,L,S"
    grid = ("7......", "1.2....")
    free, marked = (
        nd.Position.from_text(f"{row} {boxes} {tiles.format(mark)} 9")
        for row, boxes, mark in ((grid[0], "-:-:-", ""), (grid[1], "3:3:-", "o"))
    )
    return marked, free, nd.Roll.from_text("*567L"), "A"


def test_circled_letter_protects_from_the_block() -> None:
    marked, _, roll, letter = blocked()
    now = turn_options(marked, roll, block=letter)
    assert (now.needs, now.pending_drop, now.claims, now.poses, now.block) == (
        "nothing",
        None,
        (),
        {},
        "A",
    )
    assert now.turn().drops == ()
    assert now.turn().place is None


def test_block_must_be_dropped_on_an_unprotected_sheet() -> None:
    _, free, roll, letter = blocked()
    now = turn_options(free, roll, block=letter)
    assert now.needs == "drop"
    assert now.pending_drop
    assert (now.pending_drop.tile, now.pending_drop.shape) == ("A", "V3")
    drop = nd.Drop("A", now.pending_drop.poses[0].cells)
    laid = turn_options(free, roll, PartialTurn(drops=(drop,)), block=letter)
    assert laid.needs == "nothing"
    assert laid.turn().drops == (drop,)
    assert str(laid.written).count("X") == 3


@pytest.mark.parametrize(
    ("partial", "fault"),
    [
        (PartialTurn(cells=("a2", "b2", "c2", "d2")), "this turn allows nothing else"),
        (PartialTurn(claim=("a1", "b1", "c1")), "this turn allows nothing else"),
        (PartialTurn(slides=("A",)), "this turn allows nothing else"),
        (PartialTurn(drops=(nd.Drop("B", ("a2", "b2", "a3", "b3")),)), "tile B doesn't fall"),
        (PartialTurn(drops=(nd.Drop("A", ("a9", "b9", "a8")),)), "can't come to rest"),
    ],
)
def test_other_choices_in_a_block_turn_raise(partial: PartialTurn, fault: str) -> None:
    marked, free, roll, letter = blocked()
    with pytest.raises(nd.IllegalTurn, match=fault):
        turn_options(free, roll, partial, block=letter)
    if partial.drops:
        with pytest.raises(nd.IllegalTurn, match="allows nothing else"):
            turn_options(marked, roll, partial, block=letter)


def test_help_is_the_best_part_of_the_chooser() -> None:
    session = begun(PAIR)
    best = best_turn(session, level="fast")
    assert session.do({"do": "set", "turn": PartialTurn.of_turn(best).to_json()}).turn_options()
    assert help_to_json(best, "placement")["cells"]
    _, free, roll, letter = blocked()
    pending = turn_options(free, roll, block=letter).pending_drop
    assert pending
    drop = nd.Drop("A", pending.poses[0].cells)
    laid = nd.Turn(roll, (), (drop,))
    assert help_to_json(laid, "placement")["cells"] == list(drop.cells)
    assert set(drop.cells) <= set(help_to_json(laid, "region")["region"])
