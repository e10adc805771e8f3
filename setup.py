"""Build the Cython extensions; all other build settings are in pyproject.toml.

Environment variables change the build:

- DEBUG=1: check every sheet, no optimisation.
- SANITIZE=1: address and undefined-behaviour sanitizers.
- COVERAGE=1: line tracing.
- NATIVE=1: use the instructions of this machine. The default build runs on any 64-bit one.
- WARNINGS=1: -Wall -Wextra -Werror. Cython's own code causes no warnings, so none is disabled.
- CC=clang: compile with clang.
"""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py


def is_on(switch: str) -> bool:
    return os.environ.get(switch, "0") not in ("", "0")


# No fused multiply-add: results must be the same on every processor.
flags = ["-O3", "-ffp-contract=off", "-fno-strict-aliasing"]
macros = [("NUMBERDROP_BUILD", '"native"' if is_on("NATIVE") else '"portable"')]
links: list[str] = []
if is_on("NATIVE"):
    flags.append("-march=native")
if is_on("DEBUG"):
    flags = ["-O0", "-g"]
    macros.append(("NUMBERDROP_DEBUG", "1"))
if is_on("SANITIZE"):
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g"]
    flags += [*sanitizers, "-O1", "-fno-omit-frame-pointer"]
    links += sanitizers
if is_on("WARNINGS"):
    flags += ["-Wall", "-Wextra", "-Werror"]
    if "clang" in os.environ.get("CC", ""):  # clang's warnings don't depend on optimisation
        flags.append("-O0")
if is_on("COVERAGE"):
    macros.append(("CYTHON_TRACE_NOGIL", "1"))


class BuildWithPuzzles(build_py):
    """The build_py command, extended to copy the archives of puzzles/ into the package."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        shipped = Path(self.build_lib, "numberdrop", "puzzles", "shipped")
        shipped.mkdir(parents=True, exist_ok=True)
        for archive in sorted(Path("puzzles").glob("*.jsonl")):
            shutil.copy(archive, shipped)


def extension(name: str, source: str, *rooms: str) -> Extension:
    """Return an extension that is rebuilt when a kernel changes in the folder of `source` or in
    one of `rooms`."""
    folders = [Path(source).parent, *map(Path, rooms)]
    return Extension(
        name,
        [source],
        depends=[str(path) for folder in folders for path in sorted(folder.rglob("*.px[di]"))],
        extra_compile_args=flags,
        extra_link_args=links,
        define_macros=macros,
    )


setup(
    cmdclass={"build_py": BuildWithPuzzles},
    options={"build_ext": {"parallel": os.cpu_count()}},
    ext_modules=cythonize(
        [
            extension("numberdrop._core", "solver/_core.pyx"),
            extension("numberdrop.gym._core", "solver/gym/_core.pyx", "solver/game"),
            extension("numberdrop.omba._core", "solver/omba/_core.pyx"),
            extension(
                "numberdrop.multiplayer._core",
                "solver/multiplayer/_core.pyx",
                "solver/game",
                "solver/value",
            ),
        ],
        include_path=["solver"],
        build_dir="build",
        compiler_directives={"linetrace": is_on("COVERAGE")},
    ),
)
