"""Expected lines, wherever they are shown, hold only moves that playouts have made, and end where those end.

The twin writes down every playout as it is made: which move followed in which node. It knows nothing of
what nodes begin with.
"""

import json
import random
import re
from collections import Counter, defaultdict

import pytest
from numba import config

from tengen import Game
from tengen.core.notation import format_vertex
from tengen.gtp.commands.analysis_format import format_cgos, format_kata, format_lz
from tengen.gtp.commands.analysis_options import AnalysisOptions
from tengen.gtp.commands.graphics import format_variation
from tengen.gtp.json_analysis.answer import analysis_answer
from tengen.gtp.json_analysis.query import Query
from tengen.players.mcts_player import MctsPlayer
from tengen.web.inspect.tree import candidate_rows
from tests.reference.backup import counted

N_PLAYOUTS = 12 if config.DISABLE_JIT else 400
SIZES = (5,) if config.DISABLE_JIT else (5, 9, 19)
SEEDS = range(1 if config.DISABLE_JIT else 3)
SETTINGS = {
    "tengen": {},
    "orego": {"preset": "orego", "prior": 20.0, "learned": 0.0, "prior_net": None, "book": "none"},
    "visits": {"choice": "visits", "prior": 20.0},
    "small ripe": {"expand": 1, "learned": 300.0},
    "advice": {"prior_at": 5, "value_weight": 5.0, "prior_net": "small"},
}


class Notes:
    """How many playouts made each move in each node, written down one by one: {node: {entry: times}}."""

    def __init__(self, player, game):
        self.player, self.game, self.times = player, game, defaultdict(Counter)

    def note(self, n_playouts):
        """Let the player search, one playout at a time; tells what it said after the last."""
        for _ in range(n_playouts - 1):
            self.player.searcher_for(self.game).think(self.game, playouts=1)
            self.write_down()
        analysis = self.player.analyse(self.game, playouts=1)
        self.write_down()
        return analysis

    def write_down(self):
        """The playout that the search made last."""
        worker = self.player.searcher.threads[0].worker
        moves = [int(worker.entry_of[move]) for move in worker.playout.moves[: worker.playout.n_moves]]
        path = worker.path[: worker.depth].tolist()
        for (node, plane, entry), times in counted(path, moves, 1, 1).items():
            if plane == "runs" and worker.playout.winner:
                self.times[node][entry] += times

    def line(self, move):
        """The most made move of each node, from one of the root on, as far as the rules let it."""
        searcher, at, line = self.player.searcher, self.game.copy(), []
        tree, node, entry = searcher.tree, searcher.root_node, int(searcher.threads[0].worker.entry_of[move])
        while entry is not None and self.times[node][entry] and len(line) < 20:
            at.play(int(tree.points[entry]))
            line.append(at.last_move)
            node = int(tree.children[node, entry])
            made = self.times[node]
            may = [entry for entry in sorted(made) if at.is_legal(int(tree.points[entry]))]
            entry = max(may, key=made.get) if may and node > 0 and not at.is_over else None
        return tuple(line)


def played(size, seed):
    """A game of some moves; the first ones keep to the middle, so that priors have something to say."""
    game, source = Game(size), random.Random(seed)
    for _ in range(source.randrange(1, 2 * size)):
        game.play(source.choice(game.legal()))
    return game


def lines_of_text(text):
    """The sequences behind each `pv` of a line of analysis."""
    return [pv.split() for pv in re.findall(r"\bpv\b((?: (?:[A-T]\d+|pass)\b)*)", text)]


@pytest.mark.parametrize("name", ["tengen"] if config.DISABLE_JIT else SETTINGS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_step_of_any_line_is_without_a_playout(seed, size, name):
    if config.DISABLE_JIT:
        player = MctsPlayer(memory_mb=4, seed=seed, early_pass=False, prior_net=None)
    else:
        player = MctsPlayer(memory_mb=20, seed=seed, early_pass=False, **SETTINGS[name])
    game = played(size, seed)
    notes = Notes(player, game)
    analysis = notes.note(N_PLAYOUTS)
    expected = {one.move: notes.line(one.move) for one in analysis.candidates}
    assert {one.move: one.line for one in analysis.candidates} == expected
    assert all((one.line != ()) == (one.visits > 0) for one in analysis.candidates)
    assert max(map(len, expected.values())) >= (1 if config.DISABLE_JIT else 3)

    told = [[format_vertex(move, size) for move in line] for line in expected.values()]
    everything = AnalysisOptions(game.to_play, min_moves=1000)
    for text in (format_lz(analysis, size, everything), format_kata(analysis, size, everything)):
        assert sorted(lines_of_text(text)) == sorted(told)
    for one in json.loads(format_cgos(analysis, size))["moves"]:
        assert [one["move"], *one["pv"].split()] in told
    for one in analysis_answer(Query("a", game, [0], [0]), 0, game, analysis, is_during_search=False)[
        "moveInfos"
    ]:
        assert one["pv"] in told
    assert format_variation(analysis, size).split()[1::2] in told
    assert sorted(row.line for row in candidate_rows(player.searcher, game)) == sorted(told)

    player.playouts = 1
    player.choose_move(game)
    notes.write_down()
    for line in player.explain_last_move().splitlines()[1:]:
        if expecting := re.search(r"^(\S+): .* expecting (.+)", line):
            move = next(one for one in expected if format_vertex(one, size) == expecting[1])
            assert expecting[2].split() == [format_vertex(step, size) for step in notes.line(move)]
        else:
            assert "of 0 playouts" in line or line.startswith("book: ")
