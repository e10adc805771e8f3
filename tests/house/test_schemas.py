"""The JSON Schemas in the package accept what the program writes and refuse invalid documents.
Texts and schemas are compared with the parsers, which are the authority."""

from __future__ import annotations

import copy
import datetime
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
import oracle
from numberdrop import multiplayer
from numberdrop.plan.hints.review import review
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.puzzles.results import Results
from numberdrop.sessions import PartialTurn, Store, turn_options
from numberdrop.sessions.outcome import outcome
from schemas import SCHEMAS, faults, validator
from sessions import DAY, after_random_step, begun, new, next_step

Json = dict[str, Any]

#: Variants, numbers of players and seeds of random games.
GAMES = [
    (variant, players, seed)
    for variant, players, seeds in (
        ("rulebook", 1, 6),
        ("bga", 1, 3),
        ("rulebook+slide", 1, 2),
        ("bga+slide+review-dice", 1, 2),
        ("rulebook", 2, 3),
        ("rulebook", 6, 1),
        ("bga", 3, 2),
        ("bga+review-dice", 5, 1),
    )
    for seed in range(seeds)
]


README = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"

GAME = validator("game.schema.json")
LINE = validator("line.schema.json")
PUZZLE = validator("puzzle.schema.json")
MAXIMUM = validator("maximum.schema.json")
HINT = validator("hint.schema.json")
SEATS = validator("seats.schema.json")
REVIEW = validator("review.schema.json")
TURN = validator("turn.schema.json")
POSITION = validator("notation.schema.json#/$defs/position")


@cache
def played_text(variant: str, players: int, seed: int) -> str:
    return json.dumps(nd.replay(oracle.random_game(random.Random(seed), players, variant)))


def played(variant: str, players: int, seed: int) -> Json:
    """Return a new copy of a random game."""
    record: Json = json.loads(played_text(variant, players, seed))
    return record


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def refs(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from refs(item)
    elif isinstance(value, list):
        for item in value:
            yield from refs(item)


@pytest.mark.parametrize("name", SCHEMAS)
def test_references_stay_in_the_folder(name: str) -> None:
    for ref in refs(SCHEMAS[name]):
        file, _, pointer = ref.partition("#")
        target: Any = SCHEMAS[file or name]
        for key in pointer.strip("/").split("/") if pointer else []:
            target = target[key]
        assert isinstance(target, dict)


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_games_are_valid(variant: str, players: int, seed: int) -> None:
    record = played(variant, players, seed)
    assert faults(GAME, record) == []
    del record["result"]
    record["turns"] = record["turns"][:3]
    assert faults(GAME, {**record, "date": "2026-11-20"}) == []
    assert [faults(TURN, turn) for turn in record["turns"]] == [[]] * 3


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES[::2])
def test_positions_and_rolls_of_games_match(variant: str, players: int, seed: int) -> None:
    record = played(variant, players, seed)
    dice = nd.Variant.from_text(variant).dice
    read = nd.Turn.from_json if players == 1 else nd.SharedTurn.from_json
    start = [record["start"]] if players == 1 else record["start"]
    game = nd.Game(record["tiles"], start, variant)
    for turn in record["turns"]:
        game.push(read(turn, dice))
        assert [faults(POSITION, str(position)) for position in game.positions] == [[]] * players


@pytest.mark.parametrize("day", ["0001-01-01", "2026-11-20", "2028-02-29", "9999-12-31"])
def test_daily_puzzles_are_valid(day: str) -> None:
    puzzle = daily_puzzle(datetime.date.fromisoformat(day)).to_json()
    PUZZLE.validate(puzzle)
    solution = played("rulebook", 1, 1)
    best = {"score": 7, "bound": None, "proof": None, "solution": solution}
    PUZZLE.validate({**puzzle, "best": best})
    PUZZLE.validate({**puzzle, "best": {**best, "bound": 100, "proof": "the most there can be"}})
    PUZZLE.validate({**puzzle, "id": "hard 7", "kind": "other", "variant": "bga+slide"})
    faults: list[Json] = [{"score": 101}, {"bound": "100"}, {"proof": 1}, {"solution": {}}]
    for fault in faults:
        assert not PUZZLE.is_valid({**puzzle, "best": {**best, **fault}})
    assert not PUZZLE.is_valid({**puzzle, "best": {"score": 7}})
    table = played("rulebook", 2, 0)
    assert not PUZZLE.is_valid({**puzzle, "best": {**best, "solution": table}})


