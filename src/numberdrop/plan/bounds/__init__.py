"""Bounds: scores that no play of known rolls exceeds, and how they are proved."""
