"""What every page of ours stands on: the guard at the door, answers and refusals, the files of a
page, patience, and the server itself. Nothing here knows a game.

In page/ are the modules and styles that all pages share; they are served beside a page's own.
"""
