"""Omba as a full-screen terminal program."""
