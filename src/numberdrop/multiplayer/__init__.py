"""Two to six players: hints by the chance of winning, reviews, and training of the value behind
them.

    Seats           the sheets of all players between two turns, with the variant; Seats.of(game)
    choose          the best part of a turn for a seat, found in some milliseconds:
                    `choose(game, seat, roll, aim="win" | "points") -> Part`
    hint            the parts of a turn ranked by the chance of winning, or by points
    review_seats    how the chances of winning moved in a game, and why
    choices         the best parts of a seat with their values, best first
    SeatWeights     the weights of the value; shipped() are the package's own
    SeatTraining    the training of such weights

Seats count from 1, as in records. A Part is an element of a SharedTurn: place and claim in an
ordinary turn; in a block turn the drop, or nothing for a protected seat. All seats choose at once,
so the other sheets are those before the turn (docs/players.md).
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

if not TYPE_CHECKING:
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
