"""The Typer app, its common options, and how every error becomes one line and an exit code.

Exit codes: 0 done; 1 no, or illegal; 2 wrong usage; 130 interrupted, 143 and 129 ended by another
signal; 141, without a word, where the reader of the output has gone away (as `| head` does).
"""

from __future__ import annotations

import datetime
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar

import typer
from typer.main import get_command

from .. import NotationError, NumberdropError, Position, Roll, Variant, typed
from ..cpus import MOST_WORKERS
from ..files import is_same_file
from ..version import PROGRAM, installed
from .deprecated import with_current_spellings
from .help_text import App, Program
from .signals import Interrupted, ending_signals
from .streams import complain, prepare, say, settle, warn, write_json
from .usage import UsageError, meant, said, with_quotes

DONE, NO, WRONG_USAGE = 0, 1, 2
#: What shells add to the number of a signal that has ended a program.
BY_SIGNAL = 128
UNREAD = BY_SIGNAL + 13

T = TypeVar("T")

_NOT_TO_BE_OPENED = (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError)
_NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

SourceText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|FILE",
        help="The sheet: GRID BOXES TILES TURN, in quotes; or a file, or - for stdin, that holds "
        "this text, a drawing of a sheet, or a game.",
    ),
]
SourceVariant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help="The rules: rulebook (if left out) or bga, then +slide and +review-dice if wanted. A "
        "drawing may name its own, and a game does.",
    ),
]
VariantText = Annotated[
    str,
    typer.Option(
        "--variant",
        metavar="VARIANT",
        help="The rules: rulebook or bga, then +slide and +review-dice if wanted.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="COUNT",
        min=1,
        max=MOST_WORKERS,
        help="How many processes or threads share the work; as many as there are CPUs if left out.",
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
        help="Where the workers are: processes or threads of this machine; "
        "dask:tcp://HOST:8786 for those of a Dask scheduler, all of them without --workers; or "
        "MODULE:FACTORY for another executor.",
    ),
]
DiceSeed = Annotated[
    int,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        max=2**64 - 1,
        help="Seed of the sampled dice: the same seed gives the same answer.",
    ),
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="Also tell all that the answer depends on.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]

app = App(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})


def read(parse: Callable[..., T], text: Any, *more: Any) -> T:
    """What a text on the command line says; one that can't be read is wrong usage."""
    try:
        return parse(text, *more)
    except NotationError as error:
        faults = error.faults if isinstance(error, typed.MultipleFaults) else (str(error),)
        raise UsageError(*faults) from None


def read_typed(what: str, parse: Callable[..., T], text: str, *more: Any) -> T:
    """What a person typed, as numberdrop.typed reads it; where its canonical form is another text,
    that is told, so that they learn it."""
    value = read(parse, text, *more)
    if str(value) != text.strip():
        say(f"{what} read as {value}")
    return value


def read_position(text: str) -> Position:
    """A position as people write it."""
    return read_typed("position", typed.read_position, text)


def read_variant(text: str) -> Variant:
    """A variant as people write it."""
    return read_typed("variant", typed.read_variant, text)


def read_roll(text: str, variant: Variant) -> Roll:
    """A roll as people write it, of the variant's dice."""
    return read_typed("roll", typed.read_roll, text, variant.dice)


def read_rolls(texts: Sequence[str], variant: Variant) -> tuple[Roll, ...]:
    """The rolls of some texts, each with any number of them, or with a single die."""
    rolls: list[Roll] = []
    for text in [" ".join(texts)] if all(len(text) == 1 for text in texts) else texts:
        found = read(typed.read_rolls, text, variant.dice)
        listed = " ".join(map(str, found))
        if listed != text.strip():
            say(f"rolls read as {listed}")
        rolls += found
    return tuple(rolls)


def read_puzzle(text: str) -> str:
    """The name of a puzzle as people write it: a day, a number, a recipe or a literal id."""
    return read_typed("puzzle", typed.read_puzzle, text)


def read_day(text: str) -> datetime.date:
    """A day as people write it."""
    return read_typed("day", typed.read_day, text)


def read_choice(option: str, text: str, known: Sequence[str]) -> str:
    """One of the words that an option takes; UsageError, with the one that was probably meant,
    for any other."""
    if text in known:
        return text
    listed = ", ".join(known[:-1]) + f" or {known[-1]}"
    raise UsageError(f"{option}: expected {listed}, got {text!r}{meant(text, known)}")


def _level(text: str) -> str:
    from ..plan.hints.levels import LEVELS

    return read_choice("--level", text, tuple(LEVELS))


LevelText = Annotated[
    str,
    typer.Option(
        "--level",
        metavar="LEVEL",
        callback=_level,
        help="How hard to think: fast, strong or deep.",
    ),
]


