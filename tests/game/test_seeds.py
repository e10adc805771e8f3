"""Seeds of 64 bits in JSON: above 2^53 - 1, which not every reader keeps exactly, they are text."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop import omba
from numberdrop.json_reader import Fields, seed_to_json
from numberdrop.omba.session import Session as OmbaSession
from numberdrop.plan.hints.selfplay import selfplay
from numberdrop.plan.hints.training import Settings
from numberdrop.sessions import Session
from numberdrop.validate import MOST_SEED

EXACT = 2**53 - 1


@pytest.mark.parametrize(
    ("seed", "written"),
    [(0, 0), (EXACT, EXACT), (EXACT + 1, str(EXACT + 1)), (MOST_SEED, str(MOST_SEED))],
)
def test_seed_is_written_and_read_again(seed: int, written: int | str) -> None:
    assert seed_to_json(seed) == written
    for given in (written, seed, str(seed), f"000{seed}"):
        assert Fields({"seed": given}).seed("seed") == seed


@pytest.mark.parametrize(
    "given",
    [-1, MOST_SEED + 1, str(MOST_SEED + 1), "9" * 5000, "", "-1", "1.0", " 1", "\u0663", 1.0],
)
def test_other_value_is_not_a_seed(given: object) -> None:
    with pytest.raises(nd.NotationError, match="seed: expected 0 to 18446744073709551615, got"):
        Fields({"seed": given}).seed("seed")


@pytest.mark.parametrize("kind", ["solo", "table"])
def test_game_is_dealt_from_the_largest_seed(kind: str) -> None:
    seats = {"seats": [None, "easy"]} if kind == "table" else {}
    word = {"solo": "plain", "table": "table2"}[kind]
    game = Session.begin({"kind": kind, "seed": str(MOST_SEED), **seats})
    assert game.to_json()["puzzle"] == f"{word}#{MOST_SEED}.0"
    assert Session.begin({"kind": kind, "puzzle": f"{word}#{MOST_SEED}.0", **seats}) == game
    with pytest.raises(nd.NotationError, match="puzzle: expected"):
        Session.begin({"kind": kind, "puzzle": f"{word}#{MOST_SEED + 1}.0", **seats})


def test_omba_game_keeps_the_largest_seed() -> None:
    game = OmbaSession.begin(["you", "you"], seed=MOST_SEED)
    assert game.to_json()["seed"] == str(MOST_SEED)
    assert OmbaSession.from_json(Fields(game.to_json())) == game
    assert omba.Position.start() == game.position


def test_documents_have_the_largest_seed_as_text() -> None:
    position = nd.Position.start("IOTLS", "d1")
    hint = nd.hint(position, "1463O", level="fast", seed=MOST_SEED)
    assert hint.to_json()["made_by"]["seed"] == str(MOST_SEED)
    found = nd.maximum(position, ["1463O"], nodes=1, seed=MOST_SEED).to_json()
    assert found["made_by"]["seed"] == str(MOST_SEED)
    assert nd.Maximum.from_json(found).to_json() == found
    as_number = {**found, "made_by": {**found["made_by"], "seed": MOST_SEED}}
    assert nd.Maximum.from_json(as_number).score == found["score"]
    assert selfplay(1, MOST_SEED).made_by["seed"] == str(MOST_SEED)
    assert Settings(seed=MOST_SEED).to_json()["seed"] == str(MOST_SEED)
