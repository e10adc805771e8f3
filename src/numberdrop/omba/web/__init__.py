"""The web page of Omba, and the HTTP API that it uses."""
