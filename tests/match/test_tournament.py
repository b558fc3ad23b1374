"""Tournaments: pairings, matches that advance alike and stop alone, cross-tables of games made by hand."""

from collections import Counter

import pytest

from tengen import GoError
from tengen.match.executors.serial import SerialExecutor
from tengen.match.game import play_game
from tengen.match.match_stats import Score
from tengen.match.runner import run_matches
from tengen.match.schedule import game_job
from tengen.match.tournament import CrossTable, gauntlet, open_matches, pairing_name, round_robin
from tests.match.matches import Prepared, games_of, result, setting, table_of
from tests.match.test_runner import without_circumstances

PLAYERS = ["random", "random:seed=1", "random:seed=2"]


def settings(players=PLAYERS, pairings=round_robin, **changes):
    return [setting(*pairing, **{"size": 3, "random_moves": 1, **changes}) for pairing in pairings(players)]


def play(folder, n_games, of=None, farm=None, **options):
    with open_matches(folder, of or settings(), n_games) as matches:
        return run_matches(matches, farm or SerialExecutor(), **options)


def test_everybody_meets_everybody_once_in_a_round_robin():
    assert round_robin(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(round_robin([str(k) for k in range(10)])) == 45


def test_one_meets_all_in_a_gauntlet():
    assert gauntlet(["new", "a", "z"]) == [("a", "new"), ("new", "z")]


def test_the_order_of_the_players_changes_nothing():
    assert set(round_robin(["c", "a", "b"])) == set(round_robin(["a", "b", "c"]))


@pytest.mark.parametrize("pairings", [round_robin, gauntlet])
def test_a_tournament_needs_two_different_players(pairings):
    with pytest.raises(GoError, match="at least two"):
        pairings(["a"])
    with pytest.raises(GoError, match="each player once, but b twice"):
        pairings(["a", "b", "b"])


def test_a_pairing_is_a_match_of_its_own(tmp_path):
    reports = play(tmp_path / "new" / "folder", 4)
    assert [report.end for report in reports] == ["complete"] * 3
    for each, report in zip(settings(), reports):
        jobs = [game_job(each, number) for number in range(4)]
        assert [game.job for game in report.games] == jobs
        assert [game.result.moves for game in report.games] == [play_game(job).moves for job in jobs]


def test_all_pairings_advance_alike(tmp_path):
    seen = []
    play(tmp_path, 6, on_game=seen.append)
    for n_seen in range(0, len(seen), 6):
        done = Counter((game.job.pair, frozenset([game.job.black, game.job.white])) for game in seen[:n_seen])
        assert {pair for pair, _ in done} == set(range(n_seen // 6))
        assert set(done.values()) <= {2}
    assert len(seen) == 18


def test_a_tournament_goes_on_where_it_stopped_and_new_players_only_add_pairings(tmp_path):
    undisturbed = play(tmp_path / "undisturbed", 4)
    folder = tmp_path / "stopped"
    play(folder, 2, settings(PLAYERS[:2]))
    seen = []
    reports = play(folder, 4, on_game=seen.append)
    assert len(seen) == 10
    assert [without_circumstances(report.games) for report in reports] == [
        without_circumstances(report.games) for report in undisturbed
    ]
    play(folder, 4, settings(PLAYERS[::-1], gauntlet), on_game=seen.append)
    assert len(seen) == 10


def test_an_interrupt_is_told_of_all_that_is_not_complete(tmp_path):
    def interrupt(game):
        if game.job.pair == 1:
            raise KeyboardInterrupt

    play(tmp_path, 4, settings(PLAYERS[:2]))
    reports = play(tmp_path, 4, on_game=interrupt)
    assert [report.end for report in reports] == ["complete", "interrupted", "interrupted"]
    assert [len(report.games) for report in reports] == [4, 3, 2]


VOID = result(None, "void", reason="cannot start engine")


class FailsFor(Prepared):
    """A farm in which all games of one player are void."""

    def run(self, play, jobs):
        for job in jobs:
            self.asked.append(job)
            yield job, VOID if "random:seed=2" in (job.black, job.white) else result()


def test_a_pairing_that_voids_stop_does_not_stop_the_others(tmp_path):
    farm = FailsFor({})
    reports = play(tmp_path, 6, farm=farm)
    assert [report.end for report in reports] == ["complete", "void", "void"]
    assert [len(report.games) for report in reports] == [6, 2, 2]
    assert "2 void games in a row; the last: cannot start engine" in reports[1].reason
    assert len(farm.asked) == 10


def test_another_setting_and_a_second_runner_are_refused(tmp_path):
    play(tmp_path, 2)
    with pytest.raises(GoError, match=r"holds another match: komi is 0.5 there and 6.5 here"):
        play(tmp_path, 2, settings(komi=6.5))
    with open_matches(tmp_path, settings(), 2), pytest.raises(GoError, match="in use by another runner"):
        play(tmp_path, 2, settings(PLAYERS[1:]))


def test_a_file_in_place_of_the_folder_is_told(tmp_path):
    (tmp_path / "taken").touch()
    with pytest.raises(GoError, match=r"cannot keep a tournament in the folder .*taken: File exists"):
        play(tmp_path / "taken", 2)


def test_files_are_named_by_their_players_and_stay_apart():
    first = setting("mcts:playouts=5", "random")
    assert pairing_name(first).startswith("mcts-playouts-5-random-")
    others = [setting("mcts:playouts=5", "random:seed=1"), setting("gtp:a/b"), setting("gtp:a b")]
    assert len({pairing_name(each) for each in [first, *others]}) == 4
    assert pairing_name(setting("gtp:" + 300 * "x")).count("x") <= 60


def test_a_cross_table_counts_games_as_each_side_saw_them():
    table = table_of("a b B", "a b B", "b a B", "b a -", "a b W", "a b void")
    assert table.between("a", "b") == Score(wins=2, draws=1, losses=2)
    assert table.between("b", "a") == Score(wins=2, draws=1, losses=2)
    table = table_of("a b B", "b a W", "c a B")
    assert table.between("a", "b") == Score(2, 0, 0)
    assert table.total("a") == Score(wins=2, draws=0, losses=1)
    assert table.between("a", "a") == Score()


def test_the_order_of_games_and_of_players_changes_no_rating():
    games = ["a b B", "c a W", "b c -", "c b B", "a b W", "a c B"]
    ratings = [
        {each.player: each.elo for each in table_of(*order).ratings()} for order in (games, games[::-1])
    ]
    assert ratings[0] == pytest.approx(ratings[1])


def test_who_has_not_played_has_no_rating():
    table = CrossTable(["a", "b", "c"])
    with pytest.raises(GoError, match="at least two"):
        table.ratings()
    for game in games_of("a b B"):
        table.add(game)
    assert [rating.player for rating in table.ratings()] == ["a", "b"]


def test_a_game_against_oneself_has_no_place():
    with pytest.raises(GoError, match="a against itself"):
        table_of("a a B")
