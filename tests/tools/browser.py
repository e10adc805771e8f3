"""Make the folder of the page that needs no server: `python tests/tools browser --out DIR`.

Any web server can serve the folder, from any path. It has the page of `numberdrop serve` and that
of Omba, and a Python for browsers with the whole program in it. It needs Python 3.11, Debian's
emscripten and python3-dev, npm, the extra `web`, packaging, and the tools of the build.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import hashlib
import html
import io
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

try:
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name
except ImportError:
    sys.exit("browser: expected packaging: run pip install packaging")

import emscripten
from emscripten import CannotBuild
from numberdrop.server.first_view import STYLES, first_page, style_names, styles
from numberdrop.version import SIGNATURE, VERSION
from places import ROOT
from sourceless import archive, bytecode

PACKAGE = ROOT / "src" / "numberdrop"
HERE = PACKAGE / "browser" / "page"
#: What the page never uses: other interfaces, research, and what lies beside the package here.
LEFT_OUT = (
    *("cli", "tui", "omba/tui", "textual_app.py", "__main__.py"),
    *("gym", "pettingzoo", "openspiel", "jobs", "study"),
    *("view/paper/typefaces", "web/page", "omba/web/page", "server/page", "browser/page"),
    *("multiplayer/training.py", "plan/hints/training.py", "plan/hints/coarse.py"),
    *("plan/maxima", "plan/bounds"),
    *("tables", "web/tables", "server/qr.py", "server/slowdown.py"),
)
#: The folder of a page's scripts for tables of several devices, which need a server.
TABLES = "table/"
#: The kinds of data files in the package.
DATA = (".json", ".jsonl")
#: The tables of the learned values, which a page fetches with its first hint.
WEIGHTS = ("plan/value.npz", "plan/outlook.npz", "multiplayer/value.npz")
WEIGHTS_SUFFIX = ".npz"
#: What the program imports: these distributions, and all that they require.
LIBRARIES = ("starlette", "platformdirs")
#: Parts of the libraries, and of Python's own, that the program never imports.
UNUSED = (
    *("anyio/_backends", "anyio/pytest_plugin.py", "idna", "starlette/testclient.py"),
    *("starlette/staticfiles.py", "starlette/templating.py", "platformdirs/windows.py"),
    *("_aix_support.py", "_osx_support.py", "aifc.py", "antigravity.py", "bdb.py", "cProfile.py"),
    *("cgi.py", "cgitb.py", "chunk.py", "cmd.py", "code.py", "ctypes", "doctest.py", "ftplib.py"),
    *("imaplib.py", "mailbox.py", "mailcap.py", "modulefinder.py", "multiprocessing", "netrc.py"),
    *("nntplib.py", "optparse.py", "pdb.py", "pickletools.py", "pipes.py", "plistlib.py"),
    *("poplib.py", "profile.py", "pstats.py", "pyclbr.py", "pydoc.py", "smtpd.py", "smtplib.py"),
    *("sndhdr.py", "socketserver.py", "sunau.py", "symtable.py", "tabnanny.py", "telnetlib.py"),
    *("this.py", "timeit.py", "tomllib", "trace.py", "tracemalloc.py", "turtle.py", "unittest"),
    *("uu.py", "venv", "wave.py", "webbrowser.py", "wsgiref", "xdrlib.py", "xml", "xmlrpc"),
    *("zipapp.py", "http/server.py", "http/cookiejar.py", "urllib/request.py", "__phello__"),
    *("pyodide/console.py", "_pyio.py", "argparse.py", "configparser.py", "tarfile.py"),
    *("logging/config.py", "logging/handlers.py", "concurrent/futures/process.py"),
    *("asyncio/windows_events.py", "asyncio/windows_utils.py", "asyncio/proactor_events.py"),
)
#: The encodings of texts that it may meet.
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig")
#: A module that Pyodide lacks, and that AnyIO imports for names in type hints.
SSL = "class SSLContext: ...\nclass SSLObject: ...\nclass MemoryBIO: ...\n"
#: The environment in which it runs, for the markers of requirements.
ENVIRONMENT = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
#: The page about the versions of all parts.
MADE_OF = "made-of.html"
#: The service worker, which the whole folder shares.
OFFLINE = "offline.js"
#: The licences of what isn't a distribution of Python.
PYODIDE_LICENCE, PYTHON_LICENCE = "MPL-2.0", "PSF-2.0"
#: Files that are compressed already.
PACKED = (".zip", WEIGHTS_SUFFIX, ".png", ".gz", ".br")
#: What the policy of `numberdrop serve` allows, and WebAssembly; frame-ancestors works in headers
#: alone.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)

Files = dict[str, bytes]


def modules(folder: Path, prefix: str, left_out: tuple[str, ...] = ()) -> Files:
    """Return the compiled modules and the data files below a folder, by their path."""
    found: Files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if is_in(name, left_out):
            continue
        if path.suffix == ".py":
            found[f"{prefix}{name}c"] = bytecode(path.read_bytes(), f"{prefix}{name}")
        elif path.suffix in DATA:
            found[f"{prefix}{name}"] = path.read_bytes()
    return found


def is_in(name: str, parts: Iterable[str]) -> bool:
    """Return whether a path is one of these, or lies in one."""
    return any(name == one or name.startswith(f"{one}/") for one in parts)


def is_other_encoding(name: str) -> bool:
    folder, _, module = name.removesuffix(".py").rpartition("/")
    return folder == "encodings" and module not in ENCODINGS


def standard_library(archived: bytes) -> bytes:
    """Return Python's standard library compiled, without what the program never imports."""
    with zipfile.ZipFile(io.BytesIO(archived)) as opened:
        files = {
            f"{name}c": bytecode(opened.read(name), name)
            for name in opened.namelist()
            if name.endswith(".py") and not is_in(name, UNUSED) and not is_other_encoding(name)
        }
    return archive(files)


