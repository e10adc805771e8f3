"""Bots that are programs: their requests, valid answers, and failures."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import failing_bots
import numberdrop as nd
from commands import ENVIRON
from numberdrop.bots import Bot, BotFault, open_bot, own_bot, part_of, play_table, speak
from numberdrop.bots.programs import MOST_ANSWER, ProgramBot, question
from places import TESTS

ROLL = nd.Roll.from_text("4567L")
GAME = nd.Game("IOTLS", "d1c1")
HELLO = "import sys, json, time; say = lambda x: print(json.dumps(x), flush=True); input(); "


@pytest.fixture(autouse=True)
def _found_by_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions of tests/support, and numberdrop, are found by programs too."""
    monkeypatch.setenv("PYTHONPATH", f"{TESTS / 'support'}:{ENVIRON['PYTHONPATH']}")


def of_function(name: str, seconds: float = 60.0) -> ProgramBot:
    return ProgramBot(
        [sys.executable, "-m", "numberdrop.bots.speaker", "failing_bots", name], seconds
    )


def of_code(code: str, seconds: float = 60.0) -> ProgramBot:
    return ProgramBot([sys.executable, "-c", HELLO + code], seconds)


def test_a_program_plays_what_its_function_plays() -> None:
    program = of_function("plain")
    deal, variant = nd.table_deal(2, 0), nd.Variant()
    try:
        played = play_table(deal, variant, [Bot("program", program.decide), own_bot("hard")])
        again = play_table(deal, variant, [Bot("program", program.decide), own_bot("easy")])
    finally:
        program.close()
    expected = play_table(deal, variant, [Bot("here", failing_bots.plain), own_bot("hard")])
    assert played == expected
    assert played[1] == again[1] == ()


FAULTS = {
    "crashing": r"turn 3: expected an answer, and it ended with exit code 1; its last words: "
    r"\"KeyError: 'no\\\\x1bsuch key'\"",
    "leaving": "turn 1: expected an answer, and it ended with exit code 3",
    "talking_nonsense": r"turn 1: .*expected a Part or its text, got 7'",
    "scrawling": "turn 1: .*expected CELL=DIGIT, got 'somewhere'",
    "cheating": "turn 1: .*come to rest on a9 b9 c9 d9, got 'a9=1,b9=1,c9=1,d9=1'",
}


@pytest.mark.parametrize("name", FAULTS)
def test_who_fails_forfeits_and_another_plays_on(name: str) -> None:
    program = of_function(name)
    bots = [own_bot("beginner"), Bot(name, program.decide, program.close)]
    try:
        game, [forfeit] = play_table(nd.table_deal(2, 0), nd.Variant(), bots)
    finally:
        program.close()
    assert game.is_over()
    assert nd.replay(game.to_record()) == game.to_record()
    assert forfeit.seat == 2
    assert re.fullmatch(FAULTS[name], f"turn {forfeit.turn}: {forfeit.why}")


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("say({'protocol': 2})", "expected the protocol 1, got 2"),
        ("say({'protocol': True})", "expected the protocol 1, got True"),
        ("say({'part': '.'})", "expected the key 'protocol'"),
        ("say({'protocol': 1, 'name': 'x'})", "expected no other key, got 'name'"),
        ("say([])", "answer: expected an object"),
        ("print('hello', flush=True)", "answer: expected JSON"),
        ("print('x' * 70_000, flush=True)", f"expected an answer of {MOST_ANSWER} bytes at most"),
        ("sys.exit()", "expected an answer, and it ended with exit code 0"),
        ("print('dear me', file=sys.stderr); sys.exit(1)", "its last words: 'dear me'"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "and it ended by signal 9"),
        ("import os; os.close(1); time.sleep(600)", "and it closed its stdout"),
        ("say({'protocol': 1}); say(1)\nwhile True: say(1)", "expected nothing before|an object"),
        ("say({'protocol': 1}); input(); say({'part': 7})", "expected an object, got 7"),
        ("say({'protocol': 1}); input(); say({'part': '', 'x': 1})", "expected no other key"),
    ],
)
def test_invalid_answer_of_a_program_is_a_fault(code: str, fault: str) -> None:
    program = of_code(code)
    with pytest.raises(BotFault, match=fault):
        part_of(Bot("program", program.decide), GAME, 1, ROLL)
    program.close()


