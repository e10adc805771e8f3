"""The build of the program, which has to be the same for all workers: everything that affects
results.

Every job carries the build, and a worker with another one refuses the job with a message that names
the difference. An archive made partly by one version and partly by another could not be reproduced.
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
    and the digest of its modules. The last one distinguishes two states of a checkout."""

    program: str
    signature: str
    build: str
    weights: str
    code: str

    def difference_from(self, other: Build) -> str:
        """Return the fields that differ from `other`, with the values of this build, as text."""
        mine, theirs = asdict(self), asdict(other)
        return ", ".join(f"{key} {mine[key]}" for key in mine if mine[key] != theirs[key])


@cache
def this_build() -> Build:
    """Return the build of this process. It is computed once."""
    found = installed()
    return Build(found["program"], found["signature"], found["build"], found["weights"], _code())


def _code() -> str:
    """Return the first eight hexadecimal digits of the SHA-256 of the package's modules."""
    package, digest = Path(__file__).parent.parent, hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


class OtherBuild(NumberdropError):  # noqa: N818
    """A worker runs another build than the program that submits the jobs."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The error of a job itself, as opposed to an error of the executor."""

    error: Exception


def do(wanted: Build, work: Callable[[T], R], item: T) -> R | Failed:
    """Run a job on a worker. Raises OtherBuild if the worker's build is not the `wanted` one."""
    here = this_build()
    if here != wanted:
        raise OtherBuild(
            f"worker {os.getpid()} on {platform.node()}: expected "
            f"{wanted.difference_from(here)}, got {here.difference_from(wanted)}: "
            "install the same there"
        )
    try:
        return work(item)
    except Exception as error:
        return Failed(error)
