"""Hints: the turns worth playing, what a game cost, how well they play, how that is learned."""
