"""The page on this machine, and the API that it and other programs use.

The page is in page/: ES modules and styles that are served as they are. Every answer of the API is
worked out by the rooms below; nothing here knows a rule of the game.
"""
