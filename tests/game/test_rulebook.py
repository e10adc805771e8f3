"""The rulebook's worked examples, transcribed from its pictures, played by the core and by the
oracle.

data/rulebook.json has the sheets of the pictures: free digits and X, rows from the top.
"""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest

import numberdrop as nd
import oracle
from places import DATA

Json = dict[str, Any]

BOOK: Json = json.loads((DATA / "rulebook.json").read_text("utf-8"))
END: Json = BOOK["end_of_game_player_2"]
SQUARES: Json = BOOK["phase_3_square_156star"]
BLOCK: Json = BOOK["phase_2_block_A"]
LETTER: Json = BOOK["phase_4_letter_A"]
SOLO: Json = BOOK["solo_turn"]
ROLL = "156*O"
KINDS = ("identical", "consecutive")


def text_of(rows: list[str], boxes: str = "-:-:-", tiles: str = "-", turn: int = 1) -> str:
    return f"{'/'.join(rows)} {boxes} {tiles} {turn}"


def end_claims() -> list[tuple[str, int, list[str]]]:
    return [(kind, int(size), cells) for kind in KINDS for size, cells in END[kind].items()]


def claimed(position: nd.Position, cells: list[str]) -> nd.Position:
    """Return the position after a claim, which must be legal."""
    assert position.why_not_claim(cells) is None
    claim = position.judge_claim(cells)
    assert isinstance(claim, nd.Claim)
    assert claim in position.claims()
    return position.claim(claim)


def both_claim(text: str, claims: list[list[str]]) -> str:
    """Return the text of a position after a sequence of legal claims, checked by core and
    oracle."""
    position, sheet = nd.Position.from_text(text), oracle.parse(text)
    for cells in claims:
        assert frozenset(cells) in oracle.claims(sheet)
        assert oracle.claim_kind(sheet, cells) is not None
        position = claimed(position, cells)
        oracle.fill_box(sheet, cells)
        assert str(position) == sheet.to_text()
    return str(position)


def test_every_rulebook_example_has_a_test() -> None:
    assert set(BOOK) == {
        "source",
        "end_of_game_player_2",
        "phase_3_square_156star",
        "phase_2_block_A",
        "phase_4_letter_A",
        "solo_turn",
    }
    assert set(END) - set(KINDS) == {"grid_top_down", "bonus", "complete_rows", "score", "letters"}
    assert set(SQUARES) == {"player_1", "player_2", "player_3"}


# The end of a game


@pytest.mark.parametrize(("kind", "size", "cells"), end_claims())
def test_each_claim_of_the_end_is_legal(kind: str, size: int, cells: list[str]) -> None:
    text = text_of(END["grid_top_down"])
    claim = nd.Position.from_text(text).judge_claim(cells)
    assert isinstance(claim, nd.Claim)
    assert (claim.kind, claim.size) == (kind, size)
    assert claim.box == f"{kind} {size}"
    assert oracle.claim_kind(oracle.parse(text), cells) == (kind, size)


def end_position(backwards: bool = False) -> str:
    claims = [cells for _, _, cells in end_claims()]
    return both_claim(text_of(END["grid_top_down"]), claims[::-1] if backwards else claims)


def test_claims_of_the_end_are_legal_in_sequence() -> None:
    assert end_position() == end_position(backwards=True)
    boxes = end_position().split(" ")[1]
    assert boxes == "34567:46:-"
    assert END["bonus"] is None


def test_score_of_the_end() -> None:
    text = end_position()
    position, sheet = nd.Position.from_text(text), oracle.parse(text)
    assert END["score"]["total"] == 54
    assert position.score().to_json() == END["score"]
    assert oracle.score(sheet) == END["score"]
    # Row 12 contains digits, so it costs the same in the variant bga.
    assert position.score("bga").total == oracle.score(sheet, bga=True)["total"] == 54


def test_rows_of_the_end() -> None:
    rows = END["grid_top_down"][::-1]
    complete = [number for number, row in enumerate(rows, 1) if "." not in row]
    assert len([number for number in complete if number <= 11]) == END["complete_rows"] == 7
    past = [number for number in range(12, len(rows) + 1) if rows[number - 1].strip(".X")]
    assert 2 * END["complete_rows"] - 5 * len(past) == END["score"]["rows"]
    text = text_of(END["grid_top_down"])
    assert nd.Position.from_text(text).is_over()
    assert oracle.is_over(oracle.parse(text))


