"""NumPy's .npz archives of plain arrays, read and written without NumPy.

An archive is a ZIP file of .npy files. Each has an array, row by row, behind a header that says
what it is (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
"""

from __future__ import annotations

import io
import math
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import NamedTuple

_MAGIC = b"\x93NUMPY\x01\x00"
#: A file begins with the magic string and the length of the header in two bytes. With its header
#: it is padded to a multiple of _ALIGNMENT, after room for a first dimension of _DIGITS digits.
_START, _ALIGNMENT, _DIGITS = len(_MAGIC) + 2, 64, 21
_HEADER = re.compile(
    rb"\{'descr': '([<|][a-z](\d))', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n"
)


class Array(NamedTuple):
    """An array: `kind` is NumPy's name for the type of its items, such as "<f2", and `data` has
    their bytes."""

    kind: str
    shape: tuple[int, ...]
    data: bytes | memoryview


def packed(arrays: Mapping[str, Array], level: int = 6) -> bytes:
    """Return an archive without dates, so that equal arrays give equal bytes. `level` is zlib's,
    1 (fast) to 9 (small)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, (kind, shape, data) in arrays.items():
            info = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
            content = b"".join((_header(kind, shape), data))
            archive.writestr(info, content, zipfile.ZIP_DEFLATED, level)
    return out.getvalue()


def unpacked(content: bytes) -> dict[str, Array]:
    """Return the arrays of an archive. Raises ValueError if it is damaged, or not of this kind."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {
                name.removesuffix(".npy"): _array(archive.read(name)) for name in archive.namelist()
            }
    # NotImplementedError, a RuntimeError, is for methods of compression that ZIP files rarely use.
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
        raise ValueError(str(error)) from error


def _header(kind: str, shape: tuple[int, ...]) -> bytes:
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (_DIGITS - len(str(shape[0])))
    size = _START + len(text) + 1
    text += " " * (_ALIGNMENT - size % _ALIGNMENT) + "\n"
    return _MAGIC + len(text).to_bytes(2, "little") + text.encode()


def _array(content: bytes) -> Array:
    start = _START + int.from_bytes(content[len(_MAGIC) : _START], "little")
    header = _HEADER.fullmatch(content[_START:start])
    if not content.startswith(_MAGIC) or header is None:
        raise ValueError("expected an array, row by row")
    kind, size, sizes = header.groups()
    shape = tuple(int(size) for size in sizes.split(b",") if size.strip())
    data = memoryview(content)[start:]
    if len(data) != int(size) * math.prod(shape):
        raise ValueError(f"expected an array of shape {shape}, got {len(data)} bytes")
    return Array(kind.decode(), shape, data)
