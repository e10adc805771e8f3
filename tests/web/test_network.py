"""A table on a network: in a network namespace of its own, whose only machine has an address that
others could reach."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import ENVIRON, TIMEOUT

ADDRESS = "10.61.0.1"
#: Serves a table in the namespace, and asks it through loopback and through the network.
SCRIPT = f"""
import json, os, re, signal, subprocess, sys, urllib.error, urllib.request

for words in (
    "link set lo up",
    "link add phones0 type veth peer name phones1",
    "address add {ADDRESS}/24 dev phones0",
    "link set phones0 up",
):
    subprocess.run(["ip", *words.split(" ")], check=True)
serve = subprocess.Popen(
    [sys.executable, "-m", "numberdrop", "serve", "--no-open", "--port", "0", "--json",
     *sys.argv[1:]],
    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
)
said = ""
while not said.endswith("}}\\n") or said.count("{{") != said.count("}}"):
    line = serve.stdout.readline()
    assert line, serve.stderr.read()
    said += line
told = json.loads(said)
port = re.search(r":(\\d+)/", told["address"])[1]

class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None

opener = urllib.request.build_opener(Stay)

def ask(host, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {{"content-type": "application/json"}}
    request = urllib.request.Request(f"http://{{host}}:{{port}}{{path}}", data, headers)
    try:
        with opener.open(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except urllib.error.URLError:
        return "refused"

code = told.get("table", {{}}).get("code", "222222")
paths = ["/", "/index.html", f"/{{code}}", "/api/v1", "/api/v1/games", "/api/v1/backup",
         "/api/v1/tables", f"/api/v1/tables/{{code}}", "/api/v1/tables/333333"]
found = {{path.replace(code, "CODE"): [ask(host, path) for host in ("127.0.0.1", "{ADDRESS}")]
         for path in paths}}
found["join"] = ask("{ADDRESS}", f"/api/v1/tables/{{code}}/chairs", {{"name": "ANA"}})
serve.send_signal(signal.SIGINT)
serve.wait()
print(json.dumps({{"told": told, "found": found}}))
"""


def served_in_a_namespace(folder: Path, *options: str) -> Any:
    """Return what `serve` prints in the namespace, and the statuses of its responses: through
    loopback and through the network. Skips the test where no namespace can be made."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("this machine makes no network namespaces")
    isolated = ["unshare", "--map-root-user", "--net"]
    if subprocess.run([*isolated, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this user makes no network namespaces")
    done = subprocess.run(
        [*isolated, sys.executable, "-c", SCRIPT, *options],
        env={**ENVIRON, "NUMBERDROP_DATA": str(folder)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_network_reaches_the_table_alone(tmp_path: Path) -> None:
    done = served_in_a_namespace(tmp_path, "--table")
    [link] = done["told"]["table"]["links"]
    assert link.startswith(f"http://{ADDRESS}:")
    assert link.endswith(done["told"]["table"]["code"])
    assert done["found"] == {
        "/": [200, 303],
        "/index.html": [200, 200],
        "/CODE": [303, 303],
        "/api/v1": [200, 403],
        "/api/v1/games": [200, 403],
        "/api/v1/backup": [200, 403],
        "/api/v1/tables": [200, 403],
        "/api/v1/tables/CODE": [200, 200],
        "/api/v1/tables/333333": [404, 404],
        "join": 200,
    }


def test_without_options_nothing_listens_to_the_network(tmp_path: Path) -> None:
    done = served_in_a_namespace(tmp_path)
    assert "table" not in done["told"]
    assert done["found"]["/api/v1"] == [200, "refused"]
    assert done["found"]["join"] == "refused"


def test_host_opens_every_game(tmp_path: Path) -> None:
    done = served_in_a_namespace(tmp_path, "--host", "0.0.0.0")
    assert done["found"]["/api/v1/games"] == [200, 200]
