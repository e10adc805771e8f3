from collections.abc import Sequence
from typing import Any, Self

_Array = Any  # float32 of shape (TRAITS, STAGES + UNITS)

# A game to learn from: its sheets; then for each turn the mean of the best values of the rolls
# tried, the value of the roll played, and an alternative turn with its mean.
_Played = tuple[list["Sheet"], list[float], list[float], list[tuple["Sheet", float] | None]]
# Slides, cells of each X shape that fell, cells and digits placed, kind and cells of the claim.
_Turn = tuple[
    tuple[int, ...],
    tuple[tuple[int, ...], ...],
    tuple[int, ...],
    tuple[int, ...],
    tuple[int, tuple[int, ...]] | None,
]

COLUMNS: int
ROWS: int
LINE: int
LAST_NOTCH: int
SIZE_MIN: int
SIZE_MAX: int
SIZE_BONUS: int
ROW_POINTS: int
LINE_PENALTY: int
COLUMN_POINTS: int
NO_TILES: int
SOLO: int
SEVERAL: int
BGA: int
SLIDE: int
LAST: int
WILD: int
USED: int
BLOCK: int
CHECKED: bool
BUILD: str
TRAITS: int
STAGES: int
UNITS: int
COARSE_MOST: int
NO_TRAIT: int
TABLES: tuple[tuple[str, int], ...]

class Flag:
    def set(self) -> None: ...

class Roll:
    def __init__(self, digits: Sequence[int], shape: int) -> None: ...
    def arrangements(self) -> list[tuple[int, int, int, int]]: ...

