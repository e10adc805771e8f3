"""Fixtures: one Chromium and one server for each worker, and fresh windows for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsing import Served, Watch, chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Open = Callable[..., "Page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server of all tests that can share one."""
    served = Served(tmp_path_factory.mktemp("data"))
    yield served
    served.kill()


@pytest.fixture
def own(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A server for one test, which may kill it. Its parameter lists modules that it lacks."""
    served = Served(tmp_path / "data", absent=getattr(request, "param", ()))
    yield served
    served.kill()


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Served:
    """The server of the test: its own, if it uses `own`, else the shared one."""
    served: Served = request.getfixturevalue("own" if "own" in request.fixturenames else "shared")
    return served


@pytest.fixture
def watch(served: Served) -> Iterator[Watch]:
    watch = Watch(served.address)
    yield watch
    watch.check()


@pytest.fixture
def visit(browser: Browser, served: Served, watch: Watch) -> Iterator[Open]:
    """Opens the page in a new window: `visit("#/days/2026-11", PHONE, has_touch=True)`."""
    contexts: list[BrowserContext] = []

    def visit(route: str = "", *size: tuple[int, int], **options: Any) -> Page:
        contexts.append(opened(browser, *size, **options))
        watch(contexts[-1])
        page = contexts[-1].new_page()
        page.goto(f"{served.address}/{route}")
        return page

    yield visit
    for context in contexts:
        context.close()
