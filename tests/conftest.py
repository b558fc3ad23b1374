"""What holds for all tests."""

from functools import partialmethod

from hypothesis import settings
from numba import config

from tengen.mcts import ending
from tengen.players.mcts_player import MctsPlayer

# A busy machine is no fault of the code: what must be fast has a benchmark.
settings.register_profile("tengen", deadline=None)
settings.load_profile("tengen")

if config.DISABLE_JIT:  # there a look of the large net takes seconds, and so do some playouts
    MctsPlayer.__init__ = partialmethod(MctsPlayer.__init__, prior_net=None)
    _search = ending._search
    ending._search = lambda game, colour, komi, n: _search(game, colour, komi, n if n < 100 else 8)
