"""The count at the end of a game, told so that a beginner can follow it.

Tengen counts area: the stones on the board and the empty points that only one colour surrounds. Dead stones
are taken off first. Which stones are dead is suggested by a search, and people have the last word.
"""

from collections.abc import Set
from dataclasses import dataclass

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import COLOUR_NAMES, Game, format_result
from tengen.core.notation import format_vertex, is_on_board
from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE, point_at
from tengen.mcts.ending import judge_ending
from tengen.web.messages.game import Count

_SIGNS = {EMPTY: ".", BLACK: "X", WHITE: "O"}


@dataclass(frozen=True)
class Suggestion:
    """What a search takes for dead, before people say what they think."""

    dead: frozenset[int] = frozenset()
    unsure: tuple[int, ...] = ()  # a stone of each chain whose life is not sure
    may_gain: tuple[int, ...] = ()  # colours that have something left to play for


NOTHING_DEAD = Suggestion()


def suggest_dead(game: Game) -> Suggestion:
    """The stones that a search takes for dead; none by rules where all stones on the board live."""
    if game.rules.dead_stay:
        return NOTHING_DEAD
    ending = judge_ending(game)
    may_gain = tuple(colour for colour in COLOUR_NAMES if ending.gains(colour))
    return Suggestion(frozenset(ending.dead), tuple(chain[0] for chain in ending.unsure), may_gain)


def toggle_chain(game: Game, dead: Set[int], point: int) -> set[int]:
    """The dead stones after somebody has pointed at a chain: it is dead now, or alive again."""
    chain = _chain(game, point)
    return set(dead) - chain if point in dead else set(dead) | chain


def count_game(game: Game, dead: Set[int], doubts: Suggestion = NOTHING_DEAD) -> Count:
    """The count of a position without its dead chains, how it came about, and what people should look at."""
    owners = game.owners(dead)
    taken = {stone for point in dead for stone in _chain(game, point)}
    lines = range(game.size)
    board = [[int(point_at(row, column)) for column in lines] for row in lines]
    points = [point for row in board for point in row]
    stands = {point for point in points if game.board.colour[point] != EMPTY} - taken
    stones, surrounded = {}, {}
    for colour in (BLACK, WHITE):
        owned = {point for point in points if owners[point] == colour}
        stones[colour], surrounded[colour] = len(owned & stands), len(owned - stands)
    n_neutral = sum(owners[point] == EMPTY for point in points)
    score = game.score(dead)
    explanation = [
        *_dead_sentences(game, taken),
        _side_sentence(BLACK, stones[BLACK], surrounded[BLACK], 0.0),
        _side_sentence(WHITE, stones[WHITE], surrounded[WHITE], game.komi),
        *_neutral_sentences(int(n_neutral)),
        _result_sentence(score),
        *_doubt_sentences(doubts, game.size),
    ]
    return Count(
        owners=["".join(_SIGNS[int(owners[point])] for point in row) for row in board],
        dead=[format_vertex(point, game.size) for point in sorted(taken)],
        black_stones=stones[BLACK],
        black_points=surrounded[BLACK],
        white_stones=stones[WHITE],
        white_points=surrounded[WHITE],
        komi=game.komi,
        result=format_result(score),
        explanation=" ".join(explanation),
    )


def _chain(game: Game, point: int) -> set[int]:
    """All stones of the chain at a point; GoError if there is none."""
    colours, chains = game.board.colour, game.board.chain
    if not is_on_board(point, game.size) or colours[point] == EMPTY:
        where = format_vertex(point, game.size) if point == PASS or is_on_board(point, game.size) else point
        raise GoError(f"there is no stone at {where}")
    same = (chains == chains[point]) & (colours == colours[point])
    return set(np.flatnonzero(same).tolist())


def _dead_sentences(game: Game, taken: Set[int]) -> list[str]:
    """What is taken off before anybody counts."""
    sentences = []
    for colour in (BLACK, WHITE):
        n_dead = sum(game.board.colour[point] == colour for point in taken)
        if n_dead:
            stones = _number(n_dead, f"{COLOUR_NAMES[colour].lower()} stone")
            verb = "is dead and is" if n_dead == 1 else "are dead and are"
            sentences.append(f"{stones} {verb} taken off the board first.")
    return sentences


def _side_sentence(colour: int, n_stones: int, n_surrounded: int, komi: float) -> str:
    """What one colour has."""
    stones, points = _number(n_stones, "stone"), _number(n_surrounded, "point")
    sentence = f"{COLOUR_NAMES[colour]} has {stones} on the board and surrounds {points}"
    if komi > 0:
        sentence += f", plus komi {komi:g}"
    elif komi < 0:
        sentence += f", minus komi {-komi:g}"
    return f"{sentence}: {n_stones + n_surrounded + komi:g}."


def _neutral_sentences(n_neutral: int) -> list[str]:
    """Empty points beside both colours, or on a board without stones."""
    if n_neutral == 0:
        return []
    verb, them = ("belongs", "it") if n_neutral == 1 else ("belong", "them")
    points = _number(n_neutral, "empty point")
    return [f"{points} {verb} to nobody, for neither colour alone surrounds {them}, as in a seki."]


def _result_sentence(score: float) -> str:
    """Who has won, and by how much."""
    if score == 0:
        return "Both have the same: the game is a draw."
    winner = COLOUR_NAMES[BLACK if score > 0 else WHITE]
    margin = "half a point" if abs(score) == 0.5 else _number(abs(score), "point")
    return f"{winner} wins by {margin}."


def _doubt_sentences(doubts: Suggestion, size: int) -> list[str]:
    """Where people should look before they agree."""
    sentences = []
    if doubts.unsure:
        where = ", ".join(format_vertex(point, size) for point in doubts.unsure)
        sentences.append(
            f"It is not sure whether the stones at {where} live: click on a chain that is judged wrong."
        )
    if doubts.may_gain:
        who = " and ".join(COLOUR_NAMES[colour] for colour in doubts.may_gain)
        sentences.append(f"There may be points left to gain for {who}: play on if you want them.")
    return sentences


def _number(n: float, what: str) -> str:
    """A number of things: "1 stone", "0 stones", "2.5 points"."""
    return f"{n:g} {what}" if n == 1 else f"{n:g} {what}s"
