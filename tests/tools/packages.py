"""The packages as a stranger gets them: built, put into bare environments, and tried out there.

    python tests/tools packages [--only wheel|sdist|extras|lowest]

The sdist is built from the files that git knows, and the wheel from the sdist. Each is installed
into an environment of its own, outside the repository, and has to do there what the documents
promise; from the unpacked sdist some of its tests are run, too. `lowest` builds and tests with the
lowest version of everything that pyproject.toml admits.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from pathlib import Path

from numberdrop.version import SIGNATURE, VERSION
from places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
#: Tests that use every dependency, and take less than a minute.
SMOKE = [
    *("tests/game/test_rulebook.py", "tests/game/test_properties.py", "tests/core/test_core.py"),
    *("tests/cli/test_cli.py", "tests/cli/test_progress.py", "tests/view/test_pdf.py"),
    *("tests/plan/test_weights.py", "tests/house/test_schemas.py"),
]
#: The extras that the tests need.
TESTED = re.findall(r"\w+", PROJECT["project"]["optional-dependencies"]["test"][0])[1:]
#: Extras that are tried alone, each with an agent of docs/agents, how many games it plays, and what
#: nothing but the extra brings.
EXTRAS = {
    "gym": ("chance.py", "5", "gymnasium"),
    "pettingzoo": ("players.py", "2", "pettingzoo"),
    "openspiel": ("spiel.py", "1", "pyspiel"),
}
#: What the installed package has to hold, told by itself.
CONTENTS = """
from importlib.metadata import metadata
from importlib.resources import files
import numberdrop, numberdrop.plan, numberdrop.puzzles, numberdrop.view

assert "site-packages" in numberdrop.__file__, numberdrop.__file__
for name in (
    *("py.typed", "_core.pyi", "puzzles/shipped/days.jsonl", "puzzles/shipped/drops.jsonl"),
    *("puzzles/shipped/pockets.jsonl", "gym/_core.pyi", "omba/_core.pyi", "players/_core.pyi"),
    *("players/value.npz", "players/value.json"),
    *("words/en.json", "words/fr.json", "view/paper/typefaces/LICENSE"),
    *(f"view/paper/typefaces/DejaVuSansCondensed{bold}.ttf" for bold in ("", "-Bold")),
):
    assert files("numberdrop").joinpath(name).is_file(), name
assert len([one for one in files("numberdrop").joinpath("schemas").iterdir()]) >= 8
assert metadata("numberdrop")["License-Expression"] == "MIT AND Bitstream-Vera"
"""


class Environment:
    """A bare environment of this Python, in a folder of its own; commands run in that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=True)
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")

    def run(self, program: str, *args: str, cwd: Path | None = None, code: int = 0) -> str:
        """What a program of the environment prints; an error unless it ends with this code."""
        print(f"{self.folder.name}:", program, *args, file=sys.stderr, flush=True)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        data = str(self.folder / "data")
        done = subprocess.run(
            [str(self.programs / program), *args],
            cwd=cwd or self.folder,
            env={**kept, "NUMBERDROP_DATA": data, "NUMBERDROP_CACHE": data},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != code:
            sys.exit(f"{done.stdout}\n{program}: exit code {done.returncode}, expected {code}")
        return done.stdout

    def install(self, *what: str) -> None:
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)


def packages(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel, built from a clean copy of what git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    for name in filter(None, listed.stdout.decode().split("\0")):
        copy = folder / "clean" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, copy, follow_symlinks=False)
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", folder / "dist", folder / "clean"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    [sdist], [wheel] = (list((folder / "dist").glob(end)) for end in ("*.tar.gz", "*.whl"))
    return sdist, wheel


def try_out(there: Environment) -> None:
    """What the documents promise of an installed program."""
    there.run("python", "-c", CONTENTS)
    named = json.loads(there.run("numberdrop", "--version", "--json"))
    assert (named["version"], named["signature"]) == (VERSION, SIGNATURE), named
    readme = (ROOT / "README.md").read_text("utf-8")
    [question] = re.findall(r'numberdrop hint ("[^"]+" "[^"]+")$', readme, re.MULTILINE)[:1]
    assert "best: " in there.run("numberdrop", "hint", *re.findall(r'"([^"]+)"', question))
    best = json.loads(there.run("numberdrop", "max", "2026-11-20", "--nodes", "1", "--json"))
    (there.folder / "best.json").write_text(json.dumps(best))
    there.run("numberdrop", "replay", "best.json")
    known = json.loads(there.run("numberdrop", "daily", "2026-11-20", "--hint", "--json"))
    assert known["best"]["score"] == known["best"]["bound"] == 100, known["best"]
    there.run("numberdrop", "sheet", "2026-11-20", "--out", "sheet.svg")


def run_tests(there: Environment, sdist: Path) -> None:
    """Some tests of the unpacked sdist, against what is installed."""
    with tarfile.open(sdist) as archive:
        archive.extractall(there.folder, filter="data")
    unpacked = there.folder / sdist.name.removesuffix(".tar.gz")
    print(there.run("python", "-m", "pytest", *SMOKE, cwd=unpacked))


def try_extra(there: Environment, wheel: Path, extra: str) -> None:
    """Without the extra its door says what to install; with it, its example runs."""
    agent, games, library = EXTRAS[extra]
    shutil.copy(ROOT / "docs" / "agents" / agent, there.folder)
    there.install(str(wheel))
    refused = there.run(
        "python", "-c", f"try: import numberdrop.{extra}\nexcept ImportError as error: print(error)"
    )
    assert refused == (
        f"numberdrop.{extra}: expected {library} to be installed: "
        f"pip install 'numberdrop[{extra}]'\n"
    ), refused
    there.install(f"{wheel}[{extra}]")
    print(there.run("python", "-W", "error", agent, games))


def lowest(*extras: str) -> list[str]:
    """Every requirement for building, running and testing, at its lowest version; that of an extra
    counts where it needs more of a package than the rest does."""
    project = PROJECT["project"]
    groups = [project["optional-dependencies"][extra] for extra in extras]
    found: dict[str, str] = {}
    for wanted in sum(groups, PROJECT["build-system"]["requires"] + project["dependencies"]):
        name, _, versions = wanted.partition(">=")
        if not name.startswith("numberdrop["):
            found[name] = versions.partition(",")[0]
    return [f"{name}=={version}" for name, version in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=("wheel", "sdist", "extras", "lowest"))
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory(prefix="numberdrop-packages-") as name:
        folder = Path(name)
        sdist, wheel = packages(folder)
        if only in (None, "wheel"):
            there = Environment(folder / "wheel")
            there.install(str(wheel))
            try_out(there)
            said = there.run("numberdrop", "sheet", "--out", "sheet.pdf", code=1)
            assert said == "", "without ReportLab a PDF is refused"
        if only in (None, "sdist"):
            there = Environment(folder / "sdist")
            there.install(f"{sdist}[test]")
            try_out(there)
            there.run("numberdrop", "sheet", "--out", "sheet.pdf")
            run_tests(there, sdist)
        for extra in EXTRAS if only in (None, "extras") else ():
            try_extra(Environment(folder / extra), wheel, extra)
        if only in (None, "lowest"):
            there = Environment(folder / "lowest")
            there.install(*lowest(*TESTED, "test"))
            there.install("--no-build-isolation", "--no-deps", str(sdist))
            try_out(there)
            run_tests(there, sdist)
    print("all is well")


if __name__ == "__main__":
    main()
