"""The compiled parts of the package for WebAssembly, and Pyodide, which runs them in a browser.

Debian's Emscripten compiles the C files that setup.py makes. Pyodide, a CPython for WebAssembly,
comes from npm. Both results are kept in the cache folder, by the digest of what they are made of.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from numberdrop.folders import cache_folder
from places import ROOT

#: The version of Pyodide. Newer ones need a newer Emscripten than Debian 12 has.
PYODIDE = "0.25.1"
#: The Python in it, the release of which decides which compiled files it can read.
PYTHON = (3, 11)
#: The tag of a wheel for it.
WHEEL_TAG = "cp311-cp311-emscripten_3_1_46_wasm32"
SUFFIX = ".cpython-311-wasm32-emscripten.so"
#: The files of Pyodide that a page needs, by their names in it. Debian's nginx doesn't know that a
#: file named .mjs is a script, and browsers refuse modules of other types.
INTERPRETER = {
    "pyodide.js": "pyodide.mjs",
    **{
        name: name
        for name in (
            "pyodide.asm.js",
            "pyodide.asm.wasm",
            "python_stdlib.zip",
            "pyodide-lock.json",
        )
    },
}

# No fused multiply-add: results must be the same as on any other machine.
_FLAGS = ["-O2", "-fPIC", "-ffp-contract=off", "-fno-strict-aliasing", "-g0"]
_COMPILE = [*_FLAGS, "-s", "SIDE_MODULE=2"]
# Without WASM_BIGINT some functions of Python have other types here than in Pyodide.
_LINK = ["-O2", "-s", "SIDE_MODULE=2", "-s", "WASM_BIGINT=1"]
#: The extensions that need NumPy, which isn't there.
_LEFT_OUT = ("numberdrop.gym._core",)


class CannotBuild(Exception):  # noqa: N818
    """A tool that the build needs is missing, or has failed. The message says in one line which."""


def pyodide() -> Path:
    """Return the folder of Pyodide, installed from npm if it isn't in the cache yet."""
    folder = _cache() / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        draft = folder.with_suffix(f".{os.getpid()}")
        try:
            quiet = ("--no-audit", "--no-fund", "--no-save", "--silent")
            run("npm", "install", *quiet, "--prefix", str(draft), f"pyodide@{PYODIDE}")
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return folder / "node_modules" / "pyodide"


def compiled_extensions() -> dict[str, bytes]:
    """Return the compiled extensions of the package, by their path in it.

    Raises CannotBuild if a tool is missing or fails.
    """
    folder = _cache() / f"compiled-{_made_of()}"
    if not folder.is_dir():
        config, headers = _configuration(pyodide()), _python_headers()
        draft = folder.with_suffix(f".{os.getpid()}")
        draft.mkdir(parents=True)
        try:
            with ThreadPoolExecutor() as pool:
                for name, code in pool.map(partial(_compiled, config, headers), *_c_sources()):
                    (draft / f"{name}{SUFFIX}").write_bytes(code)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return {
        path.name.removesuffix(SUFFIX).replace(".", "/") + SUFFIX: path.read_bytes()
        for path in sorted(folder.iterdir())
    }


def _made_of() -> str:
    """Return the digest of all that the compiled extensions depend on."""
    parts = [PYODIDE, version("cython"), run("emcc", "--version"), *_COMPILE, *_LINK]
    digest = hashlib.sha256("\0".join(parts).encode())
    kernels = (
        path for path in (ROOT / "solver").rglob("*") if path.suffix in (".pyx", ".pxd", ".pxi")
    )
    for path in [ROOT / "setup.py", *sorted(kernels)]:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _c_sources() -> tuple[list[str], list[Path], list[list[str]]]:
    """Return the names of the extensions, the C files that setup.py makes of them, and their
    macros."""
    from distutils.core import run_setup  # setuptools brings its own

    before = os.getcwd()
    os.chdir(ROOT)
    try:
        distribution: Any = run_setup("setup.py", ["build_ext"], stop_after="commandline")
        command = distribution.get_command_obj("build_ext")
        command.ensure_finalized()
        extensions = [
            extension for extension in distribution.ext_modules if extension.name not in _LEFT_OUT
        ]
        return (
            [extension.name for extension in extensions],
            [ROOT / command.translate(extension) for extension in extensions],
            [[f"-D{name}={value}" for name, value in one.define_macros] for one in extensions],
        )
    finally:
        os.chdir(before)


