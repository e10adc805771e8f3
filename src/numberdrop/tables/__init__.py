"""Tables: games of two to six people, each on a device of his own, and of bots among them.

A table is an access layer on a stored game of several players (sessions/). It says who sits where,
keeps what each has chosen in this turn, and shows the game as one seat sees it. The game itself
gets a turn only once all seats have ended it, so that nobody can read the choices of others.

    Tables     the tables of a store of games: join, host, play, look
    Table      the state of one table
    Role       what a client is at a table: the host, a seat, or a watcher
"""

from .service import Tables
from .state import Chair, Choice, Table
from .tokens import Role, is_code, parse_code

__all__ = ["Chair", "Choice", "Role", "Table", "Tables", "is_code", "parse_code"]
