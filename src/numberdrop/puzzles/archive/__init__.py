"""The archive of puzzles.

`entries` defines what an entry holds and `entry_text` how it is written; `reading` and
`archive_file` read and write files of entries. `make_entries` and `generate` create entries,
`verify` checks them, `export` converts them to CSV and JSON, `shipped` and `date_ranges` look up
those that come with the program, and `search_cache` reads earlier answers to a search.
"""

from typing import Final

#: The most days, and the most drop problems, in one archive.
MOST_DAYS: Final = 3660
MOST_DROPS: Final = 10_000
