"""The game in a terminal: a screen of its own (app), or plain lines (lines)."""
