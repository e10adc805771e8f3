"""The screen of the game, with its keys and mouse clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

from ...errors import NumberdropError
from ...plurals import count_noun
from ..advice import advice_lines, advise
from ..lines import describe_plies, describe_ply, describe_result
from ..move_features import MoveFeatures, describe, move_features
from ..rules import PLAYERS
from ..session import Session
from .board import TINTS, Board, BoardState
from .overlays import KeysScreen, LogScreen

#: The least size of the window.
COLUMNS_NEEDED, LINES_NEEDED = 80, 24
#: The lines of messages, and the most moves listed at once.
MESSAGE_LINES, MOST_MOVES = 7, 8
#: The pause before each automatic step, in seconds.
PACE: Final = 0.7

#: The keys: their names in Textual, the action, its description, and its label in the footer.
KEYS: Final = (
    (("down", "right", "tab"), "next", "choose the next move", ""),
    (("up", "left", "shift+tab"), "previous", "choose the previous move", ""),
    (("enter",), "play", "play the chosen move", "play"),
    (("u", "ctrl+z"), "undo", "take back your last move", "undo"),
    (("h",), "hint", "show the chances before the roll and after each move", "hint"),
    (("v",), "log", "list the plies; Enter goes back to before one", "plies"),
    (("question_mark",), "help", "show the keys, and the rules in short", "keys"),
)


class OmbaScreen(Screen[None]):
    """The screen of the game: a title, the board and a panel, messages, and a footer."""

    AUTO_FOCUS = ""

    def __init__(self, session: Session, pace: float = PACE) -> None:
        super().__init__()
        self.session, self.pace = session, pace
        self.messages: list[str] = []
        self.advice: list[str] = []
        self.chosen = 0
        self._moves: list[MoveFeatures] = []

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        yield Static(id="title", markup=False)
        with Horizontal(id="main"):
            yield Board()
            yield Static(id="panel")
        yield Static(id="messages", markup=False)
        yield Static(id="footer")

    def on_mount(self) -> None:
        self._set_session(self.session)

    def on_resize(self, event: events.Resize) -> None:
        """In a window that is too small, show a notice in place of the game."""
        columns, lines = event.size
        self.set_class(columns < COLUMNS_NEEDED or lines < LINES_NEEDED, "is-small")
        self.query_one("#small", Static).update(
            f"The game needs {COLUMNS_NEEDED} columns and {LINES_NEEDED} lines; this window has "
            f"{columns} and {lines}. Enlarge it, or leave with Ctrl+C and continue in plain lines: "
            "numberdrop omba play --plain --from RECORD"
        )

    # The state of the game.

    def _set_session(self, session: Session) -> None:
        """Show a session, and start its next step if that needs no input."""
        self.session, self.chosen, self.advice = session, 0, []
        self._moves = []
        if session.needs == "move":
            assert session.roll
            self._moves = move_features(session.position, session.roll, session.variant)
        self._redraw()
        if session.needs == "nothing":
            self._after_pause(lambda: self._run_in_thread(session.advanced, self._on_step))

    def _after_pause(self, work: Callable[[], None]) -> None:
        if self.pace:
            self.set_timer(self.pace, work)
        else:
            self.call_later(work)

    def _run_in_thread(
        self, work: Callable[[], object], done: Callable[[Session, object], None]
    ) -> None:
        """Call `work` in a thread, then `done` with the session and the result, or its error.
        `done` must ignore the result if the session has changed."""
        about = self.session

        def run() -> None:
            try:
                found = work()
            except NumberdropError as error:
                found = error
            self.app.call_from_thread(done, about, found)

        self.run_worker(run, thread=True)

    def _on_step(self, about: Session, found: object) -> None:
        """Show an automatic step, or the error that prevented it."""
        if about is not self.session:
            return
        if isinstance(found, Session):
            self._add_ply(about, found)
            self._set_session(found)
        else:
            self.messages = [*self.messages, str(found)]
            self._redraw()

    def _add_ply(self, before: Session, after: Session) -> None:
        ply = after.game.plies[-1]
        self.messages = [*self.messages, describe_ply(before.position, ply, before.variant)]

    @property
    def chosen_move(self) -> MoveFeatures | None:
        """The chosen move, None if there are no moves."""
        return self._moves[self.chosen] if self._moves else None

    def _redraw(self) -> None:
        session = self.session
        variant = "" if session.variant == "S" else f", variant {session.variant}"
        deal = "" if session.deal == "omba" else ", Docker's deal"
        plies = count_noun(len(session.game.plies), "ply", "plies")
        self.query_one("#title", Static).update(f"Omba{deal}{variant}: {plies}; {self._prompt()}")
        self.query_one(Board).state = BoardState(
            session.position, self.chosen_move, self._last_squares()
        )
        self.query_one("#panel", Static).update(Content("\n").join(self._panel()))
        messages = self.messages[-2 if self.advice else 1 - MESSAGE_LINES :]
        lines = [*messages, *self.advice[: MESSAGE_LINES - len(messages)]]
        if self.chosen_move and not self.advice:
            lines.append(
                f"{self.chosen_move.move} {describe(self.chosen_move, session.position.side)}"
            )
        self.query_one("#messages", Static).update("\n".join(lines))
        self.query_one("#footer", Static).update(self._footer())

    def _prompt(self) -> str:
        session, side = self.session, self.session.position.side
        if session.needs == "over":
            return describe_result(session)
        if session.needs == "roll":
            return f"roll for {side} and type what the die shows, 1 to 6"
        if session.needs == "move":
            return f"{side}, choose a move worth {session.roll}"
        return f"{side} rolled {session.roll}"

    def _last_squares(self) -> tuple[str, ...]:
        """Return the start and end of the last move."""
        plies = self.session.game.plies
        if not plies or plies[-1].move == "#":
            return ()
        move = plies[-1].move
        return (move[-2:],) if move.startswith("+") else (move[:2], move[2:])

    def _panel(self) -> list[Content]:
        session, position = self.session, self.session.position
        lines = []
        for number, name in enumerate(PLAYERS[: position.players]):
            hand = "out" if position.out[number] else f"{position.hands[number]} in hand"
            mark = ">" if name == position.side and not position.winner else " "
            player = f"{session.seats[number]:<12}"
            lines.append(
                Content.assemble(f"{mark} ", (name, f"bold {TINTS[name]}"), f"  {player}{hand}")
            )
        roll = "?" if session.roll is None else str(session.roll)
        lines += [Content(""), Content.assemble("roll  ", (f"[{roll}]", "bold")), Content("")]
        first = max(0, min(self.chosen - MOST_MOVES // 2, len(self._moves) - MOST_MOVES))
        if not position.winner:
            for number, one in enumerate(self._moves[first : first + MOST_MOVES], first):
                lines.append(self._move_line(number, one))
        return lines

    def _move_line(self, number: int, one: MoveFeatures) -> Content:
        is_chosen = number == self.chosen
        side = self.session.position.side
        covers = f"covers {'yourself' if one.covers == side else one.covers}" if one.covers else ""
        frees = (
            f"frees {'yourself' if one.uncovers == side else one.uncovers}" if one.uncovers else ""
        )
        effects = ", ".join(filter(None, (covers, frees)))
        text = f"{'>' if is_chosen else ' '} {one.move:<5} {effects}"
        return link(text, "choose", str(number), "bold reverse" if is_chosen else "")

    def _footer(self) -> Content:
        labels = [(keys[0], action, label) for keys, action, _, label in KEYS if label]
        if self.session.needs == "over":
            labels = [one for one in labels if one[1] in ("undo", "log", "help")]
        names = {"enter": "Enter", "question_mark": "?"}
        parts = [
            link(f"{names.get(key, key.upper())} {label}", action, "")
            for key, action, label in labels
        ]
        return Content("  ").join([*parts, Content("Ctrl+C leave")])

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        if self.has_class("is-small"):  # the game is hidden
            event.stop()
            event.prevent_default()
            return
        if event.key in "123456" and self.session.needs == "roll":
            self._do(lambda: self.session.with_roll(int(event.key)))
            return
        for keys, action, _, _ in KEYS:
            if event.key in keys:
                event.stop()
                event.prevent_default()
                self.action_act(action, "")
                return

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """Choose the next move that ends on the square; without such a move, the next that starts
        there."""
        for part in (slice(-2, None), slice(0, 2)):
            found = [
                number for number, one in enumerate(self._moves) if one.move[part] == event.square
            ]
            if found:
                self.chosen = next((one for one in found if one > self.chosen), found[0])
                self._redraw()
                return

    def action_act(self, action: str, value: str) -> None:
        """Perform an action of KEYS, for a key or a clicked label."""
        getattr(self, f"_do_{action}")(value)

    def _do(self, step: Callable[[], Session]) -> None:
        try:
            after = step()
        except NumberdropError as error:
            self.messages = [*self.messages, str(error)]
            self._redraw()
        else:
            self._set_session(after)

    def _do_next(self, _: str) -> None:
        self._move_by(1)

    def _do_previous(self, _: str) -> None:
        self._move_by(-1)

    def _move_by(self, step: int) -> None:
        if self._moves:
            self.chosen = (self.chosen + step) % len(self._moves)
            self._redraw()

    def _do_choose(self, value: str) -> None:
        self.chosen = int(value)
        self._redraw()

    def _do_play(self, _: str) -> None:
        if self.chosen_move:
            before = self.session
            after = before.with_move(self.chosen_move.move)
            self.messages = []
            self._add_ply(before, after)
            self._set_session(after)

    def _do_undo(self, _: str) -> None:
        self.messages = []
        self._do(lambda: self.session.undone())

    def _do_hint(self, _: str) -> None:
        session = self.session
        if session.needs == "over":
            return
        self.advice = ["thinking..."]
        self._redraw()
        self._run_in_thread(
            lambda: advise(session.position, session.roll, session.variant), self._on_advice
        )

    def _on_advice(self, about: Session, found: object) -> None:
        if about is not self.session:
            return
        if isinstance(found, NumberdropError):
            self.advice = [str(found)]
        else:
            self.advice = advice_lines(found, about.position.side)  # type: ignore[arg-type]
        self._redraw()

    def _do_log(self, _: str) -> None:
        self.app.push_screen(LogScreen(describe_plies(self.session)), self._go_back)

    def _go_back(self, number: int | None) -> None:
        if number is not None:
            self.messages = []
            self._do(lambda: self.session.back_to(number))

    def _do_help(self, _: str) -> None:
        self.app.push_screen(KeysScreen([(keys, does) for keys, _, does, _ in KEYS]))


def link(text: str, action: str, value: str = "", style: str = "") -> Content:
    """Return text that performs an action when clicked."""
    clickable = Style.from_meta({"@click": f"screen.act({action!r}, {value!r})"})
    return Content.assemble((text, style)).stylize(clickable)
