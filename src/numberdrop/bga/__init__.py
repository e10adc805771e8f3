"""Games of the online adaptation: a log that a player has saved, converted to a record.

`events` reads the packets of a log, and `turns` the notifications of the game in them. `tiles`
finds which tile is on which letter, and slides that a log doesn't show. `record` makes the record,
and replays it; `notes` says what it lacks. Nothing is fetched.
"""

from .events import is_log
from .notes import notes_on
from .record import import_log

__all__ = ["import_log", "is_log", "notes_on"]