def test_a_program_that_is_silent_is_ended() -> None:
    program = of_code("say({'protocol': 1}); time.sleep(600)", 0.1)
    with pytest.raises(BotFault, match=r"expected an answer within 0\.1 s, got none"):
        program.decide(GAME, 1, ROLL)
    program.close()


#: Starts a child process, which keeps stdout open, prints its id, and ends or goes on.
CHILD = (
    "import subprocess, os; child = subprocess.Popen(['sleep', '300']); "
    "print(child.pid, file=open({path!r}, 'w'), flush=True); "
)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("say({'protocol': 1}); input(); START sys.exit(3)", "it ended with exit code 3"),
        ("START say({'protocol': 1}); input(); sys.exit(0)", "it ended with exit code 0"),
        ("START sys.exit(4)", "it ended with exit code 4"),
        ("say({'protocol': 1}); START time.sleep(600)", r"within 0\.5 s, got none"),
    ],
)
def test_child_processes_of_a_program_end_with_it(code: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "pid"
    program = of_code(code.replace("START ", CHILD.format(path=str(path))), 0.5)
    with pytest.raises(BotFault, match=fault):
        program.decide(GAME, 1, ROLL)
    assert has_ended(int(path.read_text()))


def test_child_processes_end_when_the_program_has_said_bye(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    program = of_code(f"{CHILD.format(path=str(path))} say({{'protocol': 1}}); input(); sys.exit()")
    program.begin()
    program.close()
    assert has_ended(int(path.read_text()))


def has_ended(process: int) -> bool:
    """Return whether a process ends within ten seconds; a zombie has ended."""
    for _ in range(1000):
        state = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
        ).stdout
        if not state.strip() or state.startswith("Z"):
            return True
        time.sleep(0.01)
    return False


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BotFault, match="expected a program, got 'no-such-program': No such file"):
        ProgramBot(["no-such-program"], 1.0).begin()


def test_request_has_the_whole_table() -> None:
    asked = question(GAME, 2, ROLL)
    assert json.loads(json.dumps(asked)) == asked
    assert asked["block"] is None
    assert asked["positions"] == [str(position) for position in GAME.positions]
    assert nd.Game.from_record(asked["game"]) == GAME


def test_speaking() -> None:
    """New games and turns taken back are understood."""
    longer = GAME.copy()
    longer.push(nd.SharedTurn(ROLL, [failing_bots.plain(GAME, seat, ROLL) for seat in (1, 2)]))
    seen: list[nd.Game] = []

    def decide(game: nd.Game, seat: int, roll: nd.Roll) -> nd.Part | str:
        seen.append(game)
        return failing_bots.plain(game, seat, roll)

    games = [GAME, longer, GAME, nd.Game("IOTLS", "a1b1c1")]
    messages: list[dict[str, Any]] = [{"do": "hello", "protocol": 1, "program": "x"}]
    messages += [question(game, 1, ROLL) for game in games]
    asked = io.StringIO("".join(json.dumps(one) + "\n" for one in [*messages, {"do": "bye"}]))
    answered = io.StringIO()
    speak(decide, asked, answered)
    told = [json.loads(line) for line in answered.getvalue().splitlines()]
    assert told[0] == {"protocol": 1}
    assert seen == games
    parts = [failing_bots.plain(game, 1, ROLL) for game in games]
    assert [nd.Part.from_json(one["part"]) for one in told[1:]] == parts


def test_a_command_line_is_split_as_a_shell_does() -> None:
    code = HELLO + "say({'protocol': 1}); input(); say({'part': 'd1=4,e1=5,f1=6,d2=7'})"
    bot = open_bot(f"program:{shlex.join([sys.executable, '-c', code])}", 60.0)
    try:
        assert str(part_of(bot, GAME, 2, ROLL)) == "d1=4,e1=5,f1=6,d2=7"
    finally:
        bot.close()