PUZZLE_FAULTS: list[Json] = [
    {"format": "numberdrop.game"},
    {"version": 2},
    {"id": ""},
    {"id": "2026-11-2"},
    {"id": 20261120},
    {"kind": None},
    {"variant": "Rulebook"},
    {"generator": 0},
    {"generator": "1"},
    {"recipe": "solo#2026-11-20"},
    {"recipe": "solo#2026-11-20.01"},
    {"longest_game": 21},
    {"tiles": ["I", "O", "T", "L"]},
    {"tiles": ["I", "O", "T", "L", "I"]},
    {"tiles": ["I", "O", "T", "L", "V3"]},
    {"tiles": "IOTLS"},
    {"rolls": ["1234I"] * 19},
    {"rolls": ["1234I"] * 21},
    {"rolls": [*["1234I"] * 19, "1234"]},
    {"rolls": [*["1234I"] * 19, "****I"]},
    {"rolls": [*["1234I"] * 19, "666*I"], "variant": "rulebook+review-dice"},
    {"targets": None},
    {"best": 50},
]


@pytest.mark.parametrize("fault", PUZZLE_FAULTS, ids=str)
def test_puzzles_with_a_fault_are_refused(fault: Json) -> None:
    puzzle = daily_puzzle(datetime.date(2026, 11, 20)).to_json()
    assert PUZZLE.is_valid(puzzle)
    assert not PUZZLE.is_valid(puzzle | fault)


@pytest.mark.parametrize("key", SCHEMAS["puzzle.schema.json"]["required"])
def test_puzzles_without_a_key_are_refused(key: str) -> None:
    puzzle = daily_puzzle(datetime.date(2026, 11, 20)).to_json()
    del puzzle[key]
    assert not PUZZLE.is_valid(puzzle)


def put(*path: str | int) -> Callable[[Any], Callable[[Json], None]]:
    """Return a function of a value, which returns a change that sets the value at `path`, or
    removes what is there if the value is DELETE."""

    def mutate(value: Any) -> Callable[[Json], None]:
        def change(document: Json) -> None:
            target: Any = document
            for step in path[:-1]:
                target = target[step]
            if value is DELETE:
                del target[path[-1]]
            else:
                target[path[-1]] = value

        change.__name__ = (
            f"{'.'.join(map(str, path))}: {json.dumps(value, default=lambda _: 'no key')}"
        )
        return change

    return mutate


DELETE = object()

