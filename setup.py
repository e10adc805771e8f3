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
import threading
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.modified import newer_group


def is_on(switch: str) -> bool:
    return os.environ.get(switch, "0") not in ("", "0")


# No fused multiply-add: results must be the same on every processor.
flags = ["-ffp-contract=off", "-fno-strict-aliasing"]
macros = [("NUMBERDROP_BUILD", '"native"' if is_on("NATIVE") else '"portable"')]
links: list[str] = []
if is_on("DEBUG"):
    flags += ["-O0", "-g"]
    macros.append(("NUMBERDROP_DEBUG", "1"))
elif is_on("SANITIZE"):
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    # A third of the time that gcc takes with -O1 -g.
    flags += [*sanitizers, "-g1", "-Og", "-fno-omit-frame-pointer"]
    links += sanitizers
else:
    # As fast as -O3 here (bench/core.py), for half of gcc's time. Clang has no such parts.
    flags += ["-O2"]
    if "clang" not in os.environ.get("CC", ""):
        flags += ["-fpeel-loops", "-fvect-cost-model=dynamic"]
        flags += ["--param", "max-inline-insns-single=130"]
    if not is_on("COVERAGE"):
        flags.append("-g0")  # Python's own flags ask for debugging symbols
if is_on("NATIVE"):
    flags.append("-march=native")
if is_on("WARNINGS"):
    flags += ["-Wall", "-Wextra", "-Werror"]
    if "clang" in os.environ.get("CC", ""):  # clang's warnings don't depend on optimisation
        flags.append("-O0")
if is_on("COVERAGE"):
    macros.append(("CYTHON_TRACE_NOGIL", "1"))

#: Cython's code for arrays, which all extensions share.
SHARED = "numberdrop._cyutility"


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


class BuildChangedExtensions(build_ext):
    """The build_ext command, which builds only what has changed since the last build.

    pip builds in a new folder and with newly unpacked copies of Cython's own files each time, so by
    their dates everything would always have changed. The last build is kept in build/, with what it
    was made by.
    """

    _translating = threading.Lock()

    def build_extension(self, ext: Extension) -> None:
        built = Path(self.get_ext_fullpath(ext.name))
        kept = Path("build", self.get_ext_filename(ext.name))
        made_by = kept.with_suffix(".txt")
        maker = self._maker(ext)
        if (
            not self.force
            and made_by.is_file()
            and made_by.read_text() == maker
            and not newer_group([*ext.sources, *ext.depends], str(kept), missing="newer")
        ):
            built.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(kept, built)
            return
        with self._translating:  # Cython is made for one thread
            ext.sources = [self.translate(ext)]
        super().build_extension(ext)
        kept.parent.mkdir(parents=True, exist_ok=True)
        made_by.unlink(missing_ok=True)
        shutil.copy2(built, kept)
        made_by.write_text(maker)

    def _maker(self, ext: Extension) -> str:
        """Return what determines an extension besides its sources."""
        from Cython import __version__

        compiler = getattr(self.compiler, "compiler_so", [])  # which Microsoft's compiler lacks
        parts = [__version__, *compiler, *flags, *links, *map(str, macros)]
        return "\n".join(parts) + "\n"

    def translate(self, ext: Extension) -> str:
        """Return the path of an extension's C file, after writing it."""
        from Cython.Build import cythonize

        [translated] = cythonize(
            [ext],
            force=True,
            quiet=not self.verbose,
            include_path=["solver"],
            build_dir="build",
            compiler_directives={"linetrace": is_on("COVERAGE")},
            shared_utility_qualified_name=SHARED,
        )
        return translated.sources[0]


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
    cmdclass={"build_ext": BuildChangedExtensions, "build_py": BuildWithPuzzles},
    options={"build_ext": {"parallel": os.cpu_count()}},
    ext_modules=[
        extension("numberdrop._core", "solver/_core.pyx"),
        extension(
            "numberdrop.multiplayer._core",
            "solver/multiplayer/_core.pyx",
            "solver/game",
            "solver/value",
        ),
        extension("numberdrop.gym._core", "solver/gym/_core.pyx", "solver/game"),
        extension("numberdrop.omba._core", "solver/omba/_core.pyx"),
        Extension(SHARED, [], extra_compile_args=[*flags, "-O1"], extra_link_args=links),
    ],
)
