"""Weights of the learned value: loading, validation and writing.

A weights file is a NumPy .npz archive with two arrays: `weights`, float16 of shape SHAPE, and
`about`, the UTF-8 bytes of a JSON object that describes how they were made. The last units may be
missing and are then 0. The core calculates in float32, which represents every float16 exactly, so a
file gives the same values on every machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar

from .. import _core
from ..errors import NumberdropError
from . import npz

Loaded = TypeVar("Loaded")

#: The weights in the package; a .json file of the same name describes how they were made.
SHIPPED = Path(__file__).parent / "value.npz"

#: The shape of a table: a row for each trait, with a weight for each stage and each unit.
SHAPE = (_core.TRAITS, _core.STAGES + _core.UNITS)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What each trait is worth, in points; `about` describes how that was learned.

    `table` is a buffer of float32 that cannot be written to; numpy.asarray() makes it an array.
    `name` identifies the weights: the first eight hexadecimal digits of the SHA-256 of the table's
    float16 bytes, without the last units if they are 0.
    """

    table: _core.Weights
    about: dict[str, Any]
    name: str

    @staticmethod
    def shape() -> tuple[int, int]:
        """Return the shape of a table: a row for each trait, with a weight for each stage and each
        unit."""
        return SHAPE

    @staticmethod
    def tables() -> list[Any]:
        """Return the tables of traits that the rows stand for."""
        return [_core.TABLES]

    @classmethod
    def layout(cls, units: int = _core.UNITS) -> str:
        """Return a short name for the layout of the tables with `units` units.

        Weights of one layout mean nothing in another.
        """
        text = json.dumps([cls.shape()[0], _core.STAGES + units, *cls.tables()])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @classmethod
    def of(cls, table: Any, about: dict[str, Any]) -> Self:
        """Return weights as a file would hold them: rounded to float16, with missing units set to
        0.

        Raises ValueError if `table`, a NumPy array, has another shape.
        """
        rows, columns = cls.shape()
        if table.ndim != 2 or table.shape[0] != rows or table.shape[1] > columns:
            raise ValueError(f"expected shape {cls.shape()}, got {table.shape}")
        return cls._of_halves(table.astype("<f2").tobytes(), table.shape[1], about)

    @classmethod
    def _of_halves(cls, halves: bytes | memoryview, columns: int, about: dict[str, Any]) -> Self:
        table = _core.Weights(halves, cls.shape()[0], columns)
        used = _used(table)
        trimmed = halves if used == columns else table.halves(used)
        return cls(table, about, hashlib.sha256(trimmed).hexdigest()[:8])

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load the weights of a file. Raises the errors of unpacked()."""
        layouts = [cls.layout(units) for units in range(_core.UNITS, -1, -1)]
        arrays, about = unpacked(Path(path), "weights", *layouts)
        rows, columns = cls.shape()
        kind, shape, halves = arrays.get("weights", npz.Array("", (), b""))
        if (
            kind != "<f2"
            or len(shape) != 2
            or shape[0] != rows
            or not _core.STAGES <= shape[1] <= columns
        ):
            raise NumberdropError(f"weights: {path}: expected an array of weights in it")
        weights = cls._of_halves(halves, shape[1], about)
        if not weights.table.is_finite:
            raise NumberdropError(f"weights: {path}: expected finite numbers")
        return weights

    def to_bytes(self) -> bytes:
        """Return the file's content; equal weights give equal bytes."""
        used = _used(self.table)
        table = npz.Array("<f2", (self.shape()[0], used), self.table.halves(used))
        return npz.packed({"weights": table, "about": about_array(self.about)})


def _used(table: _core.Weights) -> int:
    """Return the number of columns of a table, without the last units if they are 0."""
    return max(_core.STAGES, table.used())


def about_array(about: dict[str, Any]) -> npz.Array:
    """Return the array of a description, as files hold it."""
    text = json.dumps(about).encode()
    return npz.Array("|u1", (len(text),), text)


def unpacked(path: Path, what: str, *layouts: str) -> tuple[dict[str, npz.Array], dict[str, Any]]:
    """Return the arrays of a file of weights or a checkpoint, and its `about`.

    Raises NumberdropError, with a one-line message, if it is another kind of file or its tables
    have none of these `layouts`; OSError if it cannot be read.
    """
    try:
        arrays = npz.unpacked(path.read_bytes())
        about = json.loads(bytes(arrays.pop("about").data))
        found = about["layout"]
    except (ValueError, KeyError, TypeError) as error:
        raise NumberdropError(f"{what}: {path}: expected a file of numberdrop lab train") from error
    if found not in layouts:
        raise NumberdropError(
            f"{what}: {path}: expected tables laid out as {layouts[0]}, got {found!r}: "
            "made by another version, or for another number of players"
        )
    return arrays, about


def load(path: str | Path) -> Weights:
    """Load the weights of a file. Raises the errors of unpacked()."""
    return Weights.load(path)


@cache
def shipped() -> Weights:
    """Return the weights in the package, read once."""
    return load_shipped(load, SHIPPED)


def load_shipped(loader: Callable[[Path], Loaded], path: Path) -> Loaded:
    """Load a file of weights that belongs to the package, with `loader`.

    Raises NumberdropError if it isn't there. A page that runs without a server fetches it then.
    """
    try:
        return loader(path)
    except OSError as error:
        raise NumberdropError.coded(
            "weights.missing",
            "weights: {file}: {reason}: the package is incomplete",
            file=f"{path.parent.name}/{path.name}",
            reason=str(error.strerror),
        ) from None
