"""A game as people play it: variations, two seats, clocks, the count at the end. No threads, no search."""

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK, EMPTY, PASS, WHITE, opponent
from tengen.core.rules import parse_rules
from tengen.core.vertex import format_vertex, parse_vertex
from tengen.gtp.handicap import MIN_STONES, fixed_handicap_points, max_fixed_handicap
from tengen.gtp.session import game_from_colours
from tengen.web.clocks import GameClocks
from tengen.web.counting import count_game, suggest_dead, toggle_chain
from tengen.web.game_records import tree_from_text, tree_to_text
from tengen.web.game_tree import GameTree
from tengen.web.messages.game import Count, Phase, State
from tengen.web.messages.requests import NewGame
from tengen.web.seats import Seat, seat_from_record, take_seat
from tengen.web.thinking import Kind
from tengen.web.words import board_rows, colour_name


class PlayedGame:
    """One game of a session."""

    def __init__(self, name: str, tree: GameTree, seats: dict[int, Seat], clocks: GameClocks | None) -> None:
        """A game under the name by which it is saved."""
        self.name = name
        self.tree = tree
        self.seats = seats
        self.clocks = clocks
        self._results: dict[int, str] = {}  # by node: how the game ended there
        self._played_on: set[int] = set()  # nodes after two passes where nobody wants to count
        self._dead: dict[int, set[int]] = {}  # by node: the stones that are marked

    @classmethod
    def begin(cls, name: str, asked: NewGame, *, seed: int, allow_programs: bool) -> "PlayedGame":
        """A new game; GoError in one sentence if it cannot be."""
        first = first_position(asked.size, asked.komi, asked.rules, asked.handicap)
        seats = {
            colour: take_seat(text, asked.size, seed + colour, allow_programs=allow_programs)
            for colour, text in ((BLACK, asked.black), (WHITE, asked.white))
        }
        has_clock = asked.main_seconds or asked.move_seconds
        clocks = GameClocks(asked.main_seconds, asked.move_seconds) if has_clock else None
        return cls(name, GameTree(first, asked.handicap), seats, clocks)

    @classmethod
    def from_text(cls, name: str, text: str, *, seed: int) -> "PlayedGame":
        """A game from a record, looked at where its main line ends; nobody's clock runs."""
        tree, record = tree_from_text(text)
        names = ((BLACK, record.black_name), (WHITE, record.white_name))
        seats = {colour: seat_from_record(text, record.size, seed + colour) for colour, text in names}
        game = cls(name, tree, seats, None)
        tree.go_to(tree.line()[-1])
        if record.result.strip():
            game._results[tree.current] = record.result.strip()[:20]
        return game

    def to_text(self) -> str:
        """The record of the game."""
        black, white = self.seats[BLACK].text, self.seats[WHITE].text
        return tree_to_text(self.tree, black, white, self._main_result())

    def _main_result(self) -> str:
        """How the main line ended, if it did."""
        node = 0
        while children := self.tree.nodes[node].children:
            node = children[0]
        return self._results.get(node, "")

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

    def play(self, point: int, now: float) -> None:
        """A move of the colour to play, by its clock; GoError if it is illegal or the game is over."""
        if self.phase != "playing":
            raise GoError("the game is over here: go back, or play on from an earlier move")
        if self.check_clock(now):
            return
        self.tree.play(point)
        self._stop_clock(now)
        self.start_clock(now)

    def start_clock(self, now: float) -> None:
        """The clock of the colour to play runs, if there are clocks."""
        if self.clocks and self.phase == "playing":
            self.clocks.start(self.game.to_play, now)

    def check_clock(self, now: float) -> bool:
        """Whether a flag has just fallen; then the game is lost on time."""
        if self.clocks is None or self.phase != "playing":
            return False
        loser = self.clocks.fallen(now)
        if loser is None:
            return False
        self.clocks.stop(now)
        self._results[self.tree.current] = f"{_letter(opponent(loser))}+T"
        return True

    def resign(self, now: float) -> None:
        """The colour to play gives up."""
        if self.phase == "over":
            raise GoError("the game is over already")
        self._results[self.tree.current] = f"{_letter(opponent(self.game.to_play))}+R"
        self._stop_clock(now)

    def go_to(self, node: int, now: float) -> None:
        """Look at another node; clocks stand still while people look around."""
        self.tree.go_to(node)
        self._stop_clock(now)

    def remove(self, node: int, now: float) -> None:
        """Cut off a branch."""
        self.tree.remove(node)
        self._stop_clock(now)

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
        self._results[self.tree.current] = count_game(self.game, self._marked()).result

    def play_on(self, now: float) -> None:
        """Somebody wants to go on after two passes."""
        if self.phase != "counting":
            raise GoError("the game goes on anyway")
        self._played_on.add(self.tree.current)
        self.start_clock(now)

    def count(self) -> Count | None:
        """The count at this node, if both have passed."""
        if not self.game.is_over or self.tree.current in self._played_on:
            return None
        return count_game(self.game, self._marked())

    def state(self, thinking: Kind | None, analysing: bool, now: float) -> State:
        """All that the page shows of the game."""
        game, tree = self.game, self.tree
        size = game.size
        last_move, ko = game.last_move, int(game.board.ko)
        return State(
            name=self.name,
            size=size,
            komi=game.komi,
            rules=game.rules.name,
            handicap=tree.handicap,
            black=self.seats[BLACK].text,
            white=self.seats[WHITE].text,
            phase=self.phase,
            result=self._results.get(tree.current),
            board=board_rows(game.board.colour, size),
            to_play=colour_name(game.to_play),
            last_move=None if last_move is None else format_vertex(last_move, size),
            ko=None if ko == PASS else format_vertex(ko, size),
            captures={"black": game.captures(BLACK), "white": game.captures(WHITE)},
            node=tree.current,
            tree=tree.rows(),
            thinking=thinking,
            analysing=analysing,
            clock=self.clocks.message(now) if self.clocks else None,
            count=self.count(),
        )

    def _marked(self) -> set[int]:
        """The dead stones at this node; suggested when it is first asked for."""
        node = self.tree.current
        if node not in self._dead:
            self._dead[node] = suggest_dead(self.game)
        return self._dead[node]

    def _stop_clock(self, now: float) -> None:
        if self.clocks:
            self.clocks.stop(now)


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
    return game_from_colours(size, colours, WHITE, komi, game.rules)


def _letter(colour: int) -> str:
    return "B" if colour == BLACK else "W"
