"""Matches of bots in a few lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..plurals import count_noun
from .footers import made_by_in_words

#: The longest shown part of a bot's name.
NAME = 32
#: The most bots for which pairs are shown as a table.
MOST_PAIRED = 12


def draw_match(document: Mapping[str, Any], *, repeated_by: str = "", verbose: bool = False) -> str:
    """Draw the document of a match (cli.md, match) as a table: what each bot won, and how often it
    was ahead of each other one; then the command that repeats it."""
    lines = [_head(document), "", *_standings(document)]
    bots = [one["bot"] for one in document["standings"]]
    if 2 < len(bots) <= MOST_PAIRED:
        lines += ["", *_pairs(bots, document["pairs"])]
    footer = [made_by_in_words(document["made_by"])] if verbose else []
    footer += [repeated_by] if repeated_by else []
    return "\n".join([*lines, *([""] if footer else []), *footer])


def forfeits_in_words(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each forfeit of a game, from the `match` of its record: the bot, the game,
    the turn, what was expected and what came."""
    bots = document["bots"]
    for forfeit in document["forfeits"]:
        bot, seat = bots[forfeit["seat"] - 1], forfeit["seat"]
        where = f"{document['deal']}, {' - '.join(bots)}, seat {seat}, turn {forfeit['turn']}"
        yield f"{bot} forfeits a game ({where}): {forfeit['why']}"


def _head(document: Mapping[str, Any]) -> str:
    made_by, games, total = document["made_by"], document["games"], document["of"]
    played = (
        count_noun(games, "game") if games == total else f"{games:,} of {count_noun(total, 'game')}"
    )
    turns = "" if document["turns"] is None else f", {document['turns']:.1f} turns each"
    return f"{played} of {made_by['players']} players, {made_by['variant']}{turns}"


def _standings(document: Mapping[str, Any]) -> Iterator[str]:
    width = max(len("bot"), *(min(NAME, len(one["bot"])) for one in document["standings"]))
    yield f"{'bot':<{width}}  games  win share        score         margin         forfeits"
    for one in document["standings"]:
        win = _figure(one["win"], one["win_se"], ".1f", 100)
        score = _figure(one["score"], one["score_se"], ".1f")
        margin = _figure(one["margin"], one["margin_se"], "+.1f")
        name = _short(one["bot"])
        row = f"{name:<{width}}  {one['games']:>5}  {win + ' %':<15}  {score:<12}  {margin:<13}"
        yield f"{row}  {one['forfeits']:>8}"


def _pairs(bots: list[str], pairs: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how often the bot of a row is ahead of that of a column, in per cent."""
    ahead = {}
    for pair in pairs:
        one, other = pair["bots"]
        ahead[one, other], ahead[other, one] = pair["ahead"], 1 - pair["ahead"]
    width = max(len("ahead of, %"), *(min(NAME, len(bot)) + 3 for bot in bots))
    yield f"{'ahead of, %':<{width}}" + "".join(f"{n:>7}" for n in range(1, len(bots) + 1))
    for number, bot in enumerate(bots, 1):
        figures = (
            f"{100 * ahead[bot, other]:7.1f}" if (bot, other) in ahead else f"{'-':>7}"
            for other in bots
        )
        yield f"{f'{number} {_short(bot)}':<{width}}" + "".join(figures)


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 3]}..."


def _figure(mean: float | None, error: float | None, form: str, times: int = 1) -> str:
    if mean is None:
        return "-"
    said = format(times * mean, form)
    return said if error is None else f"{said} ± {times * error:.1f}"
