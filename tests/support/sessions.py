"""Sessions for tests, played at random."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from typing import Any

import numberdrop as nd
from numberdrop.sessions import SavedGame, Session, Store, TurnOptions

DAY = "2026-11-25"
TODAY = datetime.date(2026, 11, 25)


def new(**setup: Any) -> Session:
    """Return a new session with the keys of a setup, on the day DAY."""
    return Session.begin(setup, TODAY)


def random_step(now: TurnOptions, rng: random.Random) -> dict[str, Any]:
    """Return a random step from the options."""
    chosen = now.partial
    if now.needs == "slide":
        letter = rng.choice(now.choices[len(chosen.slides)])
        chosen = replace(chosen, slides=(*chosen.slides, letter))
    elif now.needs == "drop":
        assert now.pending_drop
        cells = rng.choice(now.pending_drop.poses).cells
        chosen = replace(chosen, drops=(*chosen.drops, nd.Drop(now.pending_drop.tile, cells)))
    elif now.needs == "place":
        pose = rng.choice([pose for found in now.poses.values() for pose in found])
        chosen = replace(chosen, cells=pose.cells, digits=())
    elif now.needs == "digits":
        numbers = [rng.randrange(10) if n == "*" else int(n) for n in now.roll.numbers]
        rng.shuffle(numbers)
        chosen = replace(chosen, digits=tuple(numbers))
    elif now.claims and chosen.claim is None and rng.random() < 0.8:
        chosen = replace(chosen, claim=rng.choice(now.claims).claim.cells)
    else:
        return {"do": "end"}
    return {"do": "set", "turn": chosen.to_json()}


def next_step(session: Session, rng: random.Random) -> dict[str, Any]:
    """Return a random valid step of a game that isn't over."""
    if session.position is None:
        return {"do": "start", "cell": rng.choice("abcdefg") + "1"}
    now = session.turn_options()
    if now is None:
        return {"do": "roll", "roll": str(nd.Roll.random(rng, session.variant.dice))}
    return random_step(now, rng)


def played_on(session: Session, rng: random.Random, turns: int = 99) -> Session:
    """Return the session after `turns` more turns, or at the end of the game."""
    end = len(session.state.turns) + turns
    while not session.is_over() and len(session.state.turns) < end:
        session = session.do(session.resolve(next_step(session, rng)))
    return session


def ended(store: Store, rng: random.Random, **setup: Any) -> SavedGame:
    """Return a random game played to its end, whose result has not been submitted."""
    first = session = new(**setup)
    steps = []
    while not session.is_over():
        steps.append(next_step(session, rng))
        session = session.do(steps[-1])
    return store.begin(first, *steps)


def begun(store: Store) -> SavedGame:
    """Return a game on the puzzle of DAY after the choice of the first cell."""
    saved = store.begin(new(kind="daily", puzzle=DAY))
    return store.do(saved.id, 0, {"do": "start", "cell": "d1"})


def after_random_step(
    store: Store, saved: SavedGame, rng: random.Random, key: str | None = None
) -> SavedGame:
    """Return the game after one more random step."""
    now = saved.session.turn_options()
    assert now
    return store.do(saved.id, saved.revision, random_step(now, rng), key)
