"""Options that mean nothing beside others, or without them: they are refused, never passed over."""

from __future__ import annotations

import typer

from .usage import UsageError


def given(context: typer.Context) -> list[str]:
    """The options that stand on the command line, and the arguments, by their metavariables."""
    found = []
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if source is not None and source.name == "COMMANDLINE":
            is_option = param.param_type_name == "option"
            found.append(param.opts[0] if is_option else str(getattr(param, "metavar", param.name)))
    return found


def expect_only(context: typer.Context, what: str, *useful: str) -> None:
    """UsageError if anything stands there but these, which alone mean something to `what`."""
    _refuse(what, [name for name in given(context) if name not in useful])


def expect_alone(context: typer.Context, option: str, *others: str) -> None:
    """UsageError if an option stands beside anything but these others."""
    if option in given(context):
        expect_only(context, option, option, *others)


def expect_without(context: typer.Context, option: str, *useless: str) -> None:
    """UsageError if an option stands beside one of those that mean nothing then."""
    there = given(context)
    if option in there:
        _refuse(option, [name for name in useless if name in there])


def _refuse(what: str, useless: list[str]) -> None:
    if useless:
        verb = "means" if len(useless) == 1 else "mean"
        raise UsageError(
            f"{what}: expected without {_listed(useless)}, which {verb} nothing beside it"
        )


def expect_with(context: typer.Context, option: str, *needed: str) -> None:
    """UsageError if an option stands there with none of those that give it a meaning."""
    there = given(context)
    if option in there and not set(needed) & set(there):
        raise UsageError(
            f"{option}: expected with {_listed(needed, 'or')}, without which it means nothing"
        )


def _listed(names: list[str] | tuple[str, ...], last: str = "and") -> str:
    *others, final = names
    return f"{', '.join(others)} {last} {final}" if others else final
