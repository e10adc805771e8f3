"""Whole games in goldens/*.txt, replayed by the core and by the oracle, compared word for word.

`python tests/tools regenerate` writes them with the oracle alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from regenerate import (
    GOLDENS,
    Golden,
    Transcript,
    draw,
    golden_text,
    read_golden,
    read_turn,
    transcribe,
    turn_text,
)

Json = dict[str, Any]

FILES = pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)


def golden_of(path: Path) -> Golden:
    return read_golden(path.read_text("utf-8"))


def replay_by_core(record: Json) -> Transcript:
    """Replay a record with numberdrop."""
    variant = nd.Variant.from_text(record["variant"])
    solo = record["players"] == 1
    game = nd.Game(record["tiles"], [record["start"]] if solo else record["start"], variant)
    read: Callable[[Json, str], Any] = nd.Turn.from_json if solo else nd.SharedTurn.from_json
    replayed = Transcript()
    replayed.sheets.append([str(position) for position in game.positions])
    for turn in record["turns"]:
        assert not game.is_over()
        replayed.first.append(game.first_player)
        game.push(read(turn, variant.dice))
        replayed.turns.append(str(game.turns[-1]))
        replayed.sheets.append([str(position) for position in game.positions])
        replayed.scores.append([position.score(variant).to_json() for position in game.positions])
    replayed.end, replayed.winners = game.end(), game.winners()
    return replayed


@FILES
def test_core_and_oracle_play_the_same_game(path: Path) -> None:
    golden = golden_of(path)
    assert golden_text(golden, replay_by_core(golden.record)) == path.read_text("utf-8")


@FILES
def test_oracle_replays_the_same_game(path: Path) -> None:
    golden = golden_of(path)
    assert golden_text(golden, transcribe(golden.record)) == path.read_text("utf-8")


@FILES
def test_replay_gives_the_record_back(path: Path) -> None:
    record = golden_of(path).record
    replayed = nd.replay(record)
    result = replayed.pop("result")
    assert replayed == record
    assert result["end"] != "unfinished"
    by_oracle = transcribe(record)
    if record["players"] == 1:
        assert result["scores"] == [scores[0]["total"] for scores in by_oracle.scores]
        assert result["final"] == by_oracle.scores[-1][0]
    else:
        assert result["scores"] == [
            [each["total"] for each in scores] for scores in by_oracle.scores
        ]
        assert result["final"] == by_oracle.scores[-1]
        assert result["winners"] == by_oracle.winners


@FILES
def test_turn_texts_round_trip(path: Path) -> None:
    record = golden_of(path).record
    read = nd.Turn if record["players"] == 1 else nd.SharedTurn
    for turn in record["turns"]:
        text = turn_text(turn)
        assert read_turn(text) == turn
        assert read.from_text(text).to_json() == turn


@pytest.mark.parametrize(
    "path",
    [path for path in GOLDENS if golden_of(path).record["players"] == 1],
    ids=lambda path: path.stem,
)
def test_every_turn_of_a_golden_is_listed(path: Path) -> None:
    """Every stage of a solo turn is among the options that the position lists."""
    record = golden_of(path).record
    position = nd.Position.start(record["tiles"], record["start"])
    for item in record["turns"]:
        turn = nd.Turn.from_json(item)
        after = nd.play(position, turn, record["variant"])
        blocked = {cell for drop in turn.drops for cell in drop.cells}
        falls = [
            fall
            for fall in position.falls(turn.roll, record["variant"])
            if {cell for drop in fall.drops for cell in drop.cells} == blocked
            and sorted(fall.slides) == sorted(turn.slides)
        ]
        assert len(falls) == 1
        placed = falls[0].position
        places = placed.places(turn.roll, record["variant"])
        if turn.place is None:
            assert places == []
        else:
            cells, digits = zip(*turn.place, strict=True)
            assert cells in places
            assert digits in turn.roll.arrangements()
            placed = placed.place(cells, digits)
        claims = [claim for claim in placed.claims() if claim.cells == turn.claim]
        assert len(claims) == (turn.claim is not None)
        assert placed.claim(claims[0] if claims else None).end_turn() == after
        position = after


def test_goldens_contain_rare_events() -> None:
    """The goldens were chosen for these events, and must keep them."""
    seen = {name for path in GOLDENS for name in rarities(golden_of(path).record)}
    assert seen >= {
        "a letter protects in solo",
        "X crosses the line",
        "bonus box",
        "two tiles fall",
        "two tiles fall, the order chosen",
        "a star on the shape die",
        "three stars",
        "nothing fits",
        "a tile falls without a cell",
        "a row of X past the line",
        "a shape has slid",
        "a block turn with a protected player",
        "a letter circled by all",
        "two letters circled in a block turn",
        "shared victory",
        "end: line",
        "end: tiles",
        "end: line+tiles",
    }


def rarities(record: Json) -> set[str]:
    replayed = transcribe(record)
    found = {f"end: {replayed.end}"}
    if len(replayed.winners) > 1:
        found.add("shared victory")
    for text, scores in zip(replayed.sheets[-1], replayed.scores[-1], strict=True):
        score = nd.Position.from_text(text).score
        if score("bga") != score("rulebook"):
            found.add("a row of X past the line")
        if scores["bonus"]:
            found.add("bonus box")
    for turn, before, after in zip(
        record["turns"], replayed.sheets[:-1], replayed.sheets[1:], strict=True
    ):
        tiles = [nd.Position.from_text(text).tiles for text in (*before, *after)]
        if record["players"] == 1:
            found |= solo_rarities(turn, *tiles)
            if "slide" in record["variant"] and has_slid(before[0], turn):
                found.add("a shape has slid")
        else:
            found |= table_rarities(turn, tiles[: len(before)], tiles[len(before) :])
    return found


Tiles = tuple[tuple[str, int | None, str], ...]


def solo_rarities(turn: Json, before: Tiles, after: Tiles) -> set[str]:
    found = set()
    roll, drops = turn["roll"], turn["drops"]
    reached = [new[1] == 4 != old[1] for old, new in zip(before, after, strict=True)]
    if sum(reached) > len(drops):
        found.add("a letter protects in solo")
    if len(drops) == 2:
        found.add("two tiles fall")
        if roll[4] == "*":
            found.add("two tiles fall, the order chosen")
    if any(int(cell[1:]) > 11 for drop in drops for cell in drop["cells"]):
        found.add("X crosses the line")
    if any(not drop["cells"] for drop in drops):
        found.add("a tile falls without a cell")
    if turn["place"] is None:
        found.add("nothing fits")
    if roll[4] == "*":
        found.add("a star on the shape die")
    if roll[:4].count("*") == 3:
        found.add("three stars")
    return found


def has_slid(before: str, turn: Json) -> bool:
    """Return whether the player's own shape can't have come straight down, for turns without
    falls."""
    if turn["drops"] or turn["place"] is None:
        return False
    roll = nd.Roll.from_text(turn["roll"])
    straight = nd.Position.from_text(before).places(roll)
    return set(turn["place"]) not in [set(cells) for cells in straight]


def table_rarities(turn: Json, before: list[Tiles], after: list[Tiles]) -> set[str]:
    found = set()
    blocks = [part for part in turn["parts"] if "place" not in part]
    if {} in blocks:
        found.add("a block turn with a protected player")
    circled = {i for tiles in before for i, tile in enumerate(tiles) if tile[2] == "o"}
    if blocks and len(circled) > 1:
        found.add("two letters circled in a block turn")
    crossed = [sum(tile[2] == "x" for tile in tiles[0]) for tiles in (before, after)]
    if crossed[1] - crossed[0] > bool(blocks):
        found.add("a letter circled by all")
    return found


def test_drawing_shows_the_line() -> None:
    assert draw("- -:-:- - 1") == ["   1 . . . . . . .", "     a b c d e f g"]
    tall = "/".join(["X......"] + ["1......"] * 11)
    assert draw(f"{tall} -:-:- - 9")[:3] == [
        "  12 X . . . . . .",
        "     - Game Over -",
        "  11 1 . . . . . .",
    ]
