"""Planning: what to play. This package builds on the game; the game never imports it.

    best_turn       the best turn by a rule: greedy, one ply by the value, or a function
    hint            ranks the turns for a roll by expected final score; hint_batch() yields the
                    best turns for many positions and rolls
    search          ranks the turns of a Decision by SearchSettings: a Level, weights, a seed
    explain         why one turn is better than another
    review          what each turn of a game cost, and how lucky its roll was
    selfplay        how well the hints play; play_game() plays one such game
    shipped         the Weights in the package
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
    from .hints.candidates import Leader, Ranking
    from .hints.decision import Decision
    from .hints.explain import Explanation, explain
    from .hints.hint import Hint, hint
    from .hints.ideas import Idea, RankedTurn
    from .hints.levels import LEVELS, Level, SearchSettings
    from .hints.review import Review, ReviewedTurn, Thresholds, review
    from .hints.rollouts import PlayedOut
    from .hints.search import search
    from .hints.selfplay import SelfPlay, play_game, selfplay
    from .limits import Limit, Stop
    from .maxima.maximum import maximum
    from .question import Maximum, Question
    from .weights import Weights, shipped

__all__ = [
    "LEVELS",
    "Batch",
    "Bound",
    "Decision",
    "Explanation",
    "Hint",
    "Idea",
    "Leader",
    "Level",
    "Limit",
    "Maximum",
    "PlayedOut",
    "Question",
    "RankedTurn",
    "Ranking",
    "Review",
    "ReviewedTurn",
    "SearchSettings",
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
    "search",
    "selfplay",
    "shipped",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".best": ("Batch", "best_turn", "for_each_batch"),
            ".bounds.bounds": ("Bound", "check_bound", "counting_bound"),
            ".hints.batch": ("hint_batch",),
            ".hints.candidates": ("Leader", "Ranking"),
            ".hints.decision": ("Decision",),
            ".hints.rollouts": ("PlayedOut",),
            ".hints.explain": ("Explanation", "explain"),
            ".hints.hint": ("Hint", "hint"),
            ".hints.ideas": ("Idea", "RankedTurn"),
            ".hints.review": ("Review", "ReviewedTurn", "Thresholds", "review"),
            ".hints.levels": ("LEVELS", "Level", "SearchSettings"),
            ".hints.search": ("search",),
            ".hints.selfplay": ("SelfPlay", "play_game", "selfplay"),
            ".limits": ("Limit", "Stop"),
            ".maxima.maximum": ("maximum",),
            ".question": ("Maximum", "Question"),
            ".weights": ("Weights", "shipped"),
        },
    )
