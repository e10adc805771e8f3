"""What a worker is to have in common with the program that asks: all that a result hangs on.

Every job carries it, and a worker where it is otherwise refuses the job, by its name: half a batch
by one version and half by another would be an archive that nobody could make again.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from ..errors import NumberdropError
from ..version import installed

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Build:
    """A program, the signature of its planners, how its core was built, the digest of its weights,
    and that of its own modules, which tells two states of a checkout apart."""

    program: str
    signature: str
    build: str
    weights: str
    code: str

    def other_than(self, other: Build) -> str:
        """What is so here and not there, in words."""
        mine, theirs = asdict(self), asdict(other)
        return ", ".join(f"{key} {mine[key]}" for key in mine if mine[key] != theirs[key])


@cache
def this_build() -> Build:
    """That of this process, worked out once."""
    found = installed()
    return Build(found["program"], found["signature"], found["build"], found["weights"], _code())


def _code() -> str:
    """The first eight hexadecimal digits of the SHA-256 of the package's modules."""
    package, digest = Path(__file__).parent.parent, hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


class OtherBuild(NumberdropError):  # noqa: N818
    """A worker runs another program than the one that asks."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The error of a job itself, told apart from those of whoever does the jobs."""

    error: Exception


def do(wanted: Build, work: Callable[[T], R], asked: T) -> R | Failed:
    """One job, wherever it is done; OtherBuild where this is another program than is wanted."""
    here = this_build()
    if here != wanted:
        raise OtherBuild(
            f"worker {os.getpid()} on {platform.node()}: expected "
            f"{wanted.other_than(here)}, got {here.other_than(wanted)}: install the same there"
        )
    try:
        return work(asked)
    except Exception as error:
        return Failed(error)