HEAD_FAULTS = [
    *(put(key)(DELETE) for key in SCHEMAS["game.schema.json"]["required"]),
    put("format")("numberdrop.puzzle"),
    put("version")(0),
    put("version")("1"),
    put("version")(True),
    put("variant")("slide"),
    put("variant")("bga+review-dice+slide"),
    put("variant")(None),
    put("players")(0),
    put("players")(7),
    put("players")("1"),
    put("players")(None),
    put("tiles")("IOTLS"),
    put("tiles")(["I", "O", "T", "L"]),
    put("tiles", 0)("J"),
    put("tiles", 4)("i"),
    put("turns")(None),
    put("turns")({}),
    put("turns", 0)(None),
    put("turns", 0, "roll")("1234"),
    put("turns", 0, "roll")("1234i"),
    put("turns", 0, "roll")("0123I"),
    put("turns", 0, "roll")("26*2I*"),
    put("turns", 0, "roll")("2626I"),
    put("turns", 0, "roll")("1234I\n"),
    put("turns", 0, "roll")(12345),
    put("turns", 0, "roll")(DELETE),
    put("turns", 0, "more")(1),
]
SOLO_FAULTS = [
    put("players")(2),
    put("tiles", 0)("V3"),
    put("start")("a2"),
    put("start")("A1"),
    put("start")("a1\n"),
    put("start")(["a1"]),
    put("turns", 0, "slides")(DELETE),
    put("turns", 0, "slides")([]),
    put("turns", 0, "slides")("A"),
    put("turns", 0, "slides")(["a"]),
    put("turns", 0, "slides")(["AB"]),
    put("turns", 0, "slides")(["A", "A", "A"]),
    put("turns", 0, "drops")(None),
    put("turns", 0, "drops")([{"tile": "A"}]),
    put("turns", 0, "drops")([{"tile": "F", "cells": []}]),
    put("turns", 0, "drops")([{"tile": "A", "cells": ["a1", "a1", "b1"]}]),
    put("turns", 0, "drops")([{"tile": "A", "cells": ["a1", "b1"]}]),
    put("turns", 0, "drops")([{"tile": "A", "cells": [], "form": 1}]),
    put("turns", 0, "place")(DELETE),
    put("turns", 0, "place")({}),
    put("turns", 0, "place")([]),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": 4, "e1": 5}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "h1": 4}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "a15": 4}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "a01": 4}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": 10}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": -1}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": "4"}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": 4.5}),
    put("turns", 0, "place")({"a1": 1, "b1": 2, "c1": 3, "d1": True}),
    put("turns", 0, "claim")([]),
    put("turns", 0, "claim")(["a1", "b1"]),
    put("turns", 0, "claim")(["a1", "b1", "a1"]),
    put("turns", 0, "claim")(["a1", "b1", "c0"]),
    put("turns", 0, "claim")("a1b1c1"),
    put("turns", 0)({"roll": "1234I", "parts": [{}, {}]}),
]
TABLE_FAULTS = [
    put("players")(1),
    put("players")(3),
    put("tiles", 0)("V4"),
    put("tiles", 0)("I0"),
    put("start")("a1"),
    put("start")(["a1"]),
    put("start")(["a1", "b1", "c1"]),
    put("start", 1)("b2"),
    put("turns", 0, "parts")(DELETE),
    put("turns", 0, "parts")([{}]),
    put("turns", 0, "parts")([{}, {}, {}]),
    put("turns", 0, "parts")(None),
    put("turns", 0, "parts", 0)(None),
    put("turns", 0, "parts", 0)({"drops": []}),
    put("turns", 0, "parts", 0)({"claim": None}),
    put("turns", 0, "parts", 0, "slides")(["A"]),
    put("turns", 0, "parts", 0, "drops")([{"tile": "A", "cells": []}]),
    put("turns", 0, "slides")(["A"]),
]
RESULT_FAULTS = [
    put("result")(None),
    put("result", "scores")(DELETE),
    put("result", "scores")(7),
    put("result", "final")(7),
    put("result", "final")(DELETE),
    put("result", "end")("time"),
    put("result", "end")(DELETE),
]


@pytest.mark.parametrize("change", HEAD_FAULTS + SOLO_FAULTS, ids=lambda change: change.__name__)
def test_solo_games_with_a_fault_are_refused(change: Callable[[Json], None]) -> None:
    check_refused(played("rulebook", 1, 0), change)


@pytest.mark.parametrize("change", HEAD_FAULTS + TABLE_FAULTS, ids=lambda change: change.__name__)
def test_games_of_two_with_a_fault_are_refused(change: Callable[[Json], None]) -> None:
    check_refused(played("rulebook", 2, 0), change)


def check_refused(record: Json, change: Callable[[Json], None]) -> None:
    """Check that both the schema and the replay refuse the changed record."""
    assert GAME.is_valid(record)
    change(record)
    assert not GAME.is_valid(record)
    with pytest.raises(nd.IllegalTurn):
        nd.replay(record)


def test_solo_shapes_are_refused_where_only_blocks_are_dealt() -> None:
    record = played("bga", 3, 0)
    assert GAME.is_valid(record)
    record["tiles"][0] = "S"
    assert not GAME.is_valid(record)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("change", RESULT_FAULTS, ids=lambda change: change.__name__)