class Sheet:
    def __init__(
        self,
        grid: bytes | bytearray,
        boxes: int = 0,
        shapes: Sequence[int] = (),
        notches: Sequence[int] = (),
        circled: int = 0,
        crossed: int = 0,
        turn: int = 1,
    ) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def grid(self) -> bytes: ...
    @property
    def boxes(self) -> int: ...
    @property
    def shapes(self) -> tuple[int, ...]: ...
    @property
    def notches(self) -> tuple[int, ...]: ...
    @property
    def circled(self) -> int: ...
    @property
    def crossed(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def kind(self) -> int: ...
    @property
    def heights(self) -> tuple[int, ...]: ...
    def score(self, flags: int = 0) -> tuple[int, int, int, int]: ...
    def total(self, flags: int = 0) -> int: ...
    def is_over(self) -> bool: ...
    def is_past_line(self) -> bool: ...
    def landings(self, shape: int, flags: int = 0) -> list[tuple[int, ...]]: ...
    def claims(self, most: int | None = None) -> list[tuple[int, int, tuple[int, ...]]]: ...
    def claims_around(self, cells: Sequence[int]) -> list[tuple[int, int, tuple[int, ...]]]: ...
    def slides(self, star: bool, shape: int) -> list[tuple[tuple[int, ...], bool]]: ...
    def falls(
        self, letters: Sequence[int], either_order: bool = False, flags: int = 0
    ) -> list[tuple[Sheet, tuple[int, ...], tuple[tuple[int, ...], ...]]]: ...
    def slid(self, letter: int) -> tuple[Sheet, bool]: ...
    def put(self, cells: Sequence[int], codes: Sequence[int]) -> Sheet: ...
    def claimed(self, kind: int, cells: Sequence[int]) -> Sheet: ...
    def with_letters(self, circled: int, crossed: int) -> Sheet: ...
    def next_turn(self) -> Sheet: ...
    def perft(self, rolls: Sequence[Roll], flags: int = 0) -> int: ...
    def is_last_turn(self, roll: Roll, flags: int = 0) -> bool: ...
    def value(self, flags: int = 0) -> int: ...
    def rank(self, roll: Roll, flags: int, keep: int, top: int) -> list[tuple[int, *_Turn]]: ...

def bench(
    what: str, sheet: Sheet, roll: Roll, rounds: int, faces: Sequence[Sequence[int]]
) -> tuple[int, int]: ...
def exhaust(
    sheet: Sheet,
    rolls: Sequence[Roll],
    flags: int,
    nodes: int,
    known: int,
    flag: Flag | None = None,
    others: bool = False,
    part: int = 0,
    parts: int = 0,
) -> tuple[
    int,
    int,
    int,
    tuple[_Turn, ...],
    bool | None,
]: ...
def upper_bounds(
    sheet: Sheet, rolls: Sequence[Roll], flags: int = 0
) -> tuple[int, int, int, int, int]: ...

class BeamSearch:
    def __new__(
        cls, sheets: Sequence[Sheet], rolls: Sequence[Roll], flags: int, seed: int
    ) -> Self: ...
    def expand(self, first: int, step: int) -> BeamWorker: ...
    def take(self, found: BeamWorker) -> None: ...
    def halt(self) -> None: ...
    def stop(self) -> None: ...
    def advance(self, width: int) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def best(self) -> int: ...
    def line(self) -> tuple[int, list[_Turn]]: ...

class BeamWorker: ...

class DropPlans:
    def __init__(
        self,
        shapes: Sequence[int],
        outlines: Sequence[Sequence[int]],
        rows: int,
        steep: int,
    ) -> None: ...
    def total(self) -> float: ...
    def draw(self, seed: int) -> tuple[int, tuple[tuple[int, int, int, int], ...]]: ...

def can_finish(shapes: Sequence[int]) -> bool: ...
def piece_cells(shape: int, way: int, x: int, row: int) -> tuple[int, ...]: ...

class Site:
    def __init__(
        self,
        digits: Sequence[int],
        outline: Sequence[int],
        owners: Sequence[int],
        shapes: Sequence[int],
        drops: Sequence[tuple[int, int, int, int]],
        rolls: Sequence[Sequence[int]],
        boxes: int,
        last: Sequence[int],
        falls: Sequence[int],
        filled: int = 0,
        plans: DropPlans | None = None,
    ) -> None: ...
    def counts(self) -> tuple[int, ...]: ...
    def promise(self, seed: int) -> float: ...
    def fill(self, seed: int, walks: int, steps: int) -> None: ...
    def more(self, walks: int, steps: int) -> None: ...
    def refit(self, boxes: int, seed: int) -> bool: ...
    def stop(self) -> None: ...
    @property
    def missing(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def drops(self) -> tuple[tuple[int, int, int, int], ...]: ...
    def best(self) -> list[tuple[int, tuple[int, ...], tuple[int, ...], int]]: ...

def sheet_traits(sheet: Sheet) -> list[int]: ...
def learned_value(sheet: Sheet, weights: _Array, flags: int = 0) -> float: ...

class Chosen:
    def __new__(
        cls,
        sheet: Sheet,
        roll: Roll,
        weights: _Array,
        flags: int,
        width: Sequence[int],
        top: int,
        flag: Flag | None = None,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def __getitem__(self, n: int, /) -> tuple[Sheet, int, *_Turn]: ...

def bench_values(
    sheet: Sheet, roll: Roll, rounds: int, weights: _Array = None
) -> tuple[int, int]: ...

class Learner:
    def __new__(
        cls,
        weights: _Array,
        rows: _Array,
        errors: _Array,
        sizes: _Array,
        coarse: _Array,
        room: int,
        faces: Sequence[Sequence[int]],
    ) -> Self: ...
    @property
    def room(self) -> int: ...
    def play(
        self,
        first: int,
        end: int,
        seed: int,
        number: int,
        width: Sequence[int],
        rolls: int = 1,
        flags: int = 0,
        asides: bool = False,
    ) -> None: ...
    def kept(self, place: int) -> _Played: ...
    def put(
        self,
        place: int,
        sheets: Sequence[Sheet],
        means: Sequence[float],
        values: Sequence[float],
        asides: Sequence[tuple[Sheet, float] | None],
    ) -> None: ...
    def scores(self, first: int, end: int, flags: int = 0) -> list[int]: ...
    def turns(self, first: int, end: int) -> int: ...
    def learn(
        self,
        places: Sequence[int],
        rate: float,
        trace: float,
        steady: bool = False,
        units: float = 1.0,
        frozen: int = 0,
    ) -> None: ...

class Playouts:
    def __new__(
        cls,
        weights: _Array,
        width: Sequence[int],
        faces: Sequence[Sequence[int]],
        flags: int = 0,
        flag: Flag | None = None,
    ) -> Self: ...
    def play(
        self,
        sheet: Sheet,
        seed: int,
        number: int,
        turns: tuple[int, int],
        values: _Array,
        parts: _Array = None,
    ) -> bool: ...
