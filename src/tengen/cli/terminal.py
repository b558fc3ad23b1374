"""A game in the terminal: a drawn board, one line of input a move, and a count at the end."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.text import Text

from tengen.cli.screen import Screen
from tengen.core.errors import GoError
from tengen.core.files import write_atomically
from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import COLUMN_LETTERS, format_vertex, star_points
from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE, opponent, point_at
from tengen.players.player import Player, Resigns
from tengen.sgf import GameRecord, record_to_sgf

HELP = """\
  D4            play on a point (letters without I)
  pass          pass; the game ends when both sides pass
  undo          take back your last move and the answer to it
  resign        give up
  save FILE     save the game as SGF
  board         draw the board again
  help          this list
  quit          leave"""

_WOOD = "on #dcb35c"
_STYLES = {EMPTY: f"#7a5c1e {_WOOD}", BLACK: f"#000000 {_WOOD}", WHITE: f"bold #ffffff {_WOOD}"}
_MARK_STYLE = f"bold #b00020 {_WOOD}"
_SHORT_NAMES = {BLACK: "B", WHITE: "W"}


@dataclass
class TerminalGame:
    """One person against one player."""

    game: Game
    player: Player
    human: int
    console: Screen
    read_line: Callable[[str], str] = input
    resigned: int = EMPTY  # the colour that gave up
    left: bool = False

    def run(self) -> None:
        """Play until the game ends or the person leaves."""
        self._say(
            f"You are {COLOUR_NAMES[self.human]} against {self.player.name}. Type help for the commands."
        )
        self.draw()
        while not (self.left or self.is_finished()):
            if self.game.to_play == self.human:
                self._human_turn()
            else:
                self._player_turn()
        if self.is_finished():
            self._say(self.summary())

    def is_finished(self) -> bool:
        """Whether the game has a result."""
        return self.resigned != EMPTY or self.game.is_over

    def result(self) -> str:
        """The result as SGF writes it, "" while the game goes on."""
        if self.resigned != EMPTY:
            return f"{_SHORT_NAMES[opponent(self.resigned)]}+R"
        return self.game.result() if self.game.is_over else ""

    def summary(self) -> str:
        """The result explained in a line."""
        if self.resigned != EMPTY:
            return f"{COLOUR_NAMES[self.resigned]} resigned: {self.result()}"
        owners = self.game.owners()
        black, white = (int(np.count_nonzero(owners == colour)) for colour in (BLACK, WHITE))
        return (
            f"Black's area {black}, White's {white} and {self.game.komi:g} komi, "
            f"all stones on the board alive: {self.result()}"
        )

    def draw(self) -> None:
        """Draw the board, the captures and whose turn it is."""
        game = self.game
        self.console.print(draw_board(game, coloured=self.console.color_system is not None))
        taken = ", ".join(f"{COLOUR_NAMES[colour]} {game.captures(colour)}" for colour in (BLACK, WHITE))
        self._say(f"Captured by {taken}.  Move {len(game.moves) + 1}, {COLOUR_NAMES[game.to_play]} to play.")

    def _human_turn(self) -> None:
        try:
            line = self.read_line(f"{COLOUR_NAMES[self.human]}> ").strip()
        except (EOFError, KeyboardInterrupt):
            line = "quit"
        word, _, rest = line.partition(" ")
        try:
            self._obey(word.lower(), rest.strip())
        except GoError as error:
            self._say(f"{error}. Type help for the commands.")
        except OSError as error:
            self._say(f"cannot save to {rest.strip()}: {error.strerror or error}")

    def _obey(self, word: str, rest: str) -> None:
        commands: dict[str, Callable[[], object]] = {
            "": lambda: None,
            "undo": self._undo,
            "resign": self._resign,
            "save": lambda: self._save(rest),
            "board": self.draw,
            "help": lambda: self._say(HELP),
            "quit": self._quit,
        }
        if word in commands:
            commands[word]()
        else:
            self.game.play(word)
            if self.game.is_over:
                self.draw()

    def _player_turn(self) -> None:
        move = self.player.choose_move(self.game)
        if isinstance(self.player, Resigns) and self.player.wants_to_resign():
            self._resign()
            return
        name = COLOUR_NAMES[self.game.to_play]
        self.game.play(move)
        self._say(f"{name} ({self.player.name}) plays {format_vertex(move, self.game.size)}")
        self.draw()

    def _undo(self) -> None:
        """Go back to the person's last turn."""
        if not any(colour == self.human for colour, _ in self.game.moves):
            raise GoError("there is no move of yours to take back")
        self.game.undo()
        while self.game.to_play != self.human:
            self.game.undo()
        self.draw()

    def _resign(self) -> None:
        self.resigned = self.game.to_play

    def _quit(self) -> None:
        self.left = True

    def _save(self, name: str) -> None:
        """Write the game so far, replacing the file in one step."""
        if not name:
            raise GoError("say where to: save FILE.sgf")
        path = Path(name).expanduser()
        write_atomically(path, self.sgf())
        self._say(f"saved {path}")

    def sgf(self) -> bytes:
        """The game as SGF."""
        names = {self.human: "You", opponent(self.human): self.player.name}
        moves = self.game.moves
        return record_to_sgf(
            GameRecord(
                size=self.game.size,
                moves=np.array([point for _, point in moves], np.uint16),
                colours=np.array([colour for colour, _ in moves], np.uint8),
                komi=self.game.komi,
                rules=self.game.rules.name,
                result=self.result(),
                black_name=names[BLACK],
                white_name=names[WHITE],
            )
        )

    def _say(self, text: str) -> None:
        self.console.print(text, highlight=False, markup=False)


def draw_board(game: Game, *, coloured: bool) -> Text:
    """The board with coordinates and star points; the last move in brackets.

    With colours both stones are filled discs on wood, since an outlined disc on a dark terminal
    looks black; without them black is filled and white is outlined.
    """
    signs = {BLACK: "●", WHITE: "●" if coloured else "○"}
    stars = set(star_points(game.size))
    colours = game.board.colour.tolist()
    heading = "   " + " ".join(COLUMN_LETTERS[: game.size]) + "\n"
    text = Text(heading, no_wrap=True)
    for row in range(game.size):
        text.append(f"{game.size - row:2}")
        for column in range(game.size):
            point = int(point_at(row, column))
            text.append(_bracket_before(point, game.last_move), style=_MARK_STYLE)
            text.append(
                signs.get(colours[point], "+" if point in stars else "·"), style=_STYLES[colours[point]]
            )
        text.append(_bracket_before(int(point_at(row, game.size)), game.last_move), style=_MARK_STYLE)
        text.append(f"{game.size - row}\n")
    text.append(heading.rstrip("\n"))
    return text


def _bracket_before(point: int, last_move: int | None) -> str:
    """What stands between a point and its left neighbour."""
    if last_move in (None, PASS):
        return " "
    return "(" if point == last_move else ")" if point - 1 == last_move else " "