def program() -> Files:
    """Return the files of the package for a browser."""
    found = modules(PACKAGE, "numberdrop/", LEFT_OUT)
    found |= emscripten.compiled_extensions()
    for path in sorted((ROOT / "puzzles").glob("*.jsonl")):
        found[f"numberdrop/puzzles/shipped/{path.name}"] = path.read_bytes()
    return found


def libraries() -> dict[str, Distribution]:
    """Return LIBRARIES and all that they require, by name. Raises CannotBuild if one is missing."""
    found: dict[str, Distribution] = {}
    wanted = [*LIBRARIES]
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except ImportError:
            raise CannotBuild(f"expected {name}: run pip install '.[web]'") from None
        for text in found[name].requires or ():
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate(ENVIRONMENT):
                wanted.append(requirement.name)
    return dict(sorted(found.items()))


def library_files() -> Files:
    """Return the compiled modules of the libraries. Raises CannotBuild if some are in C."""
    files = {"ssl.pyc": bytecode(SSL.encode(), "ssl.py")}
    for found in libraries().values():
        for entry in found.files or ():
            if entry.suffix in (".so", ".pyd"):
                raise CannotBuild(f"{found.name}: expected plain Python, got {entry}")
            name = entry.as_posix()
            if entry.suffix == ".py" and ".." not in entry.parts and not is_in(name, UNUSED):
                source = Path(str(entry.locate())).read_bytes()
                files[f"{name}c"] = bytecode(source, name)
    return files


