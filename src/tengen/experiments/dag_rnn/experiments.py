"""The experiments of Wu & Baldi (2006) as values."""

from tengen.experiments.cached_computation import CachedComputation
from tengen.experiments.dag_rnn.graph import find_graph
from tengen.experiments.dag_rnn.graph_page import GRAPH_CLAIMS, show_graph
from tengen.experiments.dag_rnn.held_out_games import (
    Archives,
    check_net,
    check_nets,
    label_of,
    mark_net,
    mark_nets,
    net_of,
    nets_of,
)
from tengen.experiments.dag_rnn.measures import (
    amount_of_scaling,
    amount_of_symmetry,
    measure_scaling,
    measure_symmetry,
    show_scaling,
    show_symmetry,
)
from tengen.experiments.dag_rnn.move_prediction import MovePrediction
from tengen.experiments.dag_rnn.move_prediction_report import (
    FIG2B_CLAIMS,
    TABLE2_CLAIMS,
    show_fig2b,
    show_table2,
)
from tengen.experiments.dag_rnn.pages import (
    amount_of_training,
    find_outstanding_move,
    list_inputs,
    show_inputs_page,
    show_outstanding,
    show_training,
    train_by_rounds,
)
from tengen.experiments.dag_rnn.seeds import N_SEEDS, amount_of_seeds, show_seeds, teach_seeds
from tengen.experiments.dag_rnn.self_play import (
    BOOTSTRAP_CLAIMS,
    amount_of_bootstraps,
    run_bootstraps,
    show_bootstraps,
)
from tengen.experiments.experiment import Experiment, Run

_GAMES = "nets and games"
_TRAINING = "games and the extra `train`"


def _nets(run: Run) -> str:
    return f"nets {', '.join(map(label_of, nets_of(run)))}, scale {run.wanted.scale:g}"


def _net(run: Run) -> str:
    return f"net {label_of(net_of(run))}"


def _net_and_scale(run: Run) -> str:
    return f"{_net(run)}, scale {run.wanted.scale:g}"


def _trainings(run: Run) -> str:
    return f"{N_SEEDS} trainings, scale {run.wanted.scale:g}"


DAG_EXPERIMENTS = (
    Experiment(
        "dag-fig1",
        "planes and edges of the network",
        "nothing",
        GRAPH_CLAIMS,
        CachedComputation(find_graph, show_graph, _net, ("nets",), check_nets=check_net, nets=mark_net),
    ),
    Experiment(
        "dag-table1",
        "the list of inputs",
        "nothing",
        ("stone type, influence, propensity, eyes, liberties and weakest enemies are the inputs",),
        CachedComputation(list_inputs, show_inputs_page, lambda run: "all inputs of the code"),
    ),
    Experiment(
        "dag-fig2a",
        "validation error by phase and epoch",
        _TRAINING,
        ("the error falls quickly at first and hardly in the end", "it is smaller towards the end of a game"),
        CachedComputation(
            train_by_rounds,
            show_training,
            lambda run: f"scale {run.wanted.scale:g}",
            ("scale", "data"),
            Archives(),
            amount=amount_of_training,
        ),
    ),
    Experiment(
        "dag-fig2b",
        "share of professional moves among the top m",
        _GAMES,
        FIG2B_CLAIMS,
        MovePrediction(show_fig2b),
    ),
    Experiment(
        "dag-table2", "probability of the move played", _GAMES, TABLE2_CLAIMS, MovePrediction(show_table2)
    ),
    Experiment(
        "dag-seeds",
        "the paper's net taught several times, all figures",
        _TRAINING,
        ("one of several comparable players is reported",),
        CachedComputation(
            teach_seeds, show_seeds, _trainings, ("scale", "data"), Archives(), amount=amount_of_seeds
        ),
    ),
    Experiment(
        "dag-fig3",
        "territory before and after one move",
        _GAMES,
        ("the net's first choice is the move of a professional",),
        CachedComputation(
            find_outstanding_move,
            show_outstanding,
            _net,
            ("nets", "data"),
            Archives(),
            check_nets=check_net,
            nets=mark_net,
        ),
    ),
    Experiment(
        "dag-bootstrap",
        "learning without games on 5x5 and 7x7",
        "the extra `train`",
        BOOTSTRAP_CLAIMS,
        CachedComputation(
            run_bootstraps,
            show_bootstraps,
            lambda run: f"20 generations, scale {run.wanted.scale:g}",
            ("scale", "nets"),
            check_nets=check_net,
            nets=mark_net,
            amount=amount_of_bootstraps,
        ),
    ),
    Experiment(
        "dag-scaling",
        "cost of training and inference by board size",
        "an idle machine and the extra `train`",
        ("training grows as N^4",),
        CachedComputation(
            measure_scaling,
            show_scaling,
            _net_and_scale,
            ("scale", "nets"),
            check_nets=check_net,
            nets=mark_net,
            amount=amount_of_scaling,
        ),
    ),
    Experiment(
        "dag-symmetry",
        "how alike the images of a board are to a net",
        _GAMES,
        ("one network serves the four hidden planes, for Go is isotropic",),
        CachedComputation(
            measure_symmetry,
            show_symmetry,
            _nets,
            ("scale", "games", "nets", "data"),
            Archives(),
            check_nets=check_nets,
            nets=mark_nets,
            amount=amount_of_symmetry,
        ),
    ),
)
