"""The Typer app, options shared by commands, and the exit code and message of each error.

Exit codes: 0 done; 1 no, such as an illegal game; 2 wrong usage; 130, 143 and 129 after SIGINT,
SIGTERM and SIGHUP; 141, without a message, if stdout is a pipe that was closed (as by `| head`).
"""

from __future__ import annotations

import datetime
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.main import get_command

from .. import typed
from ..cpus import MOST_WORKERS
from ..errors import MultipleFaults, NotationError, NumberdropError, shown
from ..files import is_same_file
from ..validate import MOST_SEED
from ..version import PROGRAM, installed
from .deprecated import with_current_spellings
from .groups import Program
from .help_text import App
from .signals import Interrupted, ending_signals
from .streams import complain, flush_or_discard, prepare, say, warn, write_json
from .usage import UsageError, suggestion, usage_message, with_quotes

if TYPE_CHECKING:
    from .. import Position, Roll, Variant

DONE, NO, WRONG_USAGE = 0, 1, 2
#: Shells add this to the number of the signal that ended a program.
BY_SIGNAL = 128
BROKEN_PIPE = BY_SIGNAL + 13

T = TypeVar("T")

_OPEN_ERRORS = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

SourceText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|FILE",
        help="A position, GRID BOXES TILES TURN in quotes; or a file, or - for stdin, with a "
        "position, a drawing of a sheet, or a game.",
    ),
]
_VARIANT_HELP = (
    "The rules: rulebook, or bga for those of Board Game Arena; then +slide if shapes may move "
    "sideways under overhangs, and +review-dice for the dice that a review lists."
)
SourceVariant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help=f"{_VARIANT_HELP} A game record names its own.",
        show_default="rulebook",
    ),
]
VariantText = Annotated[str, typer.Option("--variant", metavar="VARIANT", help=_VARIANT_HELP)]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="COUNT",
        min=1,
        max=MOST_WORKERS,
        help="How many processes or threads share the work.",
        show_default="the number of CPUs",
    ),
]


def _executor(text: str | None) -> str | None:
    from ..jobs import expect_executor

    if text is not None:
        try:
            expect_executor(text)
        except NotationError as error:
            raise UsageError(f"--{error}") from None
    return text


Executor = Annotated[
    str,
    typer.Option(
        "--executor",
        metavar="EXECUTOR",
        callback=_executor,
        help="Where the workers are: processes or threads on this machine; dask:tcp://HOST:8786 "
        "for those of a Dask scheduler, all of them without --workers; or MODULE:FACTORY for "
        "another executor.",
    ),
]


def seed_option(help: str, **more: Any) -> Any:
    """Return the option --seed, which takes every seed there is."""
    return typer.Option("--seed", metavar="SEED", min=0, max=MOST_SEED, help=help, **more)


def nodes_option(help: str, **more: Any) -> Any:
    """Return the option --nodes, the budget of a search."""
    return typer.Option("--nodes", metavar="COUNT", min=1, max=2**60, help=help, **more)


