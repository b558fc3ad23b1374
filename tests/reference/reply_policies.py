"""The slow, obvious twins of what playouts remember: dictionaries and sets on the naive board.

Points, moves, colours and boards are those of tests.reference.board; `START` is the move before the first.
LGR-1 and LGR-2 with and without forgetting are in playout_rules.py. Where a policy draws a move, the
twin answers with the whole distribution as {move: probability}.

Win rates are kept as {(colour, context, move): [runs, wins]}. What a context is differs by the policy.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.reference import playout_rules
from tests.reference.board import Move, NaiveBoard, Point, neighbours, opponent

START = "start"
GOOD_TILE = 0.5


def turns(moves: Sequence, first_colour: str):
    """Each move with its colour."""
    return list(zip(moves, [first_colour, opponent(first_colour)] * len(moves)))


def is_playable(board: NaiveBoard, point: Point, colour: str, opening: bool = True) -> bool:
    """Whether a policy may propose a point: vacant, legal, no own eye, in the opening near play."""
    return (
        board.is_legal(colour, point)
        and not board.is_eye_for(colour, point)
        and (not opening or playout_rules.is_near_play(board.position, point))
    )


def playable_points(board: NaiveBoard, colour: str, opening: bool = True) -> list[Point]:
    """All points that a policy may propose."""
    return [point for point in board.points if is_playable(board, point, colour, opening)]


# --- Random numbers and draws ----------------------------------------------------------------------


class Dice:
    """Knuth's MMIX generator on plain integers: the upper half of each word, scaled."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return self.state // 2**32 * n // 2**32


def gibbs(values: dict) -> dict:
    """exp(value) over the sum of all, for {move: value / temperature}."""
    highest = max(values.values(), default=0.0)
    weights = {move: math.exp(value - highest) for move, value in values.items()}
    return {move: weight / sum(weights.values()) for move, weight in weights.items()}


def drawn(distribution: dict, share: float):
    """The move at a share (0 to 1) of the distribution, whose moves lie side by side in their order."""
    below = 0.0
    for move, probability in distribution.items():
        below += probability
        if share < below:
            return move
    return list(distribution)[-1]


# --- LGRF-1-ND and LGRF-3 --------------------------------------------------------------------------


def learn_first_replies(replies: dict, moves: Sequence, first_colour: str, winner: str, previous) -> None:
    """LGRF-1-ND, {(colour, previous): reply}: what follows the same move of a side again teaches nothing."""
    met = set()
    for (move, colour), context in zip(turns(moves, first_colour), [previous, *moves]):
        if (colour, context) not in met and move is not None:
            if colour == winner:
                replies[colour, context] = move
            elif replies.get((colour, context)) == move:
                del replies[colour, context]
        met.add((colour, context))


def number_of(move) -> int:
    """The number of a move in contexts: 0 a pass, 1 no move yet, then the points of a board 20 wide."""
    if move is None:
        return 0
    return 1 if move == START else (move[0] + 1) * 20 + move[1] + 1


def context_number(third, before, previous, colour: str) -> int:
    """Nine bits for each of the three moves, and two for the colour that replies."""
    total = 0
    for move in (third, before, previous):
        total = total * 512 + number_of(move)
    return total * 4 + {"X": 1, "O": 2}[colour]


def slot_of(context: int) -> int:
    """Fibonacci hashing: the upper 18 bits of the context times the golden ratio of 64 bits."""
    return context * 0x9E3779B97F4A7C15 % 2**64 // 2**46


def learn_replies_to_three(
    slots: dict, moves: Sequence, first_colour: str, winner: str, third, before, previous
) -> None:
    """LGRF-3, {slot: (context, reply)}: a winner's context takes the slot, whoever had it."""
    line = [third, before, previous, *moves]
    for index, (move, colour) in enumerate(turns(moves, first_colour)):
        context = context_number(*line[index : index + 3], colour)
        if move is not None and colour == winner:
            slots[slot_of(context)] = context, move
        elif move is not None and slots.get(slot_of(context)) == (context, move):
            del slots[slot_of(context)]


def reply_to_three(
    slots: dict, board: NaiveBoard, colour: str, third, before, previous, opening=True
) -> Move:
    """The stored reply if the slot still belongs to this context and the reply is playable, else None."""
    context = context_number(third, before, previous, colour)
    owner, reply = slots.get(slot_of(context), (None, None))
    return reply if owner == context and is_playable(board, reply, colour, opening) else None


# --- Win rates: Softmax-1, contextual Monte Carlo, PAST ---------------------------------------------


def count_move(rates: dict, colour: str, context, move: Point, winner: str) -> None:
    """One more playout with the move in the context."""
    counts = rates.setdefault((colour, context, move), [0, 0])
    counts[0] += 1
    counts[1] += colour == winner


def win_rate(rates: dict, colour: str, context, move: Point) -> float:
    """Wins in runs; one half for what was never tried."""
    runs, wins = rates.get((colour, context, move), (2, 1))
    return wins / runs


def learn_reply_rates(rates: dict, moves: Sequence, first_colour: str, winner: str, previous) -> None:
    """Softmax-1: the context is the previous move."""
    for (move, colour), context in zip(turns(moves, first_colour), [previous, *moves]):
        if move is not None:
            count_move(rates, colour, context, move, winner)


