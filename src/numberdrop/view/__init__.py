"""Positions, turns, hints and puzzles as people like to see them: text for terminals, and SVG."""
