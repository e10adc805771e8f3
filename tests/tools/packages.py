"""Build the packages and test them in bare environments, as a new user would.

    python tests/tools packages [--only wheel|sdist|extras|lowest]

The sdist is built from the files tracked by git, and the wheel from the sdist. Each is installed
into a new environment outside the repository, and must do what the documents promise; some tests of
the unpacked sdist run there, too. `lowest` builds and tests with the lowest versions that
pyproject.toml admits.
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
from collections.abc import Callable
from pathlib import Path

from numberdrop.version import SIGNATURE, VERSION
from places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
#: Tests that use every dependency and take less than a minute.
SMOKE = [
    *("tests/game/test_rulebook.py", "tests/game/test_properties.py", "tests/core/test_core.py"),
    *("tests/cli/test_cli.py", "tests/cli/test_progress.py", "tests/view/test_pdf.py"),
    *("tests/plan/test_weights.py", "tests/house/test_schemas.py"),
]
#: The extras that the tests need.
TESTED = re.findall(r"\w+", PROJECT["project"]["optional-dependencies"]["test"][0])[1:]
#: The agents of docs/agents that need an extra: how many games each plays, and the package that
#: only the extra installs.
AGENTS = {
    "gym": ("chance.py", "5", "gymnasium"),
    "pettingzoo": ("players.py", "2", "pettingzoo"),
    "openspiel": ("spiel.py", "1", "pyspiel"),
}
#: Expected contents of the installed package, as it lists them.
CONTENTS = """
from importlib.metadata import metadata
from importlib.resources import files
import numberdrop, numberdrop.plan, numberdrop.puzzles, numberdrop.view

assert "site-packages" in numberdrop.__file__, numberdrop.__file__
for name in (
    *("py.typed", "_core.pyi", "puzzles/shipped/days.jsonl", "puzzles/shipped/drops.jsonl"),
    *("puzzles/shipped/pockets.jsonl", "gym/_core.pyi", "omba/_core.pyi", "multiplayer/_core.pyi"),
    *("plan/outlook.npz", "plan/outlook.json", "multiplayer/value.npz", "multiplayer/value.json"),
    *("locales/en.json", "locales/fr.json", "view/paper/widths.json"),
    "view/paper/typefaces/LICENSE",
    *(f"view/paper/typefaces/DejaVuSansCondensed{bold}.ttf" for bold in ("", "-Bold")),
):
    assert files("numberdrop").joinpath(name).is_file(), name
assert len([one for one in files("numberdrop").joinpath("schemas").iterdir()]) >= 8
assert metadata("numberdrop")["License-Expression"] == "MIT AND Bitstream-Vera"
"""

#: Runs the program on a local cluster, whose address is appended to the arguments.
CLUSTER = """
import subprocess, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        address = f"dask:{cluster.scheduler_address}"
        subprocess.run(["numberdrop", *sys.argv[1:], address], check=True)
"""
#: Serves a page, requests it, and stops the server.
VISIT = """
import subprocess, sys, urllib.request

words = ["numberdrop", *sys.argv[1:], "--no-open", "--port", "0"]
served = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
try:
    address = served.stdout.readline().split(" is at ")[1].split(" ")[0]
    with urllib.request.urlopen(address) as page:
        assert b"</html>" in page.read()
    served.terminate()  # Ctrl-C isn't heard by what a script has started in the background
    code = served.wait(20)
    assert code == 0, code
finally:
    served.kill()
"""
#: Starts a game in a terminal, waits for a screen or a prompt, and quits. The key is repeated,
#: since one that is sent before the program listens is lost.
TERMINAL = """
import fcntl, os, pty, select, struct, sys, termios

kind, *words = sys.argv[1:]
awaited, leave = {"screen": (b"\\x1b[?1049h", b"\\x11"), "lines": (b"> ", b"quit\\r")}[kind]
child, terminal = pty.fork()
if not child:
    os.environ["TERM"] = "xterm-256color"
    os.execlp("numberdrop", "numberdrop", *words)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
said, is_told = b"", False
try:
    while True:
        if select.select([terminal], [], [], 1)[0]:
            if not (more := os.read(terminal, 4096)):
                break
            said += more
        elif awaited in said:
            is_told = os.write(terminal, leave) > 0