def softmax_distribution(
    rates: dict, board: NaiveBoard, colour: str, previous, temperature: float, opening: bool = True
) -> dict:
    """How likely Softmax-1 is to play each move."""
    points = playable_points(board, colour, opening)
    return gibbs({point: win_rate(rates, colour, previous, point) / temperature for point in points})


def learn_tiles(rates: dict, moves: Sequence, first_colour: str, winner: str) -> None:
    """Contextual Monte Carlo: all ordered pairs of different points that one side played, each once."""
    for colour in "XO":
        points = {move for move, mover in turns(moves, first_colour) if mover == colour and move is not None}
        for context in points:
            for move in points - {context}:
                count_move(rates, colour, context, move, winner)


def contextual_moves(rates: dict, board: NaiveBoard, colour: str, own_previous, opening=True) -> set[Point]:
    """The playable moves of the best tile, if it won more than half the time; equals are all named."""
    if own_previous in (None, START):
        return set()
    found = {
        point: win_rate(rates, colour, own_previous, point)
        for point in playable_points(board, colour, opening)
    }
    best = max(found.values(), default=0.0)
    return {point for point, rate in found.items() if rate == best > GOOD_TILE}


def true_predicates(board: NaiveBoard, before, previous, colour: str) -> set:
    """What holds for the colour to move, of the predicates that PAST knows."""
    stones = len(board.stones("X")) + len(board.stones("O"))
    predicates = {"a position", ("quarter", min(3, int(4 * stones / len(board.points))))}
    if board.ko_point is not None and board.ko_colour == colour:
        predicates.add("ko")
    if before not in (None, START):
        predicates.add(("own last move", before))
    if previous not in (None, START):
        predicates.add(("last move", previous))
        around = [
            point for point in [previous, *neighbours(board.position, previous)] if board.at(point) != "."
        ]
        in_atari = {board.at(point) for point in around if len(board.liberties_of(point)) == 1}
        if colour in in_atari:
            predicates.add("own atari")
        if opponent(colour) in in_atari:
            predicates.add("enemy atari")
    return predicates


def learn_predicates(
    rates: dict, board: NaiveBoard, moves: Sequence, first_colour: str, winner: str, before, previous
) -> None:
    """PAST: the contexts are the predicates that held; the playout is played again to find them."""
    for move, colour in turns(moves, first_colour):
        if move is not None:
            for predicate in true_predicates(board, before, previous, colour):
                count_move(rates, colour, predicate, move, winner)
        board = board.play(colour, move)
        before, previous = previous, move


def past_distribution(
    rates: dict, board: NaiveBoard, colour: str, before, previous, temperature: float, opening: bool = True
) -> dict:
    """How likely PAST is to play each move: by its best win rate under a predicate that has seen it."""
    predicates = true_predicates(board, before, previous, colour)
    values = {}
    for point in playable_points(board, colour, opening):
        seen = [
            win_rate(rates, colour, predicate, point)
            for predicate in predicates
            if (colour, predicate, point) in rates
        ]
        values[point] = max(seen, default=0.5) / temperature
    return gibbs(values)


# --- Counts ----------------------------------------------------------------------------------------


@dataclass
class Counts:
    """What becomes of replies; table 0 holds replies to one move, table 1 to two."""

    n_playouts: int = 0
    lookups: dict = field(default_factory=dict)  # (table, "playable", "unplayable" or "none") -> how often
    since: dict = field(default_factory=dict)  # (table, context) -> the playout that stored the reply
    lives: list = field(default_factory=list)  # (table, previous move, reply, playouts it stayed)


def count_lookups(
    counts: Counts, ones: dict, twos: dict, with_two: bool, board: NaiveBoard, colour: str, before, previous
) -> None:
    """Ask the two-move table, and the one-move table if the first has nothing playable."""
    stored = [(1, twos.get((colour, before, previous)))] if with_two else []
    for table, reply in [*stored, (0, ones.get((colour, previous)))]:
        result = "none" if reply is None else "unplayable"
        if reply is not None and is_playable(board, reply, colour):
            result = "playable"
        counts.lookups[table, result] = counts.lookups.get((table, result), 0) + 1
        if result == "playable":
            return


def learn_and_count(
    counts: Counts, ones: dict, twos: dict, with_two: bool, forget: bool, moves: Sequence, first_colour: str,
    winner: str, before, previous,
) -> None:  # fmt: skip
    """Learn the replies of a playout one by one, and write down each reply that ends."""
    counts.n_playouts += 1
    line = [before, previous, *moves]
    for index, (move, colour) in enumerate(turns(moves, first_colour)):
        before, previous = line[index : index + 2]
        places = [(0, ones, (colour, previous)), (1, twos, (colour, before, previous))]
        for table, replies, context in places if with_two else places[:1]:
            old = replies.pop(context, None)
            new = old
            if move is not None and colour == winner:
                new = move
            elif move is not None and forget and old == move:
                new = None
            if new is not None:
                replies[context] = new
            if new != old and old is not None:
                age = counts.n_playouts - counts.since[table, context]
                counts.lives.append((table, previous, old, age))
            if new != old:
                counts.since[table, context] = counts.n_playouts
