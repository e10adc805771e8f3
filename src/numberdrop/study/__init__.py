"""Studies of many deals: the best possible scores, compared with play that doesn't know the dice.

`deals` analyses a single deal, `study_file` reads and writes files of studied deals, and
`statistics` summarises them (docs/results/study.md).
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .deals import LevelGame, Settings, StudiedDeal
    from .statistics import Figures, by_length, figures_of
    from .study_file import StudyFile, read_study, study, study_in_memory

__all__ = [
    "Figures",
    "LevelGame",
    "Settings",
    "StudiedDeal",
    "StudyFile",
    "by_length",
    "figures_of",
    "read_study",
    "study",
    "study_in_memory",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".deals": ("LevelGame", "Settings", "StudiedDeal"),
            ".statistics": ("Figures", "by_length", "figures_of"),
            ".study_file": ("StudyFile", "read_study", "study", "study_in_memory"),
        },
    )
