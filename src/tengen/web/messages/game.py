"""What the server tells of a game, of saved ones, and of what went wrong."""

from typing import Literal

from tengen.web.messages.message import Colour, Message

Phase = Literal["playing", "counting", "over"]


class Level(Message):
    """A named opponent."""

    name: str
    title: str
    about: str
    player: str  # its text, for those who want another one


class Welcome(Message):
    """The answer to hello."""

    type: Literal["welcome"] = "welcome"
    session: str
    version: str
    levels: list[Level]
    rules: list[str]
    seconds_a_move: float  # what a search may take at most
    playouts_a_move: int


class TreeNode(Message):
    """A node of the game tree."""

    id: int
    parent: int | None
    vertex: str | None  # None in the root
    colour: Colour | None
    win_rate: float | None  # Black's, if it was analysed
    score: float | None  # Black's lead
    loss: float | None  # what the move gave away, in win rate of its colour, in a whole-game analysis
    comment: str


class Clock(Message):
    """What is left, in seconds; `in_overtime` counts a move's seconds down."""

    black: float
    white: float
    in_overtime: dict[Colour, bool]
    running: Colour | None


class Count(Message):
    """A count and how it came about."""

    owners: list[str]  # rows from the top: X, O or . for nobody
    dead: list[str]
    black_stones: int
    black_points: int
    white_stones: int
    white_points: int
    komi: float
    result: str
    explanation: str


class State(Message):
    """The game as it stands; sent after every change."""

    type: Literal["state"] = "state"
    name: str  # of the saved game
    size: int
    komi: float
    rules: str
    handicap: int
    black: str  # the player's text, or human
    white: str
    phase: Phase
    result: str | None
    board: list[str]  # rows from the top: X, O or .
    to_play: Colour
    last_move: str | None
    ko: str | None
    captures: dict[Colour, int]
    node: int
    tree: list[TreeNode]
    thinking: Literal["move", "analysis", "game"] | None
    analysing: bool
    clock: Clock | None
    count: Count | None


class GameProgress(Message):
    """The analysis of a whole game."""

    type: Literal["game_progress"] = "game_progress"
    done: int
    total: int
    mistakes: list[TreeNode]  # the biggest losses, worst first


class Record(Message):
    """A game as SGF."""

    type: Literal["record"] = "record"
    name: str
    text: str


class SavedGame(Message):
    """A line of the list of saved games."""

    name: str
    title: str
    size: int
    moves: int
    result: str | None
    changed: float  # seconds since 1970


class SavedGames(Message):
    """The list of saved games, newest first."""

    type: Literal["saved_games"] = "saved_games"
    games: list[SavedGame]


class ConsoleAnswer(Message):
    """What the engine answered."""

    type: Literal["console_answer"] = "console_answer"
    line: str
    answer: str
    ok: bool


class Problem(Message):
    """Something could not be done; nothing has changed."""

    type: Literal["problem"] = "problem"
    text: str
