"""The game in plain lines: what is typed is answered in one line or a few, without drawings unless
they are asked for. For screen readers, pipes and terminals that can do no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import IllegalTurn, NotationError, NumberdropError, shown
from ..position import Position
from ..rules import LETTERS
from ..table import Moment, Pose, Tentative
from ..turn import Turn
from ..typed import meant_turn, read_roll, read_start
from ..view.reports import turn_in_words
from ..view.text import PLAIN, Look, draw_position
from .advice import advice
from .choosing import (
    cells_in,
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
from .ending import ending_lines
from .seat import Seat
from .words import (
    board_lines,
    cell_in_words,
    claim_lines,
    column_in_words,
    needs_in_words,
    pose_in_words,
    preview_in_words,
    row_in_words,
    score_lines,
    tile_lines,
)

HELP: Final = (
    "d1: write your 1 there, before the first roll",
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
        """Goes on until the game is over or left, or no more lines come."""
        self.tell(f"{self.seat.title}; help tells the commands")
        self._tell_turn()
        while not self.seat.sitting.is_over():
            line = self.ask()
            if line is None or line.strip().lower().rstrip(".") in _LEAVE:
                break
            try:
                self._answer(line.strip())
            except NumberdropError as error:
                self.complain(str(error))

    def _answer(self, text: str) -> None:
        if asked := _ASKED.fullmatch(text.lower()):
            self._look_at(asked[1], asked[2])
            return
        word, _, rest = text.partition(" ")
        does = _COMMANDS.get(word.lower())
        if does and "=" not in text and "@" not in text:
            does(self, rest.strip())
        elif text.startswith("!"):
            self._set(claimed(self._now(), text))
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

    # What there is.

    def _tell_turn(self) -> None:
        """Where the game stands, and what is to be done next."""
        seat = self.seat
        if seat.position is None:
            tiles = ", ".join(
                f"{letter} {shape}"
                for letter, shape in zip(LETTERS, seat.sitting.head.tiles, strict=True)
            )
            self.tell(f"tiles {tiles}; write your 1 in row 1: a1 to g1")
            return
        if seat.sitting.is_over():
            self._tell_all(ending_lines(seat))
            return
        score = seat.position.score(seat.sitting.variant).total
        if seat.wants_roll:
            self.tell(f"turn {seat.position.turn}, score {score}: type its roll, or random")
            return
        now = self._now()
        self.tell(f"turn {seat.position.turn}, roll {now.roll}, score {score}")
        self.tell(needs_in_words(now))

    def _now(self) -> Moment:
        now = self.seat.moment
        if now is None:
            missing = "roll is to be given" if self.seat.position else "1 is to be written"
            raise NumberdropError(f"the {missing} first")
        return now

    def _seen(self) -> tuple[Position, dict[str, str]]:
        """The sheet with the X shapes laid down, and the own shape as it stands in this turn."""
        now = self.seat.moment
        position = now.laid if now else self.seat.position
        if position is None:
            raise NumberdropError("the sheet is empty: write your 1 in row 1")
        chosen = now.tentative if now else Tentative()
        marks = ("*" if digit is None else str(digit) for digit in chosen.digits)
        return position, dict(zip(chosen.cells, marks, strict=True))

    def _look_at(self, column: str | None, row: str | None) -> None:
        position, ghost = self._seen()
        if column and row:
            self.tell(cell_in_words(position, cells_in(column + row, "cell")[0], ghost))
        elif column:
            self.tell(column_in_words(position, column, ghost))
        elif row and 1 <= int(row) <= 14:
            self.tell(row_in_words(position, int(row), ghost))
        else:
            raise NotationError("expected a cell, a column or a row before ?, such as c4?")

    def _board(self, _: str) -> None:
        self._tell_all(board_lines(*self._seen()))

    def _draw(self, _: str) -> None:
        now = self.seat.moment
        position = now.written if now else self._seen()[0]
        self._tell_all(draw_position(position, self.seat.sitting.variant, self.look).split("\n"))

    def _score(self, _: str) -> None:
        self._tell_all(score_lines(self._seen()[0], self.seat.sitting.variant))

    def _tiles(self, _: str) -> None:
        self._tell_all(tile_lines(self._seen()[0]))

    def _log(self, _: str) -> None:
        turns = self.seat.sitting.to_json()["turns"]
        first = self.seat.sitting.state.positions[0].turn if turns else 1
        for number, turn in enumerate(turns, first):
            self.tell(f"{number}: {turn['text']}  {turn['gain']:+d}, score {turn['score']}")
        if not turns:
            self.tell("no turn has been ended yet")

    def _turn(self, _: str) -> None:
        now = self._now()
        chosen = now.tentative
        parts = [f"slide {' '.join(chosen.slides)}"] if chosen.slides else []
        parts += [f"the X of {drop.tile} on {' '.join(drop.cells) or '-'}" for drop in chosen.drops]
        if chosen.cells:
            parts.append("place " + " ".join(f"{c}={d}" for c, d in self._seen()[1].items()))
        if chosen.claim:
            parts.append(f"claim {' '.join(chosen.claim)}")
        self.tell(f"{'; '.join(parts) or 'nothing is chosen'}: {preview_in_words(now)}")
        self.tell(needs_in_words(now))

    def _claims(self, _: str) -> None:
        self._tell_all(claim_lines(self._now().claims) or ["nothing can be claimed as it stands"])

    def _why(self, text: str) -> None:
        cells = cells_in(text, "why")
        self.tell(self._now().written.why_not_claim(cells) or f"{' '.join(cells)} may be claimed")

    def _hint(self, text: str) -> None:
        self._tell_all(advice(self.seat, text))

    def _help(self, _: str) -> None:
        self._tell_all(HELP)

    # What is chosen.

    def _start(self, text: str) -> None:
        self.seat.do({"do": "start", "cell": read_start(text)})
        self._tell_turn()

    def _roll(self, text: str) -> None:
        if not self.seat.wants_roll:
            self.tell(f"roll {self._now().roll}" if not text else "the roll is given already")
            return
        is_random = not text or text.lower() == "random"
        roll = "random" if is_random else str(read_roll(text, self.seat.sitting.variant.dice))
        self.seat.do({"do": "roll", "roll": roll})
        self._tell_turn()

    def _slide(self, text: str) -> None:
        self._set(slid(self._now(), text))

    def _drop(self, text: str) -> None:
        now = self._now()
        if now.due and is_question(text):
            self._list(now.due.poses, text, "drop")
        else:
            self._set(dropped(now, text))

    def _place(self, text: str) -> None:
        now = self._now()
        if is_question(text):
            self._list(own_poses(now), text, "place")
        else:
            self._set(placed(now, text))

    def _list(self, poses: Sequence[Pose], text: str, word: str) -> None:
        found = listed(poses, text)
        if not found:
            raise NumberdropError(f"{word}: nothing can come to rest so")
        if len(found) > MOST_LISTED and not text:
            self.tell(f"{len(found)} landings; ask by column or cell: {word} c, {word} c4")
            return
        self._tell_all(f"{number}: {pose_in_words(pose)}" for number, pose in found)

    def _digits(self, text: str) -> None:
        self._set(with_digits(self._now(), text))

    def _claim(self, text: str) -> None:
        self._set(claimed(self._now(), text))

    def _set(self, tentative: Tentative) -> None:
        self.seat.set(tentative)
        self._turn("")

    def _type(self, text: str) -> None:
        """A whole turn; with the word end after it, it is ended too."""
        bare = re.sub(r"[\s,;]+end\.?$", "", text, flags=re.IGNORECASE)
        now = self._now()
        tentative = typed_turn(now, bare)
        try:
            self.seat.set(tentative)
        except IllegalTurn as error:
            raise self._with_meant(error, tentative, now) from None
        self._turn("") if bare == text else self._end("")

    def _with_meant(self, error: IllegalTurn, chosen: Tentative, now: Moment) -> IllegalTurn:
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
        if not text.isdigit():
            raise NotationError(f"back: expected the number of a turn, got {shown(text)}")
        positions = self.seat.sitting.state.positions
        first = positions[0].turn if positions else 1
        self.seat.do({"do": "back", "turn": int(text[:4]) - first + 1})
        self._stands()

    def _stands(self) -> None:
        """Where the game stands after something was taken back."""
        self._turn("") if self.seat.moment else self._tell_turn()


_COMMANDS: Final[dict[str, Callable[[Lines, str], None]]] = {
    "board": Lines._board,
    "sheet": Lines._draw,
    "roll": Lines._roll,
    "score": Lines._score,
    "tiles": Lines._tiles,
    "log": Lines._log,
    "turn": Lines._turn,
    "claims": Lines._claims,
    "why": Lines._why,
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
