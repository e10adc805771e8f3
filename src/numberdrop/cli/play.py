"""The command to play in the terminal: play."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError, typed
from ..game import MOST_PLAYERS
from ..plurals import count_noun
from .app import (
    NO,
    AsJson,
    SourceVariant,
    read,
    read_choice,
    read_puzzle,
    read_variant,
    seed_option,
)
from .help_text import App
from .option_rules import expect_only, expect_without, given
from .sources import is_file, is_position, read_record, read_source
from .streams import complain, say, write_json
from .terminal import LineConsole, has_screen
from .usage import UsageError

if TYPE_CHECKING:
    from ..sessions import SavedGame, Store
    from ..tui.seat import Seat
    from ..view.text import Look

app = App()


#: The argument for a game with random dice.
SOLO = "solo"


@app.command()
def play(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE|FILE|POSITION",
            help="A puzzle: a day or the name of other dice; a drop problem, such as 1.4; a "
            "position, or a file with a position or a game; or solo, for random dice. With "
            "--resume the id of the game to continue, or its first characters.",
            show_default="today's puzzle (UTC), or with --resume the last game",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        seed_option("Play with the random dice of this seed: the same seed gives the same dice."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOT,BOT",
            help="Play with random dice against these bots, separated by commas: beginner, easy, "
            "medium, hard, tough or champion.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="COUNT",
            min=2,
            max=6,
            help="How many play. All who are not bots are people, who take turns at this terminal.",
        ),
    ] = None,
    variant: SourceVariant = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an unfinished game.")] = False,
    anew: Annotated[
        bool,
        typer.Option("--new", help="Start the puzzle again, even if a game of it is unfinished."),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the games and exit.")] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Play line by line instead of on the full screen."),
    ] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Draw with ASCII characters only.")
    ] = False,
    name: Annotated[
        str,
        typer.Option(
            "--name",
            metavar="LETTERS",
            help="Your three letters, for the high scores; at a table those of each person, "
            "separated by commas.",
        ),
    ] = "YOU",
    as_json: AsJson = False,
) -> None:
    """Play a puzzle, random dice, a drop problem or any position.

    On a terminal the game has a full screen, for keys and mouse: ? shows the keys. With --plain, or
    without such a terminal, you play line by line: type help for the commands. Each step is saved
    at once, and --resume continues the game. With --json the game is shown on stderr, and the
    record is printed at the end. If the lines come from a file or a pipe, the game stops after the
    last one, and the exit code is 1 if a line was refused.

    \b
    Example:
      numberdrop play
      numberdrop play 2026-11-20
      numberdrop play solo --seed 7 --variant bga
      numberdrop play 1.4
      numberdrop play --bots easy,hard
      numberdrop play --players 3 --bots medium --name MUM,DAD
      numberdrop play "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
      numberdrop play --resume
      numberdrop play --list
    """
    from ..puzzles.results import Results
    from ..sessions import Store
    from ..sessions.outcome import submit_pending_results
    from ..tui.seat import Seat
    from ..view.text import Look

    names = _names(name)
    store = Store()
    if listed:
        expect_only(context, "--list", "--list", "--json")
        _list(store, as_json)
        return
    results = Results()
    submit_pending_results(store, results)
    if resume:
        expect_without(context, "--resume", "--seed", "--variant", "--new", "--bots", "--players")
        _expect_names(names, 1)
        kept = _unfinished(store, what)
    else:
        seats = None if bots is None and players is None else _seats(bots, players)
        table: dict[str, Any] = {} if seats is None else {"seats": seats}
        if seats is None:
            _expect_names(names, 1)
        elif "--name" in given(context):
            _expect_names(names, seats.count(None))
            table["names"] = [*names, *[None] * (len(seats) - len(names))]
        kept = _new_game(store, what, seed, variant, anew, table)
    if kept.damage is not None:
        complain(f"game {kept.id}, {kept.damage}: it is shown up to there, and can't be continued")
    seat = Seat(store, kept, results, names[0])
    look = Look(Look.of(sys.stdout).unicode and not ascii_only)
    is_accepted = True
    try:
        if as_json or plain or not has_screen():
            is_accepted = _play_lines(seat, look, as_json)
        else:
            from ..tui.app import play_screen
            from ..tui.ending import ending_lines

            play_screen(seat, look)
            if seat.session.is_over():  # what the screen has shown stays on the shell
                print("\n".join(ending_lines(seat, look)))
    finally:
        if not seat.session.is_over():
            say(f"the game is saved: numberdrop play --resume {seat.kept.id}")
    if as_json:
        write_json(seat.session.to_record())
    if not is_accepted:
        raise typer.Exit(NO)


def _play_lines(seat: Seat, look: Look, as_json: bool) -> bool:
    """Play line by line on stdout, or on stderr with --json. Return whether no line was refused."""
    from ..tui.plain_lines import Lines

    console = LineConsole(on_stderr=as_json)
    Lines(seat, console.ask, console.show, console.complain, look).play()
    return console.is_accepted


def _new_game(
    store: Store,
    what: str | None,
    seed: int | None,
    variant: str | None,
    anew: bool,
    table: Mapping[str, Any],
) -> SavedGame:
    """Begin a game; or return the unfinished game of the same puzzle, unless `anew`. `table` has
    the seats, and their names if they have any; it is empty in a solo game."""
    from ..sessions import Session

    setup = _setup(what, seed, variant, table)
    if anew and setup["kind"] != "daily":
        raise UsageError("--new: expected with a puzzle; other games are always new")
    today = datetime.datetime.now(datetime.UTC).date()
    session = Session.begin(setup, today)
    if setup["kind"] == "daily" and not anew:
        for game in store.list(puzzles=[str(session.setup.puzzle)])[0]:
            if game.kind == "daily" and not game.over:
                say(f"continuing {game.puzzle}, begun {game.begun[:10]}; --new starts it again")
                return store.get(game.id)
    return store.begin(session)


def _seats(bots: str | None, players: int | None) -> list[str | None]:
    """Return who sits at a table: people first, each None, then the named bots."""
    from ..bots.bot import OWN_BOTS

    named = [] if bots is None else [bot.strip().lower() for bot in bots.split(",")]
    for bot in named:
        read_choice("--bots", bot, OWN_BOTS)
    count = players or len(named) + 1
    if not len(named) < count <= MOST_PLAYERS:
        at_most = min(count, MOST_PLAYERS) - 1
        raise UsageError(f"--bots: expected at most {at_most}, got {len(named)}")
    return [*[None] * (count - len(named)), *named]


def _names(text: str) -> list[str]:
    """Return names of three letters, separated by commas."""
    from ..initials import parse_player

    return [read(parse_player, name.strip()) for name in text.split(",")]


def _expect_names(names: Sequence[str], people: int) -> None:
    """Raise UsageError unless there is a name for each person."""
    if len(names) != people:
        wanted = count_noun(people, "name")
        raise UsageError(f"--name: expected {wanted} for as many people, got {len(names)}")


def _setup(
    what: str | None, seed: int | None, variant: str | None, table: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the setup of the game that the command line describes."""
    rules = {} if variant is None else {"variant": str(read_variant(variant))}
    is_solo = what is not None and what.strip().lower() == SOLO
    if table:
        if what is not None:
            raise UsageError(f"--bots, --players: expected random dice, got {what!r}")
        return {"kind": "table", "seed": seed, **table, **rules}
    if seed is not None or is_solo:
        if not (what is None or is_solo):
            raise UsageError(f"--seed: expected alone, or with solo, got {what!r}")
        return {"kind": "solo", "seed": seed, **rules}
    if what is not None and (is_file(what) or is_position(what)):
        return _from_source(what, variant)
    if variant is not None:
        raise UsageError("--variant: expected with solo, --seed or a position")
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    puzzle = today if what is None else read_puzzle(what)
    return {"kind": "drop" if typed.is_problem(puzzle) else "daily", "puzzle": puzzle}


