"""`tengen doctor`: what is wrong here, and what can be done about it.

It reads its options by itself, so that it also works where the packages for other commands do not.
"""

import argparse
import logging
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tengen.cli.doctor import installation, kept, surroundings
from tengen.cli.doctor.finding import Check, Finding, FindingState, count, note, problem
from tengen.core.errors import GoError, visible

_USUAL = ("results", "tournament", "match.db")  # what commands write if nothing else is said


def doctor(arguments: list[str]) -> None:
    """Check the installation, its files and the machine: say what is wrong, and repair what can be."""
    parser = argparse.ArgumentParser(prog="tengen doctor", description=doctor.__doc__)
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        help=f"nets, books, stores, and folders of them (default: {', '.join(_USUAL)} where they are)",
    )
    parser.add_argument("--repair", action="store_true", help="repair what can be repaired")
    options = parser.parse_args(arguments)
    paths = options.paths or [Path(name) for name in _USUAL if Path(name).exists()]
    found = Counter[FindingState]()
    n_repairable = 0
    for about, check in checks(paths).items():
        for finding in findings_of(check):
            state = _show(about, finding, is_repaired=options.repair and _repair(finding))
            found[state] += 1
            n_repairable += state is not FindingState.OK and finding.repair is not None
    told = [count(found[FindingState.PROBLEM], "problem"), count(found[FindingState.NOTE], "note")]
    hint = f"; `tengen doctor --repair` repairs {n_repairable}" if n_repairable and not options.repair else ""
    print(f"\n{', '.join(told)}{hint}")
    sys.exit(found[FindingState.PROBLEM] > 0)


def checks(paths: Sequence[Path]) -> dict[str, Check]:
    """All checks, by what they are about."""
    return {
        "program": installation.program,
        "packages": installation.packages,
        "extras": installation.extras,
        "files": installation.whole,
        "page": installation.page,
        "cache": kept.cache,
        "nets": kept.shipped_nets,
        "books": kept.shipped_books,
        "results": kept.own_files(paths),
        "saved games": kept.saved_games,
        "GNU Go": surroundings.gnugo,
        "browser": surroundings.browser,
        "machine": surroundings.machine,
        "clock": surroundings.clock,
    }


def findings_of(check: Check) -> Iterator[Finding]:
    """What a check finds, and what is logged meanwhile; a check that fails is a finding as well."""
    heard = _Heard()
    logger = logging.getLogger("tengen")
    logger.addHandler(heard)
    logger.propagate = False
    try:
        yield from check()
    except Exception as error:  # a part of the installation that does not work, whatever that breaks
        yield problem(f"this could not be checked: {type(error).__name__}: {error}")
    finally:
        logger.removeHandler(heard)
        logger.propagate = True
    yield from heard.notes


class _Heard(logging.Handler):
    """Keeps warnings as notes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.notes: list[Finding] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.notes.append(note(record.getMessage().removeprefix("tengen: ")))


def _repair(finding: Finding) -> bool:
    """Whether there was something that could be repaired, and was."""
    if finding.repair is None:
        return False
    try:
        finding.repair()
    except (OSError, GoError) as error:
        print(f"tengen: cannot repair this: {visible(str(error))}", file=sys.stderr)
        return False
    return True


def _show(about: str, finding: Finding, *, is_repaired: bool) -> FindingState:
    """A line, and what to do in another; what was repaired is well now."""
    word = "repaired" if is_repaired else finding.state
    print(f"{word:9} {about:12} {visible(finding.says)}")
    if finding.remedy and not is_repaired:
        print(f"{'':22} -> {visible(finding.remedy)}")
    return FindingState.OK if is_repaired else finding.state
