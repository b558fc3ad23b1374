"""Figure 1 of Wu & Baldi: the graph that the net tells is the paper's, and the page follows what was told."""

from copy import deepcopy

import numpy as np
import pytest
from numba import config

from tengen.dag_rnn.architecture import NETWORKS, Architecture, initial_weights, n_weights, paper_net
from tengen.dag_rnn.network import TerritoryNet
from tengen.dag_rnn.weights import save_net
from tengen.experiments.dag_rnn import graph
from tengen.experiments.dag_rnn.graph import LAMPS
from tengen.experiments.dag_rnn.graph_page import show_graph
from tengen.experiments.document import Figure
from tengen.experiments.experiment import Run, RunOptions
from tests.dag_rnn.test_evaluator import net_file
from tests.experiments.tiny import Silent

SIZE = 3 if config.DISABLE_JIT else 5
POINTS = [(row, column) for row in range(SIZE) for column in range(SIZE)]
WITHOUT_BORDERS = Architecture(n_inputs=2, hidden=5, states=1, border_networks=False)


def before(name, i, j):
    """Equation 2, word by word."""
    return {
        "NE": [(i - 1, j), (i, j - 1)],
        "NW": [(i + 1, j), (i, j - 1)],
        "SW": [(i + 1, j), (i, j + 1)],
        "SE": [(i - 1, j), (i, j + 1)],
    }[name]


def papers_plane(name):
    """The edges of a plane; i is the column from the left, j the row from below."""
    edges = []
    for row, column in POINTS:
        for i, j in before(name, column, SIZE - 1 - row):
            if 0 <= i < SIZE and 0 <= j < SIZE:
                edges.append([(SIZE - 1 - j) * SIZE + i, row * SIZE + column])
    return sorted(edges)


def names_of(planes):
    return [graph.name_of(graph.direction_of(edges, SIZE)) for edges in planes]


@pytest.fixture(scope="module")
def planes():
    return graph.ask_planes(LAMPS, SIZE)


@pytest.fixture(scope="module")
def columns():
    return graph.ask_columns(LAMPS, SIZE)


def test_the_edges_of_the_planes_are_those_of_equation_2(planes):
    assert sorted(names_of(planes)) == ["NE", "NW", "SE", "SW"]
    for name, edges in zip(names_of(planes), planes):
        assert sorted(edges) == papers_plane(name)
        assert graph.are_of_equation_2(edges, SIZE)


def test_all_other_edges_run_within_columns(columns):
    assert columns == [[[point, point] for point in range(SIZE**2)]] * 5


def test_the_four_planes_together_join_every_input_with_every_output(planes):
    reach = graph.ask_reach(LAMPS, SIZE)
    for name, reached in zip(names_of(planes), reach):
        for lamp, (row, column) in enumerate(POINTS):
            for unit, (to_row, to_column) in enumerate(POINTS):
                is_south, is_north = to_row >= row, to_row <= row
                is_east, is_west = to_column >= column, to_column <= column
                expected = (is_south if "S" in name else is_north) and (is_east if "E" in name else is_west)
                assert reached[lamp, unit] == expected
    assert reach.any(0).all()


def test_a_plane_has_the_corner_network_where_it_starts_and_the_side_network_beside_that(planes):
    served = graph.ask_networks(LAMPS, SIZE)
    assert list(served) == list(NETWORKS)
    for plane, name in enumerate(names_of(planes)):
        tails = papers_plane(name)
        for point in range(SIZE**2):
            n_missing = 2 - sum(head == point for _, head in tails)
            assert [point in served[network][plane] for network in NETWORKS].index(True) == n_missing
            assert sum(point in served[network][plane] for network in NETWORKS) == 1


def test_without_border_networks_the_lateral_one_serves_all(planes):
    if not config.DISABLE_JIT:
        assert graph.ask_planes(WITHOUT_BORDERS, SIZE) == planes
    assert graph.ask_networks(WITHOUT_BORDERS, SIZE) == {"lateral": [list(range(SIZE**2))] * 4}


def test_the_longest_way_crosses_the_board_and_cycles_are_found(planes, columns):
    assert graph.longest_path(planes, columns) == 2 * (SIZE - 1) + 2
    tail, head = planes[2][0]
    assert graph.longest_path([*planes[:2], [*planes[2], [head, tail]], planes[3]], columns) == 0
    assert graph.longest_path([[]] * 4, columns) == 2