def _from_source(what: str, variant: str | None) -> dict[str, Any]:
    """Return the setup for a position, or for a recorded game to be continued."""
    if not is_position(what):
        return {"kind": "record", "record": read_record(what).to_record()}
    source = read_source(what, variant)
    return {"kind": "free", "position": str(source.position), "variant": str(source.variant)}


def _unfinished(store: Store, name: str | None) -> SavedGame:
    """Return the game whose id begins with `name`, or the last unfinished one if `name` is None."""
    games, problems = store.list()
    if name is not None:
        found = [game.id for game in games if game.id.startswith(name.lower())]
        if len(found) > 1:
            raise NumberdropError(
                f"--resume: expected the id of one game, got {len(found)} with {name!r}"
            )
        return store.get(found[0] if found else name)
    for game in games:
        if not game.over:
            return store.get(game.id)
    for problem in problems:
        complain(problem)
    raise NumberdropError("--resume: no unfinished game; numberdrop play starts one")


def _list(store: Store, as_json: bool) -> None:
    from ..tui.narration import summary_in_words

    games, problems = store.list(untouched=False)
    for problem in problems:
        complain(problem)
    if as_json:
        write_json([game.to_json() for game in games])
        return
    for game in games:
        print(summary_in_words(game))
    if not games:
        print("no games")
