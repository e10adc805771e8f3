"""A study as one self-contained page of HTML: figures, plots, and how they were made."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...plurals import count_noun
from ...study.deals import StudiedDeal
from ...study.statistics import Figures, by_length, figures_of
from .plots import blind_plot, hundred_plot, scores_plot
from .table import gap_in_words, in_words, turns_in_words

_STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #25303f; --faint: #5b6675;
  --line: #d9dee5; --best: #1d78b5; --blind: #a85a12; --open: #e0b04a; --out: #9aa5b4; }
@media (prefers-color-scheme: dark) { :root { --paper: #161b22; --ink: #e4e9f0; --faint: #a3aebd;
  --line: #343d4a; --best: #4ba6e6; --blind: #e2964a; --open: #b98a24; --out: #667180; } }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 980px; padding: 16px; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-block: 2em 0.4em; }
figure { margin: 0; overflow-x: auto; } figure > svg { min-width: 560px; }
figcaption, .faint { color: var(--faint); }
svg { display: block; height: auto; max-width: 100%; width: 100%; }
.pairs { display: grid; gap: 8px; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); }
.table { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums;
  font-size: 0.9rem; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 4px 6px;
  text-align: right; white-space: nowrap; } th { font-weight: 600; vertical-align: bottom; }
tr:last-child { font-weight: 600; }
svg text { fill: var(--ink); font-size: 14px; text-anchor: middle; }
svg .start { text-anchor: start; } svg .end { text-anchor: end; } svg .strong { font-weight: 600; }
svg .small { font-size: 12px; } svg text.faint { fill: var(--faint); }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--faint); }
svg .error { stroke: var(--ink); stroke-width: 2; }
svg .best, svg .found { fill: var(--best); } svg .blind { fill: var(--blind); }
svg .open { fill: var(--open); } svg .out { fill: var(--out); }
svg .pair { fill: var(--blind); fill-opacity: 0.5; }
"""


def draw_page(deals: Sequence[StudiedDeal]) -> str:
    """Draw the page of at least one deal."""
    settings, rows = deals[0].settings, figures_of(deals)
    whole = rows[-1]
    title = f"{count_noun(len(deals), 'deal')} of Number Drop"
    gaps = [f"{gap_in_words(level, gap)} it" for level, gap in whole.gaps.items()]
    lead = (
        f"On {whole.hundred} of the deals a game of 100 points was found, and on "
        f"{whole.ruled_out} it is ruled out. The best game of the search has {whole.best} points "
        "on average" + (f"; without seeing rolls ahead, {', '.join(gaps)}." if gaps else ".")
    )
    pairs = "\n".join(blind_plot(deals, level) for level in settings.levels)
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(lead)}</p>",
        f'<p class="faint">{escape(f"{deals[0].id} to {deals[-1].id}; {in_words(settings)}.")} '
        "Means have standard errors, shares 95 % confidence intervals. The best score is the best "
        "of the search, a lower bound unless it is PROVED; no play exceeds the upper bound.</p>",
        f'<div class="table">{_table(rows)}</div>',
        _figure(
            "Scores",
            scores_plot(deals),
            "How often each score occurred. Each plot has its own scale; the number at the top is "
            "its highest bar.",
        ),
        _figure(
            "Where 100 is within reach",
            hundred_plot(by_length(deals)),
            "By the turns of the longest game that the dice allow. Vertical lines are the "
            "confidence intervals of the shares with 100 found.",
        ),
    ]
    if pairs:
        parts.append(
            _figure(
                "With and without seeing the dice ahead",
                f'<div class="pairs">{pairs}</div>',
                "Each disc is a score of a level against the best of the search on the same deal; "
                "its area shows the number of deals. On the diagonal they are equal.",
            )
        )
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _figure(title: str, drawn: str, caption: str) -> str:
    return (
        f"<h2>{escape(title)}</h2>\n<figure>\n{drawn}\n"
        f"<figcaption>{escape(caption)}</figcaption>\n</figure>"
    )


def _table(rows: Sequence[Figures]) -> str:
    levels = list(rows[-1].blind)
    heads = ["longest game", "deals", "PROVED", "100 found", "100 ruled out", "best", "bound"]
    lines = [_cells("th", [*heads, *levels])]
    for row in rows:
        name = "all" if row is rows[-1] else turns_in_words(row)
        shares = [f"{share.value:.1%}" for share in (row.proved, row.hundred, row.ruled_out)]
        means = [str(mean) for mean in (row.best, row.bound, *row.blind.values())]
        lines.append(_cells("td", [name, f"{row.share.count:,}", *shares, *means]))
    head, *rest = lines
    return f"<table>\n<thead>{head}</thead>\n<tbody>{''.join(rest)}</tbody>\n</table>"


def _cells(kind: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"
