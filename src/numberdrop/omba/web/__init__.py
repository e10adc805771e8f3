"""Omba in the browser: its page, and the API that the page uses."""
