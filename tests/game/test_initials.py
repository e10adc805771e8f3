"""The names of players: three letters, as on the sheet."""

from __future__ import annotations

import copy
import pickle

import pytest

import numberdrop as nd
from numberdrop.initials import coerce_names, initials_of, parse_player, seat_label
from numberdrop.rules import HIGH_SCORES

TABLE = (["V3", "O", "T", "L", "S"], ["d1", "d1"])


def test_names_on_the_list_of_the_rulebook_are_names() -> None:
    assert all(parse_player(name) == name for names in HIGH_SCORES.values() for name in names)
    assert parse_player("lu6") == "LU6"


@pytest.mark.parametrize("text", ["", "AB", "ABCD", "A C", "É2B", "ÀAA", "A\nB", "ß12"])
def test_other_text_is_no_name(text: str) -> None:
    with pytest.raises(nd.NotationError, match=r"^name: expected three letters A to Z or digits"):
        parse_player(text)


def test_game_has_a_name_for_each_seat() -> None:
    game = nd.Game(*TABLE, names=["MUM", None])
    record = game.to_record()
    assert record["names"] == ["MUM", None]
    assert nd.replay(record) == record
    for other in (nd.Game.from_record(record), game.copy(), pickle.loads(pickle.dumps(game))):
        assert other.names == ("MUM", None)
    assert eval(repr(game), {"Game": nd.Game}).names == ("MUM", None)
    assert copy.copy(game) == nd.Game(*TABLE), "names are no moves"
    assert "seat 1 (MUM): 0 points" in game.text()
    assert nd.Game("IOTLS", "d1", names=["LU6"]).to_record()["names"] == ["LU6"]


def test_game_without_names_has_no_key_for_them() -> None:
    for names in ((), (None, None)):
        game = nd.Game(*TABLE, names=names)
        assert game.names == ()
        assert "names" not in game.to_record()


@pytest.mark.parametrize(
    ("names", "fault"),
    [
        (["MUM"], r"expected a name or null for each of 2 players, got \['MUM'\]"),
        (["MUM", "dad"], "expected three letters A to Z or digits, got 'dad'"),
        (["MUM", 3], "expected three letters A to Z or digits, got 3"),
        ("MUMDAD", "expected a list, got 'MUMDAD'"),
        (None, "expected a list, got None"),
    ],
)
def test_invalid_names_are_refused(names: object, fault: str) -> None:
    with pytest.raises(nd.NotationError, match=f"^names: {fault}"):
        coerce_names(names, 2)  # type: ignore[arg-type]
    record = {**nd.Game(*TABLE).to_record(), "names": names}
    with pytest.raises(nd.IllegalTurn, match=f"^head of the record: names: {fault}"):
        nd.replay(record)


def test_names_are_drawn_on_the_sheets() -> None:
    plain = nd.Game(*TABLE).svg()
    named = nd.Game(*TABLE, names=["MUM", None]).svg()
    added = [line for line in named.splitlines() if line not in plain.splitlines()]
    letters = [line for line in added if "<text" in line]
    assert [line.partition(">")[2].removesuffix("</text>") for line in letters] == ["M", "U", "M"]


def test_bots_get_names_of_their_own() -> None:
    bots = ["hard", "hard", "easy", "tough:points", "program:./my/bot --fast", "python:mine:b"]
    assert initials_of(bots) == ["HAR", "HA2", "EAS", "TOU", "FAS", "BXX"]
    assert seat_label(("MUM", None), 1) == "seat 1 (MUM)"
    assert seat_label(("MUM", None), 2) == seat_label((), 2) == "seat 2"
