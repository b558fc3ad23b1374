"""Figure 5: runs are kept, resumed and averaged."""

from dataclasses import replace

import pytest
from numba import config

from tengen.bench.benchmarks import Row
from tengen.experiments.experiment import Run, RunOptions
from tengen.experiments.lgrf import speed
from tengen.experiments.lgrf.speed import Speed, speed_blocks, thread_numbers
from tengen.match.executors.serial import SerialExecutor
from tests.experiments.tiny import Silent

QUICK = Speed(size=5, policies=("default", "lgrf2"), runs=2, seconds=0.01)


def run(folder, **wanted):
    return Run("lgrf-fig5", RunOptions(**wanted), folder)


@pytest.mark.skipif(config.DISABLE_JIT, reason="measures compiled code")
def test_runs_are_kept_and_go_on(tmp_path):
    with SerialExecutor() as farm:
        assert QUICK.play(run(tmp_path, games=1), farm, Silent()) == ""
        (first,) = (tmp_path / "lgrf-fig5").iterdir()
        before = first.stat().st_mtime_ns
        assert QUICK.play(run(tmp_path), farm, Silent()) == ""
    assert first.stat().st_mtime_ns == before
    findings = QUICK.findings(run(tmp_path))
    assert (findings.n_done, findings.n_wanted) == (2, 2)
    assert "('default', '1', '2', " in str(findings.blocks)


def test_means_ratios_and_verdicts_of_known_speeds():
    speeds = {
        ("default", 1): [9900.0, 10100.0, 10000.0],
        ("lgr1", 1): [9600.0, 9700.0, 9500.0],
        ("lgr2", 1): [7000.0, 9000.0, 11000.0],
        ("lgrf1", 1): [8900.0, 9100.0, 9000.0],
        ("lgrf2", 1): [9000.0],
    }
    text = str(speed_blocks("lgrf-fig5", 19, speeds))
    assert "('default', '1', '3', '10.00 ± 0.25', '', '', '')" in text  # 4.303 * 0.1 / sqrt(3)
    assert "('LGR-1', '1', '3', '9.60 ± 0.25', '0.960', '0.008', 'not contradicted')" in text  # slower by 4 %
    assert "('LGR-2', '1', '3', '9.00 ± 4.97', '0.900', '0.478', 'not contradicted')" in text
    assert "('LGRF-1', '1', '3', '9.00 ± 0.25', '0.900', '0.000', 'contradicted')" in text
    assert "('LGRF-2', '1', '1', '9.00', '0.900', '1.000', 'not contradicted')" in text


def test_without_a_run_there_is_a_report_all_the_same(tmp_path):
    findings = replace(QUICK).findings(run(tmp_path))
    assert (findings.n_done, findings.n_wanted) == (0, 2)


def test_threads_go_up_to_all_cores():
    numbers = thread_numbers()
    assert numbers[0] == 1
    assert numbers == sorted(set(numbers))


def test_other_policies_and_other_seconds_are_measured_again(tmp_path, monkeypatch):
    """What was measured for one question was reported for another: of a policy nothing was shown."""
    asked = []

    def measured(rows, seconds):
        asked.append(({row.policy for row in rows}, seconds))
        yield [Row(row.what, row.size, row.threads, row.policy, 1.0, 1000 * seconds) for row in rows]

    monkeypatch.setattr(speed, "measure", measured)
    with SerialExecutor() as farm:
        for wanted in ({"policies": ("default",)}, {"policies": ("lgrf2",)}, {"scale": 100.0}, {}):
            assert QUICK.play(run(tmp_path, games=1, **wanted), farm, Silent()) == ""
            assert QUICK.play(run(tmp_path, games=1, **wanted), farm, Silent()) == ""
    both = {"default", "lgrf2"}
    assert asked == [({"default"}, 0.01), ({"lgrf2"}, 0.01), (both, 1.0), (both, 0.01)]
    assert "'LGRF-2', '1', '1', '0.01'" in str(QUICK.findings(run(tmp_path, games=1)).blocks)
    only = str(QUICK.findings(run(tmp_path, games=1, policies=("lgrf2",))).blocks)
    assert "'LGRF-2', '1', '1', '0.01'" in only
    assert "'default', '1'" not in only


def test_runs_of_versions_that_did_not_keep_the_question_are_left_alone(tmp_path):
    path = tmp_path / "lgrf-fig5" / "run-00.json"
    path.parent.mkdir()
    path.write_text("{}")
    assert QUICK.findings(run(tmp_path)).n_done == 0
    assert path.read_text() == "{}"
