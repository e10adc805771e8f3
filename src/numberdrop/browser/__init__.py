"""The program inside a page: a Web Worker runs Python, and no server is needed.

`App` answers the page's requests, with the same ASGI applications that a server runs. The folder
page/ has the scripts around it; `python tests/tools browser` makes the whole folder that a web
server can serve.
"""

from __future__ import annotations

from .app import App

__all__ = ["App"]
