"""The legal turn that is suggested for an illegal one."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.typed.suggestions import suggest_turn

START = nd.Position.from_text("...1... -:-:- I0,O0,T0,L0,S0 1")
LATER = nd.Position.from_text("6655.../123.... -:-:- I3,O4x,T0,L0,S0 3")
#: The box of four sixes is filled, so that two claims of three differ by one cell from !a1b1d1.
EQUAL = nd.Position.from_text("6666... 4:-:- I3,O4x,T0,L0,S0 3")


@pytest.mark.parametrize(
    ("position", "wrong", "meant"),
    [
        (START, "4466I B a2=4,a3=4,a4=6,a5=6", "4466I B a1=4,a2=4,a3=6,a4=6"),
        (START, "4466I B a4=4,b4=4,c4=6,d4=6", "4466I B a2=4,b2=4,c2=6,d2=6"),
        (START, "4466O B e4=4,f4=4,e5=6,f5=6", "4466O B e1=4,f1=4,e2=6,f2=6"),
        (LATER, "4466O C f2=4,g2=4,f3=6,g3=6 !a1b1d1", None),
        (LATER, "4466O C f1=4,g1=4,f2=6,g2=6 !a1b1d1", "4466O C f1=4,g1=4,f2=6,g2=6 !a1b1c1"),
        (LATER, "4466O C f1=4,g1=4,f2=6,g2=6 !a1b1", "4466O C f1=4,g1=4,f2=6,g2=6 !a1b1c1"),
        (LATER, "4466O C,D f1=4,g1=4,f2=6,g2=6", "4466O C f1=4,g1=4,f2=6,g2=6"),
        (LATER, "4466O B f1=4,g1=4,f2=6,g2=6", None),
        (LATER, "4466O C c1=4,d1=4,c2=6,d2=6", "4466O C c3=4,d3=4,c4=6,d4=6"),
        (EQUAL, "4466O C f1=4,g1=4,f2=6,g2=6 !a1b1d1", None),
    ],
)
def test_illegal_turn_gets_the_single_nearest_legal_one(
    position: nd.Position, wrong: str, meant: str | None
) -> None:
    found = suggest_turn(position, nd.Turn.from_text(wrong), nd.Variant())
    assert (found and str(found)) == meant
