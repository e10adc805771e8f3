"""Properties of all values: texts round-trip, every invalid input gives the same kind of error, and
nothing crashes."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import agreement
import numberdrop as nd
import oracle
from built import fell_floating, limit_groups
from examples import given_often
from numberdrop.rules import BLOCK_SHAPES, CELLS, LETTERS, SHAPES, SOLO_SHAPES, dice_set

# Values

SYMBOLS = ".0123456789abcdefghijX"
DICE = st.sampled_from(["publisher", "review"])
VARIANTS = st.builds(
    nd.Variant,
    st.sampled_from(["rulebook", "bga"]),
    st.booleans(),
    st.sampled_from(["publisher", "review"]),
)
CELL_SETS = st.lists(st.sampled_from(CELLS), unique=True, max_size=9).map(tuple)
LETTER = st.sampled_from(LETTERS)


@st.composite
def rolls(draw: st.DrawFn, dice: str = "publisher", stars: bool = True) -> nd.Roll:
    faces = [*dice_set(dice), "IOTLS*"]
    values = [draw(st.sampled_from(die if stars else die.replace("*", ""))) for die in faces]
    shape = values.pop()
    return nd.Roll("".join(draw(st.permutations(values))), shape)


@st.composite
def position_texts(draw: st.DrawFn, most_rows: int = 14) -> str:
    """The text of any position that the parser accepts, whether or not it can arise in a game."""
    symbols = draw(st.sampled_from([SYMBOLS, ".123", "X" + SYMBOLS[1:], "...X9a0", ".3456789"]))
    rows = draw(st.lists(st.text(symbols, min_size=7, max_size=7), max_size=most_rows))
    sheet = oracle.Sheet(turn=draw(st.integers(1, 99)))
    for number, row in enumerate(rows, 1):
        for cell, symbol in zip(oracle.ROW[number], row, strict=True):
            if symbol != ".":
                sheet.cells[cell] = symbol
    fell_floating(sheet)
    limit_groups(sheet, 12)
    sheet.identical, sheet.consecutive = (draw(st.sets(st.integers(3, 7))) for _ in range(2))
    sheet.bonus = draw(st.booleans())
    sheet.tiles = draw(st.none() | solo_tiles() | tiles_of_several())
    return sheet.to_text()


@st.composite
def solo_tiles(draw: st.DrawFn) -> list[oracle.Tile]:
    return [
        oracle.Tile(shape, draw(st.integers(0, 4)), *draw(MARKS))
        for shape in draw(st.permutations(SOLO_SHAPES))
    ]


@st.composite
def tiles_of_several(draw: st.DrawFn) -> list[oracle.Tile]:
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=5, max_size=5, unique=True))
    return [oracle.Tile(shape, None, *draw(MARKS)) for shape in shapes]


MARKS = st.sampled_from([(False, False), (True, False), (False, True)])
POSITIONS = position_texts().map(nd.Position.from_text)
DROPS = st.builds(nd.Drop, LETTER, CELL_SETS)
PLACES = st.none() | st.dictionaries(
    st.sampled_from(CELLS), st.integers(0, 9), min_size=1, max_size=5
).map(lambda place: tuple(place.items()))
CLAIMS = st.none() | CELL_SETS.filter(len)
TURNS = st.builds(
    nd.Turn,
    rolls(),
    st.lists(LETTER, max_size=3).map(tuple),
    st.lists(DROPS, max_size=2).map(tuple),
    PLACES,
    CLAIMS,
)
PARTS = st.builds(nd.Part, st.none(), PLACES, CLAIMS) | st.builds(
    nd.Part, st.lists(DROPS, max_size=1).map(tuple)
)
SHARED_TURNS = st.builds(nd.SharedTurn, rolls(), st.lists(PARTS, min_size=2, max_size=6).map(tuple))


@cache
def some_records() -> list[dict[str, Any]]:
    """Return games of one to six players in all variants, half of them complete."""
    rng = random.Random(1)
    found = []
    for number, variant in enumerate(agreement.VARIANTS * 3):
        record = oracle.random_game(rng, [1, 1, 2, 1, 3, 1, 6][number % 7], variant)
        del record["turns"][rng.choice([3, 8, 30, 30]) :]
        found.append(record)
    return found


RECORDS = st.integers(0, 23).map(lambda number: copy.deepcopy(some_records()[number]))


def attempt(call: Callable[[], Any], error: type[Exception]) -> Any:
    """Return the result of a call, or the error it raises if it is of this type."""
    try:
        return call()
    except error as raised:
        return raised


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=4)
    | st.sampled_from([*CELLS[:9], *LETTERS, *SHAPES, "rulebook", "numberdrop.game", "156*O"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["a1", "b1", "roll", "place", "drops", "x"]), inner)
    ),
    max_leaves=12,
)

# Round trips


@given(position_texts())
def test_position_round_trips(text: str) -> None:
    position = nd.Position.from_text(text)
    assert str(position) == text
    assert nd.Position.from_text(str(position)) == position
    assert nd.Position.from_parts(position.parts) == position
    assert eval(repr(position), {"Position": nd.Position}) == position


@given(st.data(), DICE)
def test_roll_round_trips(data: st.DataObject, dice: str) -> None:
    roll = data.draw(rolls(dice))
    assert nd.Roll.from_text(str(roll), dice) == roll
    assert oracle.roll_possible(str(roll), dice_set(dice))


@given(st.text("1234567*", min_size=4, max_size=4), st.sampled_from("IOTLS*"), DICE)
def test_roll_is_parsed_if_and_only_if_dice_can_show_it(
    numbers: str, shape: str, dice: str
) -> None:
    possible = oracle.roll_possible(numbers + shape, dice_set(dice))
    assert is_read(lambda text: nd.Roll.from_text(text, dice), numbers + shape) == possible


@given(TURNS)
def test_turn_round_trips(turn: nd.Turn) -> None:
    assert nd.Turn.from_text(str(turn)) == turn
    assert nd.Turn.from_json(json.loads(json.dumps(turn.to_json()))) == turn


@given(SHARED_TURNS)
def test_shared_turn_round_trips(turn: nd.SharedTurn) -> None:
    assert nd.SharedTurn.from_text(str(turn)) == turn
    assert nd.SharedTurn.from_json(json.loads(json.dumps(turn.to_json()))) == turn
    for part in turn.parts:
        assert nd.Part.from_text(str(part)) == nd.Part.from_json(part.to_json()) == part


@given(VARIANTS)
def test_variant_round_trips(variant: nd.Variant) -> None:
    assert nd.Variant.from_text(str(variant)) == variant
    assert oracle.read_variant(str(variant))[:2] == (variant.bga, variant.slide)


@given_often(0.15, 0.4, RECORDS)
def test_record_replays_to_itself(record: dict[str, Any]) -> None:
    before = copy.deepcopy(record)
    replayed = nd.replay(record)
    assert record == before
    assert {**record, "result": replayed["result"]} == replayed
    assert nd.replay(replayed) == replayed
    assert json.loads(json.dumps(replayed)) == replayed
    assert replayed["result"] == oracle.play_record(record)


@given_often(0.15, 0.3, RECORDS, JSON)
def test_replay_ignores_the_result_and_keeps_other_keys(record: dict[str, Any], value: Any) -> None:
    given_more = {**record, "result": value, "comment": value}
    before = copy.deepcopy(given_more)
    replayed = nd.replay(given_more)
    assert repr(given_more) == repr(before)
    assert replayed["result"] == nd.replay(record)["result"]
    assert repr(replayed["comment"]) == repr(value)
    assert list(nd.replay(replayed)) == list(replayed)


# Arbitrary input

FROM_TEXT: dict[str, Callable[[str], object]] = {
    "position": nd.Position.from_text,
    "roll": nd.Roll.from_text,
    "turn": nd.Turn.from_text,
    "shared turn": nd.SharedTurn.from_text,
    "part": nd.Part.from_text,
    "variant": nd.Variant.from_text,
}
WELL_FORMED: dict[str, st.SearchStrategy[str]] = {
    "position": position_texts(),
    "roll": rolls().map(str),
    "turn": TURNS.map(str),
    "shared turn": SHARED_TURNS.map(str),
    "part": PARTS.map(str),
    "variant": VARIANTS.map(str),
}
ANY_TEXT = st.text(st.characters()) | st.text("abgj019X/.-:,ox IOTLSV35*@=!|+ \n", max_size=80)


def is_read(read: Callable[[str], object], text: str) -> bool:
    """Return True if the text is parsed and canonical, and False for a NotationError.

    Any other error is raised.
    """
    value = attempt(lambda: read(text), nd.NotationError)
    if isinstance(value, nd.NotationError):
        assert str(value)
        return False
    assert read(str(value)) == value
    return True


@pytest.mark.parametrize("form", FROM_TEXT)
@given_often(0.4, 1, st.data())
def test_random_text_is_canonical_or_notation_error(form: str, data: st.DataObject) -> None:
    is_read(FROM_TEXT[form], data.draw(ANY_TEXT))


@pytest.mark.parametrize("form", FROM_TEXT)
@given_often(0.4, 1, st.data())
def test_mutated_text_is_canonical_or_notation_error(form: str, data: st.DataObject) -> None:
    text = data.draw(WELL_FORMED[form])
    assert is_read(FROM_TEXT[form], text)
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 3))
    is_read(FROM_TEXT[form], text[:start] + data.draw(ANY_TEXT.map(lambda t: t[:2])) + text[end:])


@pytest.mark.parametrize("form", FROM_TEXT)
@given_often(0.3, 1, JSON.filter(lambda value: not isinstance(value, str)) | st.binary())
def test_value_that_is_not_text_raises_notation_error(form: str, value: Any) -> None:
    with pytest.raises(nd.NotationError):
        FROM_TEXT[form](value)


@given(JSON)
def test_random_json_value_is_a_turn_or_notation_error(value: Any) -> None:
    for read in (nd.Turn.from_json, nd.SharedTurn.from_json, nd.Part.from_json):
        turn = attempt(partial(read, value), nd.NotationError)
        if not isinstance(turn, nd.NotationError):
            assert read(turn.to_json()) == turn


def replayed_or_refused(record: Any) -> dict[str, Any] | nd.IllegalTurn:
    before = repr(record)
    judged: dict[str, Any] | nd.IllegalTurn = attempt(lambda: nd.replay(record), nd.IllegalTurn)
    assert repr(record) == before
    if isinstance(judged, nd.IllegalTurn):
        assert type(judged.turn) is int
        assert judged.seat is None or 1 <= judged.seat <= 6
        assert judged.message
    else:
        assert nd.replay(judged) == judged
    return judged


@given(JSON)
@example({})
@example([])
def test_random_json_value_is_not_a_record(value: Any) -> None:
    refused = replayed_or_refused(value)
    assert isinstance(refused, nd.IllegalTurn)
    assert refused.turn == 0


@given_often(0.6, 3, st.data())
def test_record_with_one_random_value_is_replayed_or_refused(data: st.DataObject) -> None:
    record = data.draw(RECORDS)
    spots = list(places_in(record))
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(JSON)
    replayed_or_refused(record)


@given_often(1, 6, st.data())
def test_mutated_record_is_judged_like_the_oracle(data: st.DataObject) -> None:
    record = data.draw(RECORDS)
    for _ in range(data.draw(st.integers(1, 2))):
        change_somewhere(record, data)
    judged = replayed_or_refused(record)
    result = attempt(lambda: oracle.play_record(record), oracle.Illegal)
    if isinstance(judged, dict):
        assert judged["result"] == result, record
    elif isinstance(result, oracle.Illegal):
        # The oracle accepts some forms that the core refuses, so it may get further.
        assert judged.turn <= result.turn, record


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON value, as its container and the key or index there."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(items):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places_in(inner)


def change_somewhere(record: dict[str, Any], data: st.DataObject) -> None:
    """Delete, double, swap or retype a value, or change a character or a number."""
    holder, key = data.draw(st.sampled_from(list(places_in(record))))
    value = holder[key]
    kind = data.draw(st.sampled_from(["delete", "double", "exchange", "retype", "alter", "alter"]))
    if kind == "delete":
        del holder[key]
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == "exchange":
        other = data.draw(
            st.sampled_from(list(holder)) if isinstance(holder, dict) else indices(holder)
        )
        holder[key], holder[other] = holder[other], holder[key]
    elif kind == "retype":
        holder[key] = data.draw(
            st.sampled_from([str(value), [value], {"a1": value}, None, 1, True])
        )
    elif isinstance(value, str) and value:
        at = data.draw(indices(value))
        holder[key] = value[:at] + data.draw(st.sampled_from("abg1459*AEIOTLS")) + value[at + 1 :]
    elif isinstance(value, int):
        holder[key] = value + data.draw(st.sampled_from([-1, 1]))


def indices(items: Any) -> st.SearchStrategy[int]:
    return st.integers(0, len(items) - 1)


# Positions as values


@given_often(0.4, 1, POSITIONS, POSITIONS)
def test_positions_are_values(position: nd.Position, other: nd.Position) -> None:
    twin = nd.Position.from_text(str(position))
    assert twin == position
    assert hash(twin) == hash(position)
    assert (position == other) == (str(position) == str(other))
    assert position != str(position)
    assert len({position, twin, other}) == (1 if position == other else 2)
    for copied in (copy.copy(position), copy.deepcopy(position)):
        assert copied == position
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(position, protocol)) == position


def test_position_is_immutable() -> None:
    position = nd.Position.from_text("1...... -:-:- I0,O0,T0,L0,S0 1")
    for name in ("turn", "tiles", "parts", "is_solo", "anything"):
        with pytest.raises(AttributeError):
            setattr(position, name, 1)


@given_often(0.4, 1.5, position_texts(), VARIANTS, st.data())
def test_every_method_works_on_every_position(
    text: str, variant: nd.Variant, data: st.DataObject
) -> None:
    position, roll = nd.Position.from_text(text), data.draw(rolls(variant.dice))
    assert position.score(variant).total <= 100
    assert position.is_over() in (True, False)
    assert position.is_over() or not position.is_past_line()
    assert len(position.open_boxes()) <= 11
    assert len(position.tiles) in (0, 5)
    written = oracle.parse(text).cells
    assert all(position.symbol(cell) == written.get(cell, ".") for cell in CELLS)
    for shape in SHAPES:
        for cells in position.landings(shape, variant):
            assert {position.symbol(cell) for cell in cells} == {"."}
    assert {len(cells) for cells in position.places(roll, variant)} <= {4}
    for claim in position.claims():
        assert position.why_not_claim(claim.cells) is None
    for letters in position.slides(roll):
        assert 1 <= len(letters) <= 2
    for fall in islice(position.falls(roll, variant), 50):
        assert fall.position.turn == position.turn
    assert str(position) == text


@given_often(0.4, 1.5, position_texts(most_rows=12), VARIANTS, st.data())
def test_every_turn_of_a_position_can_be_played(
    text: str, variant: nd.Variant, data: st.DataObject
) -> None:
    position, roll = nd.Position.from_text(text), data.draw(rolls(variant.dice))
    first = list(islice(position.turns(roll, variant), 50))
    assert bool(first) != position.is_over()
    assert len({str(turn) for turn in first}) == len(first)
    for turn in first:
        assert nd.Turn.from_text(str(turn), variant.dice) == turn
        if position.is_solo and position.turn < 99:
            after = nd.play(position, turn, variant)
            assert nd.Position.from_text(str(after)) == after
            assert after.turn == position.turn + 1
    assert str(position) == text


@given_often(0.25, 0.6, position_texts(most_rows=12), VARIANTS, rolls(stars=False))
def test_perft_equals_listed_turns(text: str, variant: nd.Variant, roll: nd.Roll) -> None:
    position = nd.Position.from_text(text)
    assume(len(position.claims()) < 100)
    count = position.perft([roll], variant)
    assert (count == 0) == position.is_over()
    assert count == position.count_turns(roll, variant)
    listed = sum(1 for _ in islice(position.turns(roll, variant), 20_000))
    assert listed == min(count, 20_000)


@given(POSITIONS)
def test_every_claim_can_be_made(position: nd.Position) -> None:
    for claim in position.claims()[:20]:
        after = position.claim(claim)
        assert nd.Position.from_text(str(after)) == after
        assert claim.box in position.open_boxes()
        assert {*after.open_boxes(), claim.box} == set(position.open_boxes())
        assert len(after.open_boxes()) == len(position.open_boxes()) - 1
        assert after.score().total > position.score().total
        assert after.why_not_claim(claim.cells) is not None


@given(POSITIONS, st.sampled_from(LETTERS))
def test_only_tiles_above_last_notch_can_slide(position: nd.Position, letter: str) -> None:
    notch = position.tiles[LETTERS.index(letter)][1] if position.tiles else None
    if notch is None or notch == 4:
        with pytest.raises(ValueError):  # noqa: PT011
            position.slide(letter)
    else:
        after, _ = position.slide(letter)
        assert after.tiles[LETTERS.index(letter)][1] == notch + 1
        assert nd.Position.from_text(str(after)) == after


@given(POSITIONS, st.text(st.characters(), max_size=3))
def test_unknown_letter_cannot_slide(position: nd.Position, letter: str) -> None:
    assume(letter not in list(LETTERS))
    with pytest.raises(ValueError):  # noqa: PT011
        position.slide(letter)


@given(POSITIONS, st.lists(st.sampled_from(CELLS) | st.text(max_size=3), max_size=9))
def test_any_cells_are_judged_as_a_claim(position: nd.Position, cells: list[str]) -> None:
    reason = position.why_not_claim(cells)
    if reason is None:
        assert frozenset(cells) in {frozenset(claim.cells) for claim in position.claims()}
    else:
        assert reason


def test_four_stars_are_accepted_with_the_review_dice() -> None:
    position = nd.Position.from_text("X....../X....../1XXX... -:-:- I0,O0,T0,L0,S0 1")
    roll = nd.Roll.from_text("****O", "review")
    turns = list(islice(position.turns(roll, "rulebook+review-dice"), 50))
    assert len(turns) == 50
    assert position.count_turns(roll, "rulebook+review-dice") > 10_000


# Games


def game_of(record: dict[str, Any]) -> nd.Game:
    starts = [record["start"]] if record["players"] == 1 else record["start"]
    return nd.Game(record["tiles"], starts, record["variant"])


def state(game: nd.Game) -> tuple[object, ...]:
    letter = game.active_letter()
    marks = game.is_over(), game.end(), game.first_player, game.winners(), letter
    return game.positions, list(game.turns), json.dumps(game.to_record()), marks


@given_often(0.15, 0.25, RECORDS)
def test_push_and_pop_restore_a_game(record: dict[str, Any]) -> None:
    game = game_of(record)
    read = nd.Turn.from_json if game.players == 1 else nd.SharedTurn.from_json
    states = [state(game)]
    for turn in record["turns"]:
        game.push(read(turn, game.variant.dice))
        states.append(state(game))
    assert game.to_record() == nd.replay(record)
    while game.turns:
        assert state(game) == states.pop()
        last = game.turns[-1]
        assert game.pop() == last
        game.push(last)
        game.pop()
    assert state(game) == states.pop()
    with pytest.raises(IndexError):
        game.pop()


@given(RECORDS, st.data())
def test_refused_turn_leaves_the_game_unchanged(
    record: dict[str, Any], data: st.DataObject
) -> None:
    game = game_of(record)
    turn: nd.Turn | nd.SharedTurn = data.draw(TURNS | SHARED_TURNS)
    before = state(game)
    error = attempt(lambda: game.push(turn), nd.IllegalTurn)
    if error is None:
        assert len(game.turns) == 1
    else:
        assert error.turn == 1
        assert state(game) == before


@given(
    st.lists(st.sampled_from(SHAPES), max_size=6),
    st.lists(st.sampled_from(CELLS[:8]) | st.text(max_size=2), max_size=7),
    VARIANTS,
)
def test_random_game_setup_starts_or_notation_error(
    tiles: list[str], start: list[str], variant: nd.Variant
) -> None:
    known = (
        set(SOLO_SHAPES) if len(start) == 1 else set(BLOCK_SHAPES) if variant.bga else set(SHAPES)
    )
    is_fine = len(tiles) == len(set(tiles)) == 5 and set(tiles) <= known
    is_fine &= 1 <= len(start) <= 6 and set(start) <= set(CELLS[:7])
    game = attempt(lambda: nd.Game(tiles, start, variant), nd.NotationError)
    assert isinstance(game, nd.Game) == is_fine
    for seat, cell in enumerate(start if is_fine else [], 1):
        position = game.positions[seat - 1]
        assert position.symbol(cell) == str(seat)
        assert nd.Position.from_text(str(position)) == position
