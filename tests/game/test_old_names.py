"""Deprecated names: each returns what its new name does, and warns at the caller's line."""

from __future__ import annotations

import warnings
from importlib import import_module
from pathlib import Path

import pytest

import numberdrop as nd
import numberdrop.multiplayer
from numberdrop.lazy import lazy_names
from numberdrop.plan import Stop
from numberdrop.plan import review as nd_review
from numberdrop.sessions import Conflict, Session, Store

SESSIONS = {
    "Conflict": "Conflict",
    "Due": "PendingDrop",
    "Head": "Setup",
    "Kept": "SavedGame",
    "Missing": "Missing",
    "Moment": "TurnOptions",
    "OfferedClaim": "OfferedClaim",
    "Pose": "Pose",
    "Sitting": "Session",
    "State": "State",
    "Store": "Store",
    "Summary": "Summary",
    "Tentative": "PartialTurn",
    "head_of": "parse_setup",
    "moment": "turn_options",
    "poses": "poses",
}
MULTIPLAYER = {
    name: name
    for name in (
        *("Aim", "Choice", "RankedPart", "ReviewedPart", "SeatHint", "SeatSettings"),
        *("SeatTraining", "SeatWeights", "Seats", "ShareThresholds", "SharedReview", "choices"),
        *("choose", "hint", "review_seats", "shipped"),
    )
}
#: By the old module and the new one, the old names and the new ones.
OLD = {
    ("table", "sessions"): SESSIONS,
    ("players", "multiplayer"): MULTIPLAYER,
    ("problems", "consistency"): {"problems": "problems"},
    ("jobs", "jobs"): {"Crew": "WorkerPool", "crew_of": "worker_pool"},
    ("stages", "stages"): {"Staged": "StagedGame"},
    ("plan.maxima", "plan.maxima"): {
        "Aim": "Objective",
        "ceiling": "upper_bound",
        "summit": "attain",
    },
    ("typed", "typed"): {"Faulty": "MultipleFaults"},
    ("errors", "errors"): {"Faulty": "MultipleFaults"},
}


@pytest.mark.parametrize(
    ("old_module", "new_module", "old", "new"),
    [(*modules, old, new) for modules, names in OLD.items() for old, new in names.items()],
)
def test_old_name_warns_and_returns_the_new(
    old_module: str, new_module: str, old: str, new: str
) -> None:
    module = import_module(f"numberdrop.{old_module}")
    message = rf"numberdrop\.{old_module}\.{old} is deprecated: use numberdrop\.{new_module}\.{new}"
    with pytest.warns(DeprecationWarning, match=f"^{message}$") as caught:
        found = getattr(module, old)
    assert found is getattr(import_module(f"numberdrop.{new_module}"), new)
    assert {Path(warning.filename) for warning in caught} == {Path(__file__)}
    assert old not in dir(module)


@pytest.mark.parametrize(
    "statement", ["from numberdrop.table import Sitting", "from numberdrop.jobs import Crew"]
)
def test_import_of_an_old_name_warns_at_the_import(statement: str) -> None:
    with pytest.warns(DeprecationWarning, match="is deprecated: use numberdrop") as caught:
        exec(compile(statement, "caller.py", "exec"), {})
    assert {warning.filename for warning in caught} == {"caller.py"}


def test_new_names_warn_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for (_, module), names in OLD.items():
            for name in names.values():
                getattr(import_module(f"numberdrop.{module}"), name)


def test_unknown_name_raises_attribute_error() -> None:
    for old_module, _ in OLD:
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            import_module(f"numberdrop.{old_module}").nothing  # noqa: B018


def test_old_names_are_not_listed_by_dir() -> None:
    get_name, list_names = lazy_names("numberdrop.multiplayer", {}, old={"Table": "Seats"})
    assert "Table" not in list_names()
    with pytest.warns(DeprecationWarning, match=r"multiplayer\.Table is deprecated"):
        assert get_name("Table") is numberdrop.multiplayer.Seats


def test_old_method_of_a_session_warns_and_returns_the_new() -> None:
    session = Session.begin({"kind": "solo", "seed": 7})
    with pytest.warns(DeprecationWarning, match=r"use turn_options\(\)"):
        assert session.moment() == session.turn_options()


def test_renamed_method_warns_and_returns_what_the_new_one_does() -> None:
    review = nd_review(
        nd.Game("IOTLS", ["d1"], turns=["4567I A g1=4,g2=5,g3=6,g4=7"]), level="fast"
    )
    with pytest.warns(
        DeprecationWarning, match=r"^Review\.dearest\(\) is deprecated: use costliest"
    ):
        assert review.dearest() == review.costliest()
    day = nd.daily("2026-11-25").archived()
    with pytest.warns(DeprecationWarning, match=r"^DailyPuzzle\.people .*: use simulated$"):
        assert day.people is day.simulated
    stop, calls = Stop(), []
    with (
        pytest.warns(DeprecationWarning, match=r"^Stop\.telling\(\) .*: use on_set\(\)$"),
        stop.telling(lambda: calls.append(1)),
    ):
        stop.set()
    assert calls == [1]


def test_renamed_attribute_of_a_session_warns(tmp_path: Path) -> None:
    store = Store(tmp_path)
    saved = store.begin(Session.begin({"kind": "solo", "seed": 7}), {"do": "start", "cell": "d1"})
    session, options = saved.session, saved.session.turn_options()
    assert options
    for owner, old, new in (
        (session, "head", "setup"),
        (options, "due", "pending_drop"),
        (options, "tentative", "partial"),
        (Conflict(saved), "kept", "saved"),
    ):
        with pytest.warns(DeprecationWarning, match=rf"\.{old} is deprecated: use {new}$"):
            assert getattr(owner, old) is getattr(owner, new)
    with pytest.warns(DeprecationWarning, match=r"^Store\.score\(\) .*: use submit_once\(\)$"):
        store.score(saved.id, lambda _: None)
