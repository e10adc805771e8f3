"""Tests of the documents: their Python examples, JSON, displayed outputs and links.

A ```json block names its kind after the word json: game, line, turn, shared-turn, puzzle, maximum,
moment, sitting or games. A ```text or ```python block with a file name quotes that file; a text
that begins with `$` shows the output of commands, whose times are ignored.
"""

from __future__ import annotations

import doctest
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from numberdrop.consistency import problems
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.results import Results
from numberdrop.sessions import PartialTurn, Session, Store, turn_options
from numberdrop.sessions.backup import Backup, Taken, take_in
from numberdrop.typed import read_game
from numberdrop.view.reports import draw_record
from outputs import BLOCK, DOCUMENTS, as_printed, shown, with_command_table, without_times
from pictures import PICTURES, example
from places import ROOT, TESTS
from schemas import validator

#: Documents whose links are checked, but whose examples are not for our programs.
OTHERS = [ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("[ps]*/README.md")]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


NAMES = [name_of(path) for path in DOCUMENTS]

SCHEMA_OF = {
    "game": "game.schema.json",
    "line": "line.schema.json",
    "turn": "turn.schema.json#/$defs/turn",
    "shared-turn": "turn.schema.json#/$defs/sharedTurn",
    "puzzle": "puzzle.schema.json",
    "maximum": "maximum.schema.json",
    "moment": "moment.schema.json",
    "sitting": "sitting.schema.json",
    "games": "games.schema.json",
}
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def blocks(path: Path) -> list[tuple[str, str, int]]:
    """Return the fenced blocks of a document: the text after the fence, the content, the number of
    the first line."""
    text = path.read_text("utf-8")
    return [
        (match[1].strip(), match[2], text.count("\n", 0, match.start(2)))
        for match in BLOCK.finditer(text)
    ]