def test_results_with_a_fault_are_refused(players: int, change: Callable[[Json], None]) -> None:
    record = played("rulebook", players, 0)
    before = copy.deepcopy(record)
    change(record)
    assert not GAME.is_valid(record)
    assert nd.replay(record) == before


def line_from(variant: str, seed: int, skipped: int) -> Json:
    """Return a random game as a line from the position after some of its turns."""
    record = played(variant, 1, seed)
    game = nd.Game(record["tiles"], [record["start"]], variant)
    for turn in record["turns"][:skipped]:
        game.push(nd.Turn.from_json(turn, game.variant.dice))
    return {
        "format": "numberdrop.line",
        "version": 1,
        "variant": variant,
        "position": str(game.positions[0]),
        "turns": record["turns"][skipped:],
        "score": record["result"]["final"]["total"],
    }


SOLO_GAMES = [(variant, seed) for variant, players, seed in GAMES if players == 1]


@pytest.mark.parametrize(("variant", "seed"), SOLO_GAMES)
@pytest.mark.parametrize("skipped", [0, 2, 5, 99])
def test_lines_are_valid_and_replay(variant: str, seed: int, skipped: int) -> None:
    line = line_from(variant, seed, skipped)
    LINE.validate(line)
    assert nd.replay(line) == line
    assert nd.replay({**line, "score": "not believed", "by": "x"}) == {**line, "by": "x"}
    del line["score"]
    assert nd.replay(line) == line_from(variant, seed, skipped)
    LINE.validate({**line, "date": "2026-11-20"})


LINE_FAULTS = [
    *(put(key)(DELETE) for key in SCHEMAS["line.schema.json"]["required"]),
    put("format")("numberdrop.game"),
    put("version")(0),
    put("version")(True),
    put("variant")("slide"),
    put("variant")(None),
    put("position")(None),
    put("position")("-"),
    put("position")("1...... -:-:- - 1"),
    put("position")("1...... -:-:- V3,I3,U5,X5,T5 1"),
    put("position")("1...... -:-:- I,O,T,L,S 1"),
    put("position")("1...... -:-:- I0,O0,T0,L0,L0 1"),
    put("position")("1...... -:-:- I0,O0,T0,L0,S0 1 "),
    *[change for change in SOLO_FAULTS if "turns" in change.__name__],
    put("turns")(None),
    put("turns", 0)(None),
    put("turns", 0, "roll")("0123I"),
    put("turns", 0, "roll")("2626I"),
    put("turns", 0, "roll")(DELETE),
    put("turns", 0, "more")(1),
]


@pytest.mark.parametrize("change", LINE_FAULTS, ids=lambda change: change.__name__)
def test_lines_with_a_fault_are_refused(change: Callable[[Json], None]) -> None:
    line = line_from("rulebook", 0, 0)
    assert LINE.is_valid(line)
    change(line)
    assert not LINE.is_valid(line)
    with pytest.raises(nd.IllegalTurn):
        nd.replay(line)


def test_a_line_names_turns_by_their_number_in_the_game() -> None:
    line = line_from("rulebook", 0, 3)
    line["turns"][1]["slides"] = ["A", "A", "A"]
    with pytest.raises(nd.IllegalTurn, match="turn 5: ") as error:
        nd.replay(line)
    assert error.value.turn == 5
    line = line_from("rulebook", 0, 0)
    line["turns"] = line["turns"] + line["turns"][-1:]
    with pytest.raises(nd.IllegalTurn, match=f"turn {len(line['turns'])}: the game is over"):
        nd.replay(line)
    late = {**line, "position": line["position"][:-1] + "99", "turns": line["turns"][:1]}
    with pytest.raises(
        nd.IllegalTurn, match="head of the record: turns: expected none after turn 98"
    ):
        nd.replay(late)


