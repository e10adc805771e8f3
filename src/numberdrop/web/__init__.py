"""The web page, and the HTTP API that it and other programs use.

The page is in page/: ES modules and style sheets that are served without a build. The other
packages compute every response of the API; nothing here knows a rule of the game.
"""
