"""Simulated players of human strength, whose games determine a day's medals.

`roster` defines the players, `games` plays their games, and `results` holds the scores stored in an
archive (docs/daily.md, People).
"""