def test_letters_of_the_end() -> None:
    """Letters with both boxes filled are circled. Claims don't show which ones are crossed off."""
    marks = END["letters"]
    tiles = "V3,I3,U5,X5,T5"
    claims = [cells for _, _, cells in end_claims()]
    text = both_claim(text_of(END["grid_top_down"], tiles=tiles), claims)
    circled = [
        letter
        for letter, (_, _, mark) in zip("ABCDE", nd.Position.from_text(text).tiles, strict=True)
        if mark == "o"
    ]
    assert circled == [letter for letter in "ABCDE" if "circled" in marks[letter]] == ["B", "D"]

    crossed = "".join(letter for letter in "ABCDE" if "crossed" in marks[letter])
    position = nd.Position.from_text(text).mark_letters("", crossed)
    sheet = oracle.parse(text)
    for letter in crossed:
        oracle.cross_off(oracle.tile_on(sheet, letter))
    assert str(position) == sheet.to_text()
    assert str(position).split(" ")[2] == "V3x,I3x,U5x,X5x,T5"
    assert position.score().to_json() == oracle.score(sheet) == END["score"]


def test_letters_crossed_before_are_not_circled() -> None:
    claims = [cells for _, _, cells in end_claims()]
    text = both_claim(text_of(END["grid_top_down"], tiles="V3x,I3x,U5x,X5x,T5"), claims)
    assert text.split(" ")[2] == "V3x,I3x,U5x,X5x,T5"


# Dropping a square with 1 5 6 and a star


@pytest.mark.parametrize("player", SQUARES)
def test_squares(player: str) -> None:
    example = SQUARES[player]
    text = text_of(example["before"])
    position, sheet, roll = nd.Position.from_text(text), oracle.parse(text), nd.Roll.from_text(ROLL)
    place: dict[str, int] = example["place"]
    cells = oracle.in_order(place)
    digits = tuple(place[cell] for cell in cells)

    assert frozenset(cells) in position.landings("O")
    assert frozenset(cells) in oracle.landings(sheet, "O")
    assert oracle.roll_possible(ROLL)
    assert digits in roll.arrangements()
    assert digits in oracle.arrangements(ROLL)
    assert tuple(cells) in position.places(roll)

    [kind] = [kind for kind in KINDS if f"claim_{kind}" in example]
    claim = example[f"claim_{kind}"]
    after = position.place(cells, digits)
    oracle.write(sheet, place)
    assert str(after) == sheet.to_text()
    judged = after.judge_claim(claim)
    assert isinstance(judged, nd.Claim)
    assert (judged.kind, judged.size) == (kind, len(claim))
    assert oracle.claim_kind(sheet, claim) == (kind, len(claim))
    if kind == "consecutive":
        assert list(judged.cells) == claim

    turn = nd.Turn(roll, (), (), tuple(place.items()), judged.cells)
    found = [
        other
        for other in position.turns(roll)
        if other.place == turn.place and set(other.claim or ()) == set(claim)
    ]
    assert len(found) == 1


def test_square_allows_other_arrangements() -> None:
    """The star is any digit, so 1, 5, 6 and a fourth digit can be written in any order."""
    roll = nd.Roll.from_text(ROLL)
    expected = {order for star in range(10) for order in permutations((1, 5, 6, star))}
    assert set(roll.arrangements()) == expected == oracle.arrangements(ROLL)


# The block of letter A


def test_block_of_letter_a() -> None:
    text = text_of(BLOCK["before_top_down"])
    position, sheet = nd.Position.from_text(text), oracle.parse(text)
    cells = BLOCK["cells"]
    assert frozenset(cells) in position.landings(BLOCK["shape"])
    assert frozenset(cells) in oracle.landings(sheet, BLOCK["shape"])
    after = position.block(cells)
    oracle.write(sheet, dict.fromkeys(cells, "X"))
    assert str(after) == sheet.to_text()
    row = [after.symbol(f"{column}{BLOCK['completes_row']}") for column in "abcdefg"]
    assert "." not in row
    assert position.score().rows == 0
    assert after.score().rows == oracle.score(sheet)["rows"] == 2


