"""The master of benders.py: which die of which turn serves which box, without any geometry but what
holds around a single shape.

The model is the relaxation of the bounds (numberdrop.plan.bounds.relaxation), in which each die is
also given to a box or to nothing. Turns are counted from 1; the first digit belongs to turn 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

import numberdrop as nd
from numberdrop.combo import BOX_SIZES
from numberdrop.plan.bounds import Known
from numberdrop.plan.bounds.relaxation import relaxation, score_of
from runs import TURNS, lost_digits, lost_patterns
from stacking import FIRST_DIGIT, Combo, Linear, Literal, solver

#: How many digits of a turn a box takes: (turn, box, digit).
Share = tuple[int, int, int]
BOXES = range(len(BOX_SIZES))
#: Consecutive 3..7 and the bonus box.
RUN_BOXES = range(5, 11)
DIGITS = range(10)
#: Ways of search that take turns until one of them finds a plan: no single one is reliable.
WAYS = 8
#: What a turn that a box has digits of counts, in turns of its span.
SERVES = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """A solution of the master.

    `slides` are those of each turn, `falls` the tiles that fall in it, in order, `claims` the turn
    in which each box is filled, and `shares` how many digits of each turn each box takes.
    """

    slides: tuple[tuple[int, ...], ...]
    falls: tuple[tuple[int, ...], ...]
    claims: dict[int, int]
    combos: dict[int, Combo]
    shares: dict[Share, int]

    @property
    def turns(self) -> int:
        return len(self.slides)

    def taken(self, box: int, digit: int, turns: range) -> int:
        """Return how many of a digit a box takes in some turns."""
        return sum(self.shares.get((turn, box, digit), 0) for turn in turns)


class Master:
    """The relaxation of a deal, with a box for each die, and the cuts so far.

    Games have at least `points`. With `full`, all rows are complete and nothing crosses the Game
    Over line. With `place`, the digits of a run lie around each shape as runs.py allows.
    """

    def __init__(
        self, deal: nd.Deal, points: int, *, full: bool = True, place: bool = True
    ) -> None:
        self.known = Known.of(deal)
        self.game = relaxation(self.known)
        self.model = self.game.model
        self.model.add(score_of(self.game) >= points)
        if full:
            self.model.add(self.game.all_rows() == len(self.known.lacking))
            self.model.add(self.game.crosses == 0)
        self.turns = range(1, len(self.game.turns) + 1)
        self.taken: dict[Share, cp_model.IntVar] = {}
        self._sums: dict[tuple[int, int, range], Linear] = {}
        self._takes: dict[tuple[int, int, range], Literal | None] = {}
        self._is_combo: dict[tuple[int, Combo], Literal] = {}
        self._is_equal: dict[tuple[int, int, range, int], Literal] = {}
        self._give_dice()
        self._fill_boxes()
        self._runs = {box: self._is_run(box) for box in RUN_BOXES}
        if place:
            self._lay_runs()
        self.spreads = [self._spread(box) for box in BOXES]

    def _give_dice(self) -> None:
        """Each die serves one box at most, one that is filled in its turn or later."""
        model, game = self.model, self.game
        for turn in self.turns:
            numbers = self.known.rolls[turn - 1].numbers
            stars = numbers.count("*")
            by_star: list[cp_model.IntVar] = []
            for digit in DIGITS:
                most = numbers.count(str(digit)) + stars
                if not most:
                    continue
                for box in BOXES:
                    taken = self.taken[turn, box, digit] = model.new_int_var(0, most, "")
                    model.add(taken <= most * (1 - game.filled_before(turn - 1, box)))
                    model.add(taken <= most * game.played[turn - 1])
                given = sum(self.taken[turn, box, digit] for box in BOXES)
                by_star.append(model.new_int_var(0, stars, ""))
                model.add(given <= numbers.count(str(digit)) + by_star[-1])
            model.add(sum(by_star) <= stars)
        first = [model.new_bool_var("") for _ in BOXES]
        model.add_at_most_one(first)
        self.taken |= {(0, box, FIRST_DIGIT): first[box] for box in BOXES}

    def _fill_boxes(self) -> None:
        """A box takes the digits of its combo."""
        game = self.game
        for box, digit in product(BOXES, DIGITS):
            demand = sum(
                used[digit] * claims[c]
                for claims in game.claims
                for c, (filled, used) in enumerate(game.combos)
                if filled == box and used[digit]
            )
            self.model.add(self._sum(box, digit, range(len(self.turns) + 1)) == demand)

    def _sum(self, box: int, digit: int, turns: range) -> Linear:
        """Return how many of a digit a box takes in some turns."""
        key = box, digit, turns
        if key not in self._sums:
            shares = (self.taken.get((turn, box, digit)) for turn in turns)
            self._sums[key] = sum(share for share in shares if share is not None)
        return self._sums[key]

    def is_equal(self, box: int, digit: int, turns: range, count: int) -> Literal | None:
        """Return a literal that says that a box takes `count` of a digit in these turns.

        Returns None if that is so anyway, because no die shows the digit.
        """
        taken, key = self._sum(box, digit, turns), (box, digit, turns, count)
        if isinstance(taken, int):
            assert taken == count
            return None
        if key not in self._is_equal:
            literal = self._is_equal[key] = self.model.new_bool_var("")
            self.model.add(taken == count).only_enforce_if(literal)
            self.model.add(taken != count).only_enforce_if(~literal)
        return self._is_equal[key]

    def _is_run(self, box: int) -> Literal:
        """Return whether a box is filled by a run."""
        is_run = self.model.new_bool_var("")
        claims = (
            claims[c]
            for claims in self.game.claims
            for c, (filled, used) in enumerate(self.game.combos)
            if filled == box and max(used) == 1
        )
        self.model.add(is_run == sum(claims))
        return is_run

    def _lay_runs(self) -> None:
        """The digits of a run lie before, in and after the shape of a turn as runs.py allows."""

        for turn in self.turns:
            shapes = self.known.rolls[turn - 1].shapes
            when = self.times(turn)
            for box in RUN_BOXES:
                for digits in lost_digits(shapes):
                    self._forbid_run(box, [self.takes(box, digit, when["i"]) for digit in digits])
                for pattern in lost_patterns(shapes):
                    for first in range(11 - len(pattern) if len(pattern) <= BOX_SIZES[box] else 0):
                        self._forbid_run(
                            box,
                            [
                                self.takes(box, first + i, when[one])
                                for i, one in enumerate(pattern)
                            ],
                        )

    def times(self, first: int, width: int = 1) -> dict[str, range]:
        """Return the turns before some turns, each of them, and those after, as patterns name
        them."""
        end = first + width
        inside = zip(TURNS, range(first, end), strict=False)
        named = {name: range(turn, turn + 1) for name, turn in inside}
        return {"e": range(first), **named, "l": range(end, len(self.turns) + 1)}

    def takes(self, box: int, digit: int, turns: range) -> Literal | None:
        """Return whether a box takes a digit in these turns, None if it can't."""
        key = box, digit, turns
        if key not in self._takes:
            taken = self._sum(box, digit, turns)
            if isinstance(taken, int):
                self._takes[key] = None
            else:
                literal = self._takes[key] = self.model.new_bool_var("")
                self.model.add(taken >= 1).only_enforce_if(literal)
                self.model.add(taken == 0).only_enforce_if(~literal)
        return self._takes[key]

    def is_combo(self, box: int, combo: Combo) -> Literal:
        """Return whether a box is filled by this combo."""
        if (box, combo) not in self._is_combo:
            filled = self._is_combo[box, combo] = self.model.new_bool_var("")
            number = self.game.combos.index((box, tuple(map(combo.demand, DIGITS))))
            self.model.add(filled == sum(claims[number] for claims in self.game.claims))
        return self._is_combo[box, combo]

    def _forbid_run(self, box: int, literals: Sequence[Literal | None]) -> None:
        known = [literal for literal in literals if literal is not None]
        if len(known) == len(literals):
            self.model.add_bool_or([~self._runs[box], *(~literal for literal in known)])

    def _spread(self, box: int) -> Linear:
        """Return how far a box is spread over turns: the number of turns that it has digits of, and
        the turns from the first to the last of these."""
        model, most = self.model, len(self.turns)
        first, last = model.new_int_var(0, most, ""), model.new_int_var(0, most, "")
        serves = []
        for turn in range(most + 1):
            shares = [v for (t, b, _), v in self.taken.items() if (t, b) == (turn, box)]
            if shares:
                serves.append(model.new_bool_var(""))
                model.add(sum(shares) <= BOX_SIZES[box] * serves[-1])
                model.add(first <= turn).only_enforce_if(serves[-1])
                model.add(last >= turn).only_enforce_if(serves[-1])
        span = model.new_int_var(0, most, "")
        model.add(span >= last - first)
        return span + SERVES * sum(serves)

    def solve(self, first: float, seconds: float, weights: Sequence[int], seed: int) -> Plan | str:
        """Return a plan whose boxes take digits of turns near each other, or the solver's status.

        The solver has `first` seconds to find any plan, beginning with the one before, and then
        `seconds` to improve it.
        """
        made, status = self.ask(first, seed)
        if status not in ("OPTIMAL", "FEASIBLE"):
            return status
        self._hint(made)
        self.model.minimize(sum(w * s for w, s in zip(weights, self.spreads, strict=True)))
        better = solver(seconds, seed=seed)
        better.parameters.linearization_level = 0  # improves it most
        if better.solve(self.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            made = better
            self._hint(made)
        return self._plan(made.value)

    def ask(self, seconds: float, seed: int) -> tuple[cp_model.CpSolver, str]:
        """Ask for any plan. Return the solver and its status."""
        self.model.proto.clear_objective()
        made = solver(seconds, seed=seed)
        made.parameters.num_workers = WAYS
        made.parameters.interleave_search = True
        return made, str(made.status_name(made.solve(self.model)))

    def _hint(self, made: cp_model.CpSolver) -> None:
        """Begin the next search with this solution."""
        self.model.proto.clear_solution_hint()
        for i in range(len(self.model.proto.variables)):
            variable = self.model.get_int_var_from_proto_index(i)
            self.model.add_hint(variable, made.value(variable))

    def _plan(self, value: Callable[[cp_model.IntVar], int]) -> Plan:
        game = self.game
        claims, combos = {}, {}
        slides: list[tuple[int, ...]] = []
        falls: list[tuple[int, ...]] = []
        for t in game.turns:
            if not value(game.played[t]):
                break
            slid = [i for kind in (game.free, game.star) for i, v in enumerate(kind[t]) if value(v)]
            slides.append(tuple(slid))
            falls.append(tuple(i for i in slid if value(game.falls[t][i])))
            for c, claim in enumerate(game.claims[t]):
                if value(claim):
                    box, used = game.combos[c]
                    claims[box] = t + 1
                    combos[box] = Combo(BOX_SIZES[box], used.index(max(used)), max(used) == 1)
        shares = {share: value(v) for share, v in self.taken.items() if value(v)}
        return Plan(tuple(slides), tuple(falls), claims, combos, shares)

    def cut(self, plan: Plan, first: int, last: int, boxes: Sequence[int]) -> int:
        """Exclude what a plan does with these boxes in the turns `first`..`last`.

        The cut says which tiles fall there, which combos fill the boxes, and how many of their
        digits come before these turns, in each of them, and so after them. Returns the number of
        these decisions.
        """
        literals: list[Any] = []
        if last == plan.turns:  # where all rows have to be complete
            literals.append(self.game.is_last[last - 1])
        for t in range(max(1, first) - 1, last):
            falls = plan.falls[t]
            literals += [v if i in falls else ~v for i, v in enumerate(self.game.falls[t])]
            if len(falls) > 1:  # their order counts
                literals.append(self.game.free[t][plan.slides[t][0]])
        for box in boxes:
            combo = plan.combos[box]
            literals.append(self.is_combo(box, combo))
            parts = [range(turn, turn + 1) for turn in range(first, last + 1)]
            for digit, turns in product(combo.digits, [range(first), *parts]):
                count = plan.taken(box, digit, turns)
                literals.append(self.is_equal(box, digit, turns, count))
        known = [literal for literal in literals if literal is not None]
        self.model.add_bool_or(~literal for literal in known)
        return len(known)

    def cut_patterns(self, plan: Plan, first: int, width: int, patterns: Sequence[str]) -> int:
        """Exclude combos of these patterns (runs.py) in these turns of a plan, with its falls,
        whatever their boxes and digits. If no tile falls in them, and they aren't the first ones,
        exclude the patterns in all turns in a row with these shapes as well. Returns the number of
        clauses.
        """
        ways = [
            sorted({pattern, pattern[::-1]}) if pattern.islower() else [pattern]
            for pattern in patterns
        ]
        rolls, count = self.known.rolls, 0
        shapes = [rolls[first - 1 + i].shapes for i in range(width)]
        falls = plan.falls[first - 1 : first - 1 + width]
        for start in range(1, len(self.turns) - width + 2):
            if [rolls[start - 1 + i].shapes for i in range(width)] != shapes:
                continue
            if start != first and (first == 1 or any(falls)):
                continue
            given: list[Any] = []
            for i in range(width):
                there = self.game.falls[start - 1 + i]
                given += [v if tile in falls[i] else ~v for tile, v in enumerate(there)]
                if len(falls[i]) > 1:  # their order counts
                    given.append(self.game.free[start - 1 + i][plan.slides[start - 1 + i][0]])
            when = self.times(start, width)
            for way in product(*ways):
                for chosen in product(*(self._lies(when, pattern) for pattern in way)):
                    if len({box for box, _ in chosen}) == len(chosen):
                        literals = [*given, *(one for _, ones in chosen for one in ones)]
                        self.model.add_bool_or(~one for one in literals)
                        count += 1
        return count

    def _lies(self, when: dict[str, range], pattern: str) -> list[tuple[int, list[Literal]]]:
        """Return each box with what makes its combo lie in this pattern."""
        found = []
        for box, digit in product(BOXES, DIGITS):
            literals: list[Literal | None] = []
            if pattern.islower():
                if box not in RUN_BOXES or len(pattern) > min(BOX_SIZES[box], 10 - digit):
                    continue
                literals = [self.takes(box, digit + i, when[one]) for i, one in enumerate(pattern)]
                literals.append(self._runs[box])
            else:
                if BOX_SIZES[box] != len(pattern) or box in RUN_BOXES[:-1]:
                    continue
                literals.append(self.is_combo(box, Combo(BOX_SIZES[box], digit, False)))
                for one, turns in when.items():
                    taken = pattern.count(one.upper())
                    if isinstance(self._sum(box, digit, turns), int):
                        literals += [None] if taken else []
                    elif one != "l":
                        literals.append(self.is_equal(box, digit, turns, taken))
            known = [literal for literal in literals if literal is not None]
            if len(known) == len(literals):
                found.append((box, known))
        return found
