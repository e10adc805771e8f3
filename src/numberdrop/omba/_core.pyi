from array import array
from collections.abc import Sequence
from typing import Self

_Bytes = bytes | bytearray
_Numbers = array[int] | memoryview

UNITS: int
GAP: int

class Heights:
    ground: bytes
    def __new__(cls, cubes: int, ground: _Bytes) -> Self: ...
    @property
    def cubes(self) -> int: ...
    @property
    def classes(self) -> int: ...
    def first(self, cls: int) -> bytes: ...
    def apart(self, mine: int) -> int: ...
    def number(self, height: _Bytes, stacks: Sequence[int]) -> int: ...
    def size(self, mine: int) -> int: ...
    def judge(
        self,
        more: Heights | None,
        variant: int,
        mine: int,
        own: _Numbers,
        opposite: _Numbers,
        entered: _Numbers | None,
        first: int,
        last: int,
    ) -> tuple[int, int, int, int]: ...

class Moves:
    def __new__(cls, here: Heights, more: Heights | None, variant: int) -> Self: ...

class Layer:
    def __new__(cls, moves: Moves, mine: int) -> Self: ...
    @property
    def size(self) -> int: ...
    @property
    def classes(self) -> int: ...
    def step(
        self,
        opposite: _Numbers,
        entered: _Numbers | None,
        upper: bool,
        out: _Numbers,
        other: _Numbers,
        first: int,
        last: int,
    ) -> int: ...
    def prune(
        self,
        lower: _Numbers,
        upper: _Numbers,
        entered: _Numbers | None,
        first: int,
        last: int,
    ) -> int: ...

def pack(lower: _Numbers, upper: _Numbers, out: _Numbers) -> None: ...
def reach(levels: _Bytes, source: int, variant: int) -> tuple[int, ...]: ...
def choose(
    stacks: Sequence[Sequence[int]],
    hands: Sequence[int],
    still_in: Sequence[int],
    side: int,
    roll: int,
    variant: int,
    policy: int,
    seed: int,
) -> tuple[int, int] | None: ...
def playouts(
    stacks: Sequence[Sequence[int]],
    hands: Sequence[int],
    still_in: Sequence[int],
    side: int,
    variant: int,
    policy: int,
    count: int,
    seed: int,
) -> list[int]: ...

class Endings:
    def __new__(cls, own: int) -> Self: ...
    def add(self, above: Heights, totals: Sequence[int], mine: int, bounds: _Numbers) -> None: ...
    def fill(
        self, here: Heights, count: Sequence[int], out: _Numbers, first: int, last: int
    ) -> None: ...

class Trio:
    def __new__(cls, moves: Moves, count: Sequence[int]) -> Self: ...
    @property
    def size(self) -> int: ...
    @property
    def classes(self) -> int: ...
    def choose(
        self,
        moved: _Numbers,
        entered: _Numbers | None,
        ending: _Numbers,
        takes_first: bool,
        picks: _Numbers,
        first: int,
        last: int,
    ) -> int: ...
    def follow(
        self,
        moved: _Numbers,
        entered: _Numbers | None,
        ending: _Numbers,
        picks: _Numbers,
        damping: int,
        held: _Numbers,
        out: _Numbers,
        first: int,
        last: int,
    ) -> tuple[int, int]: ...
    def pack(self, bounds: _Numbers, picks: _Numbers, out: _Numbers) -> None: ...

def trio_number(heights: Heights, stacks: Sequence[Sequence[int]]) -> tuple[int, int]: ...
def trio_size(heights: Heights, count: Sequence[int]) -> int: ...
def trio_judge(
    here: Heights,
    more: Heights | None,
    variant: int,
    count: Sequence[int],
    is_ending: bool,
    own: _Numbers,
    moved: _Numbers,
    entered: _Numbers | None,
    ending: _Numbers | None,
    first: int,
    last: int,
) -> tuple[int, int, int, int, int, int, int, int]: ...
