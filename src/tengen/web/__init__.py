"""The page in the browser: a server on this machine, and what it tells about games and searches."""
