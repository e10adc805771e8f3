"""Settings and fixtures for all tests: Hypothesis profiles, commands, the page without a server,
and the handling of Ctrl-C.

The normal run tries the same examples each time. NUMBERDROP_EXAMPLES=5000 tries 5000 random
examples of each property.
"""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from commands import Run
from storages import STORAGES, block_sqlite

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
EXAMPLES = os.environ.get("NUMBERDROP_EXAMPLES")

settings.register_profile(
    "normal",
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=SLOW,
    print_blob=True,
)
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=int(EXAMPLES or 100),
    suppress_health_check=SLOW,
    print_blob=True,
)
settings.load_profile("thorough" if EXAMPLES else "normal")

# A shell without job control starts background processes with SIGINT ignored, and their children
# inherit that. The tests of interrupts need the default handler.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--home",
        choices=("server", "link", "both"),
        default="both",
        help="the home of the program in the tests with a browser: a server, or the folder of the "
        "page without one",
    )


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    return Run(capfdbinary)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the test in a folder of its own, with a terminal that is wide enough."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NUMBERDROP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NUMBERDROP_CACHE", str(tmp_path / "data" / "cache"))
    return tmp_path


@pytest.fixture(params=STORAGES)
def storage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run the test on each storage of games and results. Return its name."""
    name = str(request.param)
    if name == "files":
        block_sqlite(monkeypatch)
    return name


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The folder of the page that needs no server, which all workers share and one builds."""
    from linked import linked_folder  # needs Emscripten and Node.js

    return linked_folder()
