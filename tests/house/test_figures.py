"""Quoted figures name the planner that made them, and figures that no longer hold are found."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from numberdrop.version import SIGNATURE, VERSION
from outputs import DOCUMENTS
from places import ROOT

RESULTS = ROOT / "docs" / "results"
SIGNATURES = RESULTS / "signatures.md"
#: Pages whose figures are times or rates of a machine or count the tests, which name the version
#: that ran.
TIMED = {
    *("browser.md", "core.md", "first-view.md", "machines.md", "mutants.md", "ppo.md", "serve.md"),
    "table.md",
}
PAGES = sorted(path for path in RESULTS.glob("*.md") if path != SIGNATURES)

_ROW = re.compile(r"^\| `([0-9a-f]{8})` \| (\d{4}-\d\d-\d\d) \| ([a-z, ]+) \|$", re.MULTILINE)
_STAMP = re.compile(r"^Planner signature: `([0-9a-f]{8})` \(([a-z, ]+)\)(, older)?", re.MULTILINE)
_VERSION = re.compile(r"^Measured with numberdrop (\d+\.\d+\.\d+)(, older)?", re.MULTILINE)
_QUOTE = re.compile(r"\[([^\]]*\d[^\]]*)\]\(([^)#]*results/[^)#]+\.md)[^)]*\)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_MEASURED = re.compile(r"\d+(?:\.\d+)? ± \d+(?:\.\d+)?")


def history() -> list[tuple[str, set[str]]]:
    """The signatures, oldest first, each with the kinds of answers that changed with it."""
    return [
        (name, set(kinds.split(", "))) for name, _, kinds in _ROW.findall(SIGNATURES.read_text())
    ]


def is_older(signature: str, kinds: set[str]) -> bool:
    """Return whether answers of one of `kinds` have changed since `signature`."""
    rows = history()
    place = [name for name, _ in rows].index(signature)
    return any(changed & kinds for _, changed in rows[place + 1 :])


def test_last_signature_of_the_table_is_the_signature_of_this_program() -> None:
    assert history()[-1][0] == SIGNATURE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_results_page_names_planner_and_says_if_it_is_older(page: Path) -> None:
    text = page.read_text("utf-8")
    stamps = _STAMP.findall(text)
    assert stamps or page.name in TIMED, "expected a line `Planner signature: ...`"
    for signature, listed, older in stamps:
        kinds = set(listed.split(", "))
        assert kinds <= {"hints", "maxima"}
        assert bool(older) == is_older(signature, kinds), f"{signature} ({listed})"


@pytest.mark.parametrize("name", sorted(TIMED))
def test_timed_page_names_version_and_says_if_it_is_older(name: str) -> None:
    found = _VERSION.findall((RESULTS / name).read_text("utf-8"))
    assert found
    for version, older in found:
        assert bool(older) == (version != VERSION)


def test_printed_measures_outside_the_results_name_this_version() -> None:
    """A measure that a document quotes whole begins with the version that printed it."""
    for path in DOCUMENTS:
        if path.parent != RESULTS:
            for version in re.findall(r"^numberdrop (\d\S*), .* rounds$", path.read_text(), re.M):
                assert version == VERSION, path


QUOTES = [
    (path, text, (path.parent / link).resolve())
    for path in DOCUMENTS
    for text, link in _QUOTE.findall(path.read_text("utf-8"))
]


@pytest.mark.parametrize(
    ("path", "text", "page"), QUOTES, ids=lambda value: getattr(value, "name", value)
)
def test_figure_in_a_link_to_a_results_page_stands_there(path: Path, text: str, page: Path) -> None:
    known = set(_NUMBER.findall(page.read_text("utf-8")))
    rounded = known | {f"{float(number):.{n}f}" for number in known for n in (0, 1)}
    assert set(_NUMBER.findall(text)) <= rounded, f"{path.name}: {text}"


def test_mean_with_error_in_the_readme_stands_on_a_results_page() -> None:
    pages = "\n".join(page.read_text("utf-8") for page in PAGES)
    tables = re.sub(r" \| ", " ± ", pages)
    for figure in _MEASURED.findall((ROOT / "README.md").read_text("utf-8")):
        assert figure in pages or figure in tables, figure


def test_sentences_of_the_study_follow_from_its_table() -> None:
    """docs/results/study.md says in words what docs/results/study.csv has in numbers."""
    with open(RESULTS / "study.csv", encoding="utf-8") as file:
        deals = list(csv.DictReader(file))
    text = " ".join((RESULTS / "study.md").read_text("utf-8").split())
    gaps = [int(deal["score"]) - int(deal["strong_score"]) for deal in deals]
    proved = [deal["status"] == "PROVED" for deal in deals]
    near = sum(gap < 10 for gap in gaps)
    near_proved = sum(gap < 10 for gap, is_proved in zip(gaps, proved, strict=True) if is_proved)
    assert f"within ten points on {near} deals" in text
    assert f"{near_proved} of the {sum(proved)} where the best is proved" in text
    for score in (92, 100, 90, 98):
        count = sum(int(deal["score"]) == score for deal in deals)
        assert re.search(rf"\b{score}\b[^.;]*? on {count}\b", text), (score, count)
    low = sum(int(deal["score"]) <= 79 for deal in deals)
    assert f"{low} stay at 79 or below" in text
