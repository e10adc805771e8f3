"""The web server that all pages share: request checks, JSON and error responses, static files,
timeouts, and the server itself. Nothing here knows a game.

page/ holds the JavaScript modules and style sheets that all pages share. They are served together
with a page's own.
"""
