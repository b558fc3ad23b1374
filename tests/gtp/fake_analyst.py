"""A scripted analyst: it finds what it is told to find, and searches until it is stopped."""

import threading

import numpy as np

from tengen import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import N_POINTS
from tengen.gtp.engine import Engine
from tengen.players.player import Analysis, CandidateMove

PATIENCE = 10_000  # waits until a search that nobody stops gives up


class FakeAnalyst:
    """Knows three moves of a 5x5 board; a search without a budget goes on until `stop`."""

    name = "fake"

    def __init__(self, *, slow=False, reports=True, resigns=False):
        self.slow = slow  # whether also a search with a budget waits for `stop`
        self.reports = reports
        self.resigns = resigns
        self.searching = threading.Event()
        self.calls = []
        self.n_ended = 0  # searches that came to their own end
        self.settings = {"playouts": "100"}
        self._stopped = threading.Event()

    def analyse(self, game, report=None, *, every=1.0, playouts=None, seconds=None, avoid=frozenset()):
        self.calls.append(("analyse", every, playouts, seconds, avoid))
        has_no_budget = playouts is None and seconds is None
        self._search(game, report, every, wait=self.slow or has_no_budget, avoid=avoid)
        return analysis_of(game, avoid)

    def choose_move(self, game, report=None, *, every=1.0):
        self.calls.append(("choose_move", every))
        self._search(game, report if self.reports else None, every, wait=self.slow)
        for vertex in ("C3", "B2", "pass"):
            if game.is_legal(vertex):
                return parse_vertex(vertex, game.size)
        raise AssertionError("a pass is legal")

    def stop(self):
        self._stopped.set()

    def wants_to_resign(self):
        return self.resigns

    def start_pondering(self, game):
        self.calls.append(("start_pondering", len(game.moves)))

    def stop_pondering(self):
        self.calls.append(("stop_pondering",))

    def parameters(self):
        return dict(self.settings)

    def set_parameter(self, name, value):
        self.settings[name] = value

    def _search(self, game, report, every, wait, avoid=frozenset()):
        self._stopped.clear()  # as a real search does: a stop before the beginning is forgotten
        self.searching.set()
        n_waited = 0
        while wait and not self._stopped.wait(min(every, 0.2)):
            n_waited += 1
            assert n_waited < PATIENCE, "nobody stopped the search"
            if report:
                report(analysis_of(game, avoid))
        self.searching.clear()
        if report:
            report(analysis_of(game, avoid))
        self.n_ended += 1


def analysis_of(game, avoid=frozenset()):
    """The same for every position: C3 is good, B2 poor, a pass bad, E1 unknown; the top left is ours."""
    ownership = np.zeros(N_POINTS)
    ownership[parse_vertex(f"A{game.size}", game.size)] = 0.5
    ownership[parse_vertex("A1", game.size)] = -1.0
    candidates = [
        CandidateMove(point("C3"), 80, 0.4656, 0.464, 0.0839, (point("C3"), point("B2"), 0)),
        CandidateMove(point("B2"), 15, 0.25, 0.1, 0.5, (point("B2"),)),
        CandidateMove(0, 5, 0.00004, -0.05, 0.0, (0,)),
        CandidateMove(point("E1"), 0, 0.5, 0.0, 0.25, (point("E1"),)),
    ]
    kept = tuple(candidate for candidate in candidates if candidate.move not in avoid)
    return Analysis(game.to_play, 100, 0.45, 1.25, 20.0, kept, ownership)


def point(vertex, size=5):
    return parse_vertex(vertex, size)


def new_fake_engine(**options):
    """A 5x5 engine with a fake analyst, to be found at `engine.session.player`."""
    return Engine(FakeAnalyst(**options), Game(5))
