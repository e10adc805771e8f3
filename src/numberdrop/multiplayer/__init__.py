"""Two to six players: the value of a sheet among others, hints by the chance of winning, training.

    Seats           the sheets of all players between two turns, with the variant; Seats.of(game)
    choose          the part of a turn that a seat does best to play, in some thousandths of a
                    second: `choose(game, seat, roll, aim="win" | "points") -> Part`
    hint            the parts of a turn ranked by the chance of winning, or by points, with what may
                    come of each
    review_seats    how the chances of winning moved in a game, and why
    choices         the best parts of a seat with their values, best first
    SeatWeights     what the value goes by; shipped() are the package's own
    SeatTraining    how such weights are learned

Seats count from 1, as in records. A Part is what a SharedTurn is made of: in an ordinary turn place
and claim, in a block turn the drop, or nothing for a protected seat. All choose at once: what the
other sheets are is taken from the table before the turn (docs/players.md).
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .hints import hint
    from .ply import Aim, Choice, choices, choose
    from .ranked import RankedPart, SeatHint
    from .review import ReviewedPart, SharedReview, ShareThresholds, review_seats
    from .seats import Seats
    from .training import SeatSettings, SeatTraining
    from .weights import SeatWeights, shipped

__all__ = [
    "Aim",
    "Choice",
    "RankedPart",
    "ReviewedPart",
    "SeatHint",
    "SeatSettings",
    "SeatTraining",
    "SeatWeights",
    "Seats",
    "ShareThresholds",
    "SharedReview",
    "choices",
    "choose",
    "hint",
    "review_seats",
    "shipped",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".hints": ("hint",),
            ".ply": ("Aim", "Choice", "choices", "choose"),
            ".ranked": ("RankedPart", "SeatHint"),
            ".review": ("ReviewedPart", "ShareThresholds", "SharedReview", "review_seats"),
            ".seats": ("Seats",),
            ".training": ("SeatSettings", "SeatTraining"),
            ".weights": ("SeatWeights", "shipped"),
        },
    )
