"""A game as people play it: variations, two seats, clocks, the count at the end. No threads, no search.

It is played in a record (web/game/file.py, web/game/tree.py), which keeps all that it held before.
"""

from collections.abc import Mapping, Sequence

from tengen.core.errors import GoError
from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE, opponent
from tengen.core.rules import MIN_STONES, fixed_handicap_points, max_fixed_handicap, parse_rules
from tengen.sgf import escape_text
from tengen.web.game.clocks import GameClocks
from tengen.web.game.counting import NOTHING_DEAD, Suggestion, count_game, suggest_dead, toggle_chain
from tengen.web.game.file import GameFile, is_played_here, put_result, result_of
from tengen.web.game.notes import facts_of, marks_of
from tengen.web.game.opponents import Seat, seat_from_record, take_seat
from tengen.web.game.records import OpenedGame, open_game
from tengen.web.game.tree import GameTree
from tengen.web.messages.encoding import board_rows, colour_name
from tengen.web.messages.game import Count, Kind, Phase, State
from tengen.web.messages.requests import NewGame
from tengen.web.saved_games import SavedGamesFolder

_MAX_RESULT = 20
_MAX_NAME = 80
_MAX_TRIED = 20  # games of a file, until one is found that can be shown
_SHOWN = 40


class LiveGame:
    """One game of a session."""

    def __init__(
        self,
        file: GameFile,
        tree: GameTree,
        seats: dict[int, Seat],
        clocks: GameClocks | None,
        notes: Sequence[str] = (),
    ) -> None:
        """A game of a file; `notes` say what is not as the record has it."""
        self.file = file
        self.tree = tree
        self.seats = seats
        self.clocks = clocks
        self.has_changed = False  # since it was read or saved; an analysis alone is no change
        self.live: int | None = None  # the node where the game goes on: engines move there by themselves
        self._notes = notes
        self._results: dict[int, str] = {}  # by node: how the game ended there
        self._told_result = ""  # by the record
        self._told_seats = dict(seats)
        self._played_on: set[int] = set()  # nodes after two passes where nobody wants to count
        self._suggested: dict[int, Suggestion] = {}  # by node: which stones seem dead
        self._dead: dict[int, set[int]] = {}  # by node: the stones that are marked

    @classmethod
    def begin(cls, name: str, asked: NewGame, *, seed: int, allow_programs: bool) -> "LiveGame":
        """A new game; GoError in one sentence if it cannot be."""
        first = first_position(asked.size, asked.komi, asked.rules, asked.handicap)
        seats = {
            colour: take_seat(text, asked.size, seed + colour, allow_programs=allow_programs)
            for colour, text in ((BLACK, asked.black), (WHITE, asked.white))
        }
        has_clock = asked.main_seconds or asked.move_seconds
        clocks = GameClocks(asked.main_seconds, asked.move_seconds) if has_clock else None
        tree = GameTree(first, asked.handicap)
        game = cls(GameFile.begin(name, tree.sgf), tree, seats, clocks)
        game._write_seats(seats)
        return game

    @classmethod
    def open(cls, file: GameFile, *, seed: int, number: int | None = None) -> "LiveGame":
        """A game of a file, looked at where its main line ends; nobody's clock runs.

        number -- of the game in the file, from 0; without it the first one that can be shown
        """
        number, opened = _open_one(file, range(_MAX_TRIED) if number is None else range(number, number + 1))
        file.number, tree, record = number, opened.tree, opened.record
        names = ((BLACK, record.black_name), (WHITE, record.white_name))
        seats = {colour: seat_from_record(text, record.size, seed + colour) for colour, text in names}
        game = cls(file, tree, seats, None, opened.notes)
        tree.go_to(tree.main_end())
        if result := result_of(tree.sgf)[:_MAX_RESULT]:
            game._results[tree.current] = game._told_result = result
        return game

    @property
    def name(self) -> str:
        """Of the saved game to which changes go."""
        return self.file.name

    @property
    def is_to_be_saved(self) -> bool:
        """Whether something has changed; a game that has not begun is not worth a file."""
        return self.has_changed and (len(self.tree.nodes) > 1 or self.file.saved_as is not None)

    def content(self) -> bytes:
        """The file of the game, with what analyses found."""
        self.write()
        return self.file.content()

    def save(self, folder: SavedGamesFolder) -> None:
        """Write the file; GoError if that cannot be."""
        self.write()
        self.file.save(folder)
        self.has_changed = False

    def write(self) -> None:
        """Into the record what is known beside the moves: analyses, who plays, how the game ended."""
        self.tree.write_analyses()
        if is_played_here(self.tree.sgf):
            told = self._told_seats
            self._write_seats({side: seat for side, seat in self.seats.items() if seat is not told[side]})
        if (result := self._main_result()) != self._told_result:
            put_result(self.tree.sgf, result)
            self._told_result = result

    def _write_seats(self, seats: Mapping[int, Seat]) -> None:
        """Who plays, by the names of the players in the record."""
        for colour, seat in seats.items():
            self.tree.sgf.root.put("PB" if colour == BLACK else "PW", [escape_text(seat.text)])
            self._told_seats[colour] = seat

    def _main_result(self) -> str:
        """How the main line ended, if it did."""
        return self._results.get(self.tree.main_end(), "")

    @property
    def game(self) -> Game:
        """The game at the node that is looked at."""
        return self.tree.game

    @property
    def seat_to_play(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.game.to_play]

    @property
    def phase(self) -> Phase:
        """Where the game is at this node."""
        node = self.tree.current
        if node in self._results:
            return "over"
        if self.game.is_over and node not in self._played_on:
            return "counting"
        return "playing"

    @property
    def owes_move(self) -> bool:
        """Whether an engine is to move here by itself: the game is going on, and it is its turn."""
        return self.tree.current == self.live and self.phase == "playing" and not self.seat_to_play.is_human

    def check_is_playing(self) -> None:
        """GoError if no move can be made here."""
        if self.phase != "playing":
            raise GoError("the game is over here: go back, or play on from an earlier move")

    def check_is_persons_turn(self) -> None:
        """GoError if an engine plays the colour to play: nobody moves for it but the engine itself."""
        seat = self.seat_to_play
        if self.phase == "playing" and not seat.is_human:
            raise GoError(
                f"it is not your turn: {seat.text[:_SHOWN]} plays {COLOUR_NAMES[self.game.to_play]}. "
                "Let it move with Engine, or change the players"
            )

    def play(self, point: int, now: float) -> None:
        """A move of the colour to play, by its clock; GoError if it is illegal or the game is over."""
        self.check_is_playing()
        if self.check_clock(now):
            return
        self.tree.play(point)
        self.has_changed = True
        self._stop_clock(now)
        self.go_on(now)

    def go_on(self, now: float) -> None:
        """The game goes on here: the clock of the colour to play runs, if there are clocks."""
        self.live = self.tree.current
        self.wake(now)

    def rest(self, now: float) -> None:
        """The game goes on nowhere: engines wait until they are asked, and clocks stand still."""
        self.live = None
        self.sleep(now)

    def wake(self, now: float) -> None:
        """Somebody looks: the clock runs again where the game goes on."""
        is_here = self.tree.current == self.live and self.phase == "playing"
        if self.clocks and is_here and self.clocks.running is None:
            self.clocks.start(self.game.to_play, now)

    def sleep(self, now: float) -> None:
        """Nobody looks: clocks stand still."""
        if self.clocks:
            self.clocks.halt(now)

    def check_clock(self, now: float) -> bool:
        """Whether a flag has just fallen; then the game is lost on time."""
        if self.clocks is None or self.phase != "playing":
            return False
        loser = self.clocks.fallen(now)
        if loser is None:
            return False
        self.clocks.stop(now)
        self._end(f"{_letter(opponent(loser))}+T")
        return True

    def resign(self, now: float) -> None:
        """The colour to play gives up."""
        if self.phase == "over":
            raise GoError("the game is over already")
        self._end(f"{_letter(opponent(self.game.to_play))}+R")
        self._stop_clock(now)

    def _end(self, result: str) -> None:
        self._results[self.tree.current] = result
        self.has_changed = True

    def go_to(self, node: int, now: float) -> None:
        """Look at another node; clocks stand still while people look around."""
        if node != self.tree.current:
            self.tree.go_to(node)
            self.sleep(now)
            self.wake(now)

    def remove(self, node: int, now: float) -> None:
        """Cut off a branch."""
        here = self.tree.current
        self.tree.remove(node)
        self.has_changed = True
        if self.live not in self.tree.nodes:
            self.live = None
        if self.tree.current != here:
            self.sleep(now)

    def mark_dead(self, vertex: str) -> None:
        """While counting, a chain is dead or alive again."""
        if self.phase != "counting":
            raise GoError("stones are marked dead when both have passed")
        point = parse_vertex(vertex, self.game.size)
        if point == PASS or self.game.board.colour[point] == EMPTY:
            raise GoError(f"there is no stone at {vertex}")
        self._dead[self.tree.current] = toggle_chain(self.game, self._marked(), point)

    def accept_count(self) -> None:
        """The count stands."""
        if self.phase != "counting":
            raise GoError("there is nothing to count: a game ends when both pass")
        self._end(count_game(self.game, self._marked()).result)

    def play_on(self, now: float) -> None:
        """Somebody wants to go on after two passes."""
        if self.phase != "counting":
            raise GoError("the game goes on anyway")
        self._played_on.add(self.tree.current)
        self.go_on(now)

    def count(self) -> Count | None:
        """The count at this node, if both have passed."""
        if not self.game.is_over or self.tree.current in self._played_on:
            return None
        dead, is_open = self._marked(), self.phase == "counting"
        return count_game(self.game, dead, self._suggested[self.tree.current] if is_open else NOTHING_DEAD)

    def state(self, thinking: Kind | None, analysing: bool, now: float) -> State:
        """All that the page shows of the game."""
        game, tree = self.game, self.tree
        size = game.size
        last_move, ko = game.last_move, int(game.board.ko)
        return State(
            name=self.name,
            saved_as=self.file.saved_as,
            game=self.file.number,
            games=len(self.file.trees),
            facts=facts_of(tree.sgf.root),
            notes=[*self.file.notes, *self._notes],
            size=size,
            komi=game.komi,
            rules=game.rules.name,
            handicap=tree.handicap,
            black=self.seats[BLACK].text,
            white=self.seats[WHITE].text,
            black_name=self._name_of(BLACK),
            white_name=self._name_of(WHITE),
            phase=self.phase,
            result=self._results.get(tree.current),
            board=board_rows(game.board.colour, size),
            to_play=colour_name(game.to_play),
            last_move=None if last_move is None else format_vertex(last_move, size),
            ko=None if ko == PASS else format_vertex(ko, size),
            captures={"black": game.captures(BLACK), "white": game.captures(WHITE)},
            marks=marks_of(tree.sgf.nodes[tree.current], size),
            node=tree.current,
            tree=tree.rows(),
            thinking=thinking,
            analysing=analysing,
            clock=self.clocks.message(now) if self.clocks else None,
            count=self.count(),
        )

    def _name_of(self, colour: int) -> str:
        """As the record has it, with the rank; none where it is the player's text."""
        name, rank = ("PB", "BR") if colour == BLACK else ("PW", "WR")
        told = [(self.tree.sgf.root.text(each) or "").strip()[:_MAX_NAME] for each in (name, rank)]
        return "" if told[0] in ("", self._told_seats[colour].text) else " ".join(filter(None, told))

    def _marked(self) -> set[int]:
        """The dead stones at this node; suggested when it is first asked for."""
        node = self.tree.current
        if node not in self._dead:
            self._suggested[node] = suggest_dead(self.game)
            self._dead[node] = set(self._suggested[node].dead)
        return self._dead[node]

    def _stop_clock(self, now: float) -> None:
        if self.clocks:
            self.clocks.stop(now)


def _open_one(file: GameFile, numbers: range) -> tuple[int, OpenedGame]:
    """The first game of some that can be shown, with its number; GoError says why the very first cannot."""
    why = None
    for number in numbers[: len(file.trees) - numbers.start]:
        try:
            return number, open_game(file.trees[number])
        except GoError as error:
            why = why or error
    raise why or GoError(f"the file has {len(file.trees)} games, counted from 0: there is no {numbers.start}")


def first_position(size: int, komi: float, rules: str, handicap: int) -> Game:
    """An empty board, or one with handicap stones and White to play."""
    game = Game(size, komi, parse_rules(rules))
    if handicap == 0:
        return game
    if not MIN_STONES <= handicap <= max_fixed_handicap(size):
        most = max_fixed_handicap(size)
        limits = f"{MIN_STONES} to {most} stones" if most else "none"
        raise GoError(f"a {size}x{size} board takes a handicap of {limits}")
    colours = game.board.colour.copy()
    colours[fixed_handicap_points(size, handicap)] = BLACK
    return Game.from_colours(size, colours, WHITE, komi, game.rules)


def _letter(colour: int) -> str:
    return "B" if colour == BLACK else "W"