def _compiled(
    config: str, headers: Path, name: str, source: Path, macros: Sequence[str]
) -> tuple[str, bytes]:
    """Compile a C file and return the name and the content of the module."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # Python.h takes the pyconfig.h beside it.
        for file in headers.iterdir():
            (work / file.name).symlink_to(file)
        (work / "pyconfig.h").unlink()
        (work / "pyconfig.h").write_text(config)
        made, module = work / "module.o", work / "module.so"
        run("emcc", *_COMPILE, *macros, f"-I{work}", "-c", str(source), "-o", str(made))
        start = f"_PyInit_{name.rpartition('.')[2]}"
        exported = ["-s", f"EXPORTED_FUNCTIONS={start}"]
        run("emcc", *_LINK, *exported, str(made), "-o", str(module))
        return name, module.read_bytes()


def _configuration(folder: Path) -> str:
    """Return the pyconfig.h of Pyodide's Python, from the variables that it was built with."""
    variables: dict[str, Any] = {}
    with zipfile.ZipFile(folder / "python_stdlib.zip") as library:
        [name] = [one for one in library.namelist() if "_sysconfigdata_" in one]
        exec(library.read(name), variables)
    prefixes = ("HAVE_", "SIZEOF_", "ALIGNOF_", "WITH_", "Py_", "PY_")
    lines = [
        f"#define {key} {value}"
        for key, value in sorted(variables["build_time_vars"].items())
        if key.startswith(prefixes) and isinstance(value, int) and value
    ]
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])


def _python_headers() -> Path:
    """Return the folder of Python.h, of the release that Pyodide has."""
    number = ".".join(map(str, PYTHON))
    own = Path(sysconfig.get_path("include"))
    for folder in (Path(f"/usr/include/python{number}"), own):
        if (folder / "Python.h").is_file() and folder.name == f"python{number}":
            return folder
    raise CannotBuild(f"expected Python.h of Python {number}: install python3-dev on Debian 12")


def expect_python() -> None:
    """Raise CannotBuild unless this Python makes .pyc files that Pyodide's can read."""
    if sys.version_info[:2] != PYTHON:
        number = ".".join(map(str, PYTHON))
        raise CannotBuild(
            f"expected Python {number}, as in Pyodide {PYODIDE}, got {sys.version.split()[0]}"
        )


def expect_build_tools() -> None:
    """Raise CannotBuild unless the tools that pyproject.toml asks for are installed, in the
    versions that it allows. A new virtual environment has a setuptools that is too old."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for requirement in map(Requirement, needed):
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            found = "none"
        if found == "none" or found not in requirement.specifier:
            words = " ".join(f"'{name}'" for name in needed)
            raise CannotBuild(f"expected {requirement}, got {found}: run pip install {words}")


def _cache() -> Path:
    folder = cache_folder() / "wasm"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def run(program: str, *more: str) -> str:
    """Run a program and return its stdout. Raises CannotBuild if it is missing or fails."""
    try:
        done = subprocess.run([program, *more], capture_output=True, text=True)
    except FileNotFoundError:
        package = {"emcc": "emscripten", "node": "nodejs"}.get(program, program)
        raise CannotBuild(f"expected the program {program}: install {package}") from None
    if done.returncode:
        # Node.js also quotes the source, which is one line of a million characters.
        lines = [line for line in done.stderr.strip().splitlines() if len(line) < 1000]
        faults = [line for line in lines if "rror:" in line] or lines[-1:]
        raise CannotBuild(f"{program}: {''.join(faults[:1]) or done.returncode}")
    return done.stdout
