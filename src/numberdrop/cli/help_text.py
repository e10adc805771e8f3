"""Commands as Typer builds them here: what their help shows, and how they convert values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand

from ..plurals import format_number

#: Ranges that end above this are no help to a reader.
_LARGEST_SHOWN = 10_000
#: Ranges that begin between 0 and this are shown by their end alone.
_SMALLEST_SHOWN = 0.001


def converting(parameters: list[Any]) -> list[Any]:
    """Return the parameters, which from now on convert their values themselves.

    Typer does that with pydantic, which takes longer to load than most commands need in all.
    """
    for each in parameters:
        if not isinstance(each.process_value, partial):
            each.process_value = partial(_process, each)
    return parameters


class Command(TyperCommand):
    """A command whose help shows no types, and only those ranges that help a reader."""

    def get_params(self, ctx: Any) -> list[Any]:
        return converting(super().get_params(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write_parameters(self.get_params(ctx), formatter)


class App(typer.Typer):
    """A Typer app whose commands are of the class Command."""

    def __init__(self, **settings: Any) -> None:
        settings = {"add_completion": False, **settings}
        super().__init__(rich_markup_mode=None, pretty_exceptions_enable=False, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        return super().command(name, cls=Command, **settings)


class MissingParameter(typer.BadParameter):
    """A required argument or option was not given."""


def _process(parameter: Any, context: Any, value: Any) -> Any:
    """Convert the value of a parameter, and call its callback.

    Raises MissingParameter if a required value is missing, and typer.BadParameter for a text that
    is not a number in the parameter's range.
    """
    is_list = parameter.multiple or parameter.nargs == -1
    if parameter.required and value in (None, (), []):
        raise MissingParameter("", context, parameter)
    try:
        if is_list:
            value = tuple(_number_or_text(parameter, each) for each in value or ())
        elif isinstance(value, str):
            value = _number_or_text(parameter, value)
    except ValueError as error:
        raise typer.BadParameter(str(error), context, parameter) from None
    return parameter.callback(context, parameter, value) if parameter.callback else value


def _number_or_text(parameter: Any, text: str) -> int | float | str:
    kind = parameter.type_descriptor.annotation
    if kind not in (int, float):
        return text
    number: float = kind(text.encode("ascii"))  # raises for digits of other scripts
    least, most = parameter.min, parameter.max
    if not (least is None or least <= number) or not (most is None or number <= most):
        raise ValueError(f"{text} is out of range")
    return number


def write_parameters(parameters: list[Any], formatter: Any) -> None:
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
