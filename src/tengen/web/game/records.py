"""A game of a record as the page shows it, and what it cannot show or plays in another way than it was."""

from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.core.rules import NAMED_RULES
from tengen.sgf import GameRecord, SgfTree, main_line
from tengen.sgf.positions import empty_board
from tengen.web.game.tree import MAX_NODES, GameTree
from tengen.web.messages.requests import SMALLEST_BOARD

_DEFAULT_RULES = "chinese-kgs"
_OTHER_RULES = ("chinese", "tromp-taylor")  # with a simple ko, with suicide
_DEFAULT_KOMI = 7.5
_MAX_TEXT = 40


@dataclass(frozen=True)
class OpenedGame:
    """A game of a record with all its variations."""

    tree: GameTree
    record: GameRecord  # the main line as far as no stones are set up on it
    notes: list[str]  # sentences: what is not as the record has it


def open_game(sgf: SgfTree) -> OpenedGame:
    """A game of a record, looked at from its root; GoError if it is none, or too much to show.

    A variation ends before a move that is illegal, or stones that cannot be set up; an illegal move on the
    main line is an error. Without rules that Tengen plays it goes by the first ones by which that is legal.
    """
    if len(sgf.nodes) > MAX_NODES:
        raise GoError(f"the record has {len(sgf.nodes):,} nodes; the page shows up to {MAX_NODES:,}")
    record = main_line(sgf)
    if record.size < SMALLEST_BOARD:
        raise GoError(f"the board has {record.size} lines; the page shows {SMALLEST_BOARD} and more")
    name = _name_of_rules(record)
    why = None
    for rules in (name,) if name in NAMED_RULES else (_DEFAULT_RULES, *_OTHER_RULES):
        try:
            tree = _play(sgf, record, rules)
        except GoError as error:
            why = why or error
        else:
            return OpenedGame(tree, record, [*_setting_notes(sgf, record, rules), *_tree_notes(tree, record)])
    assert why is not None
    raise why


def _play(sgf: SgfTree, record: GameRecord, rules: str) -> GameTree:
    """All variations of a record by some rules; GoError if its main line cannot be played by them."""
    komi = _DEFAULT_KOMI if record.komi is None else record.komi
    first_colour = int(record.colours[0]) if len(record.colours) else None
    first = empty_board(record.size, first_colour, record.handicap, komi, NAMED_RULES[rules])
    return GameTree(first, record.handicap or 0, sgf)


def _name_of_rules(record: GameRecord) -> str:
    return record.rules.strip().lower()


def _setting_notes(sgf: SgfTree, record: GameRecord, taken: str) -> list[str]:
    """Rules, komi and handicap that are not those of the record; all stay in it as they are."""
    notes = []
    name = _name_of_rules(record)
    if name and name not in NAMED_RULES:
        rules = record.rules.strip()[:_MAX_TEXT]
        notes.append(f"The record was played by {rules} rules; Tengen counts area and goes by {taken} here.")
    unnamed = [] if name else [("rules", taken)]
    komi = (sgf.root.text("KM") or "").strip()
    if record.komi is None and komi:
        notes.append(f"The komi {komi[:_MAX_TEXT]!r} is no number of points: {_DEFAULT_KOMI:g} is taken.")
    elif record.komi is None:
        unnamed.append(("komi", f"{_DEFAULT_KOMI:g}"))
    if unnamed:
        names, taken = " and no ".join(name for name, _ in unnamed), " and ".join(text for _, text in unnamed)
        notes.append(f"The record names no {names}: {taken} {'are' if len(unnamed) > 1 else 'is'} taken.")
    if record.handicap is None:
        told = (sgf.root.text("HA") or "").strip()[:_MAX_TEXT]
        notes.append(f"The handicap {told!r} is no number of stones: none is taken.")
    return notes


def _tree_notes(tree: GameTree, record: GameRecord) -> list[str]:
    """What of the tree is not shown."""
    notes = [f"A variation is shown only up to a fault: {reason}." for reason in tree.left_out]
    if record.handicap and not record.setup_points.size:
        notes.append(f"The record tells of a handicap of {record.handicap}, but sets up no stones for it.")
    if tree.sgf.truncated:
        notes.append("The record is cut off: what is there is shown.")
    return notes
