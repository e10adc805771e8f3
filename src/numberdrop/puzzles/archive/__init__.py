"""The archive: puzzles that are read, written, made, judged and shown; a module for each.

`entries` defines what an entry holds and `entry_text` how it is written; `reading` and
`archive_file` read and write files of entries. `make_entries` and `generate` make entries, `verify`
checks them, `export` prints them, and `shipped` finds those that come with the program.
"""

from typing import Final

#: Puzzles in one archive: days, and drop problems.
MOST_DAYS: Final = 3660
MOST_DROPS: Final = 10_000
