"""A proxy that serves a server's page below a path, as JupyterHub and others do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler

from commands import TIMEOUT
from http_threads import answering

#: Headers about a connection, not about what is sent on it.
_OWN = ("connection", "content-length", "host", "transfer-encoding")


@contextmanager
def proxied(port: int, prefix: str) -> Iterator[str]:
    """Serve what the server at `port` serves below the path `prefix` of another port, and nothing
    else there. Yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            """Ask the server, and pass on its response."""
            if not self.path.startswith(f"{prefix}/"):
                self.send_error(404)
                return
            length = int(self.headers.get("content-length") or 0)
            headers = {k: v for k, v in self.headers.items() if k.lower() not in _OWN}
            headers["Host"] = self.headers["host"]
            connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            path, body = self.path[len(prefix) :], self.rfile.read(length) or None
            connection.request(self.command, path, body, headers)
            response = connection.getresponse()
            data = response.read()
            connection.close()
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() not in _OWN:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_HEAD = do_POST = do_DELETE = forward  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with answering(Handler) as address:
        yield f"{address}{prefix}"
