"""What can be wrong with what a person or a file gives us."""


class GoError(ValueError):
    """Bad input, in one sentence that names what and where; nothing was changed."""


class StoppedError(GoError):
    """A computation that somebody ended before it had an answer."""


class IllegalMoveError(GoError):
    """A move that the rules forbid in this position."""
