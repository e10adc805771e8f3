"""A study as a table for the terminal, and as CSV with a row for each deal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from ...plurals import count_noun
from ...study.deals import Settings, StudiedDeal
from ...study.statistics import Figures, Mean, figures_of

ABOUT = (
    "Means have standard errors, shares 95 % confidence intervals. The best score is the best\n"
    "of the search, a lower bound unless it is PROVED; no play exceeds the upper bound."
)


def draw_study(deals: Sequence[StudiedDeal]) -> str:
    """Draw the figures of at least one deal, by the longest game that the dice allow."""
    settings, rows = deals[0].settings, figures_of(deals)
    head = ["longest game", "deals", "PROVED", "100", "100 ruled out", "best", "bound"]
    table = [[*head, *settings.levels]]
    for row in rows:
        is_all = row is rows[-1]
        cells = ["all" if is_all else turns_in_words(row), f"{row.share.count:,}"]
        cells += [f"{share.value:.1%}" for share in (row.proved, row.hundred, row.ruled_out)]
        cells += [str(mean) for mean in (row.best, row.bound, *row.blind.values())]
        table.append(cells)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        for cells in table
    ]
    whole = rows[-1]
    said = [
        f"{count_noun(len(deals), 'deal')}, {deals[0].id} to {deals[-1].id}; {in_words(settings)}",
        "",
        *lines,
        "",
        f"100 was found on {whole.hundred} of all deals, and ruled out on {whole.ruled_out}.",
    ]
    said += [
        f"{gap_in_words(level, gap)} the best of the search." for level, gap in whole.gaps.items()
    ]
    return "\n".join([*said, ABOUT])


def turns_in_words(row: Figures) -> str:
    """Describe the turns of the longest games of a class."""
    return str(row.least) if row.least == row.most else f"{row.least} to {row.most}"


def gap_in_words(level: str, gap: Mean) -> str:
    """Describe how far a level is below the best of the search; after a short search it may be
    above it."""
    if gap.value >= 0:
        return f"{level} is {gap} points below"
    return f"{level} is {Mean(-gap.value, gap.se)} points above"


def in_words(settings: Settings) -> str:
    """Describe how the deals were studied."""
    made = settings.maker
    return (
        f"{settings.variant}, {count_noun(settings.nodes, 'node')} each ({made.program}, signature "
        f"{made.signature}, weights {settings.weights})"
    )


def csv_rows(deals: Sequence[StudiedDeal]) -> Iterator[str]:
    """Yield the rows of a table, each with its end: headings, then one for each deal. Rows end with
    a carriage return and a newline, as in CSV."""
    levels = deals[0].settings.levels
    played = [f"{level}_{what}" for level in levels for what in ("score", "turns")]
    heads = ("id", "variant", "longest_game", "score", "bound", "status", "proof", "found_by")
    yield _row(*heads, *played)
    for deal in deals:
        best, games = deal.best, [deal.blind[level] for level in levels]
        known = (best.score, best.bound, best.status, best.proof, best.found_by)
        results = [value for game in games for value in (game.score, game.turns)]
        yield _row(deal.id, deal.settings.variant, deal.longest_game, *known, *results)


def _row(*cells: object) -> str:
    out = io.StringIO(newline="")
    csv.writer(out).writerow(cells)
    return out.getvalue()
