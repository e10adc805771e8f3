"""The game in plain lines: what is typed is answered in one line or a few, without drawings unless
they are asked for. For screen readers, pipes and terminals that can do no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import IllegalTurn, NotationError, NumberdropError, shown
from ..plurals import count_noun
from ..sessions import Conflict, PartialTurn, Pose, TurnOptions
from ..turn import Turn
from ..typed import meant_turn, read_roll, read_start
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
    "d1: write your 1 there, before the first roll",
    "seats, sheet 2: at a table how all stand, and the sheet of seat 2",
    "board: the rows of the sheet; sheet: the sheet drawn; c4? c? 4?: a cell, a column, a row",
    "roll, score, tiles, log: what there is; turn: what is chosen, and what it comes to",
    "slide A: slide a tile; slide A B: the free slide, and the star's",
    "drop: where the X shape can rest; drop 3, or drop a1b1a2b2: let it rest there",
    "place: where your shape can rest; place c, place c4: from column c, through c4",
    "place 3, or place a1b1a2b2: let it rest there; digits 6155: from the top row, left to right",
    "claims: what may be claimed; claim 1, claim a1b1c1, claim none; why a1b1c1: why not",
    "a whole turn: C a3=6,b3=1,a4=5,b4=5 !a4b4c4; with the word end after it, it is ended too",
    "end: end the turn; undo; redo; back 3: to before turn 3; hint; quit: the game is kept",
)
#: Landings that are listed at once.
MOST_LISTED = 12
_ASKED = re.compile(r"(?!\?)([a-g])?(\d{1,2})?\s*\?")
_LEAVE = ("quit", "exit", "q")
#: Characters of the longest number of a turn that is looked for.
_LONGEST_NUMBER = 9


@dataclass
class Lines:
    """The game of a seat in plain lines: `ask` gives the next line that is typed, None at the end,
    `tell` takes each line of an answer, and `complain` what is wrong with what was typed."""

    seat: Seat
    ask: Callable[[], str | None]
    tell: Callable[[str], None]
    complain: Callable[[str], None]
    look: Look = PLAIN

    def play(self) -> None:
        """Goes on until the game is left, or no more lines come."""
        self.tell(f"{self.seat.title}; help tells the commands, quit leaves")
        self._tell_turn()
        while (line := self.ask()) is not None and line.strip().lower() not in _LEAVE:
            try:
                self._answer(line.strip())
            except NumberdropError as error:
                self.complain(str(error))
                if isinstance(error, Conflict):
                    self._stands()

    def _answer(self, text: str) -> None:
        if asked := _ASKED.fullmatch(text.lower()):
            self._tell_all(look_at(self.seat, asked[1], asked[2]))
            return
        word, _, rest = text.partition(" ")
        does = _COMMANDS.get(word.lower())
        looks = LOOKS.get(word.lower())
        if looks:
            self._tell_all(looks(self.seat, rest.strip()))
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

    def _tell_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.tell(line)

    def _tell_turn(self) -> None:
        """Where the game stands, and what is to be done next; at its end, what it has come to."""
        if not self.seat.sitting.is_over():
            self._tell_all(turn_lines(self.seat))
            return
        self._tell_all(LOOKS["score"](self.seat, ""))
        self._tell_all(ending_lines(self.seat))

    def _hint(self, text: str) -> None:
        self._tell_all(advice(self.seat, text))

    def _help(self, _: str) -> None:
        self._tell_all(HELP)

    def _draw(self, text: str) -> None:
        if text:
            self._tell_all(look_over(self.seat, text, self.look))
        else:
            self._tell_all(sheet_lines(self.seat, self.look))

    # What is chosen.

    def _start(self, text: str) -> None:
        self.seat.do({"do": "start", "cell": read_start(text)})
        self._tell_turn()

    def _roll(self, text: str) -> None:
        if not self.seat.wants_roll:
            self.tell(f"roll {now_of(self.seat).roll}" if not text else "the roll is given already")
            return
        is_random = not text or text.lower() == "random"
        roll = "random" if is_random else str(read_roll(text, self.seat.sitting.variant.dice))
        self.seat.do({"do": "roll", "roll": roll})
        self._tell_turn()

    def _slide(self, text: str) -> None:
        self._set(slid(now_of(self.seat), text))

    def _drop(self, text: str) -> None:
        now = now_of(self.seat)
        if now.due and is_question(text):
            self._list(now.due.poses, text, "drop")
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
            raise NumberdropError(f"{word}: nothing can come to rest so")
        if len(found) > MOST_LISTED and not text:
            self.tell(
                f"{count_noun(len(found), 'landing')}; ask by column or cell: {word} c, {word} c4"
            )
            return
        self._tell_all(f"{number}: {pose_in_words(pose)}" for number, pose in found)

    def _digits(self, text: str) -> None:
        self._set(with_digits(now_of(self.seat), text))

    def _claim(self, text: str) -> None:
        self._set(claimed(now_of(self.seat), text))

    def _set(self, tentative: PartialTurn) -> None:
        self.seat.set(tentative)
        self._stands()

    def _type(self, text: str) -> None:
        """A whole turn; with the word end after it, it is ended too."""
        bare = re.sub(r"[\s,;]+end\.?$", "", text, flags=re.IGNORECASE)
        now = now_of(self.seat)
        tentative = typed_turn(now, bare)
        try:
            self.seat.set(tentative)
        except IllegalTurn as error:
            raise self._with_meant(error, tentative, now) from None
        self._stands() if bare == text else self._end("")

    def _with_meant(self, error: IllegalTurn, chosen: PartialTurn, now: TurnOptions) -> IllegalTurn:
        """The error, with the turn that was probably meant."""
        if None in chosen.digits:
            return error
        digits = (digit for digit in chosen.digits if digit is not None)
        place = tuple(zip(chosen.cells, digits, strict=True)) or None
        turn = Turn(now.roll, chosen.slides, chosen.drops, place, chosen.claim)
        meant = meant_turn(now.position, turn, now.variant)
        if meant is None:
            return error
        return IllegalTurn(f"{error.message}; is {str(meant)!r} meant?", turn=error.turn)

    def _end(self, _: str) -> None:
        before = self.seat.position
        self.seat.do({"do": "end"})
        if self.seat.is_table:
            self._tell_all(round_lines(self.seat))
            self._tell_turn()
            return
        state = self.seat.sitting.state
        assert before is not None
        variant = self.seat.sitting.variant
        gain = state.positions[-1].score(variant).total - before.score(variant).total
        played = turn_in_words(state.turns[-1], before)
        self.tell(f"turn {before.turn} ended: {played}: {gain:+d}")
        self._tell_turn()

    def _undo(self, _: str) -> None:
        self.seat.do({"do": "undo"})
        self._stands()

    def _redo(self, _: str) -> None:
        self.seat.do({"do": "redo"})
        self._stands()

    def _back(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
            raise NotationError(f"back: expected the number of a turn, got {shown(text)}")
        positions = self.seat.sitting.state.positions
        first = positions[0].turn if positions else 1
        self.seat.do({"do": "back", "turn": int(text) - first + 1})
        self._stands()

    def _stands(self) -> None:
        """What is chosen of the turn by now; where there is none, where the game stands."""
        self._tell_all(chosen_lines(self.seat)) if self.seat.turn_options else self._tell_turn()


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
