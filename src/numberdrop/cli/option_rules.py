"""Refuse options that have no effect with, or without, other options."""

from __future__ import annotations

import typer

from .usage import UsageError


def given(context: typer.Context) -> list[str]:
    """Return the options on the command line, and the arguments by their metavars."""
    found = []
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if source is not None and source.name == "COMMANDLINE":
            is_option = param.param_type_name == "option"
            found.append(param.opts[0] if is_option else str(getattr(param, "metavar", param.name)))
    return found


def expect_only(context: typer.Context, case: str, *allowed: str) -> None:
    """Raise UsageError if any option is given that has no effect in a `case`: all but `allowed`."""
    _refuse(case, [name for name in given(context) if name not in allowed])


def expect_alone(context: typer.Context, option: str, *allowed: str) -> None:
    """Raise UsageError if `option` is given with options that are not `allowed`."""
    if option in given(context):
        expect_only(context, option, option, *allowed)


def expect_without(context: typer.Context, option: str, *excluded: str) -> None:
    """Raise UsageError if `option` is given with one of `excluded`."""
    present = given(context)
    if option in present:
        _refuse(option, [name for name in excluded if name in present])


def _refuse(case: str, useless: list[str]) -> None:
    if useless:
        verb = "has" if len(useless) == 1 else "have"
        raise UsageError(
            f"{case}: expected without {_listed(useless)}, which {verb} no effect with it"
        )


def expect_with(context: typer.Context, option: str, *needed: str) -> None:
    """Raise UsageError if `option` is given without any of `needed`."""
    present = given(context)
    if option in present and not set(needed) & set(present):
        raise UsageError(f"{option}: expected with {_listed(needed, 'or')}; alone it has no effect")


def _listed(names: list[str] | tuple[str, ...], conjunction: str = "and") -> str:
    *others, last = names
    return f"{', '.join(others)} {conjunction} {last}" if others else last
