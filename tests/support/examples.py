"""Property tests with few examples in the normal run, and many in a run marked slow."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy

Test = Callable[..., None]

#: Examples of a property in the slow run, before its own factor.
MANY = 100


def given_often(
    quick: float, thorough: float, *strategies: SearchStrategy[Any]
) -> Callable[[Test], Test]:
    """Like `hypothesis.given()`, with a multiple of the profile's number of examples.

    The normal run takes `quick` times the profile's number, the slow one `thorough` times that
    number or MANY, whichever is larger.
    """

    def doubled(test: Test) -> Test:
        quick_run, thorough_run = (
            settings(max_examples=int(examples))(given(*strategies)(test))
            for examples in (
                quick * settings().max_examples,
                thorough * max(MANY, settings().max_examples),
            )
        )

        def run(is_thorough: bool, **fixed: Any) -> None:
            (thorough_run if is_thorough else quick_run)(**fixed)

        inner = list(inspect.signature(test).parameters.values())[: -len(strategies)]
        first = inspect.Parameter("is_thorough", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run.__signature__ = inspect.Signature([first, *inner])  # type: ignore[attr-defined]
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        both = [
            pytest.param(False, id="quick"),
            pytest.param(True, id="thorough", marks=pytest.mark.slow),
        ]
        marked: Test = pytest.mark.parametrize("is_thorough", both)(run)
        return marked

    return doubled
