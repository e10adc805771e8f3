"""Maxima: the best score on known rolls, searched, built and proved."""