JSONBLOCKS = [
    pytest.param(info.removeprefix("json").strip(), text, id=f"{name}:{line + 1}")
    for path, name in zip(DOCUMENTS, NAMES, strict=True)
    for info, text, line in blocks(path)
    if info.split(" ")[0] == "json"
]


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_examples_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document's examples run in order in one namespace, so later ones may use earlier
    results."""
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    for info, text, line in blocks(path):
        if info == "python" and ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), line)
            runner.run(test, out=report.append, clear_globs=False)
            names = test.globs
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize(("kind", "text"), JSONBLOCKS)
def test_json_is_what_it_says(kind: str, text: str) -> None:
    value = json.loads(text)
    if kind:
        validator(SCHEMA_OF[kind]).validate(value)
    if kind in ("game", "line"):
        assert nd.replay(value) == value
    elif kind == "turn":
        assert nd.Turn.from_json(value).to_json() == value
    elif kind == "shared-turn":
        assert nd.SharedTurn.from_json(value).to_json() == value
    elif kind == "maximum":
        assert nd.Maximum.from_json(value).to_json() == value
    elif kind == "moment":
        turn = PartialTurn.from_json(value["turn"])
        found = turn_options(value["position"], value["roll"], turn, value["variant"])
        assert found.to_json() == value
    elif kind == "sitting":
        assert played_by_hand(value).to_json() == value
    elif kind == "puzzle" and value["kind"] == "daily":
        dice = nd.deal(value["recipe"])
        assert value["tiles"] == list(dice.tiles)
        assert value["rolls"] == [str(roll) for roll in dice.rolls]


def test_documented_games_are_taken_in_and_written_again(tmp_path: Path) -> None:
    written = [param.values[1] for param in JSONBLOCKS if param.values[0] == "games"]
    lines = [f"{json.dumps(json.loads(text))}\n" for text in written]
    store, results = Store(tmp_path), Results(tmp_path)
    assert take_in(enumerate(lines, 1), store, results) == Taken(taken=len(lines) - 1)
    assert [*Backup.of(store, results).lines()] == lines


def played_by_hand(document: dict[str, Any]) -> Session:
    """Return a game with physical dice, played as the document says."""
    session = Session.begin({key: document[key] for key in ("kind", "variant", "tiles")})
    session = session.do({"do": "start", "cell": document["start"]})
    for turn in document["turns"]:
        roll, _, rest = turn["text"].partition(" ")
        for step in ({"do": "roll", "roll": roll}, {"do": "type", "text": rest}, {"do": "end"}):
            session = session.do(step)
    return session


def test_formats_show_a_document_of_each_kind() -> None:
    kinds = {param.values[0] for param in JSONBLOCKS if str(param.id).startswith("docs/formats")}
    assert set(SCHEMA_OF) <= kinds


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if shown(path)], ids=name_of)
def test_commands_print_what_is_shown(path: Path) -> None:
    """After an intended change, `python tests/tools outputs` updates the documents."""
    texts = shown(path)
    for text, printed in zip(texts, as_printed(path), strict=True):
        assert without_times(text) == without_times(printed)


def test_table_of_commands_is_made_from_the_help() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert text == with_command_table(text)
    assert text.count("| [`") == 16


def test_the_readme_installs_and_asks_what_it_shows() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    install, develop = (block.strip() for info, block in BLOCK.findall(text) if info == "sh")
    assert install.endswith(f" && .venv/bin/{shown(ROOT / 'README.md')[0].splitlines()[0][2:]}")
    assert "\n" not in install + develop
    assert not problems(example()[0])


def test_the_typed_game_is_the_record() -> None:
    record = json.loads((ROOT / "docs" / "game.json").read_text("utf-8"))
    game = read_game((ROOT / "docs" / "game.txt").read_text("utf-8"))
    assert game.to_record() == record
    drawn = draw_record(game).splitlines()
    assert max(map(len, drawn)) <= 80
    assert " " * 28 + "!b8c8c9" in drawn


def test_all_pictures_are_drawn_by_the_program() -> None:
    drawn = {path for path in (ROOT / "docs").rglob("*.svg") if path.parent.name != "positions"}
    assert drawn == set(PICTURES)


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_pictures_are_what_the_program_draws(path: Path) -> None:
    assert path.read_text("utf-8") == PICTURES[path]()


def test_the_game_of_the_maxima_is_one_of_a_hundred() -> None:
    record = json.loads((ROOT / "docs" / "hundred.json").read_text("utf-8"))
    assert nd.replay(record) == record
    assert oracle.play_record(record)["final"]["total"] == 100


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    text = BLOCK.sub("", path.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.slow
def test_documents_have_the_best_scores_of_the_year() -> None:
    lines = read_lines(str(ROOT / "puzzles" / "days.jsonl"))
    best = [line.best for _, line in lines if line.best]
    proved = [one.score for one in best if one.is_proved]
    left = Counter(one.score for one in best if not one.is_proved)
    assert set(proved) == {one.bound for one in best} == {100}
    assert set(left) == {98, 92}
    text = " ".join((ROOT / "docs" / "results" / "maxima.md").read_text("utf-8").split())
    assert f"Of the {len(best)} daily puzzles" in text
    assert f"{len(proved)} have a best score PROVED, all of them 100" in text
    assert f"{left[98]} stand at 98 and {left[92]} at 92" in text
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"PROVED for {len(proved)} of the {len(best)} days" in text


QUOTES = [
    pytest.param(path.parent / info.split(" ")[1], text, id=f"{name}:{line + 1}")
    for path, name in zip(DOCUMENTS, NAMES, strict=True)
    for info, text, line in blocks(path)
    if info.startswith(("text ", "python "))
]


@pytest.mark.parametrize(("file", "text"), QUOTES)
def test_quotes_stand_in_their_files(file: Path, text: str) -> None:
    assert text in file.read_text("utf-8")


def test_the_table_of_the_maxima_is_quoted() -> None:
    assert ROOT / "docs" / "results" / "maxima.txt" in {param.values[0] for param in QUOTES}


def test_readme_quotes_the_table_of_strength() -> None:
    table = (ROOT / "docs" / "results" / "strength.md").read_text("utf-8")
    text = " ".join((ROOT / "README.md").read_text("utf-8").split())
    rows = re.findall(r"^\| `?(\w+).*?`? \| [\d,]+ \| (\S+) \| (\S+) \|", table, re.MULTILINE)
    means = {player: f"{mean} ± {error}" for player, mean, error in rows}
    for player in ("fast", "strong", "deep", "greedy"):
        assert means[player] in text, player


def test_every_page_is_on_the_map() -> None:
    linked = set(_LINK.findall((ROOT / "docs" / "README.md").read_text("utf-8")))
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert pages - linked == {"README.md"}


@pytest.mark.parametrize("path", [*DOCUMENTS, *OTHERS], ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    text = BLOCK.sub("", path.read_text("utf-8"))
    for link in _LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, heading = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if heading:
            assert heading in anchors(target), link


def test_code_names_sections_that_exist() -> None:
    """Docstrings cite `rules.md, Solo` or `formats.md, Turn`: the first name must be a heading."""
    cited = re.compile(r"(rules|formats|daily|cli)\.md, ([A-Z][a-z]+)")
    files = [path for room in ("src", "solver") for path in (ROOT / room).rglob("*.p*")]
    for path in [*files, TESTS / "oracle.py"]:
        if path.suffix not in (".py", ".pyi", ".pyx", ".pxd"):
            continue
        for document, word in cited.findall(path.read_text("utf-8")):
            text = (ROOT / "docs" / f"{document}.md").read_text("utf-8")
            assert re.search(rf"^##+ .*\b{word}\b", text, re.MULTILINE | re.IGNORECASE), (
                f"{path.name} cites {document}.md, {word}"
            )