def page(folder: Path, root: str, app: str) -> Files:
    """Return the files of a page; `root` leads from it to the root of all."""
    found = {
        path.relative_to(shared).as_posix(): path.read_bytes()
        for shared in (PACKAGE / "server" / "page", folder)
        for path in sorted(shared.rglob("*"))
        if path.is_file() and not path.relative_to(shared).as_posix().startswith(TABLES)
    }
    for path in (PACKAGE / "locales").glob("*.json"):
        found[f"words/{path.name}"] = path.read_bytes()
    for path in (*HERE.glob("*.css"), *HERE.glob("*.js")):
        if path.name != OFFLINE:
            found[path.name] = path.read_bytes()
    found["place.js"] = (
        "// Where this page is. Made by `python tests/tools browser`.\n\n"
        f'export const APP = "{app}";\n'
        f'export const ROOT = new URL("{root}", import.meta.url);\n'
    ).encode()
    source = found["index.html"].decode()
    found[STYLES] = styles(source, found.__getitem__)
    found["index.html"] = index(found, root).encode()
    for name in style_names(source):
        del found[name]
    return found


def index(files: Files, root: str) -> str:
    """Return a page's index.html with what a page without a server has besides."""
    page = first_page(files["index.html"].decode(), files.__getitem__)
    head = (
        f'<meta http-equiv="content-security-policy" content="{POLICY}">',
        f'<link rel="manifest" href="{root}manifest.webmanifest">',
        '<link rel="stylesheet" href="preparing.css">',
        '<script type="module" src="here.js"></script>',
    )
    anchor = '    <script type="module" src="main.js"></script>\n'
    if anchor not in page:
        raise CannotBuild(f"index.html: expected the line {anchor.strip()}")
    added = "".join(f"    {line}\n" for line in head)
    return page.replace(anchor, added + anchor)


def python_files() -> Files:
    """Return the files of the folder python/: the interpreter, the program, and the workers."""
    source = emscripten.pyodide()
    found = {
        name: (source / original).read_bytes() for name, original in emscripten.INTERPRETER.items()
    }
    found["python_stdlib.zip"] = standard_library(found["python_stdlib.zip"])
    found |= {path.name: path.read_bytes() for path in sorted((HERE / "python").glob("*.js"))}
    packages = {
        "numberdrop": archive(program()),
        "libraries": archive(library_files()),
    }
    names, weights = [], {}
    for name, content in packages.items():
        names.append(f"{name}-{digest(content)}.zip")
        found[names[-1]] = content
    for name in WEIGHTS:
        content = (PACKAGE / name).read_bytes()
        weights[name] = f"{name.partition('/')[0]}-{digest(content)}{WEIGHTS_SUFFIX}"
        found[weights[name]] = content
    contents = {"PACKAGES": names, "WEIGHTS": weights}
    lines = [f"export const {key} = {json.dumps(value)};" for key, value in contents.items()]
    head = "// What is loaded at the start, and later. Made by `python tests/tools browser`.\n\n"
    found["contents.js"] = (head + "\n".join(lines) + "\n").encode()
    return found


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def early_answers(folder: Path) -> dict[str, Any]:
    """Return the answers that a page has before Python runs: of the program, and of each puzzle in
    the archive. They are those of the program itself, asked in Node.js."""
    script = ROOT / "tests" / "support" / "early.mjs"
    said = emscripten.run("node", str(script), str(folder / "python"))
    answers: dict[str, Any] = json.loads(said.splitlines()[-1])
    return answers


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, and a compressed copy beside each that gets smaller."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if path.suffix in PACKED:
            continue
        for suffix, packed in compressed(content):
            if len(packed) < 0.95 * len(content):
                path.with_name(path.name + suffix).write_bytes(packed)


def compressed(content: bytes) -> Iterator[tuple[str, bytes]]:
    yield ".gz", gzip.compress(content, 9, mtime=0)
    with contextlib.suppress(ImportError):
        import brotli  # type: ignore[import-not-found, import-untyped, unused-ignore]

        yield ".br", brotli.compress(content)


