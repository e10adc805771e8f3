"""The command that serves the page."""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, PROGRAM, TIMEOUT, Run
from numberdrop.server import address
from numberdrop.server.address import (
    is_loopback,
    listen,
    machine_addresses,
    url_of,
    urls_for_others,
)
from numberdrop.server.guard import Hosts
from numberdrop.server.qr import BORDER, qr_rows, qr_text
from numberdrop.server.server import allowed_hosts
from serving import Client


def begun(data: Path, *more: str) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """Start `serve` with its data in a folder, and return it with the document that it prints."""
    serve = subprocess.Popen(
        [*PROGRAM, "serve", "--no-open", "--port", "0", "--json", *more],
        env={**ENVIRON, "NUMBERDROP_DATA": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert serve.stdout
    shown = ""
    while not shown.endswith("\n}\n"):
        line = serve.stdout.readline()
        assert line, "it ended"
        shown += line
    return serve, json.loads(shown)


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
    serve, shown = begun(tmp_path, *more)
    address = shown["address"]
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


@pytest.mark.parametrize("host", ["[::1]", "::1"])
def test_ipv6_address_is_taken_with_and_without_brackets(host: str) -> None:
    try:
        listener = listen(host, 0)
    except nd.NumberdropError:
        pytest.skip("this machine has no IPv6")
    with listener:
        assert is_loopback(listener)
        assert url_of(listener).startswith("http://[::1]:")
        assert "[::1]" in allowed_hosts(listener, host)


def test_loopback_is_reached_by_no_other_machine() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert urls_for_others(listener) == []


def test_addresses_for_others_leave_loopback_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own ones, once each, those of the link alone last."""
    found = ["127.0.0.1", "169.254.1.1", "192.168.1.5", "10.0.0.2", "192.168.1.5", "0.0.0.0"]
    monkeypatch.setattr(address, "_route_address", lambda: ["10.0.0.2"])
    monkeypatch.setattr(address, "_interface_addresses", lambda: found)
    assert machine_addresses() == ["10.0.0.2", "192.168.1.5", "169.254.1.1"]
    with listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        assert urls_for_others(listener)[0] == f"http://10.0.0.2:{port}/"


@contextmanager
def serving_table(folder: Path, *more: str) -> Iterator[dict[str, Any]]:
    """Run `serve --table` on loopback, and yield the document that it prints."""
    serve, shown = begun(folder, "--table", *more)
    try:
        yield shown
    finally:
        serve.send_signal(signal.SIGINT)
        _, err = serve.communicate(timeout=TIMEOUT)
        assert serve.returncode == 0, err


def test_table_is_opened_and_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with serving_table(tmp_path, "--host", "127.0.0.1") as said:
        table = said["table"]
        port = int(said["address"].rpartition(":")[2].strip("/"))
        [listed] = Client(port).get("tables")["tables"]
        assert table["host"].endswith(f"/#/table/{listed['code']}/{listed['token']}")
        assert table["links"] == []
    with serving_table(tmp_path, "--host", "127.0.0.1") as said:
        assert said["table"]["code"] == table["code"]


def test_code_of_a_link_is_drawn_in_the_terminal() -> None:
    rows = ["1010", "0110", "1111", "0001"]
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in qr_text(rows).split("\n")]
    dark = {" ": "11", "\u2588": "00", "\u2580": "01", "\u2584": "10"}
    drawn = [[dark[char] for char in line] for line in lines]
    modules = ["".join(pair[at] for pair in line) for line in drawn for at in (0, 1)]
    assert [row[BORDER:-BORDER] for row in modules[BORDER:-BORDER]] == rows
    assert set(modules[:BORDER]) == {"0" * (4 + 2 * BORDER)}


def test_code_needs_no_library_to_be_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr_rows("http://192.168.1.5:7823/C7KQ2M") is None


def test_code_of_a_link_is_square() -> None:
    pytest.importorskip("segno")
    rows = qr_rows("http://192.168.1.5:7823/C7KQ2M")
    assert rows
    assert {len(row) for row in rows} == {len(rows)}
    assert {*"".join(rows)} == {"0", "1"}
