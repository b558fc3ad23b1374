"""docs/gtp.md tells of the engine as it is: every command, every key of an answer."""

import io
import json
import re
from pathlib import Path

from tengen import Game
from tengen.gtp.commands.analysis_format import format_kata, format_lz
from tengen.gtp.commands.analysis_options import AnalysisOptions
from tengen.gtp.json_analysis.query import KNOWN_FIELDS
from tengen.gtp.json_analysis.run import JsonAnalysis
from tests.gtp.fake_analyst import FakeAnalyst, analysis_of
from tests.gtp.sessions import new_engine

PAGE = (Path(__file__).parents[2] / "docs" / "gtp.md").read_text()


def section(title):
    return PAGE.split(f"\n## {title}")[1].split("\n## ")[0]


def test_the_page_lists_all_commands_and_no_others():
    listed = re.findall(r"^\| [A-Za-z ]*\| `(\S+?)[` ]", section("Commands"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert sorted(listed) == sorted(new_engine().commands)


def keys_of(line):
    """The keys of an info line up to the values that differ in number."""
    words = line.split(" pv ")[0].split()[1:]
    return words[::2]


def test_the_page_shows_the_lines_as_they_are():
    shown = re.findall("^info .*", section("Analysis streams"), re.MULTILINE)
    analysis = analysis_of(Game(5))
    options = AnalysisOptions(analysis.to_play, max_moves=1, root_info=True, ownership=True)
    lines = [format_lz(analysis, 5, options), format_kata(analysis, 5, options)]
    assert [keys_of(line) for line in shown] == [keys_of(line) for line in lines]
    tails = [
        line.partition(" rootInfo ")[2].split(" ownership ")[0].split()[::2] for line in (shown[1], lines[1])
    ]
    assert tails[0] == tails[1]


def test_the_query_of_the_page_is_answered_with_the_keys_of_the_page():
    query, shown = re.findall(r"```json\n(.*)\n```", section("`tengen analysis`"))
    answers = io.BytesIO()
    JsonAnalysis(FakeAnalyst(), io.BytesIO(query.encode()), answers).run()
    answer, example = json.loads(answers.getvalue()), json.loads(shown)
    assert list(answer) == list(example)
    assert list(answer["rootInfo"]) == list(example["rootInfo"])
    assert list(answer["moveInfos"][0]) == list(example["moveInfos"][0])


def test_the_page_names_every_field_of_a_query():
    page = section("`tengen analysis`")
    assert all(f"`{name}`" in page for name in KNOWN_FIELDS)
