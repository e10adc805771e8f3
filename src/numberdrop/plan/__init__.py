"""Planning: what to play. Everything here rests on the game and never the reverse.

    hint            the turns for a roll, best first, by the final score to be expected
    review          what each turn of a game cost, and how lucky it was
    selfplay        how well the hints play; play_game is one of its games
    maximum         the highest score when all rolls are known, and a bound on it
    counting_bound  a score that no play of given rolls can exceed; check_bound proves one again

What these take and return is given out beside them. The rooms are `hints`, `maxima` and `bounds`,
which don't import each other; what they share stands beside them.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .bounds.bounds import Bound, check_bound, counting_bound
    from .hints.candidates import Leader
    from .hints.hint import Hint, hint
    from .hints.ideas import Idea, RankedTurn
    from .hints.review import Review, ReviewedTurn, Thresholds, review
    from .hints.rollouts import PlayedOut
    from .hints.selfplay import SelfPlay, play_game, selfplay
    from .limits import Limit, Stop
    from .maxima.maximum import maximum
    from .question import Maximum, Question
    from .weights import Weights

__all__ = [
    "Bound",
    "Hint",
    "Idea",
    "Leader",
    "Limit",
    "Maximum",
    "PlayedOut",
    "Question",
    "RankedTurn",
    "Review",
    "ReviewedTurn",
    "SelfPlay",
    "Stop",
    "Thresholds",
    "Weights",
    "check_bound",
    "counting_bound",
    "hint",
    "maximum",
    "play_game",
    "review",
    "selfplay",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".bounds.bounds": ("Bound", "check_bound", "counting_bound"),
            ".hints.candidates": ("Leader",),
            ".hints.rollouts": ("PlayedOut",),
            ".hints.hint": ("Hint", "hint"),
            ".hints.ideas": ("Idea", "RankedTurn"),
            ".hints.review": ("Review", "ReviewedTurn", "Thresholds", "review"),
            ".hints.selfplay": ("SelfPlay", "play_game", "selfplay"),
            ".limits": ("Limit", "Stop"),
            ".maxima.maximum": ("maximum",),
            ".question": ("Maximum", "Question"),
            ".weights": ("Weights",),
        },
    )
