"""The help of the program, its groups and its commands: what it lists, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from ..plurals import format_number

#: The commands under the headings of the program's help: what players look for comes first.
SECTIONS: Final = {
    "Play": ("play", "serve", "daily", "drop", "scores", "sheet"),
    "Study a position or a game": ("hint", "max", "show", "replay", "review"),
    "Make puzzles": ("puzzles",),
    "Measure and train": ("lab",),
    "Play another game": ("omba",),
}
#: The order of the commands of a group, by its name; other commands come in that of their file.
ORDER: Final = {
    "lab": ("selfplay", "match", "study", "train", "perft"),
    "omba": (
        *("play", "serve", "show", "value", "best", "replay", "review"),
        *("puzzles", "match", "solve", "certify"),
    ),
}
EXIT_CODES: Final = {
    "0": "done",
    "1": "no: the input breaks a rule or can't be used, or the work failed",
    "2": "wrong usage",
    "130": "interrupted by Ctrl-C",
}

#: Ranges that end above this are no help to a reader.
_LARGEST_SHOWN = 10_000
#: Ranges that begin between 0 and this are shown by their end alone.
_SMALLEST_SHOWN = 0.001


class Command(TyperCommand):
    """A command whose help shows no types, and only those ranges that help a reader."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_parameters(self.get_params(ctx), formatter)


class Group(TyperGroup):
    """Commands in the order of their help. Without a command it shows that help."""

    def list_commands(self, ctx: Any) -> list[str]:
        names = [name for name, command in self.commands.items() if not command.hidden]
        order = ORDER.get(self.name or "", ())
        return sorted(names, key=lambda name: order.index(name) if name in order else len(order))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write_parameters(self.get_params(ctx), formatter)
        self.format_commands(ctx, formatter)

    def sections(self) -> dict[str, tuple[str, ...]]:
        """Return the names of the commands by heading."""
        return {"Commands": tuple(self.list_commands(None))}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(len(name) for names in self.sections().values() for name in names)
        for heading, names in self.sections().items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), self.summary(name)) for name in names])

    def summary(self, name: str) -> str:
        """Return the first sentence of a command's help, without its full stop."""
        return self.commands[name].get_short_help_str(1000).removesuffix(".")


class Program(Group):
    """The program: its commands in sections, and its exit codes."""

    def sections(self) -> dict[str, tuple[str, ...]]:
        return SECTIONS

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([*EXIT_CODES.items()])
        formatter.write_paragraph()
        formatter.write_text("'numberdrop help COMMAND' shows the help of a command.")


class App(typer.Typer):
    """A Typer app, or a group of one, whose commands are of the class Command."""

    def __init__(self, cls: type[Group] = Group, **settings: Any) -> None:
        super().__init__(cls=cls, rich_markup_mode=None, pretty_exceptions_enable=False, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=Command, **settings)


def _write_parameters(parameters: list[Any], formatter: Any) -> None:
    for kind, heading in (("argument", "Arguments"), ("option", "Options")):
        rows = [
            (_name(each), "  ".join(filter(None, (each.help, _notes(each)))))
            for each in parameters
            if each.param_type_name == kind and not each.hidden
        ]
        if rows:
            with formatter.section(heading):
                formatter.write_dl(rows)


def _name(parameter: Any) -> str:
    """Return an argument's metavar, or an option's spellings with its metavar."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar)
    spellings = ", ".join(sorted(parameter.opts, key=len))
    if parameter.secondary_opts:
        spellings += f" / {', '.join(parameter.secondary_opts)}"
    return spellings if parameter.is_flag else f"{spellings} {parameter.metavar}"


def _notes(parameter: Any) -> str:
    notes = "; ".join(
        filter(None, (_default(parameter), _range(parameter), "required" * parameter.required))
    )
    return f"[{notes}]" if notes else ""


def _default(parameter: Any) -> str:
    if isinstance(parameter.show_default, str):
        return f"default: {parameter.show_default}"
    value = parameter.default
    if value is None or not parameter.show_default:
        return ""
    if getattr(parameter, "is_flag", False):
        if not parameter.secondary_opts:
            return ""
        value = (parameter.opts if value else parameter.secondary_opts)[0].removeprefix("--")
    return f"default: {format_number(value) if isinstance(value, float) else value}"


def _range(parameter: Any) -> str:
    least, most = parameter.min, parameter.max
    if least is None or most is None or most > _LARGEST_SHOWN:
        return ""
    if 0 < least < _SMALLEST_SHOWN:
        return f"up to {format_number(most)}"
    return f"{format_number(least)} to {format_number(most)}"
