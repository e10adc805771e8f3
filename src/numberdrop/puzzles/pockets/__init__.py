"""Pocket problems: drop problems of one or two rolls, solvable in a few minutes.

`usual_player` plays the games that they come from, `difficulty` estimates how hard a line is to
see, `generate` finds the problems, and `themes` describes their solutions (docs/daily.md, Pocket
problems). Nothing here depends on the learned value, which changes with training, so a name always
gives the same problem.
"""
