"""Logs of the online adaptation, imported: the records that they were made from, and refusals."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import numberdrop as nd
from bga_logs import Form, log_of, played_well
from commands import GAMES
from import_checks import Tally, check_log, run
from mutations import Json
from numberdrop.bga import is_log

SOLO = nd.replay({**GAMES[0], "variant": "bga"})
PAIR = played_well(2, 3)

#: The notifications of one turn, with numbers as text, as the adaptation sends them.
EXAMPLE = """
{"status": 1, "data": {"data": [
 {"channel": "/table/t9", "table_id": "9", "packet_id": "1", "time": "1769726974", "data": [
  {"uid": "a0", "type": "updatePlayersData", "log": "", "args": {"scores": [], "scribbles": [
   {"id": "1", "row": "0", "col": "3", "number": "1", "turn": "0", "pId": "77"}]}}]},
 {"channel": "/table/t9", "table_id": "9", "packet_id": "2", "time": "1769726980", "data": [
  {"uid": "a1", "type": "throwDices", "args": {"dices": ["1", "*", "4", "6", "O"], "turn": 1}}]},
 {"channel": "/player/p77", "table_id": "9", "packet_id": "3", "time": "1769726981", "data": [
  {"uid": "a2", "type": "slideDown", "args": {"tile": 2, "col": 1}},
  {"uid": "a3", "type": "slideDown", "args": {"tile": 1, "col": 1}}]},
 {"channel": "/table/t9", "table_id": "9", "packet_id": "10", "time": "1769726990", "data": [
  {"uid": "a4", "type": "updatePlayersData", "args": {
   "scores": {"77": {"10": 0, "11": 3, "12": 0, "14": 0, "total": 3}}, "scribbles": [
   {"id": "2", "row": "0", "col": "4", "number": "1", "turn": "1", "pId": "77"},
   {"id": "3", "row": "0", "col": "5", "number": "1", "turn": "1", "pId": "77"},
   {"id": "4", "row": "1", "col": "4", "number": "4", "turn": "1", "pId": "77"},
   {"id": "5", "row": "1", "col": "5", "number": "6", "turn": "1", "pId": "77"},
   {"id": "6", "row": "0", "col": "3", "number": "-1", "turn": "1", "pId": "77"},
   {"id": "7", "row": "0", "col": "4", "number": "-1", "turn": "1", "pId": "77"},
   {"id": "8", "row": "0", "col": "5", "number": "-1", "turn": "1", "pId": "77"},
   {"id": "9", "row": "0", "col": "11", "number": "-1", "turn": "1", "pId": "77"}]}}]}
]}}
"""


def test_example_gives_the_turn_of_the_formats() -> None:
    record = nd.import_log(EXAMPLE)
    assert record["start"] == "d1"
    assert record["turns"] == [
        {
            "roll": "1*46O",
            "slides": ["C", "B"],
            "drops": [],
            "place": {"e1": 1, "f1": 1, "e2": 4, "f2": 6},
            "claim": ["d1", "e1", "f1"],
        }
    ]
    assert record["tiles"] == ["I", "O", "T", "L", "S"]
    assert record["tiles_taken"] == ["A", "C", "D", "E"], "the star shows that O is on B"
    assert nd.import_log(json.loads(EXAMPLE)) == nd.import_log(EXAMPLE.encode()) == record


def test_logs_give_their_records_and_changed_logs_no_others() -> None:
    """`python tests/tools imports` does so with thousands."""
    tally = Tally()
    for _ in run(3, 60, 200, tally):
        pass
    assert tally.logs == 60
    assert min(tally.solo, tally.inferred, tally.tiles_taken) > 0
    assert min(tally.accepted, tally.refused) > 20


@pytest.mark.parametrize("record", [SOLO, PAIR], ids=["solo", "two players"])
@pytest.mark.parametrize(
    "form",
    [
        Form(),
        Form(archived=False),
        Form(numbers="number"),
        Form(numbers="both", shuffled=True),
        Form(repeated=0.5),
        Form(restarts=1.0),
        Form(restarts=1.0, own=0),
        Form(restarts=1.0, repeated=0.5, shuffled=True),
        Form(language="fr", state="newPrivateState"),
        Form(named=False, finals=False, noise=0),
    ],
    ids=str,
)
def test_every_form_of_a_log_gives_the_record(record: Json, form: Form) -> None:
    for seed in range(3):
        check_log(record, form, seed, Tally())


def test_log_that_breaks_off_leaves_the_last_turn_out() -> None:
    for record in (SOLO, PAIR):
        found = nd.import_log(log_of(record, Form(cut=True)))
        assert found["turn_left_out"] == len(record["turns"])
        assert found["turns"] == record["turns"][:-1]


def test_replay_keeps_what_was_taken() -> None:
    found = nd.import_log(log_of(nd.replay({**SOLO, "turns": SOLO["turns"][:3]}), Form(own=0)))
    assert found["slides_taken"] is True
    assert nd.replay(found) == found


def test_other_players_slides_fit_every_fall() -> None:
    """The slides of careful games, in which circled letters protect, are found too."""
    for number in range(6):
        record = played_well(1, number)
        found = nd.import_log(log_of(record, Form(own=0, restarts=0.5), number))
        for mine, theirs in zip(found["turns"], record["turns"], strict=True):
            assert mine["drops"] == theirs["drops"]
        assert found["result"]["end"] == record["result"]["end"]


def test_names_are_cut_to_three_letters() -> None:
    log = log_of(PAIR, Form())
    players = log["data"]["players"]
    assert nd.import_log(log)["names"] == ["AME", "BOB"]
    for names, expected in (
        (("Jo", "Jo"), ["JOX", "JO2"]),
        (("Ørsted", "李雷"), ["RST", None]),
        (("李雷", "王芳"), None),
    ):
        for player, name in zip(players, names, strict=True):
            player["name"] = name
        assert nd.import_log(log).get("names") == expected


def test_running_table_is_named_by_its_notifications() -> None:
    log = log_of(PAIR, Form(archived=False))
    assert nd.import_log(log)["names"][0] == "AME"


def test_tags_around_names_are_left_out() -> None:
    log = log_of(PAIR, Form(archived=False))
    for event in events(log, "scoreCombination"):
        event["args"]["player_name"] = "<!--PNS--><span style='color:#f00'>Zoé</span><!--PNE-->"
    assert nd.import_log(log)["names"][0] == "ZOE"


def test_crosses_may_come_before_their_x() -> None:
    log = log_of(SOLO, Form())
    for number in range(1, len(SOLO["turns"]) + 1):
        written = [one for one in scribbles(log, number, number=-2) if int(one["pId"])]
        written.sort(key=lambda one: int(one["id"]))
        numbers = [one["id"] for one in written]
        at = [i for i, one in enumerate(written) if int(one["col"]) == 13]
        starts = [0, *(i + 1 for i in at)]
        order = [j for a, b in zip(starts, at, strict=False) for j in (b, *range(a, b))]
        for i, j in enumerate(order):
            written[j]["id"] = numbers[i]
    assert nd.import_log(log)["turns"] == SOLO["turns"]


def test_only_documents_of_the_site_are_logs() -> None:
    assert is_log(json.loads(EXAMPLE))
    for other in (SOLO, GAMES[0], [], None, "status", {"status": 1, "format": "numberdrop.game"}):
        assert not is_log(other)


# Refusals


def events(log: Json, kind: str) -> list[Json]:
    """Return the events of a type, in order."""
    data = log["data"]
    packets = data.get("logs") or data["data"]
    return [event for packet in packets for event in packet["data"] if event["type"] == kind]


def remove(log: Json, kind: str, at: int) -> None:
    gone = events(log, kind)[at]
    for packet in log["data"]["logs"]:
        packet["data"] = [event for event in packet["data"] if event is not gone]


def scribbles(log: Json, turn: int, **wanted: int) -> Iterator[Json]:
    """Yield what was written in a turn with these values."""
    for one in events(log, "updatePlayersData")[turn]["args"]["scribbles"]:
        if all(int(one[key]) == value for key, value in wanted.items()):
            yield one


def erase(log: Json, turn: int, player: int) -> None:
    """Remove everything that a player wrote in a turn."""
    args = events(log, "updatePlayersData")[turn]["args"]
    args["scribbles"] = [one for one in args["scribbles"] if int(one["pId"]) != player]


def ids(log: Json) -> list[int]:
    return [int(player["id"]) for player in log["data"]["players"]]


def block_turn() -> int:
    """Return the number of the first block turn of PAIR."""
    return next(n for n, turn in enumerate(PAIR["turns"], 1) if "place" not in turn["parts"][0])


def protected_seat() -> int:
    parts = PAIR["turns"][block_turn() - 1]["parts"]
    return next(seat for seat in (0, 1) if not parts[seat])


def set_total(log: Json, turn: int, seat: int, total: int) -> None:
    scores = events(log, "updatePlayersData")[turn]["args"]["scores"]
    scores[str(ids(log)[seat])]["total"] = total


def repeat_cell(log: Json) -> None:
    one = next(one for one in scribbles(log, 2) if int(one["number"]) >= 0)
    one["row"], one["col"] = "0", "1"


def swap_slides(log: Json) -> None:
    """Exchange the letters of two slides, notches too."""
    first, second = events(log, "slideDown")[:2]
    first["args"]["tile"], second["args"]["tile"] = (
        second["args"]["tile"],
        first["args"]["tile"],
    )


def other_tile(log: Json) -> None:
    state = events(log, "newPrivateStateNumberDrop")[0]
    state["args"]["args"]["block"] = (int(state["args"]["args"]["block"]) + 1) % 5


REFUSED: dict[str, tuple[Json, Callable[[Json], object], str]] = {
    "a turn without an end": (
        SOLO,
        lambda log: remove(log, "updatePlayersData", 5),
        "turn 5: expected updatePlayersData, got the dice of turn 6",
    ),
    "a turn without dice": (
        PAIR,
        lambda log: remove(log, "throwDices", 3),
        "turn 3: expected updatePlayersData once, got it again",
    ),
    "a turn that is missing": (
        PAIR,
        lambda log: (remove(log, "throwDices", 0), remove(log, "updatePlayersData", 1)),
        "turn 1: expected its dice, got those of turn 2",
    ),
    "no starting digits": (
        SOLO,
        lambda log: remove(log, "updatePlayersData", 0),
        "expected the starting digits before the dice of turn 1",
    ),
    "another game": (
        SOLO,
        lambda log: (
            [event.update(type="cardPlayed") for event in events(log, "throwDices")]
            and [event.update(type="moved") for event in events(log, "updatePlayersData")]
            and [event.update(type="slid") for event in events(log, "slideDown")]
            and [event.update(type="fell") for event in events(log, "blockTriggered")]
        ),
        "log: expected a log of Number Drop from its beginning",
    ),
    "another total": (
        PAIR,
        lambda log: set_total(log, 3, 1, 77),
        r"turn 3, seat 2: expected a total of 77 as in the log, got \d+",
    ),
    "another final score": (
        SOLO,
        lambda log: [
            one.update(score="99")
            for event in events(log, "gameStateChange")
            if event["args"]["name"] == "gameEnd"
            for one in event["args"]["args"]["allPlayersScores"]
        ],
        "turn 14: expected a final score of 99 as in the log, got 65",
    ),
    "another notch": (
        SOLO,
        lambda log: events(log, "slideDown")[4]["args"].update(col="3"),
        r"turn \d: tile \w: expected notch 3 as in the log, got \d",
    ),
    "another letter": (SOLO, swap_slides, "turn 1: the star of .* slides .*, not .*"),
    "a missing slide": (
        SOLO,
        lambda log: remove(log, "slideDown", 0),
        r"turn 1: the roll .* shows a star: \w must slide",
    ),
    "another tile": (SOLO, other_tile, r"turn 7: expected tile L on C as in turn 7, got S on C"),
    "a player who left": (
        PAIR,
        lambda log: erase(log, 2, ids(log)[1]),
        "turn 2, seat 2: expected four digits, got none: the player may have left the table",
    ),
    "a player who left in a block turn": (
        PAIR,
        lambda log: erase(log, block_turn(), ids(log)[1 - protected_seat()]),
        r"seat \d: expected the block of letter \w, got no X: the player may have left",
    ),
    "no block": (
        PAIR,
        lambda log: remove(log, "blockTriggered", 0),
        r"turn \d+: expected the block of letter \w to fall, got no block",
    ),
    "two digits in one cell": (
        SOLO,
        repeat_cell,
        "turn 2: cell b1: expected one digit or X, got another",
    ),
    "another box": (
        SOLO,
        lambda log: next(scribbles(log, 3, col=12)).update(col="11"),
        "turn 3: expected the box identical 7 as in the log, got consecutive 7",
    ),
    "a combo without its box": (
        SOLO,
        lambda log: next(scribbles(log, 3, col=12)).update(col="10"),
        "turn 3: expected a combo with its box, got 7 cells and the boxes -",
    ),
    "packets of two tables": (
        SOLO,
        lambda log: log["data"]["logs"][7].update(table_id="124"),
        r"log, data, logs\[7\], table_id: expected packets of one table, '123', got '124'",
    ),
    "the site's refusal": (
        SOLO,
        lambda log: log.update(status="0", error="Please log in"),
        "log: expected a log, which has the status 1, got 'Please log in'",
    ),
    "a number in words": (
        SOLO,
        lambda log: events(log, "throwDices")[2]["args"].update(turn="three"),
        "args, turn: expected a whole number, got 'three'",
    ),
    "an unknown player": (
        PAIR,
        lambda log: next(scribbles(log, 2, pId=ids(log)[0])).update(pId="5"),
        "turn 2: expected scribbles of the players, got 5",
    ),
    "an impossible roll": (
        SOLO,
        lambda log: events(log, "throwDices")[2]["args"].update(dices=[*"2622O"]),
        "turn 3: roll: expected one that the publisher dice can show",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_log_that_makes_no_game_is_refused_in_one_line(name: str) -> None:
    record, change, message = REFUSED[name]
    log = log_of(record, Form(named=False), 5)
    nd.import_log(copy.deepcopy(log))
    change(log)
    with pytest.raises(nd.NumberdropError, match=message) as caught:
        nd.import_log(log)
    assert str(caught.value).isprintable()


def test_slides_that_cannot_be_found_are_refused_with_the_turn() -> None:
    """One fall comes in turn 1: no tile has had four slides."""
    log = log_of(SOLO, Form(own=0))
    first = events(log, "updatePlayersData")[1]["args"]["scribbles"]
    cross = copy.deepcopy(next(one for one in first if int(one["number"]) >= 0))
    first.append({**cross, "id": "999999", "col": "13", "row": "0", "number": "-2"})
    dice = next(packet for packet in log["data"]["logs"] if events_in(packet, "throwDices"))
    fall = {"uid": "new", "type": "blockTriggered", "args": {"block": "0", "letter": "A"}}
    dice["data"].append(fall)
    message = r"turn 1: expected slides of \S+ with which A alone falls, got none that fit"
    with pytest.raises(nd.IllegalTurn, match=message):
        nd.import_log(log)


def events_in(packet: Json, kind: str) -> list[Json]:
    return [event for event in packet["data"] if event["type"] == kind]


@pytest.mark.parametrize("log", [None, 5, [], {}, "", "[]", "{", b"\xff", {"status": 1}], ids=repr)
def test_other_values_are_refused(log: Any) -> None:
    with pytest.raises(nd.NotationError, match="log"):
        nd.import_log(log)


def test_events_out_of_place_are_refused_whatever_they_are() -> None:
    rng = random.Random(1)
    log = log_of(SOLO, Form())
    for kind in ("slideDown", "blockTriggered", "clearTurn"):
        changed = copy.deepcopy(log)
        event = {"uid": f"new{rng.random()}", "type": kind, "args": {"tile": 1, "col": 1}}
        changed["data"]["logs"][0]["data"].insert(0, event)
        with pytest.raises(nd.NotationError, match="between throwDices and updatePlayersData"):
            nd.import_log(changed)
