"""The game in plain lines: each input is answered in one line or a few, without drawings unless
they are asked for. For screen readers, pipes and simple terminals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import IllegalTurn, NotationError, NumberdropError, shown
from ..plurals import count_noun
from ..sessions import Conflict, PartialTurn, Pose, TurnOptions
from ..turn import Turn
from ..typed import read_roll, read_start, suggest_turn
from ..view.reports import turn_in_words
from ..view.text import PLAIN, Look
from .advice import advice
from .ending import ending_lines
from .inspect import LOOKS, chosen_lines, look_at, now_of, sheet_lines, turn_lines
from .narration import pose_in_words
from .other_seats import look_over, round_lines
from .seat import Seat
from .typed_choices import (
    claimed,
    dropped,
    is_question,
    listed,
    own_poses,
    placed,
    slid,
    typed_turn,
    with_digits,
)

HELP: Final = (
    "d1: write your 1 in d1, before the first roll",
    "seats: the scores of all players; sheet 2: the sheet of seat 2",
    "board: the rows of the sheet; sheet: a drawing of it",
    "c4? c? 4?: a cell, a column, a row; roll, score, tiles, log: show these",
    "turn: your choices so far, and their points",
    "slide A: slide a tile; slide A B: the free slide, and the star's",
    "drop: list the landings of the X shape; drop 3, or drop a1b1a2b2: choose one",
    "place: list the landings of your shape; place c, place c4: only those there",
    "place 3, or place a1b1a2b2: choose one",
    "digits 6155: write the digits, from the top row, left to right",
    "claims: list the possible claims; why a1b1c1: why these cells aren't one",
    "claim 1, claim a1b1c1, claim none: choose a claim",
    "a whole turn: C a3=6,b3=1,a4=5,b4=5 !a4b4c4; add the word end to end it, too",
    "end: end the turn; undo; redo; back 3: return to before turn 3",
    "hint; hint why: why the first is better; quit: save and leave",
)
#: The most landings listed at once.
MOST_LISTED = 12
_ASKED = re.compile(r"(?!\?)([a-g])?(\d{1,2})?\s*\?")
_LEAVE = ("quit", "exit", "q")
#: The longest turn number that is parsed, in characters.
_LONGEST_NUMBER = 9


@dataclass
class Lines:
    """The game of a seat in plain lines: `ask` returns the next line of input, None at the end,
    `emit` prints a line of an answer, and `complain` an error."""

    seat: Seat
    ask: Callable[[], str | None]
    emit: Callable[[str], None]
    complain: Callable[[str], None]
    look: Look = PLAIN

    def play(self) -> None:
        """Run until the game is left, or the input ends."""
        self.emit(f"{self.seat.title}; type help for the commands, quit to leave")
        self._emit_turn()
        while (line := self.ask()) is not None and line.strip().lower() not in _LEAVE:
            try:
                self._answer(line.strip())
            except NumberdropError as error:
                self.complain(str(error))
                if isinstance(error, Conflict):
                    self._emit_state()

    def _answer(self, text: str) -> None:
        if asked := _ASKED.fullmatch(text.lower()):
            self._emit_all(look_at(self.seat, asked[1], asked[2]))
            return
        word, _, rest = text.partition(" ")
        does = _COMMANDS.get(word.lower())
        looks = LOOKS.get(word.lower())
        if looks:
            self._emit_all(looks(self.seat, rest.strip()))
        elif does and "=" not in text and "@" not in text:
            does(self, rest.strip())
        elif text.startswith("!"):
            self._claim(text)
        elif text and self.seat.position is None:
            self._start(text)
        elif text and self.seat.wants_roll:
            self._roll(text)
        elif re.search(r"[=@]|(?:^|\s)-(?:\s|$)", text):
            self._type(text)
        elif text:
            raise NotationError(f"expected a command or a turn, got {shown(text)}; see help")

    def _emit_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.emit(line)

    def _emit_turn(self) -> None:
        """Print the state of the game and what to do next, or its result."""
        if not self.seat.session.is_over():
            self._emit_all(turn_lines(self.seat))
            return
        self._emit_all(LOOKS["score"](self.seat, ""))
        self._emit_all(ending_lines(self.seat, self.look))

    def _hint(self, text: str) -> None:
        self._emit_all(advice(self.seat, text))

    def _help(self, _: str) -> None:
        self._emit_all(HELP)

    def _draw(self, text: str) -> None:
        if text:
            self._emit_all(look_over(self.seat, text, self.look))
        else:
            self._emit_all(sheet_lines(self.seat, self.look))

    # Choices.

    def _start(self, text: str) -> None:
        self.seat.do({"do": "start", "cell": read_start(text)})
        self._emit_turn()

    def _roll(self, text: str) -> None:
        if not self.seat.wants_roll:
            self.emit(f"roll {now_of(self.seat).roll}" if not text else "there is already a roll")
            return
        is_random = not text or text.lower() == "random"
        roll = "random" if is_random else str(read_roll(text, self.seat.session.variant.dice))
        self.seat.do({"do": "roll", "roll": roll})
        self._emit_turn()

    def _slide(self, text: str) -> None:
        self._set(slid(now_of(self.seat), text))

    def _drop(self, text: str) -> None:
        now = now_of(self.seat)
        if now.pending_drop and is_question(text):
            self._list(now.pending_drop.poses, text, "drop")
        else:
            self._set(dropped(now, text))

    def _place(self, text: str) -> None:
        now = now_of(self.seat)
        if is_question(text):
            self._list(own_poses(now), text, "place")
        else:
            self._set(placed(now, text))

    def _list(self, poses: Sequence[Pose], text: str, word: str) -> None:
        found = listed(poses, text)
        if not found:
            raise NumberdropError(f"{word}: no such landing")
        if len(found) > MOST_LISTED and not text:
            self.emit(
                f"{count_noun(len(found), 'landing')}; ask by column or cell: {word} c, {word} c4"
            )
            return
        self._emit_all(f"{number}: {pose_in_words(pose)}" for number, pose in found)

    def _digits(self, text: str) -> None:
        self._set(with_digits(now_of(self.seat), text))

    def _claim(self, text: str) -> None:
        self._set(claimed(now_of(self.seat), text))

    def _set(self, partial: PartialTurn) -> None:
        self.seat.set(partial)
        self._emit_state()

    def _type(self, text: str) -> None:
        """Set a whole turn; with the word end after it, end it too."""
        bare = re.sub(r"[\s,;]+end\.?$", "", text, flags=re.IGNORECASE)
        now = now_of(self.seat)
        partial = typed_turn(now, bare)
        try:
            self.seat.set(partial)
        except IllegalTurn as error:
            raise self._with_suggestion(error, partial, now) from None
        self._emit_state() if bare == text else self._end("")

    def _with_suggestion(
        self, error: IllegalTurn, chosen: PartialTurn, now: TurnOptions
    ) -> IllegalTurn:
        """Return the error, with a suggested turn if there is one."""
        if None in chosen.digits:
            return error
        digits = (digit for digit in chosen.digits if digit is not None)
        place = tuple(zip(chosen.cells, digits, strict=True)) or None
        turn = Turn(now.roll, chosen.slides, chosen.drops, place, chosen.claim)
        suggestion = suggest_turn(now.position, turn, now.variant)
        if suggestion is None:
            return error
        return IllegalTurn(f"{error.message}; did you mean {str(suggestion)!r}?", turn=error.turn)

    def _end(self, _: str) -> None:
        before = self.seat.position
        self.seat.do({"do": "end"})
        if self.seat.is_table:
            self._emit_all(round_lines(self.seat))
            self._emit_turn()
            return
        state = self.seat.session.state
        assert before is not None
        variant = self.seat.session.variant
        gain = state.positions[-1].score(variant).total - before.score(variant).total
        played = turn_in_words(state.turns[-1], before)
        self.emit(f"turn {before.turn} ended: {played}: {gain:+d}")
        self._emit_turn()

    def _undo(self, _: str) -> None:
        self.seat.do({"do": "undo"})
        self._emit_state()

    def _redo(self, _: str) -> None:
        self.seat.do({"do": "redo"})
        self._emit_state()

    def _back(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
            raise NotationError(f"back: expected the number of a turn, got {shown(text)}")
        positions = self.seat.session.state.positions
        first = positions[0].turn if positions else 1
        self.seat.do({"do": "back", "turn": int(text) - first + 1})
        self._emit_state()

    def _emit_state(self) -> None:
        """Print the choices of the turn so far, or the state of the game without a turn."""
        self._emit_all(chosen_lines(self.seat)) if self.seat.turn_options else self._emit_turn()


_COMMANDS: Final[dict[str, Callable[[Lines, str], None]]] = {
    "sheet": Lines._draw,
    "roll": Lines._roll,
    "hint": Lines._hint,
    "help": Lines._help,
    "?": Lines._help,
    "start": Lines._start,
    "slide": Lines._slide,
    "drop": Lines._drop,
    "place": Lines._place,
    "digits": Lines._digits,
    "claim": Lines._claim,
    "end": Lines._end,
    "undo": Lines._undo,
    "redo": Lines._redo,
    "back": Lines._back,
}