def warn_of_problems(position: Position, variant: Variant) -> list[str]:
    """Why a position can't arise in play; each is said as a warning."""
    from ..consistency import problems

    found = problems(position, variant)
    for problem in found:
        warn(problem)
    return found


def expect_apart(outputs: Iterable[str | None], inputs: Iterable[str | None] = ()) -> None:
    """Wrong usage where a file to be written is one that is read, or two of them are one: through
    whatever links; and where it has no name, or is `-`, since nothing but what a command shows goes
    to stdout. A path that isn't given is None, and an input that is no file, but the name of a
    puzzle, is passed over."""
    read_from = [path for path in inputs if path and (path == "-" or os.path.exists(path))]
    written: list[str] = []
    for path in outputs:
        if path is None:
            continue
        if not path:
            raise UsageError("expected the name of a file to write, got ''")
        if path == "-":
            raise UsageError("-: expected a file to write; one of this name is ./-")
        if any(is_same_file(path, other) for other in read_from):
            raise UsageError(f"{path}: expected another file to write than is read")
        if any(is_same_file(path, other) for other in written):
            raise UsageError(f"{path}: expected two files to write, got one file twice")
        if not path.startswith("/dev/") and is_same_file(path, "/dev/stdout"):
            raise UsageError(f"{path}: expected another file to write than stdout is")
        written.append(path)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit code; `argv` is without the program's name."""
    args = sys.argv[1:] if argv is None else [*argv]
    try:
        prepare()
        with ending_signals():
            args = with_current_spellings(_with_help_option(args))
            code = _run(args)
            sys.stdout.flush()
    except UsageError as error:
        return _fail(error.faults, WRONG_USAGE)
    except typer.TyperException as error:
        return _fail(said(error, command_line(), args), WRONG_USAGE)
    except typed.MultipleFaults as error:
        return _fail(error.faults, NO)
    except NumberdropError as error:
        return _fail(str(error), NO)
    except KeyboardInterrupt as error:
        by = error if isinstance(error, Interrupted) else Interrupted(signal.SIGINT)
        return _fail(by.words, BY_SIGNAL + by.number)
    except OSError as error:
        return _fail_by_system(error)
    except (MemoryError, RecursionError) as error:
        return _fail(str(error) or "out of memory", NO)
    return code


@cache
def command_line() -> Any:
    """All commands, made from the functions once."""
    return get_command(app)


def _with_help_option(argv: list[str]) -> list[str]:
    """Return `COMMAND --help` for `help COMMAND`, and other arguments as they are."""
    return _with_help_option([*argv[1:], "--help"]) if argv[:1] == ["help"] else argv


def _run(argv: Sequence[str]) -> int:
    command = command_line()
    # The text of an empty sheet, or row, starts with a dash: with a blank before it, no option.
    bare = ("- ", "-,")
    args = [f" {arg}" if arg.startswith(bare) else _at_home(arg) for arg in with_quotes(argv)]
    try:
        if "_NUMBERDROP_COMPLETE" in os.environ:
            command.main(args, prog_name="numberdrop")
        with command.make_context("numberdrop", args) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    return DONE


def _at_home(arg: str) -> str:
    """An argument whose path begins at someone's home, as shells leave it behind `=` and in quotes:
    with the path in full."""
    option, sign, value = arg.partition("=") if arg.startswith("--") else ("", "", arg)
    return f"{option}{sign}{os.path.expanduser(value)}" if value.startswith("~") else arg


def _fail_by_system(error: OSError) -> int:
    """Whatever is written names its file, but stdout: if what was shown because a file couldn't be
    kept could not be shown either, the file is what is told of."""
    while error.filename is None and isinstance(error.__context__, OSError):
        error = error.__context__
    if isinstance(error, BrokenPipeError):
        settle(sys.stdout)
        return UNREAD
    if error.filename == "":
        return _fail("expected the name of a file, got ''", WRONG_USAGE)
    where = error.filename or ("stdout" if error.errno in _NOT_WRITTEN else None)
    what = f"{where}: {error.strerror}" if where else error.strerror or str(error)
    return _fail(what, WRONG_USAGE if isinstance(error, _NOT_TO_BE_OPENED) else NO)


def _fail(messages: str | Sequence[str], code: int) -> int:
    settle(sys.stdout)
    for message in [messages] if isinstance(messages, str) else messages:
        complain(message)
    return code


@app.callback(invoke_without_command=True)
def numberdrop(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit; with --json, all that names the program."
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
        raise UsageError("--json: expected with --version, or after the name of a command")
    if context.invoked_subcommand is None:
        print(context.get_help())
