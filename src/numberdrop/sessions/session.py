"""Sessions: one game being played, step by step, with undo if the kind of game allows it.

A session is immutable: a step returns a new one. The store keeps the setup and the steps
(store.py), and the same setup and steps always give the same session.
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
    bot_parts,
    choosing_seat,
    continued_state,
    is_last_person,
    rewound_state,
    seats_to_json,
    state_after_starts,
    state_after_turn,
)
from .setups import Setup, parse_setup
from .state import State
from .turn_options import TurnOptions, turn_options

#: The grades of help, from little to all.
GRADES = ("region", "placement", "turn")

Step = Mapping[str, Any]


class IllegalStep(IllegalTurn):
    """An error of a step that isn't part of a turn. Its message has no place, such as `turn 3`."""

    @property
    def sentence(self) -> Sentence:
        return Sentence.of(self.message)


@dataclass(frozen=True, slots=True)
class Session:
    """A game begun by `setup`, at `state`.

    `before` are the states for undo, the latest last, `after` those for redo. Undo stops at index
    `floor` of `before`. `undone` counts the ended turns that were taken back. `helped` lists the
    help taken, as (turn, grade).
    """

    setup: Setup
    state: State
    before: tuple[State, ...] = ()
    after: tuple[State, ...] = ()
    floor: int = 0
    undone: int = 0
    helped: tuple[tuple[int, str], ...] = ()

    @property
    def head(self) -> Setup:
        """The deprecated name of `setup`."""
        warn_renamed("Session.head", "setup")
        return self.setup

    @classmethod
    def begin(cls, setup: Setup | Mapping[str, Any], today: datetime.date | None = None) -> Self:
        """Begin a game from a setup or its JSON object. Raises the errors of parse_setup()."""
        known = setup if isinstance(setup, Setup) else parse_setup(setup, today)
        if known.game:
            return cls(known, continued_state(known))
        positions = [] if known.position is None else [known.position]
        for turn in known.turns:
            positions.append(play_canonical(positions[-1], turn, known.variant)[0])
        return cls(known, State(known.start, tuple(positions), known.turns))

    # Queries

    @property
    def variant(self) -> Variant:
        """The variant of the game."""
        return self.setup.variant

    @property
    def position(self) -> Position | None:
        """The current position; None before the start cell is chosen."""
        return self.state.positions[-1] if self.state.positions else None

    @property
    def roll(self) -> Roll | None:
        """The roll to play now; None without one, or before it is entered."""
        if self.position is None or self.is_over():
            return None
        played, known = len(self.state.turns), self.setup.rolls
        return known[played] if played < len(known) else self.state.roll

    def is_over(self) -> bool:
        """Return whether the game is over, or all rolls of a problem are played."""
        if self.position is None:
            return False
        if self.state.game:
            return self.state.game.is_over()
        if self.setup.kind == "drop" and len(self.state.turns) == len(self.setup.rolls):
            return True
        return self.position.is_over()

    def turn_options(self) -> TurnOptions | None:
        """Return the options of the current turn, None without a roll."""
        if self.position is None or self.roll is None:
            return None
        return self._options(self.position, self.roll, self.state.partial)

    def moment(self) -> TurnOptions | None:
        """Return turn_options(), under its deprecated name."""
        warn_renamed("Session.moment()", "turn_options()")
        return self.turn_options()

    @property
    def seat(self) -> int | None:
        """The seat, from 1, of the person who chooses now; None in a game with one seat.

        Once the game is over, it is the first person's seat.
        """
        return choosing_seat(self.setup.seats, self.state) if self.setup.seats else None

    @property
    def is_puzzle(self) -> bool:
        """Whether revealed dice can't be taken back."""
        return self.setup.kind == "daily"

    def to_record(self) -> dict[str, Any]:
        """Return the record of the game, or of a line if it began at a position.

        Raises NumberdropError before the start cell is chosen.
        """
        state = self.state
        if not state.positions:
            raise NumberdropError.coded(
                "game.no_record", "the game has no record yet: choose the first cell"
            )
        if state.game:
            return dict(state.game.to_record())
        if state.start is not None:
            setup = self.setup
            game = Game(setup.tiles, state.start, self.variant, state.turns, setup.names)
            return dict(game.to_record())
        return dict(PlayedLine(state.positions, state.turns, self.variant).to_record())

    def to_json(self) -> dict[str, Any]:
        """Return the document (formats.md, Game on the table), without future rolls."""
        state, now = self.state, self.turn_options()
        scores = [position.score(self.variant).total for position in state.positions]
        played = len(state.turns)
        problem = self.setup.kind == "drop"
        return {
            "kind": self.setup.kind,
            "puzzle": self.setup.puzzle,
            "variant": str(self.variant),
            "tiles": list(self.setup.tiles),
            "start": state.start,
            "turns": [
                {"text": str(turn), "score": after, "gain": after - before}
                for turn, before, after in zip(state.turns, scores, scores[1:], strict=False)
            ],
            "position": None if self.position is None else str(self.position),
            "roll": None if self.roll is None else str(self.roll),
            "rolls": [str(roll) for roll in self.setup.rolls[played:]] if problem else None,
            "goal": self.setup.goal,
            "moment": now.to_json() if now else None,
            "score": None if self.position is None else self.position.score(self.variant).to_json(),
            "over": self.is_over(),
            "end": self._end_of_game(),
            "seat": self.seat,
            "seats": seats_to_json(self.setup, state),
            "can": {
                "undo": len(self.before) > self.floor,
                "redo": bool(self.after),
                "back": [] if self.is_puzzle else list(range(1, played + 1)),
            },
            "undone": self.undone,
            "help": [{"turn": turn, "grade": grade} for turn, grade in self.helped],
        }

    # Steps

    def resolve(self, step: object) -> dict[str, Any]:
        """Return a step as it is stored, with its random roll and the parts of the bots filled in.

        So the game stays the same if a later version changes the bots.
        """
        resolved = dict(Fields(step, "step").values)
        if (
            resolved.get("do") == "end"
            and self.roll
            and is_last_person(self.setup.seats, self.state)
        ):
            assert self.state.game
            resolved["bots"] = bot_parts(self.setup.seats, self.state.game, self.roll)
        if resolved.get("do") == "roll" and resolved.get("roll") == "random":
            resolved["roll"] = str(Roll.random(secrets.SystemRandom(), self.variant.dice))
        return resolved

    def do(self, step: object) -> Session:
        """Return the session after a step.

        Raises IllegalTurn, NotationError or NumberdropError, in one line, if it isn't possible.
        """
        fields = Fields(step, "step")
        act = _STEPS.get(fields.text("do"))
        if act is None:
            raise fields.fault("do", one_of(_STEPS))
        return act(self, fields)

    def _start(self, fields: Fields) -> Session:
        fields.expect_only("do", "cell")
        if self.state.positions:
            raise IllegalStep(
                coded_message("start.chosen", "the first cell is already chosen"), turn=0
            )
        cell = read_start(fields.text("cell"))
        if self.setup.seats:
            return self._advance(
                state_after_starts(self.setup, (*self.state.starts, cell)), reveals=True
            )
        first = Position.start(self.setup.tiles, cell)
        return self._advance(State(cell, (first,), ()), reveals=True)

    def _set(self, fields: Fields) -> Session:
        fields.expect_only("do", "turn")
        return self._with_partial(PartialTurn.from_json(fields["turn"]))

    def _type(self, fields: Fields) -> Session:
        fields.expect_only("do", "text")
        position, roll = self._position_and_roll()
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
                turn=self._turn_number(),
            )
        if self.state.game is None:
            play_canonical(position, turn, self.variant)
        return self._with_partial(PartialTurn.of_turn(turn))

    def _with_partial(self, partial: PartialTurn) -> Session:
        position, roll = self._position_and_roll()
        now = self._options(position, roll, partial)
        if now.partial == self.state.partial:
            return self
        return self._advance(replace(self.state, partial=now.partial))

    def _end(self, fields: Fields) -> Session:
        fields.expect_only(
            "do", *(("bots",) if is_last_person(self.setup.seats, self.state) else ())
        )
        position, roll = self._position_and_roll()
        now = self.turn_options()
        assert now
        if self.state.game:
            bots = fields.texts("bots") if "bots" in fields else ()
            return self._advance(
                state_after_turn(self.setup, self.state, roll, now.turn(), bots), reveals=True
            )
        after, turn = play_canonical(position, now.turn(), self.variant)
        state = self.state
        played = State(state.start, (*state.positions, after), (*state.turns, turn))
        return self._advance(played, reveals=True)

    def _enter_roll(self, fields: Fields) -> Session:
        fields.expect_only("do", "roll")
        if self.position is None or self.is_over():
            raise self._step_error(coded_message("roll.none", "there is no turn to roll for"))
        if len(self.state.turns) < len(self.setup.rolls):
            raise IllegalTurn(
                coded_message("roll.given", "the rolls of this game are fixed"),
                turn=self._turn_number(),
            )
        roll = read_roll(fields.text("roll"), self.variant.dice)
        return self._advance(replace(self.state, roll=roll, partial=PartialTurn()))

    def _undo(self, fields: Fields) -> Session:
        fields.expect_only("do")
        if len(self.before) <= self.floor:
            why = (
                coded_message("undo.revealed", "revealed dice can't be hidden again")
                if self.before
                else coded_message("undo.nothing", "nothing has been done yet")
            )
            raise self._step_error(
                coded_message("undo.none", "nothing can be undone: {fault}", fault=why)
            )
        state = self.before[-1]
        return replace(
            self,
            state=state,
            before=self.before[:-1],
            after=(*self.after, self.state),
            undone=self.undone + _turns_between(state, self.state),
        )

    def _redo(self, fields: Fields) -> Session:
        fields.expect_only("do")
        if not self.after:
            raise self._step_error(coded_message("redo.none", "there is nothing to redo"))
        state = self.after[-1]
        return replace(
            self,
            state=state,
            before=(*self.before, self.state),
            after=self.after[:-1],
            undone=self.undone - _turns_between(self.state, state),
        )

    def _back(self, fields: Fields) -> Session:
        fields.expect_only("do", "turn")
        played = len(self.state.turns)
        if self.is_puzzle:
            raise self._step_error(
                coded_message("back.puzzle", "a puzzle can't be replayed from an earlier turn")
            )
        if not played:
            raise self._step_error(coded_message("back.none", "no turn has ended yet"))
        count = fields.count("turn", 1, played) - 1
        state = self.state
        if state.game:
            earlier = rewound_state(self.setup, state, count)
            return replace(self._advance(earlier), undone=self.undone + played - count)
        earlier = State(state.start, state.positions[: count + 1], state.turns[:count])
        if count >= len(self.setup.rolls):
            earlier = replace(earlier, roll=state.turns[count].roll)
        return replace(self._advance(earlier), undone=self.undone + played - count)

    def _help(self, fields: Fields) -> Session:
        fields.expect_only("do", "grade")
        self._position_and_roll()
        grade = fields.text("grade")
        if grade not in GRADES:
            raise fields.fault("grade", one_of(GRADES))
        asked = (self._turn_number(), grade)
        return self if asked in self.helped else replace(self, helped=(*self.helped, asked))

    def _options(self, position: Position, roll: Roll, partial: PartialTurn) -> TurnOptions:
        block = self.state.game.falling_letter(roll) if self.state.game else None
        return turn_options(position, roll, partial, self.variant, block)

    def _advance(self, state: State, *, reveals: bool = False) -> Session:
        before = (*self.before, self.state)
        floor = len(before) if reveals and self.is_puzzle else self.floor
        return replace(self, state=state, before=before, after=(), floor=floor)

    def _position_and_roll(self) -> tuple[Position, Roll]:
        """Return the position and the roll to play. Raises IllegalTurn if there is no roll."""
        if self.position is None:
            raise IllegalStep(coded_message("start.due", "choose the first cell first"), turn=0)
        if self.is_over():
            raise IllegalTurn(GAME_OVER, turn=self._turn_number())
        if self.roll is None:
            raise IllegalTurn(
                coded_message("roll.due", "enter the roll first"), turn=self._turn_number()
            )
        return self.position, self.roll

    def _end_of_game(self) -> str:
        state = self.state
        if state.game:
            return state.game.end()
        return why_ended(state.positions[-1:]) if state.positions else "unfinished"

    def _step_error(self, fault: str) -> IllegalTurn:
        """Return the error of a step. Its place is the current turn, if there is one."""
        return (IllegalTurn if self.position else IllegalStep)(fault, turn=self._turn_number())

    def _turn_number(self) -> int:
        return self.position.turn if self.position else 0


def _turns_between(earlier: State, later: State) -> int:
    """Return the number of turns that ended between two states."""
    return max(0, len(later.turns) - len(earlier.turns))


_STEPS: dict[str, Callable[[Session, Fields], Session]] = {
    "start": Session._start,
    "set": Session._set,
    "type": Session._type,
    "end": Session._end,
    "roll": Session._enter_roll,
    "undo": Session._undo,
    "redo": Session._redo,
    "back": Session._back,
    "help": Session._help,
}
