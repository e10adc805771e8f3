"""The game in a terminal: on a full screen (app), or in plain lines (plain_lines)."""
