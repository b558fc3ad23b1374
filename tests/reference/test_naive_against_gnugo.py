"""The naive twin against GNU Go: legal moves, stones, liberties, captures and scores of random games."""

import random

import pytest

from tests.reference import gnugo as gtp
from tests.reference.board import BLACK, KO_RULES, WHITE, NaiveBoard, opponent, uniform_playout
from tests.reference.gnugo import GnuGo, GtpError, needs_gnugo

pytestmark = needs_gnugo

PASS_RATE = 0.04
OUT_OF_TURN_RATE = 0.05  # in every other game


def random_game_on_both_boards(gnugo, seed, size, n_moves, ko_rule, suicide):
    """Play one random game on both boards; yield the naive board before each move."""
    rng = random.Random(f"{seed} {size} {ko_rule} {suicide}")
    board = NaiveBoard.empty(size, ko_rule=ko_rule, suicide=suicide)
    gtp.start_game(gnugo, size)
    colour = BLACK
    for _ in range(n_moves):
        yield board
        moves = board.legal_moves(colour)
        move = rng.choice(moves) if moves and rng.random() >= PASS_RATE else None
        board = board.play(colour, move)
        gtp.play(gnugo, colour, move, size)
        if seed % 2 == 0 or rng.random() >= OUT_OF_TURN_RATE:
            colour = opponent(colour)
    yield board


def suicides(board, colour):
    """The points where a play would be suicide."""
    forbidden = NaiveBoard(board.position, suicide=False).legal_moves(colour)
    allowed = NaiveBoard(board.position, suicide=True).legal_moves(colour)
    return set(allowed) - set(forbidden)


def assert_same(gnugo, board):
    """Legal moves, stones, liberties and captures of both colours are GNU Go's."""
    size = board.rows
    for colour in (BLACK, WHITE):
        assert gtp.stones(gnugo, colour, size) == board.stones(colour)
        assert gtp.captures(gnugo, colour) == board.captures(colour)
        legal = set(board.legal_moves(colour))
        if board.suicide and board.ko_rule != "simple":
            legal |= suicides(board, colour)  # which GNU Go never finds to repeat a position
        assert gtp.legal_points(gnugo, colour, size) == sorted(legal)
    for colour in (BLACK, WHITE):
        for point in board.stones(colour)[-1:]:
            assert gtp.liberties(gnugo, point, size) == sorted(board.liberties_of(point))


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_random_games_agree_move_by_move(ko_rule, suicide):
    games = [(1, 2, 6), (2, 4, 40), (3, 4, 50), (5, 2, 70), (7, 1, 70), (9, 1, 50)]
    with GnuGo(ko_rule, suicide) as gnugo:
        for size, n_games, n_moves in games:
            for seed in range(n_games):
                for board in random_game_on_both_boards(gnugo, seed, size, n_moves, ko_rule, suicide):
                    assert_same(gnugo, board)


@pytest.mark.slow
@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko_rule", KO_RULES)
def test_many_random_games_agree_move_by_move(ko_rule, suicide):
    games = [(2, 40, 60), (3, 40, 100), (4, 20, 120), (5, 15, 150), (7, 4, 200), (9, 2, 250)]
    with GnuGo(ko_rule, suicide) as gnugo:
        for size, n_games, n_moves in games:
            for seed in range(100, 100 + n_games):
                for board in random_game_on_both_boards(gnugo, seed, size, n_moves, ko_rule, suicide):
                    assert_same(gnugo, board)


@pytest.mark.parametrize("suicide", [False, True])
def test_gnugo_refuses_to_play_what_it_does_not_list(suicide):
    with GnuGo("positional", suicide) as gnugo:
        for board in random_game_on_both_boards(gnugo, 0, 3, 30, "positional", suicide):
            legal = gtp.legal_vertices(gnugo, WHITE)
            for point in board.points:
                vertex = gtp.format_vertex(point, 3)
                assert gnugo.command(f"is_legal white {vertex}") == str(int(vertex in legal))
                if vertex not in legal:
                    with pytest.raises(GtpError, match="illegal move"):
                        gtp.play(gnugo, WHITE, point, 3)


@pytest.mark.parametrize("size, n_games", [(3, 20), (4, 10), (5, 15), (7, 4), (9, 2)])
def test_the_score_of_a_finished_playout_is_gnugos_final_score(size, n_games):
    with GnuGo() as gnugo:
        for seed in range(n_games):
            choose = random.Random(seed).choice
            moves, score, board = uniform_playout(NaiveBoard.empty(size), BLACK, choose, 3 * size * size + 20)
            if not board.is_over:  # cut off in a round of kos, which GNU Go would settle first
                continue
            gtp.start_game(gnugo, size, komi=5.5)
            for colour, move in moves:
                gtp.play(gnugo, colour, move, size)
            assert gtp.status_list(gnugo, "dead", size) == []
            assert gtp.final_score(gnugo) == score - 5.5


def test_gnugo_takes_no_suicide_for_a_repetition():
    """The known fault that `assert_same` allows for; if it goes away, so should the allowance."""
    with GnuGo("positional", suicide=True) as gnugo:
        gtp.start_game(gnugo, 1)
        assert gtp.legal_vertices(gnugo, BLACK) == ["A1"]
    assert NaiveBoard.empty(1, ko_rule="positional", suicide=True).legal_moves(BLACK) == []


# --- The client -----------------------------------------------------------------------------------


@pytest.mark.parametrize("vertex, point", [("A3", (0, 0)), ("C1", (2, 2)), ("b2", (1, 1)), ("pass", None)])
def test_vertices_and_points(vertex, point):
    assert gtp.parse_vertex(vertex, 3) == point
    assert gtp.format_vertex(point, 3) == vertex.upper()


def test_there_is_no_column_i():
    assert gtp.format_vertex((0, 8), 19) == "J19"
    assert gtp.parse_vertex("T19", 19) == (0, 18)


def test_a_refused_command_raises():
    with GnuGo() as gnugo:
        with pytest.raises(GtpError, match="unknown command"):
            gnugo.command("sing")
        with pytest.raises(ValueError, match="not one command"):
            gnugo.command("name\nversion")
        assert gnugo.command("name") == "GNU Go"
        assert gnugo.command("version").startswith("3.8")


def test_an_answer_that_does_not_come_raises_and_the_program_is_ended():
    with GnuGo() as gnugo:
        gtp.start_game(gnugo, 19)
        gnugo.timeout = 0.01
        with pytest.raises(GtpError, match="no answer"):
            gnugo.command("final_score")
        gnugo._process.wait()
        with pytest.raises(GtpError, match="has ended"):
            gnugo.command("name")


def test_closing_leaves_no_process_behind():
    gnugo = GnuGo()
    process = gnugo._process
    gnugo.close()
    assert process.returncode == 0
    assert process.stdout.closed
