"""The command that serves the page."""

import json
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from commands import ENVIRON, PROGRAM, TIMEOUT, Run
from numberdrop.server.address import is_loopback, listen, url_of
from numberdrop.server.guard import Hosts
from numberdrop.server.server import allowed_hosts


@pytest.mark.parametrize(
    ("number", "more", "warned"),
    [
        (signal.SIGINT, [], ""),
        (
            signal.SIGTERM,
            ["--host", "0.0.0.0"],
            "warning: everyone who can connect to 0.0.0.0 can ",
        ),
    ],
)
def test_server_prints_its_address_and_ends_on_request(
    number: int, more: list[str], warned: str, tmp_path: Path
) -> None:
    """Also while somebody is connected and a search runs."""
    serve = subprocess.Popen(
        [*PROGRAM, "serve", "--no-open", "--port", "0", "--json", *more],
        env={**ENVIRON, "NUMBERDROP_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert serve.stdout
    told = ""
    while not told.endswith("}\n"):
        line = serve.stdout.readline()
        assert line, "it ended"
        told += line
    address = json.loads(told)["address"]
    asked = b'{"position": "1...... -:-:- I0,O0,T0,L0,S0 1", "roll": "1463O"}'
    port = int(address.rpartition(":")[2].strip("/"))
    with socket.create_connection(("127.0.0.1", port)) as reading:
        head = f"Host: localhost\r\nContent-Length: {len(asked)}\r\nContent-Type: application/json"
        reading.sendall(f"POST /api/v1/hints HTTP/1.1\r\n{head}\r\n\r\n".encode() + asked)
        assert reading.recv(9) == b"HTTP/1.1 "  # the first of three hints is found
        serve.send_signal(number)
        out, err = serve.communicate(timeout=TIMEOUT)
    assert (serve.returncode, out) == (0, "")
    assert err.startswith(warned)
    assert err.count("\n") == bool(warned)


def test_port_in_use_is_reported_in_one_line(run: Run) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--no-open", "--port", str(port))
    assert (done.code, done.out) == (1, "")
    assert done.err == f"numberdrop: 127.0.0.1, port {port}: Address already in use\n"


def test_empty_address_is_refused(run: Run) -> None:
    for command in (["serve"], ["omba", "serve"]):
        done = run.fails(*command, "--no-open", "--host", "", "--port", "0")
        assert (done.code, done.err) == (2, "numberdrop: --host: expected an address, got ''\n")


def test_address_of_another_machine_is_refused_in_one_line(run: Run) -> None:
    done = run("serve", "--no-open", "--host", "192.0.2.1", "--port", "0")
    assert done.code == 1
    assert done.err.startswith("numberdrop: 192.0.2.1, port 0: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("name", ["uvicorn", "starlette"])
def test_missing_extra_is_reported_in_one_line(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "numberdrop.cli.serve_page.find_spec", lambda needed: None if needed == name else needed
    )
    done = run("serve", "--no-open")
    assert done.code == 1
    assert done.err == (
        f"numberdrop: serve: expected {name} to be installed: pip install 'numberdrop[web]'\n"
    )


def test_it_is_called_by_its_own_names_alone() -> None:
    with listen("127.0.0.1", 0) as found:
        assert is_loopback(found)
        assert url_of(found).startswith("http://127.0.0.1:")
        hosts = allowed_hosts(found, "127.0.0.1")
        assert hosts == Hosts()
        assert "localhost" in hosts
        assert "192.168.1.5" not in hosts
    with listen("127.0.0.2", 0) as found:
        assert url_of(found).startswith("http://127.0.0.2:")
        hosts = allowed_hosts(found, "Own.example")
        assert "127.0.0.2" in hosts
        assert "own.example" in hosts
        assert "127.0.0.3" not in hosts
    with listen("0.0.0.0", 0) as found:
        assert not is_loopback(found)
        assert url_of(found).startswith("http://127.0.0.1:")
        hosts = allowed_hosts(found, "Play.example")
        for name in ("localhost", "play.example", "192.168.1.5", "[fe80::1]"):
            assert name in hosts
        assert "evil.example" not in hosts
