"""The program gives the same answers in WebAssembly, to the last bit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from numberdrop.plan.bounds.drop_plans import full_turns
from numberdrop.plan.bounds.known import Known
from programs import PROGRAMS, printed, printed_in_webassembly
from signature import ANSWERS, searches
from signature_answers import key_of

pytestmark = pytest.mark.browser


def test_answers_behind_the_signature(built_page: Path) -> None:
    asked = [Known.asked_by(question) for question, _ in searches()]
    turns = json.dumps({key_of(known): sorted(full_turns(known)) for known in asked})
    found = printed_in_webassembly(built_page, "signature_answers.py", turns)
    assert found == ANSWERS.read_text("utf-8").splitlines()


@pytest.mark.parametrize("program", ["all_play.py", "games_and_counts.py"])
def test_programs_print_the_same(built_page: Path, program: str) -> None:
    found = printed_in_webassembly(built_page, program)
    assert len(found) > 20
    for one, other in zip(found, printed(str(PROGRAMS / program)), strict=True):
        assert one == other
