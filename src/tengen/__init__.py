"""Tengen: one Go engine and research lab in Python, in which four classic lines of computer Go meet."""

from importlib.metadata import version

from tengen.core.errors import GoError, IllegalMoveError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, EMPTY, WHITE
from tengen.core.rules import Rules

__version__ = version("tengen")
__all__ = ["BLACK", "EMPTY", "WHITE", "Game", "GoError", "IllegalMoveError", "Rules", "__version__"]
