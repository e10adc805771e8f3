"""A bot: its shapes come to rest as low as they can, and it takes the largest combo it finds."""

from numberdrop import Part
from numberdrop.bots import speak


def decide(game, seat, roll):
    position, letter = game.positions[seat - 1], game.falling_letter(roll)
    if letter is not None:
        shape, _, mark = position.tiles["ABCDE".index(letter)]
        if mark == "o":
            return "."  # its letter is circled here: nothing falls
        return f"{letter}@{''.join(lowest(position.landings(shape, game.variant)))}"
    cells = lowest(position.places(roll, game.variant))
    best, part = -1, None
    for digits in roll.arrangements():
        claims = position.place(cells, digits).claims()
        size = max((len(claim.cells) for claim in claims), default=0)
        if size > best:
            claim = next((one.cells for one in claims if len(one.cells) == size), None)
            best, part = size, Part(None, tuple(zip(cells, digits, strict=True)), claim)
    return part


def lowest(landings):
    def height(cells):
        return sum(int(cell[1:]) for cell in cells), cells

    return min(map(sorted, landings), key=height)


if __name__ == "__main__":
    speak(decide)
