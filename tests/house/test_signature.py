"""The planner signature: the planners' answers match those stored in the repository."""

from numberdrop import version
from signature import ANSWERS, answers, signature_of


def test_the_answers_are_those_that_are_kept() -> None:
    assert answers() == ANSWERS.read_text("utf-8"), "python tests/tools signature --write"


def test_the_signature_is_that_of_the_answers() -> None:
    assert signature_of(ANSWERS.read_text("utf-8")) == version.SIGNATURE
