"""The deprecated name of numberdrop.multiplayer; it will be removed in the next version."""

from .lazy import lazy_names

_NAMES = (
    *("Aim", "Choice", "RankedPart", "ReviewedPart", "SeatHint", "SeatSettings", "SeatTraining"),
    *("SeatWeights", "Seats", "ShareThresholds", "SharedReview", "choices", "choose", "hint"),
    *("review_seats", "shipped"),
)

__getattr__, __dir__ = lazy_names(
    __name__, {}, old={name: f"numberdrop.multiplayer.{name}" for name in _NAMES}
)
