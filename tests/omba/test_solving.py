"""Tables: their values against the oracle, certificates, checkpoints and damage."""

from __future__ import annotations

from pathlib import Path

import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.omba.bounds import DamagedTable, StoredBounds
from numberdrop.omba.certify import certify
from numberdrop.omba.family import Family, Layer, locate
from numberdrop.omba.solver import GAP, Solver, Stopped, Table
from omba import oracle

UNITS = 2**44
#: The value of the start and the number of distinct positions, by the cubes of each player.
STARTS = {1: (0.3634172, 25), 2: (0.4227637, 659), 3: (0.4587425, 12_973), 4: (0.4747152, 202_650)}


def solved(cubes: int, variant: str = "S", folder: Path | None = None, workers: int = 1) -> Table:
    return Solver(Family((cubes, cubes), variant), folder, workers=workers).run()


def start_of(table: Table) -> tuple[float, float]:
    lower, upper = table.layers[Layer(0, 0, 0)][0]
    return lower / UNITS, upper / UNITS


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("cubes", STARTS)
def test_value_of_start_with_up_to_four_cubes(cubes: int) -> None:
    table = solved(cubes, workers=2)
    lower, upper = start_of(table)
    assert round(lower, 7) == round(upper, 7) == STARTS[cubes][0]
    assert table.family.distinct_positions() == STARTS[cubes][1]
    certificate = certify(table, workers=2)
    assert certificate.holds
    assert certificate.gap <= GAP
    assert certificate.positions == table.family.positions() >= STARTS[cubes][1]


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize(
    ("variant", "value"), [("S", 0.4883968), ("R", 0.487972), ("E", 0.506652), ("F", 0.490641)]
)
def test_value_of_start_with_six_cubes(variant: str, value: float, tmp_path: Path) -> None:
    """Takes some minutes each on an idle machine."""
    table = solved(6, variant, tmp_path, workers=2)
    assert start_of(table)[0] == pytest.approx(value, abs=6e-7)
    assert certify(table, workers=2).holds


@pytest.mark.parametrize("variant", "SREF")
@pytest.mark.parametrize("cubes", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_bounds_contain_values_of_the_oracle(cubes: int, variant: str) -> None:
    table = solved(cubes, variant)
    chances = oracle.solve(cubes, variant, 200)
    for text, chance in chances.items():
        where = locate(omba.Position.from_text(text), variant)
        assert where.family == table.family
        lower, upper = table.layers[where.layer][where.number]
        assert lower / UNITS - 1e-9 <= chance <= upper / UNITS + 1e-9, text
    assert len(chances) > 100


def test_uneven_family_is_solved() -> None:
    family = Family((2, 1))
    table = Solver(family).run()
    assert certify(table).holds
    few = omba.Position.from_text("-,-,-/-,-,-/-,-,- A 1,2")
    many = omba.Position.from_text("-,-,-/-,-,-/-,-,- A 2,1")
    chance = [table.layers[locate(p).layer][locate(p).number][0] / UNITS for p in (few, many)]
    assert chance[0] < 0.36 < chance[1]


def test_certificate_finds_wrong_bounds() -> None:
    table = solved(2)
    bounds = table.layers[Layer(0, 1, 1)]
    lower, upper = bounds[7]
    for wrong in ((lower + 2**24, upper + 2**24), (lower - 2**30, upper - 2**24), (0, UNITS * 2)):
        bounds.numbers[7] = wrong[0] << 20 | wrong[1] - wrong[0] & 2**20 - 1
        assert not certify(table).holds
    bounds.numbers[7] = lower << 20 | upper - lower
    assert certify(table).holds


def test_number_of_workers_does_not_change_the_files(tmp_path: Path) -> None:
    for workers in (1, 2, 3):
        solved(3, folder=tmp_path / str(workers), workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")


def test_stopped_solver_continues_to_the_same_files(tmp_path: Path) -> None:
    solved(3, folder=tmp_path / "whole")
    stops = 0
    for after in range(1, 1000):
        asked = iter(range(60))
        try:
            Solver(
                Family((3, 3)), tmp_path / "parts", is_stopped=lambda asked=asked: next(asked) > 40
            ).run()
            break
        except Stopped:
            stops = after
            assert any(path.suffix == ".begun" for path in (tmp_path / "parts").iterdir())
    assert stops >= 3
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


@pytest.mark.parametrize("harm", ["byte", "short", "long", "head", "other", "empty"])
def test_damaged_file_raises_and_is_rebuilt(harm: str, tmp_path: Path) -> None:
    table = solved(2, folder=tmp_path)
    whole = contents(tmp_path)
    file = tmp_path / "a1-1"
    data = bytearray(file.read_bytes())
    if harm == "byte":
        data[-3] ^= 1
    elif harm == "short":
        del data[-8:]
    elif harm == "long":
        data += bytes(8)
    elif harm == "head":
        data[90] ^= 1
    elif harm == "other":
        data = bytearray((tmp_path / "a0-1").read_bytes())
    else:
        data.clear()
    file.unlink()
    file.write_bytes(data)
    with pytest.raises(
        DamagedTable, match=r"a1-1: (damaged; numberdrop omba solve|expected the table)"
    ):
        StoredBounds(file, table.family, Layer(0, 1, 1)).check()
    solved(2, folder=tmp_path)
    assert contents(tmp_path) == whole


def test_damaged_checkpoint_is_ignored(tmp_path: Path) -> None:
    solved(2, folder=tmp_path / "whole")
    with pytest.raises(Stopped):
        Solver(Family((2, 2)), tmp_path / "parts", is_stopped=lambda: True).run()
    [begun] = (tmp_path / "parts").iterdir()
    data = bytearray(begun.read_bytes())
    data[-1] ^= 1
    begun.write_bytes(data)
    solved(2, folder=tmp_path / "parts")
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


@pytest.mark.parametrize("text", ["-,-,-/-,-,-/-,-,- A 4,4,4", "-,-,-/-,-,-/-,-,- C 4x,4x,4"])
def test_locate_without_two_players_in_raises(text: str) -> None:
    with pytest.raises(nd.NumberdropError, match="expected two players who are in"):
        locate(omba.Position.from_text(text))


def test_family_with_seven_cubes_raises() -> None:
    with pytest.raises(nd.NumberdropError, match="cubes: expected 0 to 6"):
        Family((7, 6))
    with pytest.raises(nd.NumberdropError, match="variant: expected one of"):
        Family((6, 6), "X")
