"""What a tree search can be told, as one record of numbers."""

from typing import Any

import numpy as np

BOOK_BY = ("uniform", "frequency", "likelihood")  # what virtual wins of book moves follow
UNIFORM, FREQUENCY, LIKELIHOOD = range(len(BOOK_BY))

SEARCH = np.dtype(
    [
        ("rave_bias", np.float32),  # B in b = rn / (rn + n + rn n B)
        ("exploration", np.float32),  # c in UCB1's c sqrt(log N / n); 0 leaves exploring to RAVE
        ("expand_at", np.float32),  # a child is made when its move has more runs than this
        ("prior", np.float32),  # virtual wins for each suggestion of a playout rule
        ("learned", np.float32),  # virtual wins of a move that is sure to be played by the learned prior
        ("book_wins", np.float32),  # virtual wins of a move of the opening book, at most
        ("book_by", np.uint8),  # which moves get fewer
        ("book_prune", np.bool_),  # where the book knows moves, no others are tried
        ("virtual_loss", np.float32),  # runs a move counts as lost while a thread is still below it
        ("win_stay", np.bool_),  # repeat the last winning move of a node until it loses
        ("ownership", np.bool_),  # count who owns each point at the end of playouts, and by how much
        ("superko", np.int64),
    ],
    align=True,
)


def new_search_parameters(
    *,
    rave_bias: float = 0.0009,
    exploration: float = 0.0,
    expand_at: float = 2.0,
    prior: float = 20.0,
    learned: float = 0.0,
    book_wins: float = 0.0,
    book_by: str = "uniform",
    book_prune: bool = False,
    virtual_loss: float = 0.0,
    win_stay: bool = True,
    ownership: bool = False,
    superko: int = 1,
) -> Any:
    """Search parameters; the defaults are Orego's."""
    parameters = np.zeros(1, SEARCH).view(np.recarray)[0]
    parameters.rave_bias = rave_bias
    parameters.exploration = exploration
    parameters.expand_at = expand_at
    parameters.prior = prior
    parameters.learned = learned
    parameters.book_wins = book_wins
    parameters.book_by = BOOK_BY.index(book_by)
    parameters.book_prune = book_prune
    parameters.virtual_loss = virtual_loss
    parameters.win_stay = win_stay
    parameters.ownership = ownership
    parameters.superko = superko
    return parameters
