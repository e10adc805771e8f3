"""The archive: lines that are read, written, made, judged and shown; a module for each.

puzzles are what lines hold, lines their text, files the files of them; making and generate make
them, verify judges them, export and shipped show them.
"""

from typing import Final

#: Puzzles in one archive: days, and drop problems.
MOST_DAYS: Final = 3660
MOST_DROPS: Final = 10_000
