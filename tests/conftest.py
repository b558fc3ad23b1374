"""What holds for all tests."""

from hypothesis import settings
from numba import config

from tengen.players.mcts_player import MctsPlayer

# A busy machine is no fault of the code: what must be fast has a benchmark.
settings.register_profile("tengen", deadline=None)
settings.load_profile("tengen")

if config.DISABLE_JIT:  # a look of the large net takes a minute there
    MctsPlayer.PRESETS["tengen"]["prior_net"] = None
