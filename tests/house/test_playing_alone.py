"""Playing needs no NumPy, no OR-Tools and no threads."""

from __future__ import annotations

from all_play import ABSENT
from commands import MIDDLE
from programs import PROGRAMS, printed


def test_answers_are_the_same_without_arrays_and_threads() -> None:
    program = str(PROGRAMS / "all_play.py")
    alone, ordinary = printed(program, "alone"), printed(program)
    assert len(alone) > 20
    for one, other in zip(alone, ordinary, strict=True):
        assert one == other


def test_fast_hint_loads_neither_numpy_nor_ortools() -> None:
    hint = f'import numberdrop as nd, sys; nd.hint("{MIDDLE}", "156*O", level="fast")'
    [loaded] = printed("-c", f"{hint}; print(*sys.modules)")
    assert "numberdrop.plan.weights" in loaded.split()
    assert not {*ABSENT} & {*loaded.split()}