#: A puzzle, some turns from a position, and dice of the other set.
SHORT = nd.Deal("short", tuple("IOTLS"), nd.plain_deal(1, 3).rolls[:6])
MIDDLE = nd.Position.from_text("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3")
MAXIMA: list[tuple[Any, list[str] | None, str]] = [
    (SHORT, None, "rulebook"),
    (nd.plain_deal(2, 1), None, "bga+slide"),
    (nd.plain_deal(1, 1, "review"), None, "rulebook+review-dice"),
    (MIDDLE, ["156*O", "1562L"], "rulebook"),
    (MIDDLE, ["666*O"], "bga"),
]


@cache
def maximum_text(number: int) -> str:
    asked, rolls, variant = MAXIMA[number]
    return json.dumps(nd.maximum(asked, rolls, variant=variant, nodes=1).to_json())


@pytest.mark.parametrize("number", range(len(MAXIMA)))
def test_maxima_are_valid(number: int) -> None:
    value = json.loads(maximum_text(number))
    MAXIMUM.validate(value)
    (LINE if "position" in value else GAME).validate(value["solution"])
    assert nd.Maximum.from_json(value).to_json() == value


MAXIMUM_FAULTS = [
    *(put(key)(DELETE) for key in SCHEMAS["maximum.schema.json"]["required"]),
    put("format")("numberdrop.puzzle"),
    put("version")(2),
    put("variant")("house"),
    put("rolls")([]),
    put("rolls")("1234I"),
    put("rolls")(["1234I"] * 21),
    put("rolls", 0)("****I"),
    put("rolls", 0)(5),
    put("bound")("100"),
    put("bound")(True),
    put("bound")(1.5),
    put("method")(None),
    put("found_by")(1),
    put("nodes")("1"),
    put("jobs")(None),
    put("seconds")("1"),
    put("seconds")(-1),
    put("seconds")(True),
    put("version")(True),
    put("nodes")(-5),
    put("jobs")(-3),
    put("score")(101),
    put("score")("3"),
    put("status")("SURE"),
    put("status")(None),
    put("problems")("none"),
    put("problems")([1]),
    put("made_by")([]),
    put("made_by", "program")(7),
    put("made_by", "signature")("60469DE6"),
    put("made_by", "seed")(-1),
    put("made_by", "nodes")(0),
    put("made_by", "nodes")("1"),
    put("solution")(None),
    put("solution", "format")("numberdrop.puzzle"),
    put("solution", "turns", 0, "roll")("1234"),
]
DEAL_FAULTS = [
    put("tiles")(DELETE),
    put("tiles")(["I", "O", "T", "L"]),
    put("tiles", 0)("V3"),
    put("id")(7),
    put("position")("x"),
    put("solution", "players")(2),
    put("solution")(json.loads(maximum_text(3))["solution"]),
]
POSITION_FAULTS = [
    put("position")(DELETE),
    put("position")(7),
    put("tiles")(["I", "O", "T", "L", "S"]),
    put("position")("1...... -:-:- V3,I3,U5,X5,T5 1"),
    put("solution")(json.loads(maximum_text(0))["solution"]),
]


