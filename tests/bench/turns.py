"""Searches measured in turns: the machine is shared, and no two seconds of it are the same."""

import time

from tengen import Game


def best_seconds(searchers, size, n_playouts, n_turns):
    """The least CPU time of each searcher, by name, for so many playouts from the empty board."""
    best = dict.fromkeys(searchers, float("inf"))
    for _ in range(n_turns):
        for name, searcher in searchers.items():
            searcher.clear()
            started = time.process_time()
            searcher.think(Game(size), playouts=n_playouts)
            best[name] = min(best[name], time.process_time() - started)
    return best
