from collections.abc import Mapping, Sequence
from typing import Any, Self

_Array = Any  # a NumPy array

ACTIONS: int

def forms() -> list[list[tuple[int, ...]]]: ...

class Observations:
    def __init__(self, arrays: Mapping[str, _Array], count: int) -> None: ...

class Episodes:
    def __new__(cls, count: int, numbers: Sequence[Sequence[int]]) -> Self: ...
    @property
    def count(self) -> int: ...
    def draw(self, number: int, flags: int, state: int, faces: bytes) -> None: ...
    def deal(
        self, number: int, flags: int, tiles: Sequence[int], rolls: Sequence[Sequence[int]]
    ) -> None: ...
    def set(
        self,
        number: int,
        flags: int,
        grid: bytes,
        boxes: int,
        tiles: Sequence[int],
        notches: Sequence[int],
        circled: int,
        crossed: int,
        turn: int,
        roll: Sequence[int],
    ) -> None: ...
    def step(
        self,
        actions: _Array,
        begun: _Array,
        rows: Observations,
        rewards: _Array,
        ended: _Array,
        cut: _Array,
        illegal: _Array,
    ) -> None: ...
    def observe(self, numbers: _Array, rows: Observations) -> None: ...
    def reach(self, number: int) -> tuple[int, int, bool]: ...
