"""Hints: the turns worth playing, what a game cost, how well they play, how that is learned.

    hint          the turns for a roll, ranked, and put together to ideas; games played on from
                  each, to their ends (docs/hints.md)
    review        a game turn by turn: what each cost, and how lucky it was
    selfplay      whole games by the hints, summed up, and kept in a file (keeping)
    training      the learned value, from games that it plays (docs/value.md)

Under the first three is the search. A `decision` (position, roll, rules) is put to the `search`, by
a thinking of one of the `levels`; it compares `candidates`, which `rounds` hand out `playouts` to;
and a `last_turn` is exact without any. What all of this gives out, numberdrop.plan does.
"""
