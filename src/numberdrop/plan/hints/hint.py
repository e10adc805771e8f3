"""Hints: the turns for a roll, ranked by expected final score.

docs/hints.md explains the figures of each level and how far to trust them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ...consistency import problems
from ...dice import Roll
from ...errors import NumberdropError, as_text, expected_got
from ...json_reader import one_of, seed_to_json
from ...position import Position
from ...rules import Variant
from ...turn import Turn
from ...validate import boolean, integer, integer_or_none
from ...version import identity
from ..limits import Limit, Stop, expect_between, expect_callback
from ..ply import WIDE
from ..weights import Weights
from .candidates import TIE, Leader, Ranking, lead
from .decision import Decision
from .explain import Explanation, explain
from .ideas import Idea, RankedTurn, ideas_in, is_enough
from .levels import LEVELS, SearchSettings
from .rollouts import GAMES_FOR_TARGET, QUICK, PlayedOut, run_rollouts
from .search import search

#: The level and the number of ideas of a hint by default.
LEVEL, TOP = "strong", 5
#: The turns ranked at first for each idea asked for.
TURNS_PER_IDEA = 32


@dataclass(frozen=True, slots=True)
class Hint:
    """The `ideas` for a roll and all their `turns`, both best first.

    Every turn ranked ahead of the last idea is there; turns behind it are there if they belong to
    an idea. `target` is the score asked for, or None. `made_by` has all that is needed to make the
    hint again, and `seconds` is the time it took. `why` says why the best idea is better than the
    next, if that was asked for and there is one.
    """

    position: Position
    roll: Roll
    variant: Variant
    turns: tuple[RankedTurn, ...]
    ideas: tuple[Idea, ...]
    target: int | None
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)
    why: Explanation | None = field(default=None, hash=False)

    def text(self) -> str:
        """Return the ranking in words, as numberdrop.view.draw_hint() writes it."""
        from ...view.hints import draw_hint

        return draw_hint(self)

    def svg(self) -> str:
        """Return the sheet after the best turn, as numberdrop.view.hint_svg() draws it."""
        from ...view.pictures import hint_svg

        return hint_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from ...view.notebook import hint_html

        return hint_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop hint --json` (cli.md, Hint)."""
        place = {ranked.turn: n for n, ranked in enumerate(self.turns)}
        return {
            "position": str(self.position),
            "roll": str(self.roll),
            "variant": str(self.variant),
            "target": self.target,
            "turns": [turn.to_json() for turn in self.turns],
            "ideas": [
                {
                    "turns": [place[ranked.turn] for ranked in idea.turns],
                    "worse": [place[ranked.turn] for ranked in idea.worse],
                    "slides": [list(slides) for slides in idea.slides],
                    "arrangements": idea.arrangements,
                }
                for idea in self.ideas
            ],
            "why": self.why.to_json() if self.why else None,
            "problems": problems(self.position, self.variant),
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }


