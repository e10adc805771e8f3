"""The screen of the game: keys, mouse, typed words, and what is shown."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from ..errors import NumberdropError
from ..notation import parse_cell
from ..rules import CELLS, COLUMN_COUNT, COLUMNS
from ..sessions.key_bindings import actions_in, in_textual
from ..typed import read_roll
from ..view.text import Look
from .advice import next_grade
from .background_hint import BackgroundHint
from .display import prompt_of, sheet_contents
from .ending import ending_lines
from .hand import END, SET, Hand
from .other_seats import round_lines
from .overlays import KeysScreen, LogScreen
from .panel import bar, panel_lines, words_of
from .seat import Seat
from .sheet_widget import Sheet
from .typed_choices import typed_turn

#: Lines under the sheet for messages, and for hints.
SAID_LINES = 4
#: The columns and lines that the game needs.
COLUMNS_NEEDED, LINES_NEEDED = 80, 24


class GameScreen(Screen[None]):
    """The sheet, the panel, messages, and a bar of words."""

    AUTO_FOCUS = ""

    def __init__(self, seat: Seat, look: Look) -> None:
        super().__init__()
        self.seat, self.look = seat, look
        self.hand: Hand | None = None
        self.start_at = "d1"
        self.said: list[str] = []
        self.advice: list[str] = []
        #: The search whose lines are shown, once it has ended.
        self.shown_hint: BackgroundHint | None = None
        self.thinking: BackgroundHint | None = None
        self._is_ending_shown = False
        #: Whether H has said that help is noted.
        self._is_help_asked = False

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield Sheet(self.look)
            yield Static(id="panel")
        yield Static(id="said", markup=False)
        yield Static(id="bar")
        yield Input(id="typed", compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        self._load()

    def on_unmount(self) -> None:
        self._give_up()

    def on_resize(self, event: events.Resize) -> None:
        """Show a message instead of the game if the window is too small."""
        columns, lines = event.size
        self.set_class(columns < COLUMNS_NEEDED or lines < LINES_NEEDED, "is-small")
        self.query_one("#small", Static).update(
            f"The game needs {COLUMNS_NEEDED} columns and {LINES_NEEDED} lines; this window "
            f"has {columns} and {lines}. Enlarge it, or leave with Ctrl+C and continue in lines: "
            "numberdrop play --resume --plain"
        )

    # State.

    @property
    def stage(self) -> str:
        """The stage of the turn (sessions.key_bindings), or "over", or "roll" if one has to be
        entered."""
        if self.seat.position is None:
            return "start"
        if self.seat.session.is_over():
            return "over"
        return self.hand.stage if self.hand else "roll"

    def _load(self) -> None:
        """Show the stored game, with a fresh turn in hand."""
        now = self.seat.turn_options
        self.hand = Hand(now) if now else None
        if self.thinking and self.thinking.about != (self.seat.position, self.seat.session.roll):
            self._give_up()
        if self.stage == "over" and not self._is_ending_shown:
            self._is_ending_shown, self.advice = True, ending_lines(self.seat, self.look)
        if self.stage == "roll":
            self._open_field("the roll, such as 156*O; Enter alone rolls")
        self._show()

    def _show(self) -> None:
        position, hand = self.seat.position, self.hand
        preview = hand.preview if hand else None
        contents = sheet_contents(self.seat, hand, preview, self.start_at)
        title = f"{self.seat.title}: {self.seat.state}"
        task = "" if self.stage == "over" else self.seat.task
        self.query_one("#title", Static).update("; ".join(filter(None, (title, task))))
        if position is None:
            tiles = " ".join(self.seat.session.setup.tiles)
            self.query_one("#panel", Static).update(Content(f"tiles A to E: {tiles}"))
        else:
            lines = panel_lines(contents, position, hand, self.look)
            self.query_one("#panel", Static).update(Content("\n").join(lines))
        self.query_one(Sheet).contents = contents
        said = [*(self.said or prompt_of(self.seat, hand, preview)), *self.advice]
        if self.shown_hint and self.shown_hint.says_why:
            said = said[-SAID_LINES:]  # reasons need the room of the prompt
        self.query_one("#said", Static).update("\n".join(said[:SAID_LINES]))
        is_whole = hand is not None and hand.shown.needs == "nothing"
        self.query_one("#bar", Static).update(bar(words_of(self.stage, is_whole)))

    # Keys, clicks and words.

    def on_key(self, event: events.Key) -> None:
        if self.has_class("is-small"):  # no action without a visible effect
            event.stop()
            event.prevent_default()
            return
        if self.query_one(Input).has_focus:
            if event.key == "escape":
                event.stop()
                self._close_field()
            return
        stage = "claim" if self.stage in ("over", "roll") else self.stage
        for key, (action, value) in actions_in(stage).items():
            if event.key in in_textual(key):
                event.stop()
                event.prevent_default()
                self.action_act(action.name, value)
                return

    def on_sheet_picked(self, event: Sheet.Picked) -> None:
        if self.stage == "start" and event.cell[1:] == "1":
            self.start_at = event.cell
        elif self.hand:
            self._apply(self.hand.click(event.cell))
            return
        self._show()

    def on_sheet_wheeled(self, event: Sheet.Wheeled) -> None:
        if self.hand:
            self.hand.wheel(event.by)
            self._apply(SET)

    def action_act(self, action: str, value: str) -> None:
        """Perform an action of sessions.key_bindings, from a key or a clicked word."""
        self.said = []
        doer = getattr(self, f"_do_{action}".replace("-", "_"), None)
        if doer:
            doer()
        elif self.stage == "start":
            self._act_on_start(action)
        elif self.hand:
            self._apply(self.hand.do(action, value))
        elif action == "accept":
            self.app.exit() if self.stage == "over" else self._roll("")

    def _act_on_start(self, action: str) -> None:
        if action == "accept":
            self._do({"do": "start", "cell": self.start_at})
            return
        at = parse_cell(self.start_at)
        step = {"left": -1, "right": 1, "to-left": -COLUMN_COUNT, "to-right": COLUMN_COUNT}
        self.start_at = CELLS[min(max(at + step.get(action, 0), 0), len(COLUMNS) - 1)]
        self._show()

    def _apply(self, outcome: str) -> None:
        """Store the changes of the hand, and end the turn if requested."""
        hand = self.hand
        assert hand
        try:
            if outcome in (SET, END):
                self.seat.set(hand.chosen)
            if outcome == END:
                self.seat.do({"do": "end"})
                self.advice = round_lines(self.seat) if self.seat.is_table else []
                self._load()
                return
        except NumberdropError as error:
            self._fail(error)
            return
        self._show()

    def _do(self, step: dict[str, object]) -> None:
        try:
            self.seat.do(step)
        except NumberdropError as error:
            self._fail(error)
            return
        self._load()

    def _fail(self, error: NumberdropError) -> None:
        """Show an error, and the stored game: it may have changed elsewhere."""
        self.said = [str(error)]
        self._load()

    def _do_undo(self) -> None:
        self._do({"do": "undo"})

    def _do_redo(self) -> None:
        self._do({"do": "redo"})

    def _do_leave(self) -> None:
        self.app.exit()

    def _do_help(self) -> None:
        self.app.push_screen(KeysScreen())

    def _do_log(self) -> None:
        data = self.seat.session.to_json()
        positions = self.seat.session.state.positions
        first = positions[0].turn if positions else 1
        screen = LogScreen(data["turns"], first, bool(data["can"]["back"]))
        self.app.push_screen(screen, self._go_back)

    def _go_back(self, turn: int | None) -> None:
        if turn is not None:
            self._is_ending_shown = False
            self.advice = []
            self._do({"do": "back", "turn": turn})

    # Typed input.

    def _do_type(self) -> None:
        if self.hand:
            self._open_field("the turn: C a3=6,b3=1,a4=5,b4=5 !a4b4c4")

    def _open_field(self, says: str) -> None:
        field = self.query_one(Input)
        field.value, field.placeholder, field.display = "", says, True
        field.focus()

    def _close_field(self) -> None:
        self.query_one(Input).display = False
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value
        self._close_field()
        if self.stage == "roll":
            self._roll(text)
        elif self.hand and text.strip():
            self._type(text)

    def _roll(self, text: str) -> None:
        try:
            dice = self.seat.session.variant.dice
            roll = str(read_roll(text, dice)) if text.strip() else "random"
        except NumberdropError as error:
            self._fail(error)
        else:
            self._do({"do": "roll", "roll": roll})

    def _type(self, text: str) -> None:
        assert self.hand
        try:
            self.seat.set(typed_turn(self.hand.shown, text))
        except NumberdropError as error:
            self._fail(error)
        else:
            self._load()

    # Hints.

    def _do_hint(self) -> None:
        seat = self.seat
        if not self.hand:
            return
        if not (seat.is_free_of_help or seat.session.helped or self._is_help_asked):
            self._is_help_asked = True
            self.said = ["help is noted in the result: H once more shows it"]
            self._show()
            return
        self._give_up()
        grade = None if seat.is_free_of_help else next_grade(seat)
        shown, self.shown_hint = self.shown_hint, None
        about = (seat.position, seat.session.roll)
        says_why = bool(shown and grade is None and shown.about == about and not shown.says_why)
        self.advice = ["thinking..."]
        thinking = BackgroundHint(
            *(seat.session, grade, self._emit_from_thread),
            says_why=says_why,
            size=(self.size.width, SAID_LINES),
        )
        self.thinking = thinking
        thinking.start()
        self._show()

    def _emit_from_thread(self, lines: list[str], is_last: bool) -> None:
        self.app.call_from_thread(self._hinted, self.thinking, lines, is_last)

    def _hinted(self, thinking: BackgroundHint, lines: list[str], is_last: bool) -> None:
        """Show lines of a search, unless it was cancelled."""
        if thinking is not self.thinking or thinking.stop.is_set():
            return
        self.advice = lines
        if is_last:
            self.thinking, self.shown_hint = None, thinking
            if not self.seat.is_free_of_help:
                self._count_help()
        self._show()

    def _count_help(self) -> None:
        try:
            self.seat.do({"do": "help", "grade": next_grade(self.seat)})
        except NumberdropError as error:
            self._fail(error)

    def _give_up(self) -> None:
        if self.thinking:
            self.thinking.give_up()
            self.thinking, self.advice = None, []
