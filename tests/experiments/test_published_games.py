"""The games behind pages of docs/results: whole, legal, and what the pages say."""

import re
from pathlib import Path

import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.experiments.catalogue import EXPERIMENTS
from tengen.experiments.document import to_markdown
from tengen.experiments.experiment import Run
from tengen.experiments.report import check_publishing, last_record, page_state, report_on
from tengen.match.store import open_reader

PAGES = Path(__file__).parents[2] / "docs" / "results"
GAMES = PAGES / "games"
STORES = sorted(GAMES.glob("*/*.db"))
EVERY = 50 if config.DISABLE_JIT else 1


@pytest.mark.parametrize("path", STORES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_games_replay_to_their_scores(path):
    with open_reader(path) as reader:
        played = reader.games()
        assert len(played) == reader.count()
    for job, result in played[::EVERY]:
        game = Game(job.size, job.komi, job.rules)
        for vertex in result.moves:
            game.play(vertex)
        if result.ending == "score":
            assert game.is_over
            assert game.score() == result.score
            assert (result.winner == "B") == (result.score > 0)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in GAMES.glob("*/runs.jsonl")))
def test_the_page_is_what_the_games_say(name):
    record = last_record(GAMES / name)
    report = report_on(EXPERIMENTS[name], Run(name, record.wanted, GAMES), record)
    assert (PAGES / f"{name}.md").read_text("utf-8") == to_markdown(report.title, report.blocks)


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(PAGES.glob("*.md")) if path.stem in EXPERIMENTS],
    ids=lambda path: path.stem,
)
def test_a_page_says_how_much_it_tells_of_so_that_less_cannot_replace_it(path):
    found = re.fullmatch(r"done on \d{4}-\d\d-\d\d, ([0-9,]+) of \1 \w+; .*", page_state(PAGES, path.stem))
    number = int(found[1].replace(",", ""))
    check_publishing(path.stem, number, PAGES)
    with pytest.raises(
        GoError, match=rf"{path.stem}\.md tells of {found[1]} |nothing of {path.stem} has been"
    ):
        check_publishing(path.stem, number - 1, PAGES)
