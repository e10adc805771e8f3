"""The colours of the page: every text colour has a contrast of 4.5 on every background."""

import re

import pytest

from places import ROOT

BASE = ROOT / "src" / "numberdrop" / "server" / "page" / "base.css"
TEXT_COLOURS = ("ink", "quiet", "accent", "warm", "fault", "good", "plum", "teal")
BACKGROUNDS = ("page", "card", "cell", "used", "shown")
#: The colours in the light theme and in the dark one, by name.
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)", BASE.read_text("utf-8")
    )
}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in bytes.fromhex(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_matches_wcag_examples() -> None:
    assert contrast("ffffff", "000000") == pytest.approx(21)
    assert contrast("777777", "ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", BACKGROUNDS)
def test_every_text_colour_contrasts_with_every_background(ground: str, theme: int) -> None:
    faint = [
        ink for ink in TEXT_COLOURS if contrast(COLOURS[ink][theme], COLOURS[ground][theme]) < 4.5
    ]
    assert faint == []
