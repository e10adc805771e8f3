"""Omba on a screen of its own in the terminal."""
