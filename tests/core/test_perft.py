"""The tables of perft/*.perft: the number of sequences of distinct turns.

The core counts every line, and the oracle counts the lines marked cheap.
`python tests/tools regenerate` computes the tables again.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

import numberdrop as nd
import oracle
from regenerate import PERFTS, Count, draw, perft_lines, read_perft

COUNTS = [
    (f"{path.stem}:{count.id}:{' '.join(count.rolls)}", count)
    for path in PERFTS
    for _, count in read_perft(path.read_text("utf-8"))
    if count is not None
]


def params(counts: list[tuple[str, Count]], most: float = inf) -> pytest.MarkDecorator:
    """Mark counts of more than `most` turns as slow."""
    return pytest.mark.parametrize(
        "count",
        [
            pytest.param(count, id=name, marks=[pytest.mark.slow] * ((count.count or 0) > most))
            for name, count in counts
        ],
    )


CHEAP = [(name, count) for name, count in COUNTS if count.is_cheap]
#: One turn deep, with few enough turns to play each of them, with the oracle too.
PLAYED = [
    (name, count) for name, count in CHEAP if len(count.rolls) == 1 and (count.count or 0) < 6000
]
#: The counts among them that take a second or more.
LONG = [(name, count) for name, count in PLAYED if (count.count or 0) >= 1500]


def rolls_of(count: Count) -> list[nd.Roll]:
    dice = nd.Variant.from_text(count.variant).dice
    return [nd.Roll.from_text(roll, dice) for roll in count.rolls]


def mirrored(text: str) -> str:
    """Return the text of a position with its columns in reverse order."""
    grid, *fields = text.split(" ")
    return " ".join(["/".join(row[::-1] for row in grid.split("/")), *fields])


@params(COUNTS)
def test_core_counts_equal_the_table(count: Count) -> None:
    position = nd.Position.from_text(count.position)
    assert position.perft(rolls_of(count), count.variant) == count.count


@params(COUNTS)
def test_mirrored_positions_have_as_many_turns(count: Count) -> None:
    position = nd.Position.from_text(mirrored(count.position))
    assert position.perft(rolls_of(count), count.variant) == count.count


@params([case for case in CHEAP if case not in PLAYED or case in LONG], 2_500)
def test_oracle_counts_equal_the_table(count: Count) -> None:
    assert count.by_oracle() == count.count


@params([case for case in PLAYED if case not in LONG], 600)
def test_listed_turns_give_the_positions_of_the_oracle(count: Count) -> None:
    check_listed_turns(count)


@pytest.mark.slow
@params(LONG)
def test_many_listed_turns_give_the_positions_of_the_oracle(count: Count) -> None:
    check_listed_turns(count)


def check_listed_turns(count: Count) -> None:
    """The listed turns lead to the positions of the oracle, each to a different one."""
    position, [roll] = nd.Position.from_text(count.position), rolls_of(count)
    turns = list(position.turns(roll, count.variant))
    found = {str(after(position, turn, count.variant)) for turn in turns}
    assert len(found) == len(turns) == count.count
    _, slide, _ = oracle.read_variant(count.variant)
    assert found == oracle.outcomes(oracle.parse(count.position), count.rolls[0], slide)


def after(position: nd.Position, turn: nd.Turn, variant: str) -> nd.Position:
    if position.is_solo:
        return nd.play(position, turn, variant)
    if turn.place is not None:
        cells, digits = zip(*turn.place, strict=True)
        position = position.place(cells, digits)
    claim = position.judge_claim(turn.claim) if turn.claim else None
    assert not isinstance(claim, str)
    return position.claim(claim).end_turn()


@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_tables_equal_the_output_of_regenerate(path: Path) -> None:
    """Compares everything, including drawings, and takes the counts as they are."""
    text = path.read_text("utf-8")
    counts = [count.count for _, count in read_perft(text) if count is not None]
    assert None not in counts
    assert perft_lines(text, [count for count in counts if count is not None]) == text


@pytest.mark.parametrize("path", PERFTS, ids=lambda path: path.stem)
def test_each_position_has_a_cheap_line_one_turn_deep(path: Path) -> None:
    counts = [count for _, count in read_perft(path.read_text("utf-8")) if count is not None]
    cheap = {count.id for count in counts if count.is_cheap and len(count.rolls) == 1}
    assert cheap == {count.id for count in counts}
    positions = {(count.id, count.position, count.variant) for count in counts}
    assert len(positions) == len(cheap)


def test_positions_of_tables_are_canonical() -> None:
    for _, count in COUNTS:
        assert str(nd.Position.from_text(count.position)) == count.position
        assert oracle.parse(count.position).to_text() == count.position
        assert draw(count.position)
