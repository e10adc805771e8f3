"""The group of the commands that measure and train players: lab."""

from __future__ import annotations

from .app import app
from .help_text import App

group = App(help="Measure and train players, and study many deals.")
app.add_typer(group, name="lab")
