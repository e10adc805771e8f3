"""The website made from the documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ROOT
from website import build, help_page, index_page, reference_page
from written import commands


def test_every_document_has_its_place_on_the_site() -> None:
    index = index_page()
    for page in (ROOT / "docs").rglob("*.md"):
        assert f"\n{page.relative_to(ROOT).with_suffix('')}\n" in index, page


def test_every_command_is_documented_on_the_site() -> None:
    page = help_page()
    for name, _ in commands(with_endless=True):
        assert f"\n## {name}\n\n```text\nUsage: numberdrop {name} " in page


def test_package_is_documented_name_by_name() -> None:
    page = reference_page()
    for name in ("Position", "plan.review", "gym.Solo", "pettingzoo.env", "omba.Position"):
        assert f":: numberdrop.{name}\n" in page
    assert "numberdrop.plan.Hint" not in page  # exported by the package itself


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    assert build(tmp_path / "site") == 0
    for page in ("index", "docs/help", "docs/package", "docs/notebook", "docs/omba/rules"):
        assert (tmp_path / "site" / f"{page}.html").is_file()
