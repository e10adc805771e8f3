"""The same game through every interface: the API, the screen and plain lines."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
from numberdrop.sessions import PartialTurn, Session, Store
from numberdrop.tui.plain_lines import Lines
from numberdrop.tui.seat import Seat
from screens import Player, play, play_by_keys, play_by_mouse
from serving import Client, serving
from sessions import TODAY, new, played_on

Turns = tuple[nd.Turn, ...]


def next_part(turn: nd.Turn, chosen: dict[str, Any], needs: str) -> tuple[str, Any]:
    """Return the next choice of a known turn: its command word and its value."""
    whole = PartialTurn.of_turn(turn).to_json()
    if needs == "slide":
        return "slide", turn.slides[len(chosen["slides"])]
    if needs == "drop":
        return "drop", whole["drops"][len(chosen["drops"])]
    if needs == "place":
        return "place", whole["cells"]
    if needs == "digits":
        return "digits", whole["digits"]
    if whole["claim"] and not chosen["claim"]:
        return "claim", whole["claim"]
    return "end", None


def by_api(folder: Path, head: dict[str, Any], start: str, turns: Turns) -> None:
    with serving(folder) as client:
        play_by_api(client, head, start, turns)


def play_by_api(client: Client, head: dict[str, Any], start: str, turns: Turns) -> None:
    game = client.post("games", head)
    game = client.step(game, {"do": "start", "cell": start})
    while not game["over"]:
        turn = turns[len(game["turns"])]
        chosen = game["moment"]["turn"]
        word, what = next_part(turn, chosen, game["moment"]["needs"])
        if word == "end":
            game = client.step(game, {"do": "end"})
            continue
        key = {"slide": "slides", "drop": "drops", "place": "cells"}.get(word, word)
        value = [*chosen[key], what] if word in ("slide", "drop") else what
        game = client.step(game, {"do": "set", "turn": {**chosen, key: value}})
    client.post(f"games/{game['id']}/name", {"name": "ABC"})


def begun(folder: Path, head: dict[str, Any]) -> Seat:
    store = Store(folder)
    return Seat(store, store.begin(Session.begin(head, TODAY)), Results(folder), "ABC")


def by_lines(folder: Path, head: dict[str, Any], start: str, turns: Turns) -> None:
    seat = begun(folder, head)

    def ask() -> str | None:
        now, session = seat.turn_options, seat.session
        if session.is_over():
            return None
        if now is None:
            return start
        chosen = now.partial.to_json()
        word, what = next_part(turns[len(session.state.turns)], chosen, now.needs)
        typed = what["cells"] if word == "drop" else what or ()
        return f"{word} {''.join(map(str, typed))}"

    refused: list[str] = []
    Lines(seat, ask, lambda _: None, refused.append).play()
    assert not refused


def by_screen(folder: Path, head: dict[str, Any], start: str, turns: Turns) -> None:
    """Play the turns alternately by keys and by mouse."""

    async def playing(player: Player) -> None:
        await player.press("home", *["right"] * (ord(start[0]) - ord("a")), "enter")
        for number, turn in enumerate(turns):
            await (play_by_mouse if number % 2 else play_by_keys)(player, turn)

    play(begun(folder, head), playing)


def saved(folder: Path) -> tuple[Any, Result]:
    """Return the record of the only game in a folder, and its result under ABC."""
    store, results = Store(folder), Results(folder)
    [game], _ = store.list()
    [result] = [one for one in results.all()[0] if one.name == "ABC"]
    assert results.record(result.number) == store.get(game.id).session.to_record()
    return store.get(game.id).session.to_record(), result


#: The normal run also plays parts of games on the screen (test_app.py).
INTERFACES = [by_api, by_lines, pytest.param(by_screen, marks=pytest.mark.slow)]
GAMES = [("rulebook", 1), ("bga+slide+review-dice", 2)]
MORE = [(variant, seed) for variant in ("rulebook", "bga+slide") for seed in range(3, 12)]


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize(
    ("variant", "seed"), [*GAMES, *(pytest.param(*game, marks=pytest.mark.slow) for game in MORE)]
)
def test_game_is_the_same_through_every_interface(
    variant: str, seed: int, interface: Callable[..., None], tmp_path: Path
) -> None:
    head = {"kind": "solo", "seed": seed, "variant": variant}
    session = played_on(new(**head), random.Random(seed))
    interface(tmp_path, head, session.state.start, session.state.turns)
    record, result = saved(tmp_path)
    assert record == session.to_record()
    assert (result.puzzle, result.variant) == (f"plain#{seed}.0", variant)
    assert (result.score, result.helps) == (record["result"]["scores"][-1], 0)
