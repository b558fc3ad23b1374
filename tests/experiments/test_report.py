"""The record of runs: the last whole line counts, whatever happened to the file."""

from tengen.experiments.experiment import RunOptions
from tengen.experiments.report import append_record, last_record, new_record


def test_the_last_run_is_read_back(tmp_path):
    assert last_record(tmp_path) is None
    append_record(tmp_path, new_record(RunOptions()))
    record = new_record(RunOptions(0.5, 4, (100, 200), ("lgrf2",)))
    append_record(tmp_path, record)
    assert last_record(tmp_path) == record
    assert "numba" in record.versions
    assert record.command.split()[0] == "tengen"


def test_a_line_that_was_cut_off_is_passed_over_and_does_not_spoil_the_next(tmp_path):
    path = tmp_path / "runs.jsonl"
    first = new_record(RunOptions(games=2))
    append_record(tmp_path, first)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    assert last_record(tmp_path) == first
    second = new_record(RunOptions(games=6))
    append_record(tmp_path, second)
    assert last_record(tmp_path) == second
