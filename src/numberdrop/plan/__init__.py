"""Planning: what to play. This package builds on the game; the game never imports it.

    best_turn       the best turn by a rule: greedy, one ply by the value, or a function
    hint            ranks the turns for a roll by expected final score; hint_batch() yields the
                    best turns for many positions and rolls
    explain         why one turn is better than another
    review          what each turn of a game cost, and how lucky its roll was
    selfplay        how well the hints play; play_game() plays one such game
    maximum         the highest score for known rolls, and an upper bound on it
    counting_bound  an upper bound on the score for given rolls; check_bound() verifies a bound

Their argument and result types are exported as well. The subpackages are `hints`, `maxima` and
`bounds`; what they share is in the modules of this package. Of the three, only `maxima` imports
another one: `bounds`.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .best import Batch, best_turn, for_each_batch
    from .bounds.bounds import Bound, check_bound, counting_bound
    from .hints.batch import hint_batch
    from .hints.candidates import Leader
    from .hints.explain import Explanation, explain
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
    "Batch",
    "Bound",
    "Explanation",
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
    "best_turn",
    "check_bound",
    "counting_bound",
    "explain",
    "for_each_batch",
    "hint",
    "hint_batch",
    "maximum",
    "play_game",
    "review",
    "selfplay",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".best": ("Batch", "best_turn", "for_each_batch"),
            ".bounds.bounds": ("Bound", "check_bound", "counting_bound"),
            ".hints.batch": ("hint_batch",),
            ".hints.candidates": ("Leader",),
            ".hints.rollouts": ("PlayedOut",),
            ".hints.explain": ("Explanation", "explain"),
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