@pytest.mark.parametrize(
    ("number", "change"),
    [
        *((number, change) for number in (0, 3) for change in MAXIMUM_FAULTS),
        *((0, change) for change in DEAL_FAULTS),
        *((3, change) for change in POSITION_FAULTS),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_maxima_with_a_fault_are_refused(number: int, change: Callable[[Json], None]) -> None:
    value = json.loads(maximum_text(number))
    change(value)
    assert not MAXIMUM.is_valid(value)
    with pytest.raises(nd.NumberdropError):
        nd.Maximum.from_json(value)


@pytest.mark.parametrize("dice", ["publisher", "review"])
def test_pattern_of_rolls_is_exact(dice: str) -> None:
    pattern = validator(f"notation.schema.json#/$defs/{dice}Roll")
    for numbers in product("01234567*", repeat=4):
        roll = "".join(numbers) + "T"
        assert pattern.is_valid(roll) == can_read(lambda text: nd.Roll.from_text(text, dice), roll)
    for shape in "IOTLS*JZ1":
        assert pattern.is_valid("1234" + shape) == (shape in "IOTLS*")


def can_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except nd.NotationError:
        return False
    return True


POSITIONS = [
    "- -:-:- - 1",
    "...1... -:-:- I0,O0,T0,L0,S0 1",
    "g5...../gbc..../g5d3... 3:3:- I3o,O0,T1,L4x,S2 9",
    "XXX2341/X.X123. 34567:34567:8 V3,I3o,U5x,X5,T5 99",
    "1...... -:7:8 I3,O,T,L,S 10",
    "/".join(["2......"] * 14) + " 3:-:- I,V3,O,T5,T 20",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_positions_match(text: str) -> None:
    assert can_read(nd.Position.from_text, text)
    POSITION.validate(text)


@given(
    st.sampled_from(POSITIONS),
    st.lists(
        st.tuples(
            st.integers(0, 150),
            st.integers(0, 2),
            st.sampled_from(" -/.,:0123456789ajkXIOTLSV3ox\n"),
        ),
        max_size=3,
    ),
)
def test_pattern_of_positions_is_exact_but_for_floating_cells(
    text: str, edits: list[tuple[int, int, str]]
) -> None:
    for at, remove, put_in in edits:
        at = min(at, len(text))
        text = text[:at] + put_in + text[at + remove :]
    try:
        nd.Position.from_text(text)
        expected = True
    except nd.NotationError as error:
        expected = "floating cell" in str(error)
    # The parser checks for floating cells before it reads the other fields.
    boxes = " ".join(["-", *text.split(" ")[1:]])
    expected = expected and can_read(nd.Position.from_text, boxes)
    assert POSITION.is_valid(text) == expected


def test_pattern_of_cells_is_exact() -> None:
    cell = validator("notation.schema.json#/$defs/cell")
    names = {column + str(row) for column in "abcdefgh" for row in range(16)}
    assert {name for name in names if cell.is_valid(name)} == set(oracle.CELLS)
    assert not any(cell.is_valid(name) for name in ("", "a", "a01", "A1", "a1\n", " a1", "a1b1"))


def test_variants_are_those_that_are_read() -> None:
    variant = validator("notation.schema.json#/$defs/variant")
    for parts in product(("rulebook", "bga", ""), ("", "+slide"), ("", "+review-dice", "+dice")):
        text = "".join(parts)
        assert variant.is_valid(text) == can_read(nd.Variant.from_text, text)


# Hints.


@pytest.mark.slow
def test_the_schema_takes_hints() -> None:
    solo = nd.Position.from_text("65...../612..../6533... -:-:- I1,O0,T1,L0,S0 3")
    table = nd.Position.from_text("16..... -:-:8 V3,X5x,T5o,O,U5 2")
    roll = nd.Roll.from_text("1562O")
    found = [
        nd.hint(solo, roll, playouts=48, games=6, games_level="quick", target=61),
        nd.hint(solo, roll, last=True),
        nd.hint(table, roll, level="fast", variant="bga"),
    ]
    for document in (hint.to_json() for hint in found):
        HINT.validate(document)
        for key in document:
            assert not HINT.is_valid({k: v for k, v in document.items() if k != key})
        document["turns"][0]["loss"] = -1
        assert not HINT.is_valid(document)


def test_the_schema_takes_hints_for_one_of_several() -> None:
    text = "...1... 3:3:- V3{},I,O,X5,T 4"
    seats = multiplayer.Seats([text.format("o"), text.format("")])
    found = [
        multiplayer.hint(seats, 2, "4525T", playouts=12, known={1: "a1=4,b1=5,c1=5,b2=2"}),
        multiplayer.hint(seats, 1, "*525T", level="fast", aim="points"),
    ]
    for document in (hint.to_json() for hint in found):
        SEATS.validate(document)
        for key in document:
            assert not SEATS.is_valid({k: v for k, v in document.items() if k != key})
        document["turns"][0]["win"] = 2
        assert not SEATS.is_valid(document)


@pytest.mark.slow
def test_the_schema_takes_reviews() -> None:
    for variant in ("rulebook", "bga+review-dice"):
        document = review(play_game(3, 1, variant), level="fast").to_json()
        REVIEW.validate(document)
        for key in document:
            assert not REVIEW.is_valid({k: v for k, v in document.items() if k != key})
        for key in document["turns"][0]:
            first = {k: v for k, v in document["turns"][0].items() if k != key}
            assert not REVIEW.is_valid({**document, "turns": [first]})
        document["turns"][0]["word"] = "brilliant"
        assert not REVIEW.is_valid(document)


# Saved games.

MOMENT = validator("moment.schema.json")
SITTING = validator("sitting.schema.json")
HEAD = validator("sitting.schema.json#/$defs/head")
STEP = validator("sitting.schema.json#/$defs/step")


@pytest.mark.parametrize(
    "head",
    [
        {"kind": "daily", "puzzle": DAY},
        {"kind": "solo", "seed": 5, "variant": "bga+slide"},
        {"kind": "solo", "seed": 6, "variant": "rulebook+slide+review-dice"},
        {"kind": "free", "tiles": list("IOTLS")},
        {"kind": "drop", "puzzle": "drop#1.4"},
        {"kind": "table", "seats": [None, "beginner"], "seed": 1},
        {"kind": "table", "seats": ["hard", None, None], "variant": "bga+slide", "seed": 2},
    ],
    ids=str,
)
def test_the_schemas_take_games_on_the_table(head: Json, tmp_path: Path) -> None:
    rng, session = random.Random(1), new(**head)
    HEAD.validate(session.setup.to_json())
    SITTING.validate(session.to_json())
    while not session.is_over():
        step = next_step(session, rng)
        STEP.validate(step)
        session = session.do(session.resolve(step))
        if rng.random() < 0.3:
            SITTING.validate(session.to_json())
    SITTING.validate(session.to_json() | {"result": outcome(session, Results(tmp_path))})
    if head["kind"] != "table":
        HEAD.validate(new(kind="record", record=session.to_record()).setup.to_json())


def test_the_schemas_take_what_is_kept(tmp_path: Path) -> None:
    store, rng = Store(tmp_path), random.Random(1)
    kept = begun(store)
    for _ in range(5):
        SITTING.validate(kept.to_json())
        kept = after_random_step(store, kept, rng)
    [summary], _ = store.list()
    validator("sitting.schema.json#/$defs/summary").validate(summary.to_json())


def test_moments_with_a_fault_are_refused() -> None:
    """One key missing, one too many, or a value that can't occur."""
    turn = PartialTurn.from_json({"slides": ["A"], "cells": ["a3", "b3", "a4", "b4"]})
    options = turn_options(README, "156*O", turn).to_json()
    MOMENT.validate(options)
    for key in options:
        assert not MOMENT.is_valid({name: value for name, value in options.items() if name != key})
    for key, value in (
        ("more", 1),
        ("needs", "luck"),
        ("roll", "9156O"),
        ("choices", [[]]),
        ("drop", {"tile": "A", "shape": "I", "poses": []}),
        ("poses", {"V3": []}),
        ("numbers", ["1", "5", "6"]),
        ("grid", "612"),
        ("turn", {}),
        ("preview", {}),
        ("claims", [{}]),
    ):
        assert not MOMENT.is_valid({**options, key: value}), key


def test_games_on_the_table_with_a_fault_are_refused() -> None:
    game = new(kind="drop", puzzle="drop#1.4").to_json()
    for key in game:
        assert not SITTING.is_valid({name: value for name, value in game.items() if name != key})
    for key, value in (
        ("more", 1),
        ("id", "1"),
        ("kind", "chess"),
        ("rolls", ["x"]),
        ("can", {}),
        ("undone", -1),
        ("help", [{"turn": 1, "grade": "all"}]),
        ("result", {"medal": "wood"}),
        ("touched", "now"),
    ):
        assert not SITTING.is_valid({**game, key: value}), key
