"""Tables as they are stored: another program may have changed them."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.errors import NotationError, NumberdropError
from numberdrop.sessions import PartialTurn
from numberdrop.tables import Chair, Choice, Role, Table, parse_code
from numberdrop.tables.tokens import CHARACTERS, new_code

PARTIAL = PartialTurn(cells=("a3", "b3", "a2", "b2"), digits=(6, 1, 5, None))
TABLE = replace(
    Table.new("C7KQ2M", nd.Variant())
    .with_chair(2, Chair("ANA", choice=Choice(3, (PARTIAL,), 1), keys=("k",), stand_in="easy"))
    .with_chair(5, Chair(None, "hard")),
    game="0123456789abcdef",
    order=(5, 2),
    keys=(("key", 2),),
    touched="2026-11-28T20:00:00.000+00:00",
)


def places(value: Any, where: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of each value in a document."""
    if not isinstance(value, dict | list):
        return []
    found = []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        found += [(*where, key), *places(inner, (*where, key))]
    return found


def test_stored_table_is_read_again() -> None:
    assert Table.from_json(json.loads(json.dumps(TABLE.to_json()))) == TABLE


@pytest.mark.parametrize("seed", range(4))
def test_changed_table_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    for path in places(TABLE.to_json()):
        document = json.loads(json.dumps(TABLE.to_json()))
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        if rng.random() < 0.3 and isinstance(inner, dict):
            del inner[path[-1]]
        else:
            inner[path[-1]] = rng.choice([None, 7, -1, "x", [], {}, True, [1], {"a": 1}, "d1"])
        with suppress(NotationError):  # any other error is a fault
            Table.from_json(document)


def test_tokens_differ_by_table_chair_and_generation() -> None:
    other = Table.new("C7KQ2M", nd.Variant()).with_chair(2, Chair("ANA"))
    handed = TABLE.with_chair(2, replace(TABLE.at(2), generation=1))
    tokens = [TABLE.host_token, TABLE.token(2), other.token(2), handed.token(2), other.host_token]
    assert len(set(tokens)) == len(tokens)
    assert TABLE.role_of(TABLE.token(2)) == Role(chair=2)
    assert handed.role_of(TABLE.token(2)) is None
    assert TABLE.role_of(TABLE.token(5)) is None, "a bot needs no token"
    assert TABLE.role_of(None) == Role()


@pytest.mark.parametrize("text", ["c7kq2m", " C7K Q2M", "c7k-q2m"])
def test_code_is_read_as_people_type_it(text: str) -> None:
    assert parse_code(text) == "C7KQ2M"


@pytest.mark.parametrize("text", ["", "C7KQ2", "C7KQ2MM", "C7KQ21", "AEIOU1", "\u0663" * 6, 7])
def test_other_text_is_no_code(text: Any) -> None:
    with pytest.raises(NotationError, match="code: expected"):
        parse_code(text)


def test_new_codes_have_no_vowels() -> None:
    assert {*"".join(new_code() for _ in range(200))} <= {*CHARACTERS}
    assert not {*CHARACTERS} & {*"AEIOUY01"}


def test_seats_are_clockwise_from_the_first_player() -> None:
    table = TABLE.with_chair(3, Chair("BEN"))
    assert table.seated(3) == (3, 5, 2)
    assert {table.seated(None)[0] for _ in range(100)} == {2, 3, 5}
    for alone in (Table.new("C7KQ2M", nd.Variant()), TABLE.with_chair(2, None)):
        with pytest.raises(NumberdropError, match="two players or more"):
            alone.seated(None)
