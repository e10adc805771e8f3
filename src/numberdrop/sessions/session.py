"""A session: one game being played, step by step. Steps can be undone where the kind of game allows
it.

A session is a value: a step returns a new one. The steps are what is stored (store.py); the same
setup and the same steps give the same session.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from ..dice import Roll
from ..errors import IllegalTurn, NumberdropError, Sentence, coded_message
from ..game import Game, why_ended
from ..json_reader import Fields, one_of
from ..lazy import warn_renamed
from ..position import Position
from ..record import PlayedLine
from ..rules import Variant
from ..transitions import GAME_OVER, play_canonical
from ..typed import read_part, read_roll, read_start, read_turn
from .partial_turn import PartialTurn
from .seating import (
    bots_parts,
    chooser,
    ended,
    is_last,
    resumed,
    seated,
    seats_to_json,
    went_back,
)
from .setups import Setup, parse_setup
from .state import State
from .turn_options import TurnOptions, turn_options

#: The grades of help, from little to all.
GRADES = ("region", "placement", "turn")

Step = Mapping[str, Any]


class OutOfTurn(IllegalTurn):
    """A step that isn't about a turn, and possibly precedes the record: the message has no
    place."""

    @property
    def sentence(self) -> Sentence:
        return Sentence.of(self.message)


@dataclass(frozen=True, slots=True)
class Session:
    """A game begun by `head`, at `state`. `before` are the states for undo, the latest last,
    `after` those for redo; states below `floor` can't be undone. `undone` counts the ended turns
    that were taken back, `helped` has the help taken, (turn, grade)."""

    head: Setup
    state: State
    before: tuple[State, ...] = ()
    after: tuple[State, ...] = ()
    floor: int = 0
    undone: int = 0
    helped: tuple[tuple[int, str], ...] = ()

    @classmethod
    def begin(cls, head: Setup | Mapping[str, Any], today: datetime.date | None = None) -> Self:
        """Begin a new game. A setup may be its JSON object; raises the errors of parse_setup()."""
        known = head if isinstance(head, Setup) else parse_setup(head, today)
        if known.game:
            return cls(known, resumed(known))
        positions = [] if known.position is None else [known.position]
        for turn in known.turns:
            positions.append(play_canonical(positions[-1], turn, known.variant)[0])
        return cls(known, State(known.start, tuple(positions), known.turns))

    # Queries

    @property
    def variant(self) -> Variant:
        return self.head.variant

    @property
    def position(self) -> Position | None:
        """The current position; None before the start cell is chosen."""
        return self.state.positions[-1] if self.state.positions else None

    @property
    def roll(self) -> Roll | None:
        """The roll to play now; None if no roll is due, or it hasn't been entered yet."""
        if self.position is None or self.is_over():
            return None
        played, known = len(self.state.turns), self.head.rolls
        return known[played] if played < len(known) else self.state.roll

    def is_over(self) -> bool:
        """Whether the game is over, or all rolls of a problem are played."""
        if self.position is None:
            return False
        if self.state.game:
            return self.state.game.is_over()
        if self.head.kind == "drop" and len(self.state.turns) == len(self.head.rolls):
            return True
        return self.position.is_over()

    def turn_options(self) -> TurnOptions | None:
        """Return the options of the current turn; None without a roll."""
        if self.position is None or self.roll is None:
            return None
        return self._moment(self.position, self.roll, self.state.partial)

    def moment(self) -> TurnOptions | None:
        """Return turn_options(), under its deprecated name."""
        warn_renamed("Session.moment()", "turn_options()")
        return self.turn_options()

    @property
    def seat(self) -> int | None:
        """With several seats, the seat, from 1, of the person who chooses now, or who looks on once
        the game is over; otherwise None."""
        return chooser(self.head.seats, self.state) if self.head.seats else None

    @property
    def is_puzzle(self) -> bool:
        """Whether revealed dice can't be taken back."""
        return self.head.kind == "daily"

    def to_record(self) -> dict[str, Any]:
        """Return the game as a record, or the line of one that began in the middle. Raises
        NumberdropError before the start cell is chosen."""
        state = self.state
        if not state.positions:
            raise NumberdropError.coded(
                "game.no_record", "the game has no record yet: the first cell is to be chosen"
            )
        if state.game:
            return state.game.to_record()
        if state.start is not None:
            return Game(self.head.tiles, state.start, self.variant, state.turns).to_record()
        return PlayedLine(state.positions, state.turns, self.variant).to_record()

    def to_json(self) -> dict[str, Any]:
        """Return the document (formats.md, Game on the table). It has no future rolls."""
        state, now = self.state, self.turn_options()
        scores = [position.score(self.variant).total for position in state.positions]
        played = len(state.turns)
        problem = self.head.kind == "drop"
        return {
            "kind": self.head.kind,
            "puzzle": self.head.puzzle,
            "variant": str(self.variant),
            "tiles": list(self.head.tiles),
            "start": state.start,
            "turns": [
                {"text": str(turn), "score": after, "gain": after - before}
                for turn, before, after in zip(state.turns, scores, scores[1:], strict=False)
            ],
            "position": None if self.position is None else str(self.position),
            "roll": None if self.roll is None else str(self.roll),
            "rolls": [str(roll) for roll in self.head.rolls[played:]] if problem else None,
            "goal": self.head.goal,
            "moment": now.to_json() if now else None,
            "score": None if self.position is None else self.position.score(self.variant).to_json(),
            "over": self.is_over(),
            "end": self._end_of_game(),
            "seat": self.seat,
            "seats": seats_to_json(self.head.seats, self.variant, state),
            "can": {
                "undo": len(self.before) > self.floor,
                "redo": bool(self.after),
                "back": [] if self.is_puzzle else list(range(1, played + 1)),
            },
            "undone": self.undone,
            "help": [{"turn": turn, "grade": grade} for turn, grade in self.helped],
        }

    # Steps

    def settled(self, step: object) -> dict[str, Any]:
        """Return the step as it is stored: with the roll if a random one is requested, and with the
        parts of the bots, so that another version of the bots doesn't change the game."""
        told = dict(Fields(step, "step").values)
        if told.get("do") == "end" and self.roll and is_last(self.head.seats, self.state):
            assert self.state.game
            told["bots"] = bots_parts(self.head.seats, self.state.game, self.roll)
        if told.get("do") == "roll" and told.get("roll") == "random":
            told["roll"] = str(Roll.random(secrets.SystemRandom(), self.variant.dice))
        return told

    def do(self, step: object) -> Session:
        """Return the session after a step. Raises IllegalTurn, NotationError or NumberdropError, in
        one line, if the step isn't possible."""
        fields = Fields(step, "step")
        act = _STEPS.get(fields.text("do"))
        if act is None:
            raise fields.fault("do", one_of(_STEPS))
        return act(self, fields)

    def _begin_at(self, fields: Fields) -> Session:
        fields.expect_only("do", "cell")
        if self.state.positions:
            raise OutOfTurn(
                coded_message("start.chosen", "the first cell is chosen already"), turn=0
            )
        cell = read_start(fields.text("cell"))
        if self.head.seats:
            return self._next(seated(self.head, (*self.state.starts, cell)), reveals=True)
        first = Position.start(self.head.tiles, cell)
        return self._next(State(cell, (first,), ()), reveals=True)

    def _set(self, fields: Fields) -> Session:
        fields.expect_only("do", "turn")
        return self._tentatively(PartialTurn.from_json(fields["turn"]))

    def _type(self, fields: Fields) -> Session:
        fields.expect_only("do", "text")
        position, roll = self._playing()
        read = read_part if self.state.game else read_turn
        turn = read(fields.text("text"), self.variant.dice, roll)
        if turn.roll.in_order() != roll.in_order():
            raise IllegalTurn(
                coded_message(
                    "turn.other_roll",
                    "expected the roll {roll}, got {got}",
                    roll=roll,
                    got=turn.roll,
                ),
                turn=self._number(),
            )
        if self.state.game is None:
            play_canonical(position, turn, self.variant)
        return self._tentatively(PartialTurn.of_turn(turn))

    def _tentatively(self, partial: PartialTurn) -> Session:
        position, roll = self._playing()
        now = self._moment(position, roll, partial)
        if now.partial == self.state.partial:
            return self
        return self._next(replace(self.state, partial=now.partial))

    def _end(self, fields: Fields) -> Session:
        fields.expect_only("do", *(("bots",) if is_last(self.head.seats, self.state) else ()))
        position, roll = self._playing()
        now = self.turn_options()
        assert now
        if self.state.game:
            bots = fields.texts("bots") if "bots" in fields else ()
            return self._next(ended(self.head, self.state, roll, now.turn(), bots), reveals=True)
        after, turn = play_canonical(position, now.turn(), self.variant)
        state = self.state
        played = State(state.start, (*state.positions, after), (*state.turns, turn))
        return self._next(played, reveals=True)

    def _give_roll(self, fields: Fields) -> Session:
        fields.expect_only("do", "roll")
        if self.position is None or self.is_over():
            raise self._illegal(coded_message("roll.none", "there is no turn to roll for"))
        if len(self.state.turns) < len(self.head.rolls):
            raise IllegalTurn(
                coded_message("roll.given", "the rolls of this game are given"), turn=self._number()
            )
        roll = read_roll(fields.text("roll"), self.variant.dice)
        return self._next(replace(self.state, roll=roll, partial=PartialTurn()))

    def _undo(self, fields: Fields) -> Session:
        fields.expect_only("do")
        if len(self.before) <= self.floor:
            why = (
                coded_message("undo.revealed", "what has been revealed stays")
                if self.before
                else coded_message("undo.nothing", "nothing has been done yet")
            )
            raise self._illegal(
                coded_message("undo.none", "nothing can be taken back: {fault}", fault=why)
            )
        state = self.before[-1]
        return replace(
            self,
            state=state,
            before=self.before[:-1],
            after=(*self.after, self.state),
            undone=self.undone + _ended_since(state, self.state),
        )

    def _redo(self, fields: Fields) -> Session:
        fields.expect_only("do")
        if not self.after:
            raise self._illegal(coded_message("redo.none", "nothing was taken back"))
        state = self.after[-1]
        return replace(
            self,
            state=state,
            before=(*self.before, self.state),
            after=self.after[:-1],
            undone=self.undone - _ended_since(self.state, state),
        )

    def _back(self, fields: Fields) -> Session:
        fields.expect_only("do", "turn")
        played = len(self.state.turns)
        if self.is_puzzle:
            raise self._illegal(
                coded_message("back.puzzle", "a puzzle isn't played again from a turn")
            )
        if not played:
            raise self._illegal(coded_message("back.none", "no turn has been ended yet"))
        kept = fields.count("turn", 1, played) - 1
        state = self.state
        if state.game:
            earlier = went_back(self.head, state, kept)
            return replace(self._next(earlier), undone=self.undone + played - kept)
        earlier = State(state.start, state.positions[: kept + 1], state.turns[:kept])
        if kept >= len(self.head.rolls):
            earlier = replace(earlier, roll=state.turns[kept].roll)
        return replace(self._next(earlier), undone=self.undone + played - kept)

    def _help(self, fields: Fields) -> Session:
        fields.expect_only("do", "grade")
        self._playing()
        grade = fields.text("grade")
        if grade not in GRADES:
            raise fields.fault("grade", one_of(GRADES))
        asked = (self._number(), grade)
        return self if asked in self.helped else replace(self, helped=(*self.helped, asked))

    def _moment(self, position: Position, roll: Roll, partial: PartialTurn) -> TurnOptions:
        block = self.state.game.falling_letter(roll) if self.state.game else None
        return turn_options(position, roll, partial, self.variant, block)

    def _next(self, state: State, *, reveals: bool = False) -> Session:
        before = (*self.before, self.state)
        floor = len(before) if reveals and self.is_puzzle else self.floor
        return replace(self, state=state, before=before, after=(), floor=floor)

    def _playing(self) -> tuple[Position, Roll]:
        """Return the position and the roll to play. Raises IllegalTurn without a roll."""
        if self.position is None:
            raise OutOfTurn(
                coded_message("start.due", "the first cell is to be chosen first"), turn=0
            )
        if self.is_over():
            raise IllegalTurn(GAME_OVER, turn=self._number())
        if self.roll is None:
            raise IllegalTurn(
                coded_message("roll.due", "the roll is to be given first"), turn=self._number()
            )
        return self.position, self.roll

    def _end_of_game(self) -> str:
        state = self.state
        if state.game:
            return state.game.end()
        return why_ended(state.positions[-1:]) if state.positions else "unfinished"

    def _illegal(self, fault: str) -> IllegalTurn:
        """Return the error of a step, with the current turn as its place, if there is one."""
        return (IllegalTurn if self.position else OutOfTurn)(fault, turn=self._number())

    def _number(self) -> int:
        return self.position.turn if self.position else 0


def _ended_since(earlier: State, later: State) -> int:
    """Return how many turns were ended between two states."""
    return max(0, len(later.turns) - len(earlier.turns))


_STEPS: dict[str, Callable[[Session, Fields], Session]] = {
    "start": Session._begin_at,
    "set": Session._set,
    "type": Session._type,
    "end": Session._end,
    "roll": Session._give_roll,
    "undo": Session._undo,
    "redo": Session._redo,
    "back": Session._back,
    "help": Session._help,
}
