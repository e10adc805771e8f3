"""Planning: what to play. Everything here rests on the game and never the reverse."""
