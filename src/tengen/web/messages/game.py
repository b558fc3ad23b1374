"""What the server tells of a game, of saved ones, and of what went wrong."""

from typing import Literal

from tengen.web.messages import Colour, Message

Kind = Literal["move", "analysis", "game"]


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
    """A node of the game tree: a move, or a place where stones are set up or something is said."""

    id: int
    parent: int | None
    number: int  # of moves up to here
    vertex: str | None  # None without a move
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


MarkKind = Literal["triangle", "square", "circle", "cross", "selected", "black", "white", "label"]


class Mark(Message):
    """A mark that a record puts on a point; black and white are territory."""

    vertex: str
    kind: MarkKind
    text: str  # of a label


class State(Message):
    """The game as it stands; sent after every change."""

    type: Literal["state"] = "state"
    name: str  # of the saved game to which changes go
    saved_as: str | None  # the saved game that holds it now; None if none does
    game: int  # which one of the file, from 0
    games: int  # in the file
    facts: dict[str, str]  # what the record tells of the game: event, date, place, ...
    notes: list[str]  # sentences: what is not as the record has it, and where changes go
    size: int
    komi: float
    rules: str
    handicap: int
    black: str  # the player's text, or human
    white: str
    black_name: str  # as the record has it, with the rank; empty if there is none but the player's text
    white_name: str
    phase: Phase
    result: str | None
    board: list[str]  # rows from the top: X, O or .
    to_play: Colour
    last_move: str | None
    ko: str | None
    captures: dict[Colour, int]
    marks: list[Mark]
    node: int
    tree: list[TreeNode]
    thinking: Literal["move", "analysis", "game"] | None
    analysing: bool
    clock: Clock | None
    count: Count | None


class Mistake(TreeNode):
    """A move that gave something away."""

    line: list[str]  # the better move at its parent, and how the game is expected to go on


class GameProgress(Message):
    """The analysis of a whole game."""

    type: Literal["game_progress"] = "game_progress"
    done: int
    total: int
    mistakes: list[Mistake]  # the biggest losses, worst first


class Record(Message):
    """A game as SGF."""

    type: Literal["record"] = "record"
    name: str
    text: str


class CollectionGame(Message):
    """A game of a file."""

    title: str
    size: int  # 0 if it cannot be shown
    moves: int
    result: str | None


class Collection(Message):
    """All games of the file that is looked at."""

    type: Literal["collection"] = "collection"
    name: str
    games: list[CollectionGame]


class SavedGame(CollectionGame):
    """A line of the list of saved games, by the first game of the file."""

    name: str
    games: int
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
