"""Commands to play Omba: play, serve."""

from __future__ import annotations

import random
import socket
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NotationError, NumberdropError
from ..typed.characters import normalise as plain_text
from .app import NO, AsJson, seed_option
from .help_text import App
from .omba import OmbaDeal, OmbaVariant, typed_deal, typed_game, typed_variant
from .omba_games import NAMES, player
from .option_rules import expect_without
from .serve_page import HOST, HostText, IsOpened, Port, expect_server, serve_page
from .streams import write_json
from .terminal import LineConsole, has_screen
from .usage import UsageError

if TYPE_CHECKING:
    from ..omba.session import Session
    from ..server.guard import Hosts

app = App()


#: The default port of the page: the one after Number Drop's.
PORT = 7824


@app.command()
def play(
    context: typer.Context,
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVE", help="Moves and commands to carry out before reading stdin."
        ),
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="NAME", help=f"Who plays the other seats: {NAMES}.")
    ] = "thumb",
    players: Annotated[
        int, typer.Option("--players", metavar="COUNT", min=2, max=4, help="How many play.")
    ] = 2,
    seat: Annotated[
        str, typer.Option("--seat", metavar="LETTER", help="Your seat; A moves first.")
    ] = "A",
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="NAME,NAME",
            help="Who plays each of two to four seats: you, once or more, or one of these players.",
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--from", metavar="RECORD|FILE", help="Continue this game."),
    ] = None,
    by_hand: Annotated[
        bool,
        typer.Option("--by-hand", help="Roll a real die for all players, and type what it shows."),
    ] = False,
    variant: OmbaVariant = "S",
    deal: OmbaDeal = "omba",
    seed: Annotated[
        int | None, seed_option("The seed of the rolls.", show_default="random")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play line by line instead of on the full screen.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the game after these moves as JSON, and exit."),
    ] = False,
) -> None:
    """Play a game in the terminal.

    On a terminal the game has a full screen, for keys and mouse: ? shows the keys. With --plain, or
    without such a terminal, you play line by line: type help for the commands. At the end, or when
    you quit, the record of the game is printed, with which --from continues it. If the lines come
    from a file or a pipe, the exit code is 1 if one was refused.

    \b
    Example:
      numberdrop omba play
      numberdrop omba play --against greedy --seed 1 --plain +b3 quit
      numberdrop omba play --seats you,thumb,you --by-hand
      numberdrop omba play --players 3 --seat B --seed 5 --json
      numberdrop omba play --players 3 --deal docker
    """
    from ..omba.session import Session

    expect_without(context, "--seats", "--against", "--players", "--seat")
    expect_without(context, "--from", "--variant", "--players", "--deal")
    rules, dealt = typed_variant(variant), typed_deal(deal)
    text = None
    if record is not None:
        game = typed_game(record)
        if game.winner:
            raise NumberdropError(f"--from: expected an unfinished game, {game.winner} has won")
        text, players = str(game), game.players
    names = _read_seats(seats) if seats is not None else _seat_names(seat, players, against)
    number = random.SystemRandom().randrange(2**32) if seed is None else seed
    dice = "hand" if by_hand else "program"
    session = Session.begin(names, rules, number, dice, text, dealt)
    if as_json:
        write_json(_played(session, moves or []))
        return
    if plain or moves or not has_screen():
        if not _play_lines(session, moves or []):
            raise typer.Exit(NO)
        return
    from ..omba.tui.app import play_screen

    print(play_screen(session).game)


def _read_seats(text: str) -> list[str]:
    """Parse the players of all seats."""
    from ..omba.session import PERSON

    names = plain_text(text, "--seats").split(",")
    if not 2 <= len(names) <= 4:
        raise UsageError(f"--seats: expected two to four names, got {len(names)}")
    return [player("--seats", name, PERSON) for name in names]


def _seat_names(seat: str, players: int, against: str) -> list[str]:
    """Return the players of all seats: one person, and `against` on the others."""
    from ..omba.session import PERSON

    name = player("--against", against)
    place = plain_text(seat, "--seat").strip().upper()
    letters = "ABCD"[:players]
    if place not in [*letters]:
        raise UsageError(f"--seat: expected a letter A to {letters[-1]}, got {seat!r}")
    return [PERSON if letter == place else name for letter in letters]


def _play_lines(session: Session, moves: list[str]) -> bool:
    """Play line by line, beginning with `moves`, and print the record. Return whether no line was
    refused."""
    from ..omba.lines import Lines

    console, waiting = LineConsole(), [*moves]

    def ask() -> str | None:
        while (line := waiting.pop(0) if waiting else console.ask()) is not None:
            try:
                return plain_text(line, "move")
            except NotationError as error:
                console.complain(str(error))
        return None

    lines = Lines(session, ask, console.show, console.complain)
    try:
        lines.play()
    except KeyboardInterrupt:
        console.end_line()
        raise
    finally:
        print(lines.session.game)
    return console.is_accepted


def _played(session: Session, moves: list[str]) -> dict[str, Any]:
    """Return the document of the game after these moves, with the roll to be played."""
    from ..omba.lines import QUIT_COMMANDS, Lines

    def fail(message: str) -> None:
        raise NumberdropError(message)

    waiting = [
        plain_text(move, "move") for move in moves if move.strip().casefold() not in QUIT_COMMANDS
    ]
    lines = Lines(session, lambda: waiting.pop(0) if waiting else None, lambda line: None, fail)
    lines.play()
    position = lines.session.position
    return {
        "record": str(lines.session.game),
        "position": str(position),
        "winner": position.winner,
        "roll": lines.session.roll,
    }


@app.command()
def serve(
    host: HostText = HOST,
    port: Port = PORT,
    is_opened: IsOpened = True,
    as_json: AsJson = False,
) -> None:
    """Play Omba in the browser: serve its page until Ctrl-C.

    Only programs on this machine can reach the page, unless --host names another address.

    \b
    Example:
      numberdrop omba serve
      numberdrop omba serve --port 8000 --no-open
    """
    expect_server("omba serve")
    serve_page(
        "omba",
        host,
        port,
        _make,
        is_opened=is_opened,
        as_json=as_json,
        others_can="play here",
    )


def _make(hosts: Hosts, _: socket.socket) -> Any:
    from ..omba.web.app import make_app

    return make_app(hosts=hosts)
