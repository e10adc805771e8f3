"""The shape in hand: a pose to move, turn and flip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..sessions import Pose, TurnOptions
from ..sessions.poses import Form, orientations

#: Where a shape is held before it is moved.
_MIDDLE = "d"


@dataclass
class Piece:
    """A shape in hand. `poses` are those of every possible shape, and `pose` is the current one."""

    poses: tuple[Pose, ...]
    pose: Pose

    @classmethod
    def of(cls, shown: TurnOptions) -> Piece | None:
        """Return the X shape that is due, or else the own one; None if nothing can be placed."""
        poses = (
            shown.pending_drop.poses
            if shown.pending_drop
            else tuple(pose for found in shown.poses.values() for pose in found)
        )
        if not poses:
            return None
        first = [pose for pose in poses if pose.shape == poses[0].shape]
        return cls(poses, min(first, key=lambda pose: _distance(pose, 0, _MIDDLE)))

    @property
    def offered(self) -> list[Pose]:
        """The poses of the shape in hand."""
        return [pose for pose in self.poses if pose.shape == self.pose.shape]

    def move(self, by: int) -> bool:
        """Move one column to the left (-1) or right (1), skipping columns in which it can't rest.
        Return False at the wall."""
        here = self.pose
        there = [
            pose
            for pose in self.offered
            if pose.orientation == here.orientation
            and pose.column != here.column
            and (pose.column > here.column) == (by > 0)
        ]
        self._nearest(there, here.orientation)
        return bool(there)

    def to_wall(self, by: int) -> None:
        """Move to the wall."""
        while self.move(by):
            pass

    def turn(self, by: int) -> None:
        """Turn to the next or previous orientation in which it can rest, flips included."""
        known = sorted({pose.orientation for pose in self.offered})
        self._orient(known[(known.index(self.pose.orientation) + by) % len(known)])

    def flip(self) -> None:
        """Flip to the mirror image."""
        forms = orientations(self.pose.shape)
        self._orient(forms.index(_flipped(forms[self.pose.orientation])))

    def take(self, shape: str) -> bool:
        """Take another shape, if the shape die leaves the choice. Return False if it isn't
        offered."""
        there = [pose for pose in self.poses if pose.shape == shape]
        self._nearest(there, 0)
        return bool(there)

    def other_rest(self) -> None:
        """Go to another landing of this orientation in this column, if any."""
        same = [
            pose
            for pose in self.offered
            if (pose.orientation, pose.column) == (self.pose.orientation, self.pose.column)
        ]
        self.pose = same[(same.index(self.pose) + 1) % len(same)]

    def through(self, cell: str) -> bool:
        """Choose the landing through a cell that needs the least turning and moving, or the next
        one if it is already in hand. Return False if there is no such landing."""
        found = [pose for pose in self.offered if cell in pose.cells]
        if self.pose in found:
            self.pose = found[(found.index(self.pose) + 1) % len(found)]
        else:
            self._nearest(found, self.pose.orientation)
        return bool(found)

    def find(self, cells: Iterable[str]) -> None:
        """Choose the pose with these cells, if any."""
        wanted = set(cells)
        self.pose = next((pose for pose in self.poses if set(pose.cells) == wanted), self.pose)

    def _orient(self, orientation: int) -> None:
        self._nearest(
            [pose for pose in self.offered if pose.orientation == orientation], orientation
        )

    def _nearest(self, there: Sequence[Pose], orientation: int) -> None:
        if there:
            column = self.pose.column
            self.pose = min(there, key=lambda pose: _distance(pose, orientation, column))


def _distance(pose: Pose, orientation: int, column: str) -> tuple[int, int, bool]:
    """Return the distance of a pose from an orientation, in turns, and from a column."""
    turned = abs(pose.orientation - orientation)
    return turned, abs(ord(pose.column) - ord(column)), pose.slid


def _flipped(form: Form) -> Form:
    width = max(x for x, _ in form)
    return frozenset((width - x, y) for x, y in form)


#: The actions of sessions.key_bindings for the shape.
OF_THE_PIECE: Final[dict[str, Callable[[Piece], object]]] = {
    "left": lambda piece: piece.move(-1),
    "right": lambda piece: piece.move(1),
    "to-left": lambda piece: piece.to_wall(-1),
    "to-right": lambda piece: piece.to_wall(1),
    "turn": lambda piece: piece.turn(1),
    "turn-back": lambda piece: piece.turn(-1),
    "flip": Piece.flip,
    "rest": Piece.other_rest,
}