DiceSeed = Annotated[
    int, seed_option("The seed of the sampled dice: the same seed gives the same answer.")
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Also print everything the answer depends on.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

app = App(
    cls=Program, add_completion=True, context_settings={"help_option_names": ["-h", "--help"]}
)


def read(parse: Callable[..., T], text: Any, *more: Any) -> T:
    """Parse an argument, together with `more`. Raises UsageError where `parse` raises
    NotationError."""
    try:
        return parse(text, *more)
    except NotationError as error:
        faults = error.faults if isinstance(error, MultipleFaults) else (str(error),)
        raise UsageError(*faults) from None


def read_typed(noun: str, parse: Callable[..., T], text: str, *more: Any) -> T:
    """Parse an argument as people type it, and note its canonical form on stderr if that
    differs."""
    value = read(parse, text, *more)
    if str(value) != text.strip():
        say(f"{noun} read as {value}")
    return value


def read_position(text: str) -> Position:
    """Parse a position as people type it."""
    return read_typed("position", typed.read_position, text)


def read_variant(text: str) -> Variant:
    """Parse a variant as people type it."""
    return read_typed("variant", typed.read_variant, text)


def read_roll(text: str, variant: Variant) -> Roll:
    """Parse a roll of the variant's dice as people type it."""
    return read_typed("roll", typed.read_roll, text, variant.dice)


def read_rolls(texts: Sequence[str], variant: Variant) -> tuple[Roll, ...]:
    """Parse the rolls in `texts`: each has any number of rolls, or all have one die each."""
    rolls: list[Roll] = []
    for text in [" ".join(texts)] if all(len(text) == 1 for text in texts) else texts:
        found = read(typed.read_rolls, text, variant.dice)
        listed = " ".join(map(str, found))
        if listed != text.strip():
            say(f"rolls read as {listed}")
        rolls += found
    return tuple(rolls)


def read_puzzle(text: str) -> str:
    """Parse the name of a puzzle as people type it: a day, its number, a recipe or a literal
    id."""
    return read_typed("puzzle", typed.read_puzzle, text)


def read_day(text: str) -> datetime.date:
    """Parse a day as people type it."""
    return read_typed("day", typed.read_day, text)


def read_choice(option: str, text: str, known: Sequence[str]) -> str:
    """Return `text` if it is in `known`. Raises UsageError otherwise, with the likeliest known
    word."""
    if text in known:
        return text
    listed = ", ".join(known[:-1]) + f" or {known[-1]}"
    raise UsageError(f"{option}: expected {listed}, got {text!r}{suggestion(text, known)}")


def _level(text: str) -> str:
    from ..plan.hints.levels import LEVELS

    return read_choice("--level", text, tuple(LEVELS))


LevelText = Annotated[
    str,
    typer.Option(
        "--level",
        metavar="LEVEL",
        callback=_level,
        help="How hard to search: fast, strong or deep.",
    ),
]


def warn_of_problems(position: Position, variant: Variant) -> list[str]:
    """Return why a position can't arise in play, and print each reason as a warning."""
    from ..consistency import problems

    found = problems(position, variant)
    for problem in found:
        warn(problem)
    return found


def expect_distinct_files(outputs: Iterable[str | None], inputs: Iterable[str | None] = ()) -> None:
    """Raise UsageError if two outputs are the same file, or an output is also an input or stdout.

    Links are followed. An output has to have a name other than `-`. Paths that are None are
    skipped, and so are inputs that are not files, such as the name of a puzzle.
    """
    read_from = [path for path in inputs if path and (path == "-" or os.path.exists(path))]
    written: list[str] = []
    for path in outputs:
        if path is None:
            continue
        if not path:
            raise UsageError("expected the name of a file to write, got ''")
        if path == "-":
            raise UsageError("-: expected a file to write; for a file of this name type ./-")
        if any(is_same_file(path, other) for other in read_from):
            raise UsageError(f"{path}: expected an output file that is not also an input")
        if any(is_same_file(path, other) for other in written):
            raise UsageError(f"{path}: expected two output files, got one file twice")
        if not path.startswith("/dev/") and is_same_file(path, "/dev/stdout"):
            raise UsageError(f"{path}: expected an output file that is not also stdout")
        written.append(path)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code. `argv` does not include the program's
    name."""
    args = sys.argv[1:] if argv is None else [*argv]
    try:
        prepare()
        _expect_no_nul(args)
        with ending_signals():
            args = with_current_spellings(_with_help_option(args))
            code = _run(args)
            sys.stdout.flush()
    except UsageError as error:
        return _fail(error.faults, WRONG_USAGE)
    except typer.TyperException as error:
        return _fail(usage_message(error, command_line(), args), WRONG_USAGE)
    except MultipleFaults as error:
        return _fail(error.faults, NO)
    except NumberdropError as error:
        return _fail(str(error), NO)
    except KeyboardInterrupt as error:
        cause = error if isinstance(error, Interrupted) else Interrupted(signal.SIGINT)
        return _fail(cause.message, BY_SIGNAL + cause.number)
    except OSError as error:
        return _fail_with_os_error(error)
    except (MemoryError, RecursionError) as error:
        return _fail(str(error) or "out of memory", NO)
    return code


def _expect_no_nul(args: Sequence[str]) -> None:
    """Raise UsageError for an argument with a NUL character: no name of a file can have one.

    A shell can't pass such an argument, but a caller of main() can.
    """
    for arg in args:
        if "\0" in arg:
            raise UsageError(f"expected arguments without NUL characters, got {shown(arg)}")


@cache
def command_line() -> Any:
    """Return the program with all its commands."""
    return get_command(app)


def _with_help_option(argv: list[str]) -> list[str]:
    """Return `COMMAND --help` for `help COMMAND`, and other arguments as they are."""
    return _with_help_option([*argv[1:], "--help"]) if argv[:1] == ["help"] else argv


def _run(argv: Sequence[str]) -> int:
    command = command_line()
    # An empty sheet, or row, starts with a dash; a blank before it keeps it from being an option.
    empty = ("- ", "-,")
    args = [f" {arg}" if arg.startswith(empty) else _expand_home(arg) for arg in with_quotes(argv)]
    try:
        if "_NUMBERDROP_COMPLETE" in os.environ:
            command.main(args, prog_name="numberdrop")
        with command.make_context("numberdrop", args) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    return DONE


def _expand_home(arg: str) -> str:
    """Expand `~` at the start of an argument or an option's value, where the shell did not: after
    `=` and in quotes."""
    option, sign, value = arg.partition("=") if arg.startswith("--") else ("", "", arg)
    return f"{option}{sign}{os.path.expanduser(value)}" if value.startswith("~") else arg


def _fail_with_os_error(error: OSError) -> int:
    """Report an OSError and return the exit code.

    Only errors of stdout name no file. If one came while another error was handled, the first one
    that names a file is reported.
    """
    while error.filename is None and isinstance(error.__context__, OSError):
        error = error.__context__
    if isinstance(error, BrokenPipeError):
        flush_or_discard(sys.stdout)
        return BROKEN_PIPE
    if error.filename == "":
        return _fail("expected the name of a file, got ''", WRONG_USAGE)
    place = error.filename or ("stdout" if error.errno in _WRITE_ERRORS else None)
    message = f"{place}: {error.strerror}" if place else error.strerror or str(error)
    return _fail(message, WRONG_USAGE if isinstance(error, _OPEN_ERRORS) else NO)


def _fail(messages: str | Sequence[str], code: int) -> int:
    flush_or_discard(sys.stdout)
    for message in [messages] if isinstance(messages, str) else messages:
        complain(message)
    return code


@app.callback(invoke_without_command=True)
def numberdrop(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and exit; with --json, all that identifies the program.",
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --version: print one JSON document.")
    ] = False,
) -> None:
    """Solver, analyst and puzzle-maker for the roll-and-write game Number Drop."""
    if version:
        if as_json:
            write_json(installed())
        else:
            print(PROGRAM)
        raise typer.Exit
    if as_json:
        raise UsageError("--json: expected with --version, or after a command")
    if context.invoked_subcommand is None:
        print(context.get_help())
