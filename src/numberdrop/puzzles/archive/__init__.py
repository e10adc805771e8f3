"""The archive: puzzles that are read, written, made, judged and shown; a module for each.

puzzles says what an entry holds, lines how it is written, files is for files of them; making and
generate make them, verify judges them, export and shipped show them.
"""

from typing import Final

#: Puzzles in one archive: days, and drop problems.
MOST_DAYS: Final = 3660
MOST_DROPS: Final = 10_000
