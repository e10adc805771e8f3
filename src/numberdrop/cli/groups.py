"""The program and its groups of commands. A command is imported and built when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from typer.core import TyperGroup
from typer.main import get_command

from .commands import LISTS, Listed
from .help_text import converting, write_parameters

EXIT_CODES: Final = {
    "0": "done",
    "1": "no: the input breaks a rule or can't be used, or the work failed",
    "2": "wrong usage",
    "130": "interrupted by Ctrl-C",
}


class Commands(Mapping[str, Any]):
    """The commands of a group by name, hidden ones too. Each is built on first access."""

    def __init__(self, group: str) -> None:
        self._listed = {
            name: listed for section in LISTS[group].values() for name, listed in section.items()
        }
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = _build(name, self._listed[name])
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


def _build(name: str, listed: Listed) -> Any:
    """Return a command or a group."""
    if not listed.module:
        return Group(name, help=f"{listed.summary}.", rich_markup_mode=None)
    module = import_module(f".{listed.module}", __package__)
    built = get_command(module.app)
    # An app with one command is built into that command, one with several into a group.
    return getattr(built, "commands", {name: built})[name]


class Group(TyperGroup):
    """The commands of LISTS under `name`. Without a command it shows its help."""

    def __init__(self, name: str = "", **settings: Any) -> None:
        super().__init__(name=name, **{**settings, "commands": None})
        self.commands = Commands(name)  # type: ignore[assignment]

    def get_params(self, ctx: Any) -> list[Any]:
        return converting(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for section in self._sections() for name, _ in section[1]]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_parameters(self.get_params(ctx), formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, self.list_commands(ctx)))
        for heading, rows in self._sections():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in rows])

    def _sections(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return each heading with the names and summaries of its commands."""
        return [
            (heading, [(name, each.summary) for name, each in section.items() if each.summary])
            for heading, section in LISTS[self.name or ""].items()
        ]


class Program(Group):
    """The program: its commands in sections, and its exit codes."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Exit codes"):
            formatter.write_dl([*EXIT_CODES.items()])
        formatter.write_paragraph()
        formatter.write_text("'numberdrop help COMMAND' shows the help of a command.")
