"""Weights of the learned value: loading, validation and writing.

A weights file is a NumPy .npz archive with two arrays: `weights`, float16 of shape SHAPE, and
`about`, the UTF-8 bytes of a JSON object that describes how they were made. The last units may be
missing and are then 0. The core calculates in float32, which represents every float16 exactly, so a
file gives the same values on every machine.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..errors import NumberdropError

#: The weights in the package; a .json file of the same name describes how they were made.
SHIPPED = Path(__file__).parent / "value.npz"

Table = NDArray[np.float32]
#: The shape of a table: a row for each trait, with a weight for each stage and each unit.
SHAPE = (_core.TRAITS, _core.STAGES + _core.UNITS)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What each trait is worth, in points; `about` describes how that was learned.

    `name` identifies the weights: the first eight hexadecimal digits of the SHA-256 of the table's
    float16 bytes, without the last units if they are 0.
    """

    table: Table
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
    def of(cls, table: NDArray[Any], about: dict[str, Any]) -> Self:
        """Return weights as a file would hold them: rounded to float16, with missing units set to
        0.

        Raises ValueError if `table` has another shape.
        """
        rows, columns = cls.shape()
        if table.ndim != 2 or table.shape[0] != rows or table.shape[1] > columns:
            raise ValueError(f"expected shape {cls.shape()}, got {table.shape}")
        small = _trimmed(table)
        full = np.zeros(cls.shape(), dtype=np.float32)
        full[:, : small.shape[1]] = small
        return cls(full, about, hashlib.sha256(small.tobytes()).hexdigest()[:8])

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load the weights of a file. Raises the errors of unpacked()."""
        layouts = [cls.layout(units) for units in range(_core.UNITS, -1, -1)]
        arrays, about = unpacked(Path(path), "weights", *layouts)
        rows, columns = cls.shape()
        table = arrays.get("weights")
        if (
            table is None
            or table.ndim != 2
            or table.dtype.kind != "f"
            or table.shape[0] != rows
            or not _core.STAGES <= table.shape[1] <= columns
        ):
            raise NumberdropError(f"weights: {path}: expected an array of weights in it")
        if not np.isfinite(table).all():
            raise NumberdropError(f"weights: {path}: expected finite numbers")
        return cls.of(table, about)

    def to_bytes(self) -> bytes:
        """Return the file's content; equal weights give equal bytes."""
        about = np.frombuffer(json.dumps(self.about).encode(), dtype=np.uint8)
        return packed({"weights": _trimmed(self.table), "about": about})


def _trimmed(table: NDArray[Any]) -> NDArray[np.float16]:
    """Return a table in float16, without the last units if they are 0."""
    small = np.ascontiguousarray(table, dtype="<f2")
    filled = np.flatnonzero(small.any(axis=0))
    used = max(_core.STAGES, int(filled[-1]) + 1 if filled.size else 0)
    return np.ascontiguousarray(small[:, :used])


def packed(arrays: dict[str, NDArray[Any]]) -> bytes:
    """Return a .npz archive without dates, so that equal arrays give equal bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in arrays.items():
            entry = io.BytesIO()
            np.lib.format.write_array(entry, array, allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            archive.writestr(info, entry.getvalue(), zipfile.ZIP_DEFLATED, 6)
    return out.getvalue()


def unpacked(
    path: Path, what: str, *layouts: str
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the arrays of a file that packed() wrote, and its `about`.

    Raises NumberdropError, with a one-line message, if it is another kind of file or its tables
    have none of these `layouts`; OSError if it cannot be read.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        found = about["layout"]
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
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
    try:
        return load(SHIPPED)
    except OSError as error:
        raise NumberdropError(
            f"weights: {SHIPPED.name}: {error.strerror}: the package is incomplete"
        ) from None
