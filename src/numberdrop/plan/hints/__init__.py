"""Hints: the best turns for a roll, what a game cost, how well the hints play, and training.

    hint          the turns for a roll, ranked and grouped into ideas; rollouts from the best ones
                  (docs/hints.md)
    review        a game turn by turn: what each turn cost, and how lucky its roll was
    selfplay      whole games played by the hints, and their statistics; games_file stores them
    training      learning the value from self-play (docs/value.md)

The first three use the search. A `decision` (position, roll, rules) is passed to `search` with the
settings of one of the `levels`. It compares `candidates`, among which `rounds` distribute the
`playouts`; the last turn of a game is ranked exactly, without playouts. numberdrop.plan exports the
public names.
"""
