"""Hints: the turns worth playing, what a game cost, how well they play, how that is learned.

    hint          the turns for a roll, ranked, and put together to ideas; games played on from
                  each, to their ends (docs/hints.md)
    review        a game turn by turn: what each cost, and how lucky it was
    selfplay      whole games by the hints, summed up, and kept in a file (keeping)
    training      the learned value, from games that it plays (docs/value.md)

The first three rest on the search. A `decision` (position, roll, rules) is put to the `search` with
the settings of one of the `levels`. It compares `candidates`, among which `rounds` distribute the
`playouts`; the last turn of a game is ranked exactly, without playouts. numberdrop.plan exports the
public names.
"""
