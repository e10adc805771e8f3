"""Pocket problems: drop problems of one or two rolls that a person solves in some minutes.

usual plays the games that they come from, seeing says what it takes to see a line and how many
people do, finding finds the problems; docs/daily.md, Pocket problems. None of it goes by the
learned value, which changes with its training: a problem follows from its name for good.
"""
