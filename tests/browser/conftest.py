"""Fixtures: one Chromium and one home of the program for each worker, and fresh windows for each
test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsing import Home, Linked, Served, Watch, chromium
from linked import linked_folder, serving_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Open = Callable[..., "Page"]
Running = Callable[..., AbstractContextManager[Home]]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here, wanted = Path(__file__).parent, config.getoption("--home")
    left_out = []
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if wanted not in ("both", home_of(item)):
                left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def home_of(item: pytest.Item) -> str:
    """Return the home in which a test runs the program."""
    callspec = getattr(item, "callspec", None)
    return str(callspec.params["home"]) if callspec and "home" in callspec.params else "link"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of the page in both homes, except those that need a server."""
    if "home" in metafunc.fixturenames:
        is_both = metafunc.definition.get_closest_marker("server_only") is None
        homes = ["server", "link"] if is_both else ["server"]
        metafunc.parametrize("home", homes, indirect=True, scope="session")


@pytest.fixture(scope="session")
def home(request: pytest.FixtureRequest) -> str:
    """Where the program runs: "server" or "link"."""
    return str(request.param)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def linked_address() -> Iterator[str]:
    """The address of the folder of the page without a server."""
    with serving_folder(linked_folder()) as address:
        yield address


@pytest.fixture(scope="session")
def running(request: pytest.FixtureRequest, home: str) -> Running:
    """Runs the program in the home: `with running(data, "omba", "serve") as served`. A server
    keeps its games in the folder `data`, and lacks the modules `absent`."""

    @contextmanager
    def running(data: Path, *command: str, absent: Sequence[str] = ()) -> Iterator[Home]:
        if home == "link":
            path = "/omba" if "omba" in command else ""
            browser = request.getfixturevalue("browser")
            linked = Linked(browser, request.getfixturevalue("linked_address"), path)
            yield linked
            linked.close()
        else:
            served = Served(data, *command, absent=absent)
            yield served
            served.kill()

    return running


@pytest.fixture(scope="session")
def shared(running: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The program of all tests that can share one."""
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def own(running: Running, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Home]:
    """A program for one test, without games. A test may kill it, if it is a server. Its parameter
    lists modules that a server lacks."""
    with running(tmp_path / "data", absent=getattr(request, "param", ())) as found:
        yield found


@pytest.fixture
def served(request: pytest.FixtureRequest, home: str) -> Home:
    """The home of the test: its own, if it uses `own`, else the shared one."""
    served: Home = request.getfixturevalue("own" if "own" in request.fixturenames else "shared")
    return served


@pytest.fixture
def watch(served: Home) -> Iterator[Watch]:
    watch = Watch(served.root)
    yield watch
    watch.check()


@pytest.fixture
def visit(browser: Browser, served: Home, watch: Watch) -> Iterator[Open]:
    """Opens the page in a new window: `visit("#/days/2026-11", PHONE, has_touch=True)`."""
    contexts: list[BrowserContext] = []

    def visit(route: str = "", *size: tuple[int, int], **options: Any) -> Page:
        contexts.append(served.opened(browser, *size, **options))
        watch(contexts[-1])
        page = contexts[-1].new_page()
        page.goto(f"{served.address}/{route}")
        return page

    yield visit
    for context in contexts:
        context.close()
