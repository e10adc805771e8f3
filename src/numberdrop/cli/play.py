"""The command that plays: play."""

from __future__ import annotations

import datetime
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import NumberdropError, typed
from ..game import MOST_PLAYERS
from .app import NO, AsJson, app, read, read_choice, read_puzzle, read_variant
from .option_rules import expect_only, expect_without
from .sources import is_file, is_position, read_record, read_source
from .streams import complain, say, write_json
from .terminal import Talk, has_screen
from .usage import UsageError

if TYPE_CHECKING:
    from ..sessions import SavedGame, Store
    from ..tui.seat import Seat
    from ..view.text import Look

#: The word for a game with random dice.
SOLO = "solo"


@app.command()
def play(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="PUZZLE|FILE|POSITION",
            help="A day, a recipe or a literal id, or a drop problem, such as 1.4; a position, or "
            "a file with one or with a game; solo for random dice; today's puzzle (in UTC) if left "
            "out. With --resume the id of the game to go on with, the last one if left out.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**63 - 1,
            help="Random dice that can be had again: the same seed gives the same dice.",
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOT,BOT",
            help="Play with random dice at a table with these bots, with commas between: beginner, "
            "easy, medium, hard, tough or champion.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            min=2,
            max=6,
            help="How many sit at the table; all who are no bots are people, who play one after "
            "the other.",
        ),
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="VARIANT",
            help="With random dice or a position, the rules: rulebook (if left out) or bga, then "
            "+slide and +review-dice if wanted.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a game that was left.")
    ] = False,
    anew: Annotated[
        bool,
        typer.Option("--new", help="Begin the puzzle again, though a game on it isn't over."),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the games, and play none.")] = False,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Lines to read and to type, in place of the screen."),
    ] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Draw with ASCII characters alone.")
    ] = False,
    name: Annotated[
        str, typer.Option("--name", metavar="ABC", help="Your three letters for the high scores.")
    ] = "YOU",
    as_json: AsJson = False,
) -> None:
    """Play a puzzle, random dice, a drop problem or any position.

    On a terminal the game has a screen of its own, played by keys or by mouse: ? shows the keys.
    With --plain, and where there is no such terminal, what you type is answered in lines: help
    tells the commands. What you have done is kept at each step, however the game is left, and
    --resume goes on. With --json everything is told on stderr, and the record is printed at the
    end. Where the lines come from a file or a pipe, the game is left after the last one; exit 1 if
    one was refused.

    \b
    Example:
      numberdrop play
      numberdrop play 2026-11-20
      numberdrop play solo --seed 7 --variant bga
      numberdrop play 1.4
      numberdrop play --bots easy,hard
      numberdrop play --players 3 --bots medium --seed 7
      numberdrop play "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
      numberdrop play --resume
      numberdrop play --list
    """
    from ..puzzles.results import Results
    from ..puzzles.scores import parse_player
    from ..sessions import Store
    from ..sessions.outcome import hand_in_rest
    from ..tui.seat import Seat
    from ..view.text import Look

    player = read(parse_player, name)
    store = Store()
    if listed:
        expect_only(context, "--list", "--list", "--json")
        _list(store, as_json)
        return
    results = Results()
    hand_in_rest(store, results)
    if resume:
        expect_without(context, "--resume", "--seed", "--variant", "--new", "--bots", "--players")
        kept = _left(store, what)
    else:
        seats = None if bots is None and players is None else _seats(bots, players)
        kept = _begun(store, what, seed, variant, anew, seats)
    seat = Seat(store, kept, results, player)
    look = Look(Look.of(sys.stdout).unicode and not ascii_only)
    is_all_taken = True
    try:
        if as_json or plain or not has_screen():
            is_all_taken = _play_lines(seat, look, as_json)
        else:
            from ..tui.app import play_screen

            play_screen(seat, look)
    finally:
        if not seat.sitting.is_over():
            say(f"the game is kept: numberdrop play --resume {seat.kept.id}")
    if as_json:
        write_json(seat.sitting.to_record())
    if not is_all_taken:
        raise typer.Exit(NO)


def _play_lines(seat: Seat, look: Look, as_json: bool) -> bool:
    """The game in lines, on stdout, or with --json on stderr; whether no line was refused."""
    from ..tui.plain_lines import Lines

    talk = Talk(on_stderr=as_json)
    Lines(seat, talk.ask, talk.tell, talk.complain, look).play()
    return talk.is_all_taken


def _begun(
    store: Store,
    what: str | None,
    seed: int | None,
    variant: str | None,
    anew: bool,
    seats: list[str | None] | None,
) -> SavedGame:
    """A new game; of a puzzle that is being played, that game."""
    from ..sessions import Session

    head = _head(what, seed, variant, seats)
    if anew and head["kind"] != "daily":
        raise UsageError("--new: expected with a puzzle, which alone is gone on with")
    today = datetime.datetime.now(datetime.UTC).date()
    sitting = Session.begin(head, today)
    if head["kind"] == "daily" and not anew:
        for told in store.list(puzzles=[str(sitting.head.puzzle)])[0]:
            if told.kind == "daily" and not told.over:
                say(f"going on with {told.puzzle}, begun {told.begun[:10]}; --new begins again")
                return store.get(told.id)
    return store.begin(sitting)


def _seats(bots: str | None, players: int | None) -> list[str | None]:
    """Who sits at a table: people first, None each, then the bots that are named."""
    from ..bots.bot import OWN_BOTS

    named = [] if bots is None else [bot.strip().lower() for bot in bots.split(",")]
    for bot in named:
        read_choice("--bots", bot, OWN_BOTS)
    count = players or len(named) + 1
    if not len(named) < count <= MOST_PLAYERS:
        at_most = min(count, MOST_PLAYERS) - 1
        raise UsageError(f"--bots: expected {at_most} at most, got {len(named)}")
    return [*[None] * (count - len(named)), *named]


def _head(
    what: str | None, seed: int | None, variant: str | None, seats: list[str | None] | None
) -> dict[str, Any]:
    """The head of the game that the command line names."""
    rules = {} if variant is None else {"variant": str(read_variant(variant))}
    is_solo = what is not None and what.strip().lower() == SOLO
    if seats is not None:
        if what is not None:
            raise UsageError(f"--bots, --players: expected random dice, got {what!r}")
        return {"kind": "table", "seed": seed, "seats": seats, **rules}
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
    """A position, or a game that was played, to be looked at and gone on with."""
    if not is_position(what):
        return {"kind": "record", "record": read_record(what).to_record()}
    source = read_source(what, variant)
    return {"kind": "free", "position": str(source.position), "variant": str(source.variant)}


def _left(store: Store, name: str | None) -> SavedGame:
    """The game to go on with: that whose id begins so, or the last one that isn't over."""
    games, problems = store.list()
    if name is not None:
        found = [told.id for told in games if told.id.startswith(name.lower())]
        if len(found) > 1:
            raise NumberdropError(f"--resume: {len(found)} games begin with {name!r}")
        return store.get(found[0] if found else name)
    for told in games:
        if not told.over:
            return store.get(told.id)
    for problem in problems:
        complain(problem)
    raise NumberdropError("--resume: no game was left; numberdrop play begins one")


def _list(store: Store, as_json: bool) -> None:
    from ..tui.narration import summary_in_words

    games, problems = store.list()
    for problem in problems:
        complain(problem)
    if as_json:
        write_json([told.to_json() for told in games])
        return
    for told in games:
        print(summary_in_words(told))
    if not games:
        print("no game has been begun")
