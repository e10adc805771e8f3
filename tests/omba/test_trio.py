"""The game of three by three: its table against plain iteration, certificates, hints."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.omba import _core
from numberdrop.omba.advice import advise
from numberdrop.omba.bounds import DamagedTable
from numberdrop.omba.policies import OPPONENTS, estimate_moves
from numberdrop.omba.puzzles import MARGIN, puzzles
from numberdrop.omba.solver import Stopped
from numberdrop.omba.tables import chance, forget
from numberdrop.omba.trio import ROW, Ending, Rows, TrioFamily, locate_trio, move_of, seats_from
from numberdrop.omba.trio_certify import certify_trio
from numberdrop.omba.trio_solver import TrioSolver, TrioTable
from numberdrop.omba.trio_tables import forget_trios, is_trio_stored, trio_chances, trio_folder
from omba import oracle

pytestmark = pytest.mark.usefixtures("here")

UNITS = 2**44
START = "-,-,-/-,-,-/-,-,- A 3,3,3"


@pytest.fixture(autouse=True)
def fresh() -> None:
    forget()
    forget_trios()


@cache
def solved(cubes: int, ties: str = "first", variant: str = "S") -> TrioTable:
    return TrioSolver(TrioFamily(cubes, variant, ties), workers=2).run()


def start(cubes: int) -> str:
    return START.replace("3", str(cubes))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def ending_chance(table: TrioTable, text: str) -> float:
    """Return the chance of the player to move in an ending of two, from the table of three."""
    position = omba.Position.from_text(text)
    mover = position.side
    [other] = position.still_in.replace(mover, "")
    [gone] = set("ABC") - {mover, other}
    order = mover + other + gone
    stacks = [[order.index(owner) for owner in stack] for stack in position.stacks]
    layer = Ending(*(sum(owners.count(name) for owners in stacks) for name in range(3)))
    heights = table.family.heights(layer.cubes)
    number, _ = _core.trio_number(heights, stacks)
    lower, upper = table[layer][number]
    return (lower + upper) / 2 / UNITS


def ending_chances(table: TrioTable, position: omba.Position) -> list[float]:
    """Return the chances in an ending, of the player to move and of the two after it."""
    own = ending_chance(table, str(position))
    other = position.still_in.replace(position.side, "")
    worth = {position.side: own, other: 1 - own}
    return [worth.get(name, 0.0) for name in seats_from(position.side)]


def chances_by_plain_iteration(table: TrioTable) -> dict[tuple[Rows, int], list[float]]:
    """Return the chances of the player to move and of the two after it, for each layer and number
    that the table's moves lead to from the start. Chances once two are left are the table's."""
    place: dict[object, int] = {}
    rolls: dict[int, list[int]] = {}
    known: dict[int, list[float]] = {}
    waiting = [omba.Position.from_text(start(table.family.cubes))]

    def place_of(position: omba.Position) -> int:
        where = locate_trio(position)
        key = (where.layer, where.number) if where else str(position)
        if key not in place:
            place[key] = len(place)
            if where:
                waiting.append(position)
            else:
                known[place[key]] = ending_chances(table, position)
        return place[key]

    place_of(waiting.pop())
    while waiting:
        position = waiting.pop()
        where = locate_trio(position)
        assert where
        packed = table[where.layer].row(where.number, ROW)[3]
        after = []
        for die in range(1, 7):
            legal = position.moves(die)
            move = move_of(packed, die, where.symmetry)
            assert move in legal or (move == "#" and not legal)
            after.append(place_of(legal[move] if legal else position.dropped()))
        rolls[place[where.layer, where.number]] = after
    chances = np.zeros((len(place), 3))
    chances[[*known]] = [*known.values()]
    own, next_ = np.array([*rolls]), np.array([*rolls.values()])
    for _ in range(1000):
        chances[own] = chances[next_].mean(axis=1)[:, [2, 0, 1]]
    return {key: chances[at].tolist() for key, at in place.items() if isinstance(key, tuple)}


@pytest.mark.parametrize(
    ("cubes", "ties"),
    [(1, "first"), (1, "last"), pytest.param(2, "first", marks=pytest.mark.slow)],
)
def test_chances_match_plain_iteration(cubes: int, ties: str) -> None:
    table = solved(cubes, ties)
    plain = chances_by_plain_iteration(table)
    assert len(plain) > 50
    for (layer, number), chances in plain.items():
        lower = [one / UNITS for one in table[layer].row(number, ROW)[:3]]
        assert lower == pytest.approx(chances, abs=1e-9)


def test_endings_match_the_tables_of_two() -> None:
    table, rng = solved(1), random.Random(1)
    for _ in range(60):
        text = oracle.random_position(rng, "docker")
        board, side, hands, out = oracle.parse(text)
        cubes = [sum(stack.count(name) for stack in board.values()) for name in "ABC"]
        if sum(out) != 1 or max(cubes) > 1:
            board = {square: [] for square in board}
            for name in "ABC":
                board[rng.choice(oracle.SQUARES)].append(name)
            hands, out = [0, 0, 0], [side != "A", side == "A", False]
        else:
            hands = [1 - count for count in cubes]
        text = oracle.write(board, side, hands, out)
        own = chance(omba.Position.from_text(text)).value
        assert ending_chance(table, text) == pytest.approx(own, abs=1e-8)


@pytest.mark.parametrize("variant", "SREF")
def test_certificate_holds(variant: str) -> None:
    table = solved(1, "first", variant)
    found = certify_trio(table)
    assert found.holds
    assert found.positions == 2 * table.family.positions() == 524
    assert found.gap < 1e-9
    assert 0 <= found.better <= found.choices


def test_certificate_of_two_cubes_counts_unsettled_moves() -> None:
    found = certify_trio(solved(2), workers=2)
    assert found.holds
    assert found.gap < 1e-9
    assert 0 < found.ties < found.better < found.choices / 50
    assert 0 < found.gain < 0.5


@pytest.mark.parametrize("change", [1 << 30, 5])
def test_certificate_finds_wrong_bounds_and_moves(change: int) -> None:
    table = TrioSolver(TrioFamily(1)).run()
    numbers = table[Rows(1, 1, 1)].numbers
    place = next(i for i in range(0, len(numbers), ROW) if numbers[i] and numbers[i + 3] & 255 < 90)
    if change == 5:
        numbers[place + 3] ^= 255  # a move that there isn't
    else:
        numbers[place] += change
    assert certify_trio(table).faults > 0
    assert not certify_trio(table).holds


def test_number_of_workers_does_not_change_the_files(tmp_path: Path) -> None:
    for workers in (1, 2):
        TrioSolver(TrioFamily(1), tmp_path / str(workers), workers=workers).run()
    assert contents(tmp_path / "1") == contents(tmp_path / "2")


def test_stopped_solver_continues_to_the_same_files(tmp_path: Path) -> None:
    TrioSolver(TrioFamily(1), tmp_path / "whole").run()
    stops = 0
    for after in range(1, 1000):
        asked = iter(range(1000))
        try:
            TrioSolver(
                TrioFamily(1), tmp_path / "parts", is_stopped=lambda asked=asked: next(asked) > 70
            ).run()
            break
        except Stopped:
            stops = after
    assert stops >= 1
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


def test_damaged_file_raises_and_is_rebuilt(tmp_path: Path) -> None:
    TrioSolver(TrioFamily(1), tmp_path).run()
    whole = contents(tmp_path)
    data = bytearray(whole["three-1-1-1"])
    data[-3] ^= 1
    (tmp_path / "three-1-1-1").write_bytes(data)
    TrioSolver(TrioFamily(1), tmp_path).run()
    assert contents(tmp_path) == whole


def test_missing_table_of_docker_raises() -> None:
    for call in (omba.value, lambda text: omba.best(text, 3)):
        with pytest.raises(omba.NoTable, match=r"once with numberdrop omba solve --cubes 3,3,3$"):
            call(START)
    with pytest.raises(omba.NoTable, match="--cubes 3,3,3 --variant E"):
        omba.value(START, "E")
    assert not is_trio_stored(TrioFamily(3))
    assert trio_folder(TrioFamily(3)).name == "S-3-3-3"
    with pytest.raises(nd.NumberdropError, match="expected two players who are in, got ABC"):
        omba.value("-,-,-/-,-,-/-,-,- A 3,3,2")


def test_damaged_header_raises() -> None:
    family = TrioFamily(1)
    TrioSolver(family, trio_folder(family)).run()
    assert is_trio_stored(family)
    (trio_folder(family) / "three-1-1-1").write_bytes(b"")
    assert not is_trio_stored(family)
    with pytest.raises(DamagedTable, match="three-1-1-1: damaged"):
        omba.value(start(1))


def test_chances_of_images_and_of_three_players_agree() -> None:
    position = omba.Position.from_text("-,-,-/CA,-,-/-,-,B B 0,0,0")
    found = trio_chances(position)
    assert found is not None
    assert set(found) == set("ABC")
    assert sum(one.value for one in found.values()) == pytest.approx(1, abs=1e-9)
    swap = str.maketrans("ABC", "BCA")
    turned = omba.Position(
        tuple(stack.translate(swap) for stack in position.stacks), "C", (0, 0, 0), position.out
    )
    other = trio_chances(turned)
    assert other is not None
    assert [other[name].value for name in "BCA"] == [found[name].value for name in "ABC"]


def test_hints_and_bots_use_the_table() -> None:
    position = omba.Position.from_text(start(1))
    advice = advise(position, 3)
    assert advice.is_exact
    ranked = omba.best(position, 3)
    assert [(one.move, one.value) for one in advice.moves] == [
        (one.move, one.value) for one in ranked
    ]
    assert [one.move for one in estimate_moves(position, 3)] == [one.move for one in ranked]
    assert OPPONENTS["exact"](position, 3, "S", random.Random(1)) == ranked[0].move


def test_puzzles_of_three_have_one_best_move() -> None:
    [puzzle] = puzzles(1, seed=2, cubes=1, players=3)
    first, second = omba.best(puzzle.position, puzzle.roll)[:2]
    assert (puzzle.position.players, puzzle.solution) == (3, first.move)
    assert puzzle.margin == second.loss >= MARGIN


def test_invalid_number_of_cubes_raises() -> None:
    with pytest.raises(nd.NumberdropError, match="cubes: expected 1 to 3 of each of three players"):
        TrioFamily(4)
