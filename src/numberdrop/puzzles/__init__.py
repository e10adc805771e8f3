"""Puzzles: seeds, deals of the day, and the files they are kept in."""
