"""The weights of the learned value: loaded, checked and written.

A file of weights is a NumPy .npz archive with two arrays: `weights`, float16 of shape SHAPE, and
`about`, the UTF-8 bytes of a JSON object that says how they were made. The last units may be
missing: they are 0. The core calculates in float32, which holds every float16, so a file is worth
the same on every machine.
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

#: The weights in the package, and the text beside them that says how they were made.
SHIPPED = Path(__file__).parent / "value.npz"

Table = NDArray[np.float32]
#: A table of weights has a row for each trait, and in it a weight for each stage and each unit.
SHAPE = (_core.TRAITS, _core.STAGES + _core.UNITS)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What every trait is worth, in points, and `about`: how that was learned.

    `name` is short and tells weights apart: the first eight hexadecimal digits of the SHA-256 of
    the table's float16 bytes, without the last units if they are 0.
    """

    table: Table
    about: dict[str, Any]
    name: str

    @staticmethod
    def shape() -> tuple[int, int]:
        """A row for each trait, and in it a weight for each stage and each unit."""
        return SHAPE

    @staticmethod
    def tables() -> list[Any]:
        """What the rows stand for."""
        return [_core.TABLES]

    @classmethod
    def layout(cls, units: int = _core.UNITS) -> str:
        """A short name for what the tables mean, with so many units: weights of another layout are
        worth nothing."""
        text = json.dumps([cls.shape()[0], _core.STAGES + units, *cls.tables()])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @classmethod
    def of(cls, table: NDArray[Any], about: dict[str, Any]) -> Self:
        """Weights as a file would hold them: rounded to float16; units that the table doesn't have
        are 0. ValueError on another shape."""
        rows, columns = cls.shape()
        if table.ndim != 2 or table.shape[0] != rows or table.shape[1] > columns:
            raise ValueError(f"expected shape {cls.shape()}, got {table.shape}")
        small = _without_empty(table)
        full = np.zeros(cls.shape(), dtype=np.float32)
        full[:, : small.shape[1]] = small
        return cls(full, about, hashlib.sha256(small.tobytes()).hexdigest()[:8])

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The weights of a file. Errors as unpacked() raises them."""
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
        """The file's content, the same for the same weights."""
        about = np.frombuffer(json.dumps(self.about).encode(), dtype=np.uint8)
        return packed({"weights": _without_empty(self.table), "about": about})


def _without_empty(table: NDArray[Any]) -> NDArray[np.float16]:
    """A table in float16, without the last units if they are 0."""
    small = np.ascontiguousarray(table, dtype="<f2")
    filled = np.flatnonzero(small.any(axis=0))
    used = max(_core.STAGES, int(filled[-1]) + 1 if filled.size else 0)
    return np.ascontiguousarray(small[:, :used])


def packed(arrays: dict[str, NDArray[Any]]) -> bytes:
    """A .npz archive without dates, so that equal arrays give equal bytes."""
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
    """The arrays of a file that packed() wrote, and its `about`; its tables are to have one of
    these `layouts`.

    NumberdropError, in one line, if it is no such file or its tables are laid out otherwise;
    OSError if it can't be read.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        found = about["layout"]
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise NumberdropError(f"{what}: {path}: expected a file of numberdrop train") from error
    if found not in layouts:
        raise NumberdropError(
            f"{what}: {path}: expected tables laid out as {layouts[0]}, got {found!r}: "
            "made by another version, or for another number of players"
        )
    return arrays, about


def load(path: str | Path) -> Weights:
    """The weights of a file. Errors as unpacked() raises them."""
    return Weights.load(path)


@cache
def shipped() -> Weights:
    """The weights in the package, read once."""
    try:
        return load(SHIPPED)
    except OSError as error:
        raise NumberdropError(
            f"weights: {SHIPPED.name}: {error.strerror}: the package is incomplete"
        ) from None
