"""Players of human strength, whose games give a day its medals: persons says who they are, games
plays their games, told is what an archive tells of those.

docs/daily.md, People.
"""
