"""Commands about learning: train."""

from __future__ import annotations

import json
import os
import time
import zlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any
from zipfile import BadZipFile, ZipFile

import typer

from ..errors import NumberdropError
from ..files import Draft, atomic_file, atomic_files, is_same_file
from ..plurals import count_noun
from .app import AsJson, Executor, Workers, expect_apart, read_choice
from .lab import group
from .progress import bar, counting
from .signals import stopped_by_interrupt
from .streams import complain, json_text, say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..multiplayer.training import SeatTraining
    from ..plan.hints.training import Training
    from ..plan.weights import Weights

#: Seconds between two checkpoints, and between two lines of progress.
CHECKPOINT_AFTER = 300
LINE_AFTER = 60
#: The deals on which finished weights are tried: training never sees them.
CHECK_SEED = 2026


@group.command()
def train(
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=0,
            max=10**9,
            help="How many games to play in all, rounded up to whole batches.",
        ),
    ],
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            max=2**64 - 1,
            help="Seed of the games; 1 if left out.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Keep a checkpoint in FILE, to continue from; one that is there already is only "
            "replaced where --resume names it.",
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Continue from a checkpoint.")
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option("--weights", metavar="FILE", help="Write the finished weights to FILE."),
    ] = None,
    workers: Workers = None,
    executor: Executor = "threads",
    check: Annotated[
        int,
        typer.Option(
            "--check",
            metavar="GAMES",
            min=0,
            max=10**6,
            help="How many games to evaluate the finished weights on.",
        ),
    ] = 1000,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            "--learning-rate",
            metavar="RATE",
            min=1e-6,
            max=2,
            help="The learning rate, before step-size normalisation; 0.5 if left out, or 0.3 with "
            "--players.",
        ),
    ] = None,
    lambda_: Annotated[
        float | None,
        typer.Option(
            "--lambda",
            metavar="LAMBDA",
            min=0,
            max=1,
            help="The lambda of TD(lambda): 0 learns only from the value of the next sheet, 1 only "
            "from the rest of the game; 0.4 if left out.",
        ),
    ] = None,
    rolls: Annotated[
        int | None,
        typer.Option(
            "--rolls",
            metavar="COUNT",
            min=1,
            max=6,
            help="How many sampled rolls the target of each turn averages over; 1 if left out.",
            show_default=False,
        ),
    ] = None,
    asides: Annotated[
        bool | None,
        typer.Option(
            "--asides/--no-asides",
            help="Learn off-policy as well: in each turn, also from the sampled outcome of an "
            "alternative turn that is not played. Off if left out. A game takes twice as long.",
            show_default=False,
        ),
    ] = None,
    averaging_window: Annotated[
        int | None,
        typer.Option(
            "--averaging-window",
            metavar="GAMES",
            min=1,
            max=10**9,
            help="The window of the weight average, in games: the finished weights are the mean "
            "over about this many recent games; 30000 if left out, or 10000 with --players.",
            show_default=False,
        ),
    ] = None,
    errors: Annotated[
        float | None,
        typer.Option(
            "--errors",
            metavar="SCALE",
            min=1e-6,
            max=1,
            help="With --resume: multiply the accumulated errors that normalise the step sizes by "
            "this, so that step sizes which have become small grow again; 1 if left out.",
            show_default=False,
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="N|all",
            callback=_players,
            help="Learn the value of sheets among others, from games of 2 to 6 players, or of all "
            "these numbers in turn.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn, by self-play, the value by which the hints rank turns.

    With --players it is the value by which they rank in games of several; --check then also
    measures how far final scores lie from it. The result depends only on the seed and the number
    of games: not on --workers, nor on whether the training was interrupted and resumed. Ctrl-C ends
    it after the batch of games being played, and keeps the checkpoint.

    \b
    Example:
      numberdrop lab train --games 128 --check 2
      numberdrop lab train --games 256 --check 2 --out part.npz --weights w.npz
      numberdrop lab train --players all --games 128 --check 2
    """
    from ..plan.hints.training import Settings, Training

    files = _files_of(weights)
    expect_apart([out, *files])
    expect_apart(files, [resume])  # a checkpoint may take the place of the one before
    if errors is not None and resume is None:
        raise UsageError("--errors: expected with --resume, got it alone")
    named: dict[str, Any] = {"seed": seed, "rate": learning_rate, "trace": lambda_}
    named |= {"rolls": rolls, "asides": asides, "recent": averaging_window}
    changes: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    training: Training
    if players is None:
        training = (
            Training.resume(resume, **changes)
            if resume is not None
            else Training(Settings(**changes))
        )
    else:
        training = _of_several(players, resume, changes, executor)
    if errors is not None:
        training.discount(errors)
    if out:
        _expect_none_to_lose(out, resume)
        Draft(out).drop()  # to know at once whether it can be written
    result: dict[str, Any] = {}
    try:
        with atomic_files(files) as drafts:
            with stopped_by_interrupt() as stop, bar(games) as show:
                keeper = _Keeper(training, games, out, show)
                training.run(games, workers, keeper, stop, executor)
            keeper.save()
            if stop.reason:
                raise keeper.failed or stop.reason
            about = _checked(training.weights(), check) if check else {}
            final = training.weights(**about)
            result = {**final.about, "name": final.name}
            texts: list[str | bytes] = [final.to_bytes(), json_text(result) + "\n"]
            for draft, text in zip(drafts, texts, strict=False):
                draft.write(text)
    finally:  # what took so long is shown even if it can't be kept
        if result and as_json:
            write_json({**result, "curve": training.curve})
        elif result:
            print(f"{count_noun(training.games, 'game')}, weights {result['name']}")
            if check:
                mean = result["check"]["mean"]
                print(f"check: mean score {mean:.2f} over {count_noun(check, 'game')}")
    if keeper.failed:
        raise keeper.failed


def _players(text: str | None) -> str | None:
    return None if text is None else read_choice("--players", text, ("all", *"23456"))


def _of_several(
    players: str, resume: str | None, changes: dict[str, Any], executor: str
) -> SeatTraining:
    """The training that --players asks for."""
    from ..multiplayer.training import SeatSettings, SeatTraining

    if changes.get("rolls", 1) != 1:
        raise UsageError(f"--rolls: expected 1 with --players, got {changes['rolls']}")
    if changes.get("asides"):
        raise UsageError("--asides: expected without --players, got both")
    if executor != "threads":
        raise UsageError(f"--executor: expected threads with --players, got {executor}")
    changes["players"] = 0 if players == "all" else int(players)
    return (
        SeatTraining.resume(resume, **changes)
        if resume is not None
        else SeatTraining(SeatSettings(**changes))
    )


def _expect_none_to_lose(out: str, resume: str | None) -> None:
    """NumberdropError where a checkpoint is there already, and isn't what is gone on from."""
    games = _games_in(out) if os.path.isfile(out) else None
    if games is not None and not (resume and is_same_file(out, resume)):
        raise NumberdropError(
            f"{out}: expected another file, got a checkpoint after {count_noun(games, 'game')}: "
            f"--resume {out} goes on with it"
        )


def _games_in(path: str) -> int | None:
    """After how many games a checkpoint was kept, of whatever version and number of players; None
    where the file holds none."""
    try:
        with ZipFile(path) as arrays:
            if "raw.npy" not in arrays.namelist():  # weights have none
                return None
            # An array begins with a line that tells its form.
            about = arrays.read("about.npy").partition(b"\n")[2]
            return int(json.loads(about)["games"])
    except (OSError, ValueError, KeyError, TypeError, BadZipFile, zlib.error):
        return None


def _files_of(weights: str | None) -> list[str]:
    """The files that weights are written to: their own, and a text beside it."""
    if weights is None:
        return []
    is_special = os.path.exists(weights) and not os.path.isfile(weights)
    return [weights] if is_special else [weights, weights.removesuffix(".npz") + ".json"]


def _checked(weights: Weights, games: int) -> dict[str, Any]:
    """What weights score on deals that training never saw, to be kept with them."""
    from ..multiplayer.training import measured
    from ..multiplayer.weights import SeatWeights
    from ..plan.hints.selfplay import selfplay

    with counting(games, "game", " of the check") as progress:
        if isinstance(weights, SeatWeights):
            return measured(weights, games, progress)
        tried = selfplay(games, CHECK_SEED, progress=progress, weights=weights)
    assert tried.ms_per_turn is not None  # all of its games were played now
    return {
        "check": {
            "games": games,
            "seed": CHECK_SEED,
            "mean": tried.mean,
            "se": tried.se,
            "width": tried.made_by["width"],
            "ms_per_turn": round(tried.ms_per_turn, 2),
        }
    }


class _Keeper:
    """Called after each round: says how far the training is, and keeps checkpoints."""

    def __init__(
        self, training: Training, games: int, out: str | None, show: Callable[[float, str], None]
    ) -> None:
        self.training, self.games, self.out, self.show = training, games, out, show
        #: Why the last checkpoint couldn't be kept, if it couldn't.
        self.failed: OSError | None = None
        self._recent: deque[int] = deque(maxlen=4096)
        self._saved_at = self._said_at = time.monotonic()

    def __call__(self, scores: Sequence[int]) -> None:
        self._recent.extend(scores)
        now, mean = time.monotonic(), sum(self._recent) / len(self._recent)
        words = (
            f"{self.training.games:,} of {count_noun(self.games, 'game')}, recent mean {mean:.2f}"
        )
        self.show(self.training.games, words)
        if now > self._said_at + LINE_AFTER or self.training.games >= self.games:
            self._said_at = now
            say(words)
        if now > self._saved_at + CHECKPOINT_AFTER:
            self.save()
            if self.failed:
                complain(f"{self.failed.filename}: {self.failed.strerror}")

    def save(self) -> None:
        """Keep the checkpoint, whole or not at all; the training goes on without one."""
        self._saved_at = time.monotonic()
        if not self.out:
            return
        self.failed = None
        try:
            with atomic_file(self.out) as write:
                write(self.training.to_bytes())
        except OSError as error:
            self.failed = error
