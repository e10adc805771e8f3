"""The command line: thin commands over the library."""

from .app import app, main

__all__ = ["app", "main"]