def test_other_planes_are_not_those_of_equation_2(planes):
    edges = planes[0]
    diagonal = [0, SIZE + 1]
    for wrong in (edges[1:], [*edges, diagonal], [*edges, edges[0][::-1]], []):
        assert not graph.are_of_equation_2(wrong, SIZE)


def tiny_net(**settings):
    architecture = Architecture(n_inputs=3, hidden=4, states=2, **settings)
    return TerritoryNet(architecture, initial_weights(architecture, 1))


def test_planes_are_mirror_images_unless_they_have_weights_of_their_own(planes):
    assert graph.mirror_distance(tiny_net(), planes, SIZE) == 0
    assert graph.mirror_distance(tiny_net(sweeps=2), planes, SIZE) > 1e-3


def test_inputs_are_felt_everywhere_but_through_the_planes_alone(monkeypatch):
    monkeypatch.setattr(graph, "_N_CHANGES", 2)
    net = tiny_net()
    assert (graph.felt_changes(net, 3) > 0).all()
    weights = {**net.weights, "output.hidden": net.weights["output.hidden"].copy()}
    weights["output.hidden"][net.architecture.n_inputs :] = 0
    deaf = graph.felt_changes(TerritoryNet(net.architecture, weights), 3)
    assert (deaf > 0).tolist() == np.eye(9, dtype=bool).tolist()


def test_the_weights_of_the_networks_add_up():
    rows = graph.count_weights(paper_net(70))
    assert sum(row["weights"] for row in rows) == n_weights(paper_net(70)) == 5865
    lateral = next(row for row in rows if row["network"] == "sweep0.lateral")
    assert lateral == {"network": "sweep0.lateral", "units": [86, 16, 8], "weights": 87 * 16 + 17 * 8}


@pytest.fixture(scope="module")
def found(planes, columns):
    """What `find_graph` tells, of a small board and without a look at a net of full size."""
    return {
        "net": "paper",
        "size": SIZE,
        "planes": planes,
        "columns": columns,
        "served": graph.ask_networks(LAMPS, SIZE),
        "is equation 2": [True] * 4,
        "longest": 7,
        "reach": [36] * 4,
        "reach of all": SIZE**4,
        "changes": np.full((SIZE**2, SIZE**2), 0.5).tolist(),
        "mirrored": 0.0,
        "networks": graph.count_weights(paper_net(70)),
    }


def test_the_page_tells_what_was_found(found):
    text = str(show_graph("dag-fig1", found))
    assert f"('lateral', '{(SIZE - 1) ** 2} of {SIZE**2}', '86', '16', '8', '1,528')" in text
    assert f"('corner', '1 of {SIZE**2}', '70', '16', '8', '1,272')" in text
    assert f"('output', '{SIZE**2} of {SIZE**2}', '102', '16', '1', '1,665')" in text
    assert "('all', '', '', '', '', '5,865')" in text
    assert "towards the corners: SE, SW, NE, NW, " in text
    assert "to the output: yes" in text
    assert "acyclic: yes, its longest way has 7 edges" in text
    assert f"felt in {SIZE**4} of {SIZE**4} outputs" in text


def test_the_page_tells_what_is_not_as_in_the_paper(found):
    wrong = {**found, "columns": [[[0, 1]], *found["columns"][1:]], "longest": 0}
    wrong["is equation 2"] = [True, False, True, True]
    text = str(show_graph("dag-fig1", wrong))
    assert "to the output: no" in text
    assert "acyclic: no" in text
    assert "3 of 4 planes" in text


def test_the_drawing_follows_the_edges(found):
    def drawn(found):
        return next(block.svg for block in show_graph("dag-fig1", found) if isinstance(block, Figure))

    whole = drawn(found)
    assert drawn(deepcopy(found)) == whole
    for part in ("planes", "columns"):
        less = deepcopy(found)
        less[part][1].pop()
        if part == "columns":
            less[part][1].remove([SIZE * (SIZE - 1)] * 2)
        assert len(drawn(less)) < len(whole)


@pytest.mark.skipif(config.DISABLE_JIT, reason="many positions")
def test_the_experiment_asks_a_net_of_ones_own(tmp_path):
    save_net(tmp_path / "tiny.safetensors", net_file())
    run = Run("dag-fig1", RunOptions(nets=(str(tmp_path / "tiny.safetensors"),)), tmp_path)
    told = graph.find_graph(run, Silent())
    assert (told["net"], told["mirrored"], told["longest"]) == ("tiny.safetensors", 0, 10)
    assert (told["reach"], told["reach of all"]) == ([225] * 4, 625)
    assert told["is equation 2"] == [True] * 4
    assert np.array(told["changes"]).shape == (25, 25)
