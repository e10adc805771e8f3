"""Files are written completely or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop.files import Draft, atomic_file, atomic_files, is_same_file

pytestmark = pytest.mark.usefixtures("here")


def test_a_file_takes_its_place_at_the_end(here: Path) -> None:
    Path("a").write_text("old")
    with atomic_file("a") as write:
        write("new \N{SNOWMAN}")
        write(b"\xff")
        write("\ud800")
        assert Path("a").read_text() == "old"
        assert sorted(os.listdir(here)) == ["a", "a.draft"]
    assert Path("a").read_bytes() == "new \N{SNOWMAN}".encode() + b"\xff\\ud800"
    assert os.listdir(here) == ["a"]


@pytest.mark.parametrize("had", ["old", None])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, OSError])
def test_after_an_error_all_is_as_it_was(
    error: type[BaseException], had: str | None, here: Path
) -> None:
    if had:
        Path("a").write_text(had)

    def fails() -> None:
        with atomic_file("a") as write:
            write("new")
            raise error

    with pytest.raises(error):
        fails()
    assert [path.read_text() for path in here.iterdir()] == ([had] if had else [])


def test_without_a_path_nothing_is_written(here: Path) -> None:
    with atomic_file(None) as write:
        write("text")
    assert os.listdir(here) == []


def test_files_that_belong_together_take_their_places_together(here: Path) -> None:
    def written(*texts: str) -> None:
        with atomic_files(["a", "b"]) as drafts:
            for draft, text in zip(drafts, texts, strict=True):
                draft.write(text)

    Path("b").write_text("old")
    with pytest.raises(ValueError, match="shorter"):
        written("1")
    assert os.listdir(here) == ["b"]
    assert Path("b").read_text() == "old"
    written("1", "2")
    assert [Path(name).read_text() for name in "ab"] == ["1", "2"]
    assert sorted(os.listdir(here)) == ["a", "b"]


def test_if_one_of_them_cannot_be_written_none_is(here: Path) -> None:
    with (
        pytest.raises(FileNotFoundError) as caught,
        atomic_files(["a", os.path.join("no", "b")]),
    ):
        pytest.fail("begun all the same")
    assert caught.value.filename == os.path.join("no", "b")
    assert os.listdir(here) == []


@pytest.mark.parametrize("path", ["", "there", "there/", "not/", "no/a", "file/a"])
def test_unwritable_file_is_reported_at_once(path: str, here: Path) -> None:
    Path("there").mkdir()
    Path("file").touch()
    with pytest.raises(OSError) as caught, atomic_file(path):  # noqa: PT011
        pytest.fail("begun all the same")
    assert caught.value.filename == path
    assert sorted(os.listdir(here)) == ["file", "there"]


def test_a_file_that_may_not_be_written_is_left(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's error is simulated, since the user who runs the tests may have all
    permissions."""
    Path("a").write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError) as caught, atomic_file("a"):
        pytest.fail("begun all the same")
    assert caught.value.filename == "a"
    assert Path("a").read_text() == "old"


def test_permissions_stay_as_they_were(here: Path) -> None:
    Path("a").write_text("old")
    Path("a").chmod(0o640)
    with atomic_file("a") as write:
        write("new")
    assert stat.S_IMODE(Path("a").stat().st_mode) == 0o640
    with atomic_file("b"):
        pass
    Path("c").touch()
    assert Path("b").stat().st_mode == Path("c").stat().st_mode


@pytest.mark.parametrize("is_there", [True, False])
def test_links_are_followed(is_there: bool, here: Path) -> None:
    Path("folder").mkdir()
    if is_there:
        Path("folder/a").write_text("old")
    Path("link").symlink_to("folder/a")
    with atomic_file("link") as write:
        write("new")
    assert Path("link").is_symlink()
    assert Path("folder/a").read_text() == "new"
    assert sorted(os.listdir(here)) == ["folder", "link"]
    assert os.listdir("folder") == ["a"]


def test_a_pipe_is_written_to_directly(here: Path) -> None:
    os.mkfifo("pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_text()))
    reader.start()
    with atomic_file("pipe") as write:
        write("text")
    reader.join()
    assert got == ["text"]
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert os.listdir(here) == ["pipe"]


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/stderr"])
def test_a_stream_is_written_to_where_it_stands(
    name: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A stream that is redirected to a file keeps the output printed before and after."""
    print("before")
    with atomic_file(name) as write:
        write("text\n")
    print("after")
    out, err = capfd.readouterr()
    assert out + err == ("before\nafter\ntext\n" if err else "before\ntext\nafter\n")
    assert os.listdir(here) == []


def test_a_full_device_is_named() -> None:
    with pytest.raises(OSError, match="No space left") as caught, atomic_file("/dev/full") as write:
        write("text")
    assert caught.value.filename == "/dev/full"


def test_two_programs_do_not_write_one_file(here: Path) -> None:
    with atomic_file("a") as write:
        busy = pytest.raises(nd.NumberdropError, match="a: another program is writing")
        with busy, atomic_file("a"):
            pass
        write("first")
    with atomic_file("a") as write:
        write("second")
    assert Path("a").read_text() == "second"
    assert os.listdir(here) == ["a"]


def test_a_draft_can_be_kept_or_dropped_and_dropped_again(here: Path) -> None:
    draft = Draft("a")
    draft.write("text")
    draft.keep()
    draft.drop()
    assert Path("a").read_text() == "text"
    draft = Draft("a")
    draft.drop()
    draft.drop()
    assert os.listdir(here) == ["a"]


WRITER = """
import sys
from numberdrop.files import atomic_file
with atomic_file("a") as write:
    write("half of it")
    print("begun", flush=True)
    sys.stdin.read()
"""


def test_a_killed_program_leaves_one_draft_which_the_next_takes_over(here: Path) -> None:
    Path("a").write_text("old")
    for _ in range(2):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER],
            env=ENVIRON,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"
            process.send_signal(signal.SIGKILL)
        assert sorted(os.listdir(here)) == ["a", "a.draft"]
        assert Path("a").read_text() == "old"
    with atomic_file("a") as write:
        write("new")
    assert Path("a").read_text() == "new"
    assert os.listdir(here) == ["a"]


def test_all_is_on_the_disk_before_the_name_is_and_the_name_too(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[str, str]] = []
    synced, replaced = os.fsync, os.replace

    def sync(number: int) -> None:
        steps.append(("sync", os.path.basename(os.readlink(f"/proc/self/fd/{number}"))))
        synced(number)

    def replace(source: str, target: str) -> None:
        steps.append(("name", os.path.basename(target)))
        replaced(source, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", replace)
    with atomic_files(["a", "b"]) as drafts:
        for draft in drafts:
            draft.write("text")
    first = [step for step in steps if step == ("name", "a")]
    assert steps.index(first[0]) > max(
        steps.index(("sync", "a.draft")), steps.index(("sync", "b.draft"))
    )
    assert steps[-1] == ("sync", here.name)
    assert steps[-2] == ("name", "b")


def test_paths_to_one_file_are_the_same(here: Path) -> None:
    Path("a").touch()
    Path("b").touch()
    Path("link").symlink_to("a")
    os.link("a", "hard")
    for other in ("a", "./a", str(here / "a"), "link", "hard"):
        assert is_same_file("a", other)
    for other in ("b", "c", ".", "c/a"):
        assert not is_same_file("a", other)
    assert is_same_file("new", "./new")
    assert not is_same_file("new", "newer")
    assert not is_same_file("/dev/null", "/dev/null")