def hint(
    position: Position | str,
    roll: Roll | str,
    *,
    level: str = LEVEL,
    variant: str | Variant = "rulebook",
    top: int = TOP,
    target: int | None = None,
    last: bool = False,
    seed: int = 1,
    playouts: int | None = None,
    seconds: float | None = None,
    games: int | None = None,
    games_level: str | None = None,
    why: bool = False,
    workers: int = 1,
    weights: Weights | None = None,
    progress: Callable[[Leader[Turn]], None] | None = None,
    played: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
) -> Hint:
    """Rank the turns that a roll allows and return the best `top` ideas, 1 to 1000.

    The turns of one idea differ by next to nothing. `level` is "fast", "strong" or
    "deep"; `playouts` or `seconds` set another budget for the search. With `last` this roll is the
    last of the game. The answer is exact if the game ends with this turn.

    `games` rollouts are played from the best turn of each idea, for the parts of the score and the
    chance of `target`. They are played by the same level or by `games_level`, which may also be
    "quick", the player inside the playouts. With a target but without `games`, "quick" plays
    GAMES_FOR_TARGET rollouts. With `why`, explain() says why the best idea is better than the next.

    `progress` receives the best turn so far from time to time, and `played` the number of rollouts
    done and their total. `stop` ends the hint early, with the results so far. `weights` default to
    those of the package. The same seed, level and budget in playouts give the same answer for any
    number of `workers`.

    On a sheet of a game for several players, turns in which a shape is dropped are ranked: whether
    a block falls instead depends on the other sheets. Raises NumberdropError if the game is over, a
    number is out of range, the level is unknown or the variant's dice cannot show the roll, and
    WrongType if an argument has the wrong type.
    """
    chosen = Variant.of(variant)
    limit = Limit(seconds=seconds, playouts=playouts, workers=workers, stop=Stop.of(stop))
    settings = SearchSettings.of(level, weights, seed, limit)
    position, roll = Position.of(position), Roll.of(roll, chosen.dice)
    decision = Decision(position, roll, chosen, boolean(last, "last"))
    top, games = integer(top, "top"), integer_or_none(games, "games")
    expect_between("top", top, 1, 1000)
    expect_between("games", games, 0, 10**6)
    player = (QUICK if games is None else level) if games_level is None else games_level
    if as_text(player, "games_level") not in (QUICK, *LEVELS):
        raise NumberdropError(expected_got("games_level", one_of([QUICK, *LEVELS]), player))
    expect_callback(progress, "progress")
    expect_callback(played, "played")
    target = integer_or_none(target, "target")
    if games is None:
        games = 0 if target is None else GAMES_FOR_TARGET
    started = time.perf_counter()
    found = search(
        decision,
        settings,
        top=TURNS_PER_IDEA * top,
        is_enough=lambda turns, evs, rest: is_enough(turns, evs, rest, top),
        progress=progress,
    )
    is_cut = limit.playouts is not None or limit.seconds is not None or limit.stop.is_set()
    places = ideas_in(found, top)
    starts = [found.candidates[idea.alike[0]].position for idea in places]
    games = 0 if found.is_exact else games
    parts = run_rollouts(starts, games, player, chosen, settings, played) if games else []
    ends = {
        idea.alike[0]: PlayedOut.of(part, target)
        for idea, part in zip(places, parts, strict=False)
        if len(part)
    }
    games = len(parts[0]) if parts else 0
    ranked = {
        place: ranked_turn(found, place, ends.get(place))
        for place in sorted(chain.from_iterable(idea.alike + idea.worse for idea in places))
    }
    ideas = [
        Idea(*(tuple(ranked[place] for place in part) for part in (idea.alike, idea.worse)))
        for idea in places
    ]
    made_by = {
        **identity(),
        "level": level,
        "playouts": found.playouts,
        "top": top,
        "games": games,
        "seed": seed_to_json(settings.seed),
        "weights": settings.weights.name,
        "variant": str(chosen),
        "width": list(WIDE),
        "exact": found.is_exact,
    }
    if games:
        made_by["games_level"] = player
    if is_cut and not found.is_exact:
        made_by["budget"] = found.playouts
    if last:
        made_by["last"] = True
    reasons = None
    if boolean(why, "why") and len(ideas) > 1 and not last:
        reasons = explain(
            *(position, roll, ideas[0].best.turn, ideas[1].best.turn),
            variant=chosen,
            seed=seed,
            workers=workers,
            weights=weights,
            stop=stop,
        )
    return Hint(
        position,
        roll,
        chosen,
        tuple(ranked.values()),
        tuple(ideas),
        target,
        made_by,
        time.perf_counter() - started,
        reasons,
    )


def ranked_turn(found: Ranking, place: int, ends: PlayedOut | None = None) -> RankedTurn:
    """Return the turn at `place` of a ranking, 0 for the best, with its figures; `ends` are the
    results of its rollouts."""
    best, candidate = found.candidates[0], found.candidates[place]
    ev, loss = found.estimates[place], found.loss(place)
    se = 0.0 if found.is_exact else candidate.se()
    is_tied = False
    if place and found.is_exact:
        is_tied = loss == 0
    elif place and candidate.se() is not None:
        ahead, error = lead(best, candidate)
        is_tied = ahead <= TIE * error
    return RankedTurn(
        candidate.turn, candidate.position, ev, loss, se, is_tied, len(candidate.values), ends
    )
