"""The bot's side of the protocol: run a Python function as a bot program.

`python -m numberdrop.bots.speaker MODULE FUNCTION` is how a function enters a match: in a process
of its own, so that it can neither hang the match nor end it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib import import_module
from typing import IO, Any

from ..dice import Roll
from ..errors import WrongType, shown
from ..game import Game
from ..turn import Part, SharedTurn
from .bot import Decide
from .programs import PROTOCOL

_HEAD = ("variant", "players", "tiles", "start")


def speak(decide: Decide, asked: IO[str] | None = None, answered: IO[str] | None = None) -> None:
    """Answer requests for a bot until `bye` or the end of the input. Requests are read from
    `asked`, and answers written to `answered`; the defaults are stdin and stdout. What the function
    prints goes to stderr. Its exceptions aren't caught: they end the program. Raises
    NotationError if its answer isn't a turn or a part."""
    asked, answered = asked or sys.stdin, answered or sys.stdout
    known = _Known()
    for line in asked:
        message = json.loads(line)
        if message["do"] == "bye":
            break
        if message["do"] == "hello":
            answer: dict[str, Any] = {"protocol": PROTOCOL}
        else:
            game = known.game_of(message["game"])
            roll = Roll(message["roll"][:4], message["roll"][4:])
            with redirect_stdout(sys.stderr):
                part = decide(game.copy(), message["seat"], roll)
            if not isinstance(part, Part | str):
                raise WrongType(f"expected a Part or its text, got {shown(part)}")
            answer = {"part": part if isinstance(part, str) else part.to_json()}
        print(json.dumps(answer), file=answered, flush=True)


class _Known:
    """The game of the last request, so that only new turns have to be replayed."""

    def __init__(self) -> None:
        self._head: Any = None
        self._turns: list[Any] = []
        self._game: Game | None = None

    def game_of(self, record: Mapping[str, Any]) -> Game:
        head, turns = [record[key] for key in _HEAD], record["turns"]
        old = len(self._turns)
        if self._game is None or head != self._head or turns[:old] != self._turns:
            old, self._game = 0, Game.from_record({**record, "turns": []})
        for turn in turns[old:]:
            self._game.push(SharedTurn.from_json(turn, self._game.variant.dice))
        self._head, self._turns = head, turns
        return self._game


def main() -> None:
    """Run the bot of the function that the command line names."""
    module, function = sys.argv[1:]
    decide: Any = import_module(module)
    for name in function.split("."):
        decide = getattr(decide, name)
    speak(decide)


if __name__ == "__main__":
    main()
