"""The order in which the help lists the commands: what players look for comes first."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperGroup

#: The commands under the words that head them.
SECTIONS: Final = {
    "To play": ("play", "serve", "daily", "drop", "scores", "sheet"),
    "To play better": ("hint", "max", "show", "replay", "review"),
    "To make and measure": ("puzzles", "selfplay", "match", "study", "train", "perft"),
    "To play another game": ("omba",),
}
ORDER: Final = [name for names in SECTIONS.values() for name in names]


class InOrder(TyperGroup):
    """All commands, in the order of the sections."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in order; those of no section stand last."""
        names = super().list_commands(ctx)
        return sorted(names, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes a section after the other, each command with the first sentence of its help."""
        width = max(map(len, ORDER))
        for head, names in SECTIONS.items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                assert command is not None
                said = command.get_short_help_str(formatter.width - width - 6)
                rows.append((name.ljust(width), said))
            with formatter.section(head):
                formatter.write_dl(rows)
