"""What a check has found, by how bad it is."""

from tengen.cli.doctor.command import findings_of
from tengen.cli.doctor.finding import FindingState


def said(check, state):
    return [finding.says for finding in findings_of(check) if finding.state is state]


def problems(check):
    return said(check, FindingState.PROBLEM)


def notes(check):
    return said(check, FindingState.NOTE)


def repair(check):
    """Repair what can be repaired, and count it."""
    repairs = [finding.repair for finding in findings_of(check) if finding.repair]
    for each in repairs:
        each()
    return len(repairs)