def test_block_of_letter_a_in_a_game() -> None:
    """The sheet of the picture, played from the start, against a player who circles A."""
    tiles, starts = [BLOCK["shape"], "V3", "T5", "I3", "X5"], ["d1", "a1"]
    game, table = nd.Game(tiles, starts), oracle.new_table(tiles, starts)

    def push(text: str) -> None:
        nonlocal table
        turn = nd.SharedTurn.from_text(text)
        game.push(turn)
        table = oracle.play_round(table, turn.to_json())
        assert [str(position) for position in game.positions] == [
            sheet.to_text() for sheet in table.sheets
        ]

    push("2233S | d2=2,e2=3,e1=2,f1=3 | a2=2,b2=3,b1=2,c1=3 !a1a2b1")
    push("4156O | f2=4,g2=1,f3=5,g3=6 | d1=4,e1=5,d2=1,e2=6 !c1d1e1")
    before = text_of(BLOCK["before_top_down"], tiles="U5,V3,T5,I3,X5", turn=3)
    assert str(game.positions[0]) == before
    assert game.active_letter() == oracle.falling_letter(table, "*234I") == "A"
    assert oracle.falling_letter(table, "1234I") is None

    push(f"*234I | A@{''.join(BLOCK['cells'])} | .")
    assert [tile[2] for tile in game.positions[0].tiles] == ["x", "", "", "", ""]
    assert [position.score().rows for position in game.positions] == [2, 0]
    assert not game.is_over()


# Circling letter A


def test_letter_a_is_circled_by_two_claims() -> None:
    text = text_of(LETTER["grid_top_down"], tiles="I0,O0,T0,L0,S0", turn=5)
    identical, consecutive = LETTER["claimed"]["identical"], LETTER["claimed"]["consecutive"]
    for claims in ([identical, consecutive], [consecutive, identical]):
        halfway = both_claim(text, claims[:1])
        assert "o" not in halfway
        whole = both_claim(text, claims)
        assert whole.split(" ")[1:3] == ["3:3:-", "I0o,O0,T0,L0,S0"]
    assert LETTER["circles"] == "A"


def test_letter_a_is_circled_in_a_game_of_several() -> None:
    text = text_of(LETTER["grid_top_down"], tiles="U5,O,T5,I3,X5", turn=5)
    after = both_claim(text, list(LETTER["claimed"].values()))
    assert after.split(" ")[2] == "U5o,O,T5,I3,X5"


# A solo turn


def test_slides_of_the_solo_turn() -> None:
    tile, slides = SOLO["tile_on_D"], tuple(SOLO["slides"])
    assert (SOLO["roll"], slides) == (ROLL, ("C", "D"))
    tiles = ["I", "T", "L", tile, "S"]
    position = nd.Position.start(tiles, "d1")
    sheet = oracle.new_game(tiles, "d1")
    roll = nd.Roll.from_text(SOLO["roll"])
    assert slides in position.slides(roll)
    assert slides in oracle.slide_choices(sheet, SOLO["roll"])
    for legal in (position.slides(roll), oracle.slide_choices(sheet, SOLO["roll"])):
        assert sorted(legal) == [(free, "D") for free in "ABCDE"]

    turn = nd.Turn.from_text("156*O C,D a1=6,b1=1,a2=5,b2=5")
    after = nd.play(position, turn)
    assert [notch for _, notch, _ in after.tiles] == [0, 0, 1, 1, 0]
    assert str(after) == oracle.play_turn(sheet, turn.to_json()).to_text()
    for wrong in ("C", "D,C", "C,A", "D", "C,D,D"):
        slid = nd.Turn.from_text(f"156*O {wrong} a1=6,b1=1,a2=5,b2=5")
        with pytest.raises(nd.IllegalTurn):
            nd.play(position, slid)
        with pytest.raises(oracle.Illegal):
            oracle.play_turn(sheet, slid.to_json())
