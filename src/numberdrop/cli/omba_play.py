"""Commands for games of Omba that someone sits at: play, serve."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NotationError, NumberdropError
from ..typed.signs import plain as plain_text
from .app import NO, AsJson
from .omba import OmbaVariant, group, typed_game, typed_variant
from .omba_games import NAMES, player
from .option_rules import expect_without
from .serve_page import HOST, HostText, IsOpened, Port, expect_server, serve_page
from .streams import write_json
from .terminal import Talk, has_screen
from .usage import UsageError

if TYPE_CHECKING:
    from ..omba.session import Session
    from ..server.guard import Hosts

#: Where the page is found, unless it is told otherwise: beside that of Number Drop.
PORT = 7824


@group.command()
def play(
    context: typer.Context,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help="What is typed before anything is read."),
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="NAME", help=f"Who plays the others: {NAMES}.")
    ] = "thumb",
    players: Annotated[
        int, typer.Option("--players", metavar="N", min=2, max=4, help="How many play.")
    ] = 2,
    seat: Annotated[
        str, typer.Option("--seat", metavar="LETTER", help="Where you sit; A moves first.")
    ] = "A",
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="NAME,NAME",
            help="Who sits on each seat, two to four: you, once or more, or one of these players.",
        ),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--from", metavar="RECORD|FILE", help="A game to go on with."),
    ] = None,
    by_hand: Annotated[
        bool, typer.Option("--by-hand", help="You roll a real die for all, and type what it shows.")
    ] = False,
    variant: OmbaVariant = "S",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**53 - 1,
            help="Seed of the rolls; by chance if left out.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines to read and to type, in place of the screen.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Tell the game after these moves in JSON, and read no more."),
    ] = False,
) -> None:
    """Play a game in the terminal.

    On a terminal the game has a screen of its own, played by keys or by mouse: ? shows the keys.
    With --plain, and where there is no such terminal, what you type is answered in lines: help
    tells the commands. At the end, or when you leave, the record of the game is printed; --from
    goes on with it. Where the lines come from a file or a pipe, exit 1 if one was refused.

    \b
    Example:
      numberdrop omba play
      numberdrop omba play --against greedy --seed 1 --plain +b3 quit
      numberdrop omba play --seats you,thumb,you --by-hand
      numberdrop omba play --players 3 --seat B --seed 5 --json
    """
    from ..omba.session import Session

    expect_without(context, "--seats", "--against", "--players", "--seat")
    expect_without(context, "--from", "--variant", "--players")
    rules = typed_variant(variant)
    text = None
    if record is not None:
        game = typed_game(record)
        if game.winner:
            raise NumberdropError(f"--from: expected a game that goes on, {game.winner} has won")
        text, players = str(game), game.players
    named = _named(seats) if seats is not None else _around(seat, players, against)
    number = random.SystemRandom().randrange(2**32) if seed is None else seed
    dice = "hand" if by_hand else "program"
    sitting = Session.begin(named, rules, number, dice, text)
    if as_json:
        write_json(_played(sitting, moves or []))
        return
    if plain or moves or not has_screen():
        if not _play_lines(sitting, moves or []):
            raise typer.Exit(NO)
        return
    from ..omba.tui.app import play_screen

    print(play_screen(sitting).game)


def _named(text: str) -> list[str]:
    """The seats that a text names."""
    from ..omba.session import PERSON

    names = plain_text(text, "--seats").split(",")
    if not 2 <= len(names) <= 4:
        raise UsageError(f"--seats: expected two to four names, got {len(names)}")
    return [player("--seats", name, PERSON) for name in names]


def _around(seat: str, players: int, against: str) -> list[str]:
    """One person on a seat, and others of one name."""
    from ..omba.session import PERSON

    name = player("--against", against)
    place = plain_text(seat, "--seat").strip().upper()
    letters = "ABCD"[:players]
    if place not in [*letters]:
        raise UsageError(f"--seat: expected a letter A to {letters[-1]}, got {seat!r}")
    return [PERSON if letter == place else name for letter in letters]


def _play_lines(sitting: Session, moves: list[str]) -> bool:
    """The game in lines, `moves` the first of them, and its record; whether none was refused."""
    from ..omba.lines import Lines

    talk, waiting = Talk(), [*moves]

    def ask() -> str | None:
        while (line := waiting.pop(0) if waiting else talk.ask()) is not None:
            try:
                return plain_text(line, "move")
            except NotationError as error:
                talk.complain(str(error))
        return None

    lines = Lines(sitting, ask, talk.tell, talk.complain)
    try:
        lines.play()
    except KeyboardInterrupt:
        talk.end_line()
        raise
    finally:
        print(lines.session.game)
    return talk.is_all_taken


def _played(sitting: Session, moves: list[str]) -> dict[str, Any]:
    """The game after these moves, with the roll that is to be played."""
    from ..omba.lines import LEAVE, Lines

    def fail(message: str) -> None:
        raise NumberdropError(message)

    waiting = [plain_text(move, "move") for move in moves if move.strip().casefold() not in LEAVE]
    lines = Lines(sitting, lambda: waiting.pop(0) if waiting else None, lambda line: None, fail)
    lines.play()
    position = lines.session.position
    return {
        "record": str(lines.session.game),
        "position": str(position),
        "winner": position.winner,
        "roll": lines.session.roll,
    }


@group.command()
def serve(
    host: HostText = HOST,
    port: Port = PORT,
    is_opened: IsOpened = True,
    as_json: AsJson = False,
) -> None:
    """Play Omba in the browser: serve its page until Ctrl-C.

    Only programs on this machine can reach it, unless --host says otherwise.

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


def _make(hosts: Hosts) -> Any:
    from ..omba.web.app import make_app

    return make_app(hosts=hosts)
