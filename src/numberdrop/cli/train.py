"""The command that trains the value function: lab train."""

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
from .app import AsJson, Executor, Workers, expect_distinct_files, read_choice, seed_option
from .help_text import App
from .progress import bar, counting
from .signals import stopped_by_interrupt
from .streams import complain, json_text, say, write_json
from .usage import UsageError

if TYPE_CHECKING:
    from ..multiplayer.training import SeatTraining
    from ..plan.hints.training import Training
    from ..plan.weights import Weights

app = App()


#: Seconds between two checkpoints, and between two lines of progress.
CHECKPOINT_AFTER = 300
LINE_AFTER = 60
#: The seed of the deals on which finished weights are evaluated: training never sees them.
CHECK_SEED = 2026


@app.command()
def train(
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="COUNT",
            min=0,
            max=10**9,
            help="How many games to play in total, rounded up to whole batches.",
        ),
    ],
    seed: Annotated[int | None, seed_option("The seed of the games.", show_default="1")] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write checkpoints to FILE, to continue from. A checkpoint already there is "
            "replaced only if --resume names it.",
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
            help="The learning rate, before step-size normalisation.",
            show_default="0.5, or 0.3 with --players",
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
            "from the rest of the game.",
            show_default="0.4",
        ),
    ] = None,
    rolls: Annotated[
        int | None,
        typer.Option(
            "--rolls",
            metavar="COUNT",
            min=1,
            max=6,
            help="How many sampled rolls the target of each turn averages over.",
            show_default="1",
        ),
    ] = None,
    asides: Annotated[
        bool | None,
        typer.Option(
            "--asides/--no-asides",
            help="Learn off-policy as well: in each turn, also from the sampled outcome of an "
            "alternative turn that is not played. A game takes twice as long.",
            show_default="no-asides",
        ),
    ] = None,
    averaging_window: Annotated[
        int | None,
        typer.Option(
            "--averaging-window",
            metavar="GAMES",
            min=1,
            max=10**9,
            help="The averaging window of the weights: the finished weights are the mean over "
            "about this number of recent games.",
            show_default="30000, or 10000 with --players",
        ),
    ] = None,
    errors: Annotated[
        float | None,
        typer.Option(
            "--errors",
            metavar="SCALE",
            min=1e-6,
            max=1,
            help="With --resume: scale the accumulated errors that normalise the step sizes, so "
            "that small step sizes grow again.",
            show_default="1",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="COUNT|all",
            callback=_players,
            help="Train the value function for games of several players: with 2 to 6 players, or "
            "with all these numbers in turn.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train, by self-play, the value function of the hints.

    With --players it is the value function for games of several players; --check then also measures
    how far final scores lie from the values. The result depends only on the seed and the number of
    games: not on --workers, nor on whether the training was interrupted and resumed. Ctrl-C ends
    the training after the current batch of games, and writes a checkpoint. With --resume, options
    that you leave out keep their values in the checkpoint.

    \b
    Example:
      numberdrop lab train --games 128 --check 2
      numberdrop lab train --games 256 --check 2 --out part.npz --weights w.npz
      numberdrop lab train --players all --games 128 --check 2
    """
    from ..plan.hints.training import Settings, Training

    files = _weight_files(weights)
    expect_distinct_files([out, *files])
    expect_distinct_files(files, [resume])  # a checkpoint may replace the one it continues
    if errors is not None and resume is None:
        raise UsageError("--errors: expected with --resume; alone it has no effect")
    options: dict[str, Any] = {"seed": seed, "rate": learning_rate, "trace": lambda_}
    options |= {"rolls": rolls, "asides": asides, "recent": averaging_window}
    changes: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    training: Training
    if players is None:
        training = (
            Training.resume(resume, **changes)
            if resume is not None
            else Training(Settings(**changes))
        )
    else:
        training = _seat_training(players, resume, changes, executor)
    if errors is not None:
        training.discount(errors)
    if out:
        _expect_no_other_checkpoint(out, resume)
        Draft(out).drop()  # fails at once if it can't be written
    result: dict[str, Any] = {}
    try:
        with atomic_files(files) as drafts:
            with stopped_by_interrupt() as stop, bar(games) as show:
                after_round = _AfterRound(training, games, out, show)
                training.run(games, workers, after_round, stop, executor)
            after_round.save()
            if stop.reason:
                raise after_round.failed or stop.reason
            about = _evaluated(training.weights(), check) if check else {}
            final = training.weights(**about)
            result = {**final.about, "name": final.name}
            texts: list[str | bytes] = [final.to_bytes(), json_text(result) + "\n"]
            for draft, text in zip(drafts, texts, strict=False):
                draft.write(text)
    finally:  # shown even if it can't be written
        if result and as_json:
            write_json({**result, "curve": training.curve})
        elif result:
            print(f"{count_noun(training.games, 'game')}, weights {result['name']}")
            if check:
                mean = result["check"]["mean"]
                print(f"check: mean score {mean:.2f} over {count_noun(check, 'game')}")
    if after_round.failed:
        raise after_round.failed


def _players(text: str | None) -> str | None:
    return None if text is None else read_choice("--players", text, ("all", *"23456"))


def _seat_training(
    players: str, resume: str | None, changes: dict[str, Any], executor: str
) -> SeatTraining:
    """Return the training of games of several players."""
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


def _expect_no_other_checkpoint(out: str, resume: str | None) -> None:
    """Raise NumberdropError if `out` has a checkpoint that this training does not continue."""
    games = _games_in(out) if os.path.isfile(out) else None
    if games is not None and not (resume and is_same_file(out, resume)):
        raise NumberdropError(
            f"{out}: expected another file, got a checkpoint after {count_noun(games, 'game')}: "
            f"--resume {out} continues it"
        )


def _games_in(path: str) -> int | None:
    """Return the number of games of a checkpoint, of any version and number of players, or None if
    the file is not a checkpoint."""
    try:
        with ZipFile(path) as arrays:
            if "raw.npy" not in arrays.namelist():  # weights have none
                return None
            # The first line of an array describes its type.
            about = arrays.read("about.npy").partition(b"\n")[2]
            return int(json.loads(about)["games"])
    except (OSError, ValueError, KeyError, TypeError, BadZipFile, zlib.error):
        return None


def _weight_files(weights: str | None) -> list[str]:
    """Return the files that weights are written to: their own, and their description as JSON."""
    if weights is None:
        return []
    is_special = os.path.exists(weights) and not os.path.isfile(weights)
    return [weights] if is_special else [weights, weights.removesuffix(".npz") + ".json"]


def _evaluated(weights: Weights, games: int) -> dict[str, Any]:
    """Evaluate weights on deals that training never saw, for the document of the weights."""
    from ..multiplayer.training import measured
    from ..multiplayer.weights import SeatWeights
    from ..plan.hints.selfplay import selfplay

    with counting(games, "game", " of the check") as progress:
        if isinstance(weights, SeatWeights):
            return measured(weights, games, progress)
        played = selfplay(games, CHECK_SEED, progress=progress, weights=weights)
    assert played.ms_per_turn is not None  # all games were played now
    return {
        "check": {
            "games": games,
            "seed": CHECK_SEED,
            "mean": played.mean,
            "se": played.se,
            "width": played.made_by["width"],
            "ms_per_turn": round(played.ms_per_turn, 2),
        }
    }


class _AfterRound:
    """The callback after each round: reports progress and writes checkpoints."""

    def __init__(
        self, training: Training, games: int, out: str | None, show: Callable[[float, str], None]
    ) -> None:
        self.training, self.games, self.out, self.show = training, games, out, show
        #: Why the last checkpoint couldn't be written, if it couldn't.
        self.failed: OSError | None = None
        self._recent: deque[int] = deque(maxlen=4096)
        self._saved_at = self._printed_at = time.monotonic()

    def __call__(self, scores: Sequence[int]) -> None:
        self._recent.extend(scores)
        now, mean = time.monotonic(), sum(self._recent) / len(self._recent)
        line = (
            f"{self.training.games:,} of {count_noun(self.games, 'game')}, recent mean {mean:.2f}"
        )
        self.show(self.training.games, line)
        if now > self._printed_at + LINE_AFTER or self.training.games >= self.games:
            self._printed_at = now
            say(line)
        if now > self._saved_at + CHECKPOINT_AFTER:
            self.save()
            if self.failed:
                complain(f"{self.failed.filename}: {self.failed.strerror}")

    def save(self) -> None:
        """Write the checkpoint, whole or not at all. The training continues without one."""
        self._saved_at = time.monotonic()
        if not self.out:
            return
        self.failed = None
        try:
            with atomic_file(self.out) as write:
                write(self.training.to_bytes())
        except OSError as error:
            self.failed = error
