"""All games as a file: out of one window, and into another with a fresh data folder."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsing import Held, Served, Watch, opened
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.sessions.backup import Backup
from numberdrop.sessions.outcome import submit_result
from places import ROOT
from sessions import ended, new, next_step

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., "Page"]

HEAD = '{"format": "numberdrop.games", "version": 1, "problems": []}\n'


def lines_of(served: Served) -> list[str]:
    """Return the file of all games of a server."""
    return list(Backup.of(Store(served.data), Results(served.data)).lines())


def fill(folder: Path, count: int) -> None:
    """Store a finished game with its result, and `count` unfinished ones."""
    store, rng = Store(folder), random.Random(1)
    submit_result(store, ended(store, rng, kind="solo", seed=1).id, Results(folder), "ABC")
    for seed in range(count):
        first = session = new(kind="solo", seed=seed)
        steps = []
        while len(steps) < 10:
            steps.append(next_step(session, rng))
            session = session.do(steps[-1])
        steps += [{"do": "undo"}, {"do": "redo"}] * 25
        assert not session.is_over()
        store.begin(first, *steps)


@pytest.fixture
def other(tmp_path: Path, browser: Browser) -> Iterator[tuple[Served, Open]]:
    """Another server with a folder of its own, and the function that opens its page."""
    served = Served(tmp_path / "other")
    watch = Watch(served.address)
    contexts = []

    def visit(**options: Any) -> Page:
        contexts.append(opened(browser, **options))
        watch(contexts[-1])
        page = contexts[-1].new_page()
        page.goto(f"{served.address}/")
        return page

    yield served, visit
    for context in contexts:
        context.close()
    served.kill()
    watch.check()


def downloaded(page: Page, folder: Path) -> Path:
    """Download all games, and return the file."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all games").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def take_in(page: Page, file: Path, name: str = "Take in games") -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=name).click()
    chooser.value.set_files(file)


@pytest.mark.server_only("its data folder is filled and read")
def test_games_are_taken_in_by_another_window(
    visit: Open, own: Served, other: tuple[Served, Open], tmp_path: Path
) -> None:
    fill(own.data, 120)
    file = downloaded(visit(), tmp_path)
    assert file.name.startswith("numberdrop-20")
    assert file.read_text("utf-8").splitlines(keepends=True) == lines_of(own)
    assert file.stat().st_size > 250_000  # more than one request
    there, open_other = other
    page = open_other()
    take_in(page, file)
    page.locator("main").get_by_text("121 games taken in, 1 new result.").wait_for()
    assert lines_of(there) == lines_of(own)
    assert page.locator("ul.games").first.locator("li").count() == 120
    assert page.evaluate("document.activeElement.id") == "take-in"
    take_in(page, file)
    page.locator("main").get_by_text("121 games here already.").wait_for()
    assert lines_of(there) == lines_of(own)


@pytest.mark.server_only("its data folder is filled and read")
def test_lines_left_out_are_named(visit: Open, own: Served, tmp_path: Path) -> None:
    fill(own.data, 3)
    head, *games = lines_of(own)
    moved = Store(own.data).list()[0]
    for game in moved:
        Store(own.data).remove(game.id)
    file = tmp_path / "games.jsonl"
    file.write_text("".join([head, *games[:2], "{}\n", "spoilt\n", *games[2:]]), "utf-8")
    page = visit(locale="fr-FR")
    take_in(page, file, "Importer des parties")
    page.locator("main").get_by_text("4 parties importées.").wait_for()
    alert = page.get_by_role("alert").filter(has_text="laissées de côté")
    assert alert.inner_text() == (
        "2 lignes du fichier ont été laissées de côté, par exemple : "
        "ligne 4 du texte : on attend une partie ou un résultat, reçu {} "
        "ligne 5 du texte : on attend du JSON, et il y a une faute à : colonne 1 ; reçu 'spoilt'"
    )
    assert lines_of(own) == [head, *games]


WRONG: dict[str, tuple[bytes, str]] = {
    "a picture": (
        (ROOT / "docs" / "pictures" / "home-desk-light.png").read_bytes(),
        "this isn't a file of games: line 1: expected JSON, error at column 1",
    ),
    "a record": (
        (ROOT / "docs" / "game.json").read_bytes(),
        "this isn't a file of games: line 1: expected JSON, error at column 2",
    ),
    "nothing": (b"", "this isn't a file of games: it is empty"),
    "a newer file": (
        HEAD.replace("1", "2").encode(),
        "this isn't a file of games: version 2 is of a newer numberdrop",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), WRONG.values(), ids=WRONG)
def test_another_file_is_refused_in_one_sentence(
    content: bytes, sentence: str, visit: Open, watch: Watch, tmp_path: Path
) -> None:
    watch.foreseen.append("status of 422")
    page = visit()
    file = tmp_path / "file"
    file.write_bytes(content)
    take_in(page, file)
    alert = page.get_by_role("alert").filter(has_text="this isn't")
    alert.wait_for()
    assert alert.inner_text().startswith(sentence)
    assert "\n" not in alert.inner_text()
    assert page.get_by_role("button", name="Take in games").is_enabled()


@pytest.mark.server_only("its data folder is filled and read")
def test_game_too_long_for_a_request_is_named(
    visit: Open, own: Served, watch: Watch, tmp_path: Path
) -> None:
    watch.foreseen.append("status of 413")
    saved = Store(own.data).begin(new(kind="solo", seed=1))
    head, game = lines_of(own)
    line = json.loads(game)
    line["game"] |= {"id": "0" * 16, "steps": [{"step": {"do": "undo"}}] * 60_000}
    file = tmp_path / "games.jsonl"
    file.write_text("".join([head, json.dumps(line) + "\n", game]), "utf-8")
    page = visit()
    take_in(page, file)
    page.locator("main").get_by_text("1 game here already.").wait_for()
    alert = page.get_by_role("alert").filter(has_text="left out")
    assert alert.inner_text() == (
        "1 line of the file was left out: line 2: body: expected 1048576 bytes at most"
    )
    assert [one.id for one in Store(own.data).list()[0]] == [saved.id]


@pytest.mark.server_only("its data folder is filled and read")
def test_left_view_stays_while_games_are_taken_in(visit: Open, own: Served, tmp_path: Path) -> None:
    Store(own.data).begin(new(kind="solo", seed=1))
    file = tmp_path / "games.jsonl"
    file.write_text("".join(lines_of(own)), "utf-8")
    page = visit()
    held = Held(page, "/backup")
    take_in(page, file)
    held.wait()
    page.evaluate("location.hash = '#/help'")
    page.locator("main[data-view=help][aria-busy=false]").wait_for()
    held.release()
    page.wait_for_function("() => window.held.length === 2")
    held.release()
    page.wait_for_load_state("networkidle")
    assert page.locator("main").get_attribute("data-view") == "help"
