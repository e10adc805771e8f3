from collections.abc import Sequence
from typing import Any, Final, Self

from .. import _core as solo

_Fields = tuple[bytes, int, tuple[int, ...], tuple[int, ...], int, int, int]
_Chosen = tuple[
    float, _Fields, tuple[int, ...], tuple[int, ...], tuple[int, tuple[int, ...]] | None
]
_Floats = Any  # a buffer of float32 with two dimensions

SEATS: Final[tuple[int, int]]
TRAITS: Final[int]
SOLO_TRAITS: Final[int]
STAGES: Final[int]
UNITS: Final[int]
TURNS_LEFT: Final[int]
OPEN: Final[int]
CHANCES: Final[tuple[str, ...]]
TABLES: Final[tuple[tuple[str, int], ...]]

class Flag:
    def set(self) -> None: ...

class Roll:
    def __init__(self, digits: Sequence[int], shape: int) -> None: ...

class Table:
    def __init__(self, sheets: Sequence[solo.Sheet]) -> None: ...
    @property
    def seats(self) -> int: ...
    def sheets(self) -> list[_Fields]: ...
    def is_over(self) -> bool: ...
    def falling(self, roll: Roll) -> int: ...
    def must_end(self, seat: int, roll: Roll, flags: int = 0) -> bool: ...
    def after(self, sheets: Sequence[solo.Sheet], fallen: int) -> Table: ...

def seat_value(
    sheet: solo.Sheet, before: Table, seat: int, weights: _Floats, flags: int = 0
) -> float: ...
def seat_traits(sheet: solo.Sheet, before: Table, seat: int, flags: int = 0) -> list[int]: ...
def turns_left(sheet: solo.Sheet, before: Table, seat: int) -> int: ...
def choose(
    table: Table,
    seat: int,
    roll: Roll,
    weights: _Floats,
    flags: int,
    width: Sequence[int],
    top: int,
    flag: Flag | None = None,
) -> list[_Chosen]: ...
def chances(mean: Sequence[float], sd: Sequence[float], seat: int) -> tuple[float, ...]: ...

class Learner:
    def __new__(
        cls,
        weights: _Floats,
        errors: _Floats,
        sizes: _Floats,
        room: int,
        faces: Sequence[Sequence[int]],
    ) -> Self: ...
    def play(
        self,
        place: int,
        seats: int,
        seed: int,
        number: int,
        width: Sequence[int],
        flags: int = 0,
    ) -> None: ...
    def scores(self, place: int) -> list[int]: ...
    def history(self, place: int) -> list[tuple[list[_Fields], tuple[int, ...]]]: ...
    def learn(
        self,
        places: Sequence[int],
        rate: float,
        trace: float,
        steady: bool = False,
        units: float = 1.0,
    ) -> None: ...
    def spread(self, places: Sequence[int], weights: _Floats) -> list[tuple[float, float]]: ...

class Playouts:
    def __new__(
        cls,
        weights: _Floats,
        spread: Sequence[float],
        width: Sequence[int],
        faces: Sequence[Sequence[int]],
        flags: int = 0,
        flag: Flag | None = None,
    ) -> Self: ...
    def play(
        self,
        before: Table,
        start: Table,
        seat: int,
        seed: int,
        number: int,
        turns: int,
        found: _Floats,
    ) -> bool: ...
