"""Finished bounds of layers, in memory or in files with checksums.

The first line of a file is `omba 1 DIGEST`; DIGEST is the SHA-256 of the second line. The second
line is a JSON document about the layer, padded with spaces to HEADER_SIZE bytes. Then follows a
number of eight bytes for each position, in the machine's byte order. The document has a digest of
each block of BLOCK_SIZE numbers, so that a look-up reads and checks a single block.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import sys
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from ..errors import NumberdropError
from ..files import atomic_file
from . import _core

BLOCK_SIZE = 2**17
#: The bytes before the numbers.
HEADER_SIZE = 2**14
NUMBER_SIZE = 8
_GAP_MASK = (1 << _core.GAP) - 1


class DamagedTable(NumberdropError):  # noqa: N818
    """A file whose checksum or size is wrong, or that is the table of another layer."""


class Named(Protocol):
    """A family with a name, and with a number of numbers for each layer."""

    @property
    def name(self) -> str: ...
    def size(self, layer: Any, /) -> int: ...


class Bounds:
    """The finished bounds of a layer. `numbers` has lower << GAP | upper - lower for each position,
    in units of 1 / UNITS; or a row of several numbers, with three players."""

    def __init__(self, numbers: array[int] | memoryview) -> None:
        self.numbers = numbers

    def __getitem__(self, number: int) -> tuple[int, int]:
        """Return the lower and the upper bound of a position."""
        [packed] = self.row(number, 1)
        return packed >> _core.GAP, (packed >> _core.GAP) + (packed & _GAP_MASK)

    def row(self, number: int, width: int) -> list[int]:
        """Return row `number` of rows of `width` numbers, which must divide BLOCK_SIZE."""
        return list(self.numbers[width * number : width * (number + 1)])

    def check(self) -> None:
        """Check all blocks. Raises DamagedTable if one is damaged."""


class StoredBounds(Bounds):
    """Bounds in a file, whose blocks are checked when they are first read. Raises DamagedTable,
    naming the file, if its checksum or size is wrong, and OSError if it can't be read."""

    def __init__(self, path: Path, family: Named, layer: object) -> None:
        self.path = path
        size = family.size(layer)
        with open(path, "rb") as file:
            head = file.read(HEADER_SIZE)
            self._digests = self._read_header(head, _describe_layer(family, layer, size))
            if path.stat().st_size != HEADER_SIZE + NUMBER_SIZE * size:
                raise self._damaged()
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        super().__init__(memoryview(self._map)[HEADER_SIZE:].cast("Q"))
        self._checked: set[int] = set()

    def _read_header(self, head: bytes, about: dict[str, object]) -> list[str]:
        first, _, rest = head.partition(b"\n")
        second = rest.partition(b"\n")[0]
        if first != f"omba 1 {hashlib.sha256(second).hexdigest()}".encode():
            raise self._damaged()
        header = json.loads(second)
        digests: list[str] = header.pop("blocks")
        if header != about:
            raise DamagedTable(
                f"{self.path}: expected the table of another layer, variant or machine"
            )
        return digests

    def _damaged(self) -> DamagedTable:
        return DamagedTable(f"{self.path}: damaged; numberdrop omba solve rebuilds it")

    def row(self, number: int, width: int) -> list[int]:
        self._check_block(width * number // BLOCK_SIZE)
        return super().row(number, width)

    def _check_block(self, block: int) -> None:
        if block in self._checked:
            return
        if _digest(self.numbers, block) != self._digests[block]:
            raise self._damaged()
        self._checked.add(block)

    def check(self) -> None:
        for block in range(len(self._digests)):
            self._check_block(block)


def write_bounds(path: Path, family: Named, layer: object, numbers: array[int]) -> StoredBounds:
    """Write the bounds of a layer atomically, and return them as read from the file."""
    blocks = [_digest(numbers, block) for block in range(-(-len(numbers) // BLOCK_SIZE))]
    about = _describe_layer(family, layer, len(numbers)) | {"blocks": blocks}
    second = json.dumps(about, separators=(",", ":")).encode()
    first = f"omba 1 {hashlib.sha256(second).hexdigest()}".encode()
    with atomic_file(str(path)) as write:
        write(b"\n".join([first, second, b""]).ljust(HEADER_SIZE))
        for part in _chunks(numbers):
            write(part)
    return StoredBounds(path, family, layer)


def write_checkpoint(path: Path, parts: Sequence[array[int]]) -> None:
    """Write the unfinished arrays of some layers atomically, with a checksum."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(memoryview(part).cast("B"))
    with atomic_file(str(path)) as write:
        write(digest.digest())
        for part in parts:
            for block in _chunks(part):
                write(block)


def read_checkpoint(path: Path, like: Sequence[array[int]]) -> list[array[int]]:
    """Read a checkpoint of arrays with the types and lengths of `like`. Returns an empty list if it
    is missing or damaged."""
    try:
        with open(path, "rb") as file:
            expected = file.read(hashlib.sha256().digest_size)
            parts = [array(part.typecode) for part in like]
            digest = hashlib.sha256()
            for part, old in zip(parts, like, strict=True):
                part.fromfile(file, len(old))
                digest.update(memoryview(part).cast("B"))
            return parts if digest.digest() == expected and not file.read(1) else []
    except (FileNotFoundError, EOFError):
        return []


def _chunks(numbers: array[int]) -> Iterator[bytes]:
    """Yield the bytes of the numbers, block by block."""
    view = memoryview(numbers)
    for first in range(0, len(numbers), BLOCK_SIZE):
        yield view[first : first + BLOCK_SIZE].tobytes()


def _digest(numbers: array[int] | memoryview, block: int) -> str:
    part = memoryview(numbers)[block * BLOCK_SIZE : (block + 1) * BLOCK_SIZE]
    return hashlib.sha256(part.cast("B")).hexdigest()[:32]


def _describe_layer(family: Named, layer: object, size: int) -> dict[str, object]:
    return {
        "family": family.name,
        "layer": str(layer),
        "positions": size,
        "units": _core.UNITS,
        "gap_bits": _core.GAP,
        "byte_order": sys.byteorder,
    }
