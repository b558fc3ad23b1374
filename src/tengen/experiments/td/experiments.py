"""The experiments of Mayer (2007) as values."""

from tengen.experiments.cached_computation import Amount, CachedComputation
from tengen.experiments.experiment import Experiment, Run
from tengen.experiments.td.curves import LearningCurves
from tengen.experiments.td.curves_report import CREATIVE_CLAIMS, GREEDY_CLAIMS, show_curves
from tengen.experiments.td.depths import DEPTH_CLAIMS, Depths, show_depths
from tengen.experiments.td.game import GAME_CLAIMS, find_won_game, show_game
from tengen.experiments.td.nets import check_one_net, mark_td_nets, td_label, td_nets_of
from tengen.experiments.td.representations import REPRESENTATION_CLAIMS, see_position, show_representations
from tengen.experiments.td.tournament import (
    PAPERS_GAMES,
    TOURNAMENT_CLAIMS,
    amount_of_tournament,
    check_tournament,
    play_tournament,
    show_tournament,
)
from tengen.experiments.td.truth import (
    TRUTH_CLAIMS,
    amount_of_truth,
    check_truth,
    play_from_the_opening,
    show_truth,
)

_NETS = "self-taught nets"


def _net(run: Run) -> str:
    return f"net {td_label(td_nets_of(run)[0])}"


def _nets(run: Run) -> str:
    return f"nets {', '.join(map(td_label, td_nets_of(run)))}"


def _pairs(run: Run) -> str:
    n_games = run.wanted.games_of(PAPERS_GAMES, in_pairs=True)
    return f"{len(td_nets_of(run))} nets, {n_games:,} games a pair ({PAPERS_GAMES:,} in the paper)"


TD_EXPERIMENTS = (
    Experiment(
        "td-fig1",
        "three representations of one position",
        "nothing",
        REPRESENTATION_CLAIMS,
        CachedComputation(see_position, show_representations, lambda run: "one position"),
    ),
    Experiment(
        "td-fig2",
        "strength during learning, epsilon-greedy",
        "nothing",
        GREEDY_CLAIMS,
        LearningCurves("greedy", show_curves),
    ),
    Experiment(
        "td-fig3",
        "strength during learning, creative",
        "nothing; `td-fig2` to compare",
        CREATIVE_CLAIMS,
        LearningCurves("creative", show_curves, rival="td-fig2"),
    ),
    Experiment(
        "td-fig4",
        "a commented game with the net's values",
        _NETS,
        GAME_CLAIMS,
        CachedComputation(
            find_won_game,
            show_game,
            _net,
            ("nets",),
            check_nets=check_one_net,
            nets=mark_td_nets,
            amount=lambda run: Amount(1, "games"),
        ),
    ),
    Experiment(
        "td-table1",
        "tournament of the best nets",
        _NETS,
        TOURNAMENT_CLAIMS,
        CachedComputation(
            play_tournament,
            show_tournament,
            _pairs,
            ("scale", "games", "nets"),
            check_nets=check_tournament,
            nets=mark_td_nets,
            amount=amount_of_tournament,
        ),
    ),
    Experiment("td-table2", "search depths 1, 2 and 4", _NETS, DEPTH_CLAIMS, Depths(show_depths)),
    Experiment(
        "td-truth",
        "nets with deep search from the opening of 5x5, which is solved",
        _NETS,
        TRUTH_CLAIMS,
        CachedComputation(
            play_from_the_opening,
            show_truth,
            _nets,
            ("nets",),
            check_nets=check_truth,
            nets=mark_td_nets,
            amount=amount_of_truth,
        ),
    ),
)
