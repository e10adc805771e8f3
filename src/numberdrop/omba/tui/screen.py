"""The screen of the game: what keys and clicks do, and what is shown then."""

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
from .board import TINTS, Board, Seen
from .overlays import KeysScreen, LogScreen

#: Columns and lines that the game is drawn in.
COLUMNS_NEEDED, LINES_NEEDED = 80, 24
#: Lines for what is said, and moves listed at once.
SAID_LINES, MOST_MOVES = 7, 8
#: Seconds for which each ply that comes by itself is looked at.
PACE: Final = 0.7

#: What keys do: the names of Textual, the action, what it does, and its word in the last line.
KEYS: Final = (
    (("down", "right", "tab"), "next", "the next move that is worth the roll", ""),
    (("up", "left", "shift+tab"), "before", "the move before", ""),
    (("enter",), "play", "play the move that is shown", "play"),
    (("u", "ctrl+z"), "undo", "take your last move back", "undo"),
    (("h",), "hint", "what the position and each move are worth", "hint"),
    (("v",), "log", "the plies so far; Enter goes back there", "plies"),
    (("question_mark",), "help", "the keys, and the rules in short", "keys"),
)


class OmbaScreen(Screen[None]):
    """The board, what stands beside it, what is said, and a row of words."""

    AUTO_FOCUS = ""

    def __init__(self, session: Session, pace: float = PACE) -> None:
        super().__init__()
        self.session, self.pace = session, pace
        self.said: list[str] = []
        self.advice: list[str] = []
        self.chosen = 0
        self._offered: list[MoveFeatures] = []

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        yield Static(id="title", markup=False)
        with Horizontal(id="table"):
            yield Board()
            yield Static(id="panel")
        yield Static(id="said", markup=False)
        yield Static(id="bar")

    def on_mount(self) -> None:
        self._stand(self.session)

    def on_resize(self, event: events.Resize) -> None:
        """Where there is no room for all of the game, that is said instead of a part of it."""
        columns, lines = event.size
        self.set_class(columns < COLUMNS_NEEDED or lines < LINES_NEEDED, "is-small")
        self.query_one("#small", Static).update(
            f"The game needs {COLUMNS_NEEDED} columns and {LINES_NEEDED} lines, and this window "
            f"has {columns} and {lines}. Make it larger; or leave with Ctrl+C, and go on in lines: "
            "numberdrop omba play --plain --from RECORD"
        )

    # Where the game stands.

    def _stand(self, session: Session) -> None:
        """Show the game as it is, and let come what comes by itself."""
        self.session, self.chosen, self.advice = session, 0, []
        self._offered = []
        if session.needs == "move":
            assert session.roll
            self._offered = move_features(session.position, session.roll, session.variant)
        self._show()
        if session.needs == "nothing":
            self._later(lambda: self._think(session.advanced, self._come))

    def _later(self, work: Callable[[], None]) -> None:
        if self.pace:
            self.set_timer(self.pace, work)
        else:
            self.call_later(work)

    def _think(self, work: Callable[[], object], done: Callable[[Session, object], None]) -> None:
        """Work in a thread; what it comes to is dropped if the game has gone on meanwhile."""
        about = self.session

        def run() -> None:
            try:
                found = work()
            except NumberdropError as error:
                found = error
            self.app.call_from_thread(done, about, found)

        self.run_worker(run, thread=True)

    def _come(self, about: Session, found: object) -> None:
        """A ply that has come by itself."""
        if about is not self.session:
            return
        if isinstance(found, Session):
            self._tell(about, found)
            self._stand(found)
        else:
            self.said = [*self.said, str(found)]
            self._show()

    def _tell(self, before: Session, after: Session) -> None:
        ply = after.game.plies[-1]
        self.said = [*self.said, describe_ply(before.position, ply, before.variant)]

    @property
    def deed(self) -> MoveFeatures | None:
        """The move that is shown of those to be made."""
        return self._offered[self.chosen] if self._offered else None

    def _show(self) -> None:
        session = self.session
        variant = "" if session.variant == "S" else f", variant {session.variant}"
        self.query_one("#title", Static).update(
            f"Omba{variant}: {count_noun(len(session.game.plies), 'ply', 'plies')}; {self._asked()}"
        )
        self.query_one(Board).seen = Seen(session.position, self.deed, self._last())
        self.query_one("#panel", Static).update(Content("\n").join(self._panel()))
        said = self.said[-2 if self.advice else 1 - SAID_LINES :]
        lines = [*said, *self.advice[: SAID_LINES - len(said)]]
        if self.deed and not self.advice:
            lines.append(f"{self.deed.move} {describe(self.deed, session.position.side)}")
        self.query_one("#said", Static).update("\n".join(lines))
        self.query_one("#bar", Static).update(self._bar())

    def _asked(self) -> str:
        session, side = self.session, self.session.position.side
        if session.needs == "over":
            return describe_result(session)
        if session.needs == "roll":
            return f"roll for {side}, and type what the die shows: 1 to 6"
        if session.needs == "move":
            return f"{side}, choose a move worth {session.roll}"
        return f"{side} has rolled {session.roll}"

    def _last(self) -> tuple[str, ...]:
        """The squares that the last ply began and ended on."""
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
            who = f"{session.seats[number]:<12}"
            lines.append(
                Content.assemble(f"{mark} ", (name, f"bold {TINTS[name]}"), f"  {who}{hand}")
            )
        roll = "?" if session.roll is None else str(session.roll)
        lines += [Content(""), Content.assemble("roll  ", (f"[{roll}]", "bold")), Content("")]
        first = max(0, min(self.chosen - MOST_MOVES // 2, len(self._offered) - MOST_MOVES))
        if not position.winner:
            for number, one in enumerate(self._offered[first : first + MOST_MOVES], first):
                lines.append(self._move_line(number, one))
        return lines

    def _move_line(self, number: int, one: MoveFeatures) -> Content:
        is_at = number == self.chosen
        side = self.session.position.side
        covers = f"covers {'yourself' if one.covers == side else one.covers}" if one.covers else ""
        frees = (
            f"frees {'yourself' if one.uncovers == side else one.uncovers}" if one.uncovers else ""
        )
        does = ", ".join(filter(None, (covers, frees)))
        text = f"{'>' if is_at else ' '} {one.move:<5} {does}"
        return link(text, "choose", str(number), "bold reverse" if is_at else "")

    def _bar(self) -> Content:
        words = [(keys[0], action, word) for keys, action, _, word in KEYS if word]
        if self.session.needs == "over":
            words = [one for one in words if one[1] in ("undo", "log", "help")]
        names = {"enter": "Enter", "question_mark": "?"}
        parts = [
            link(f"{names.get(key, key.upper())} {word}", action, "") for key, action, word in words
        ]
        return Content("  ").join([*parts, Content("Ctrl+C leave")])

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        if self.has_class("is-small"):  # nothing is done that isn't seen
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

    def on_board_picked(self, event: Board.Picked) -> None:
        """The next move that ends on a square; where none does, the next that begins there."""
        for part in (slice(-2, None), slice(0, 2)):
            found = [
                number for number, one in enumerate(self._offered) if one.move[part] == event.square
            ]
            if found:
                self.chosen = next((one for one in found if one > self.chosen), found[0])
                self._show()
                return

    def action_act(self, action: str, value: str) -> None:
        """Does what an action of KEYS says, of a key or of words that are clicked on."""
        getattr(self, f"_do_{action}")(value)

    def _do(self, step: Callable[[], Session]) -> None:
        try:
            after = step()
        except NumberdropError as error:
            self.said = [*self.said, str(error)]
            self._show()
        else:
            self._stand(after)

    def _do_next(self, _: str) -> None:
        self._move_by(1)

    def _do_before(self, _: str) -> None:
        self._move_by(-1)

    def _move_by(self, step: int) -> None:
        if self._offered:
            self.chosen = (self.chosen + step) % len(self._offered)
            self._show()

    def _do_choose(self, value: str) -> None:
        self.chosen = int(value)
        self._show()

    def _do_play(self, _: str) -> None:
        if self.deed:
            before = self.session
            after = before.with_move(self.deed.move)
            self.said = []
            self._tell(before, after)
            self._stand(after)

    def _do_undo(self, _: str) -> None:
        self.said = []
        self._do(lambda: self.session.undone())

    def _do_hint(self, _: str) -> None:
        session = self.session
        if session.needs == "over":
            return
        self.advice = ["thinking..."]
        self._show()
        self._think(lambda: advise(session.position, session.roll, session.variant), self._advised)

    def _advised(self, about: Session, found: object) -> None:
        if about is not self.session:
            return
        if isinstance(found, NumberdropError):
            self.advice = [str(found)]
        else:
            self.advice = advice_lines(found, about.position.side)  # type: ignore[arg-type]
        self._show()

    def _do_log(self, _: str) -> None:
        self.app.push_screen(LogScreen(describe_plies(self.session)), self._go_back)

    def _go_back(self, number: int | None) -> None:
        if number is not None:
            self.said = []
            self._do(lambda: self.session.back_to(number))

    def _do_help(self, _: str) -> None:
        self.app.push_screen(KeysScreen([(keys, does) for keys, _, does, _ in KEYS]))


def link(text: str, action: str, value: str = "", style: str = "") -> Content:
    """Words that do what a key does where they are clicked on."""
    does = Style.from_meta({"@click": f"screen.act({action!r}, {value!r})"})
    return Content.assemble((text, style)).stylize(does)