except OSError:  # the end of a terminal whose program has ended
    pass
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert is_told and code == 0, (code, said)
assert (b"for a screen: pip install 'numberdrop[tui]'" in said) == (kind == "lines"), said
"""


class Environment:
    """A bare environment of this Python in a separate folder, in which its commands run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=True)
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")

    def run(self, program: str, *args: str, cwd: Path | None = None, code: int = 0) -> str:
        """Run a program of the environment and return its output. Fails unless the exit code is
        `code`."""
        shown = " ".join([program, *args]).strip().splitlines()[0]
        print(f"{self.folder.name}: {shown}", file=sys.stderr, flush=True)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        kept["PATH"] = f"{self.programs}{os.pathsep}{kept['PATH']}"
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
    """Build the sdist and the wheel from a clean copy of the tracked files."""
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
    """Test what the documents promise of an installed program."""
    there.run("python", "-c", CONTENTS)
    named = json.loads(there.run("numberdrop", "--version", "--json"))
    assert (named["version"], named["signature"]) == (VERSION, SIGNATURE), named
    readme = (ROOT / "README.md").read_text("utf-8")
    [question] = re.findall(r'numberdrop hint ("[^"]+" "[^"]+")$', readme, re.MULTILINE)[:1]
    assert "best: " in there.run("numberdrop", "hint", *re.findall(r'"([^"]+)"', question))
    best = json.loads(there.run("numberdrop", "max", "2026-11-20", "--nodes", "1", "--json"))
    (there.folder / "best.json").write_text(json.dumps(best))
    there.run("numberdrop", "replay", "best.json")
    known = json.loads(there.run("numberdrop", "daily", "2026-11-20", "--known", "--json"))
    assert known["best"]["score"] == known["best"]["bound"] == 100, known["best"]
    there.run("numberdrop", "sheet", "2026-11-20", "--out", "sheet.svg")


def run_tests(there: Environment, sdist: Path) -> None:
    """Run some tests of the unpacked sdist against the installed package."""
    with tarfile.open(sdist) as archive:
        archive.extractall(there.folder, filter="data")
    unpacked = there.folder / sdist.name.removesuffix(".tar.gz")
    print(there.run("python", "-m", "pytest", *SMOKE, cwd=unpacked))


def try_agent(there: Environment, extra: str, has_extra: bool) -> None:
    """Without the extra, check that the agent's error names it; with the extra, let the agent
    play."""
    agent, games, library = AGENTS[extra]
    if has_extra:
        shutil.copy(ROOT / "docs" / "agents" / agent, there.folder)
        print(there.run("python", "-W", "error", agent, games))
        return
    refused = there.run(
        "python", "-c", f"try: import numberdrop.{extra}\nexcept ImportError as error: print(error)"
    )
    assert refused == (
        f"numberdrop.{extra}: expected {library} to be installed: "
        f"pip install 'numberdrop[{extra}]'\n"
    ), refused


def try_dask(there: Environment, _: str, has_extra: bool) -> None:
    """Run a study on a Dask scheduler with two workers."""
    study = ("lab", "study", "--deals", "2", "--nodes", "20000", "--executor")
    if has_extra:
        print(there.run("python", "-c", CLUSTER, *study))
    else:
        there.run("numberdrop", *study, "dask:tcp://127.0.0.1:1", code=1)


def try_pdf(there: Environment, _: str, has_extra: bool) -> None:
    """Print a puzzle."""
    said = there.run("numberdrop", "sheet", "--out", "sheet.pdf", code=0 if has_extra else 1)
    assert has_extra or said == ""


def try_web(there: Environment, _: str, has_extra: bool) -> None:
    """Serve both pages and stop the servers."""
    for words in (("serve",), ("omba", "serve")):
        if has_extra:
            there.run("python", "-c", VISIT, *words)
        else:
            there.run("numberdrop", *words, "--no-open", code=1)


def try_tui(there: Environment, _: str, has_extra: bool) -> None:
    """Start both games in a terminal, on a screen or in lines."""
    for words in (("play", "plain#1.0"), ("omba", "play")):
        there.run("python", "-c", TERMINAL, "screen" if has_extra else "lines", *words)


#: The test of each extra, alone in an environment: first without the extra, then with it.
EXTRAS: dict[str, Callable[[Environment, str, bool], None]] = {
    **dict.fromkeys(AGENTS, try_agent),
    "dask": try_dask,
    "pdf": try_pdf,
    "tui": try_tui,
    "web": try_web,
}


def try_extra(there: Environment, wheel: Path, extra: str) -> None:
    """Test the program with a single extra."""
    there.install(str(wheel))
    EXTRAS[extra](there, extra, False)
    there.install(f"{wheel}[{extra}]")
    EXTRAS[extra](there, extra, True)


def lowest(*extras: str) -> list[str]:
    """Return every requirement for building, running and testing, pinned to its lowest version. If
    an extra needs a higher version of a package than the rest, the higher one is returned."""
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
            try_pdf(there, "pdf", has_extra=False)
        if only in (None, "sdist"):
            there = Environment(folder / "sdist")
            there.install(f"{sdist}[test]")
            try_out(there)
            try_pdf(there, "pdf", has_extra=True)
            run_tests(there, sdist)
        for extra in EXTRAS if only in (None, "extras") else ():
            try_extra(Environment(folder / extra), wheel, extra)
        if only in (None, "lowest"):
            there = Environment(folder / "lowest")
            there.install(*lowest(*TESTED, "test"))
            there.install("--no-build-isolation", "--no-deps", str(sdist))
            try_out(there)
            run_tests(there, sdist)
    print("all packages pass")


if __name__ == "__main__":
    main()