def made_of() -> list[tuple[str, str, str]]:
    """Return the name, the version and the licence of each part."""
    found = [
        ("numberdrop", f"{VERSION}, planner {SIGNATURE}", "MIT"),
        (
            "Python, as WebAssembly by Pyodide",
            ".".join(map(str, emscripten.PYTHON)),
            PYTHON_LICENCE,
        ),
        ("Pyodide", emscripten.PYODIDE, PYODIDE_LICENCE),
    ]
    for name, one in libraries().items():
        metadata = one.metadata.json
        licence = str(metadata.get("license_expression") or metadata.get("license") or "")
        found.append((name, one.version, licence))
    return found


def made_of_page() -> str:
    """Return the page that says what the folder is made of."""
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n"
        for row in made_of()
    )
    return f"""<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="content-security-policy" content="{POLICY}">
    <title>What numberdrop is made of</title>
    <link rel="icon" href="icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="base.css">
  </head>
  <body>
    <main>
      <h1>What this page is made of</h1>
      <table>
        <tr><th scope="col">part</th><th scope="col">version</th><th scope="col">licence</th></tr>
        {rows}
      </table>
      <p>Everything runs in this browser, and nothing is sent anywhere. numberdrop is not
      affiliated with the authors or publishers of Number Drop.</p>
      <p><a href="./">Back</a></p>
    </main>
  </body>
</html>
"""


def build(out: Path) -> None:
    """Make the folder. Raises CannotBuild, with one line, if something is missing."""
    emscripten.expect_python()
    emscripten.expect_build_tools()
    write(out, {f"python/{name}": content for name, content in python_files().items()})
    files = page(PACKAGE / "web" / "page", "./", "")
    files |= {
        f"omba/{name}": content
        for name, content in page(PACKAGE / "omba" / "web" / "page", "../", "/omba").items()
    }
    files |= {
        path.relative_to(HERE).as_posix(): path.read_bytes()
        for path in sorted(HERE.glob("*"))
        if path.is_file() and path.name not in files
    }
    files["early.json"] = json.dumps(early_answers(out), ensure_ascii=False).encode()
    files[MADE_OF] = made_of_page().encode()
    write(out, files)
    found = [
        path.relative_to(out).as_posix()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.suffix not in (".gz", ".br") and path.name != OFFLINE
    ]
    worker = (HERE / OFFLINE).read_text("utf-8")
    whole = hashlib.sha256(worker.encode())
    for name in found:
        whole.update(name.encode() + (out / name).read_bytes())
    listed = [name for name in found if not name.endswith(WEIGHTS_SUFFIX)]
    later = [name for name in found if name.endswith(WEIGHTS_SUFFIX)]
    head = f"const VERSION = {json.dumps(whole.hexdigest()[:16])};\n"
    head += f"const LISTED = {json.dumps(listed)};\n"
    head += f"const LATER = {json.dumps(later)};\n\n"
    write(out, {OFFLINE: (head + worker).encode()})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/tools browser", description=__doc__)
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to make")
    out = Path(parser.parse_args().out)
    if out.exists() and any(out.iterdir()) and not (out / MADE_OF).is_file():
        sys.exit(f"browser: {out}: expected an empty folder, or one that this has made")
    draft = out.with_name(f"{out.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        build(draft)
    except CannotBuild as error:
        shutil.rmtree(draft, ignore_errors=True)
        sys.exit(f"browser: {error}")
    shutil.rmtree(out, ignore_errors=True)
    os.replace(draft, out)
    plain = sum(path.stat().st_size for path in out.rglob("*") if not is_copy(path))
    sent = sum(transferred(path) for path in out.rglob("*") if not is_copy(path))
    print(f"{out}: {plain / 1e6:.1f} MB, {sent / 1e6:.1f} MB compressed")


def is_copy(path: Path) -> bool:
    return not path.is_file() or path.suffix in (".gz", ".br")


def transferred(path: Path) -> int:
    """Return the bytes that a server that compresses sends for a file."""
    packed = path.with_name(f"{path.name}.gz")
    return (packed if packed.exists() else path).stat().st_size


if __name__ == "__main__":
    main()
