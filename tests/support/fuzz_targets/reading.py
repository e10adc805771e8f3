"""The meaning of texts to a human reader, parsed independently of the program."""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Iterable

FIRST_DAY = datetime.date(2026, 11, 20)
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
FROM_TODAY = {"yesterday": -1, "today": 0, "now": 0, "tomorrow": 1}
#: Letters that people use for the shapes.
SHAPES = dict(zip("iotlsjz", "IOTLSLS", strict=True))


def in_plain_signs(text: str) -> str:
    """Return the text without invisible characters, and with the digits of all scripts as ASCII
    digits."""
    seen = (sign for sign in text if unicodedata.category(sign) not in ("Cf", "Mn"))
    signs = unicodedata.normalize("NFKC", "".join(seen))
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in signs)


def digits(text: str) -> list[str]:
    """Return all digits of a text, without leading zeros."""
    return re.findall(
        r"[0-9]", re.sub(r"(?<![0-9.])0+(?=[0-9]+(?:\s|$))", "", in_plain_signs(text))
    )


def shape_meant(text: str) -> str | None:
    """Return the shape of a roll if the text contains a single letter and it names a shape, else
    None."""
    letters = re.findall(r"[^\W\d_]", in_plain_signs(text).casefold())
    return SHAPES.get(letters[0]) if len(letters) == 1 else None


def days_meant(text: str, today: datetime.date | None = None) -> list[datetime.date]:
    """Return the days that a text can mean; `today` defaults to the current day in UTC."""
    plain = in_plain_signs(text).casefold()
    today = today or datetime.datetime.now(datetime.UTC).date()
    word = re.sub(r"[\W_]", "", plain)
    if word in FROM_TODAY:
        return [today + datetime.timedelta(FROM_TODAY[word])]
    numbers = re.findall(r"\d+", plain)
    months = [
        MONTHS.index(name[:3]) + 1 for name in re.findall("[a-z]{3,}", plain) if name[:3] in MONTHS
    ]
    if len(numbers) == 1 and len(numbers[0]) <= 7 and not months:
        days = int(numbers[0]) - 1
        return [FIRST_DAY + datetime.timedelta(days)] if 0 <= days < 2_900_000 else []
    if len(numbers) == 1 and len(numbers[0]) == 8 and not months:
        [whole] = numbers
        numbers = [whole[:4], whole[4:6], whole[6:]]
    if len(numbers) == 2 and len(months) == 1:
        year = [number for number in numbers if len(number) == 4]
        day = [number for number in numbers if len(number) <= 2]
        return _dates((year[0], months[0], day[0]) for _ in [0] if year and day)
    if len(numbers) != 3 or months:
        return []
    first, second, third = numbers
    if len(first) == 4:
        return _dates([(first, second, third)])
    if len(third) != 4:
        return []
    found = _dates([(third, second, first)])
    if "." not in plain:
        found += _dates([(third, first, second)])
        # Ambiguous texts must be refused.
        return found if len(set(found)) == 1 else []
    return found


def _dates(parts: Iterable[tuple[int | str, int | str, int | str]]) -> list[datetime.date]:
    found = []
    for year, month, day in parts:
        try:
            found.append(datetime.date(int(year), int(month), int(day)))
        except ValueError:
            continue
    return found


def number_meant(
    text: str, is_whole: bool, least: float | None, most: float | None
) -> float | None:
    """Return the number that an ASCII text denotes, or None if the text is no number or outside the
    bounds."""
    if not text.isascii():
        return None
    try:
        number = int(text) if is_whole else float(text)
    except ValueError:
        return None
    if math.isnan(number) or (least is not None and number < least):
        return None
    return None if most is not None and number > most else number


def without_comments(text: str) -> str:
    """Return a typed game without its comments."""
    lines = in_plain_signs(text).splitlines()
    return "\n".join(re.sub(r"(?:^|(?<=\s))(?:#(?!\d)|;|//).*", "", line) for line in lines)
