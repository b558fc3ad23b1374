"""What page and server say to each other: one JSON object a message, named by `type`.

Points are vertices as people write them ("D4", "pass"), colours "black" and "white", win rates and owners are
Black's unless a field says otherwise. `message_schema` is the JSON schema of all of it; the page's types are
made from page/messages.schema.json, which a test keeps equal to it.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tengen.core.points import MAX_SIZE

SMALLEST_BOARD = 5
MAX_TEXT = 900_000  # characters of a record that is opened or pasted; a message has a MiB
MAX_PLAYER_TEXT = 500
MAX_NAME = 80

Colour = Literal["black", "white"]
Vertex = Annotated[str, Field(min_length=2, max_length=4)]
View = Literal["candidates", "territory", "replies", "book", "tree", "td"]
Phase = Literal["playing", "counting", "over"]


class Message(BaseModel):
    """Nothing that is not named here is taken."""

    model_config = ConfigDict(extra="forbid")


# ---- what the page asks for


class Hello(Message):
    """The first message: go on with a session, or begin one."""

    type: Literal["hello"] = "hello"
    session: Annotated[str | None, Field(max_length=64)] = None


class NewGame(Message):
    """Begin a game; what was played before stays among the saved games."""

    type: Literal["new_game"] = "new_game"
    size: Annotated[int, Field(ge=SMALLEST_BOARD, le=MAX_SIZE)] = 9
    komi: Annotated[float, Field(ge=-400, le=400, allow_inf_nan=False)] = 7.5
    handicap: Annotated[int, Field(ge=0, le=9)] = 0
    rules: Annotated[str, Field(max_length=MAX_NAME)] = "chinese-kgs"
    black: Annotated[str, Field(max_length=MAX_PLAYER_TEXT)] = "human"  # a level, a player's text, or human
    white: Annotated[str, Field(max_length=MAX_PLAYER_TEXT)] = "easy"
    main_seconds: Annotated[int, Field(ge=0, le=36000)] = 0  # on each clock; 0 and 0 for no clocks
    move_seconds: Annotated[int, Field(ge=0, le=600)] = 0  # for each move when these are used up


class SetPlayers(Message):
    """Other players from here on; the game stays."""

    type: Literal["set_players"] = "set_players"
    black: Annotated[str, Field(max_length=MAX_PLAYER_TEXT)]
    white: Annotated[str, Field(max_length=MAX_PLAYER_TEXT)]


class Play(Message):
    """A move of the person whose turn it is, or a pass; a new variation if another move is there."""

    type: Literal["play"] = "play"
    vertex: Vertex


class Resign(Message):
    """The colour to play gives up."""

    type: Literal["resign"] = "resign"


class GoTo(Message):
    """Look at another node of the game tree; an engine that is thinking stops."""

    type: Literal["go_to"] = "go_to"
    node: Annotated[int, Field(ge=0)]


class RemoveBranch(Message):
    """Cut off a node with all that comes after it."""

    type: Literal["remove_branch"] = "remove_branch"
    node: Annotated[int, Field(ge=1)]


class EngineMove(Message):
    """Let the engine move here, whoever's turn it is."""

    type: Literal["engine_move"] = "engine_move"


class Analyse(Message):
    """Think about the position that is looked at until this is switched off."""

    type: Literal["analyse"] = "analyse"
    on: bool


class Stop(Message):
    """End whatever runs: a move, an analysis, the analysis of the whole game."""

    type: Literal["stop"] = "stop"


class MarkDead(Message):
    """While counting: the chain on a point is dead, or alive again."""

    type: Literal["mark_dead"] = "mark_dead"
    vertex: Vertex


class AcceptCount(Message):
    """The count stands: the game is over."""

    type: Literal["accept_count"] = "accept_count"


class PlayOn(Message):
    """No count yet: play goes on after the passes."""

    type: Literal["play_on"] = "play_on"


class OpenRecord(Message):
    """Go on with a game from a record (SGF)."""

    type: Literal["open_record"] = "open_record"
    text: Annotated[str, Field(max_length=MAX_TEXT)]


class AskRecord(Message):
    """The record of the game, with the analysis inside."""

    type: Literal["ask_record"] = "ask_record"


class AnalyseGame(Message):
    """Look at every position of the line that is looked at."""

    type: Literal["analyse_game"] = "analyse_game"
    playouts: Annotated[int, Field(ge=10, le=20000)] = 500


class Watch(Message):
    """Which views are open: only these are streamed. `point` is where one points at in the reply table."""

    type: Literal["watch"] = "watch"
    views: list[View]
    point: Vertex | None = None


class AskTree(Message):
    """One node of the search tree: the moves that lead to it from the position looked at."""

    type: Literal["ask_tree"] = "ask_tree"
    path: Annotated[list[Vertex], Field(max_length=400)]


class Step(Message):
    """One playout of a lesson, step by step; `restart` begins with an empty tree."""

    type: Literal["step"] = "step"
    restart: bool = False
    count: Annotated[int, Field(ge=1, le=1000)] = 1  # playouts; the last one is told in full


class AskPlayout(Message):
    """One playout from the position, move by move, with the rule that chose each."""

    type: Literal["ask_playout"] = "ask_playout"


class AskSaved(Message):
    """Which games are saved."""

    type: Literal["ask_saved"] = "ask_saved"


class OpenSaved(Message):
    """Go on with a saved game."""

    type: Literal["open_saved"] = "open_saved"
    name: Annotated[str, Field(max_length=MAX_NAME)]


class AskExperiments(Message):
    """Which matches and reproductions there are on this machine; asked again and again while they run."""

    type: Literal["ask_experiments"] = "ask_experiments"


class AskExperiment(Message):
    """One of them with tables, figures and games."""

    type: Literal["ask_experiment"] = "ask_experiment"
    name: Annotated[str, Field(max_length=MAX_NAME)]


class AskGame(Message):
    """One game of an experiment as a record."""

    type: Literal["ask_game"] = "ask_game"
    name: Annotated[str, Field(max_length=MAX_NAME)]
    store: Annotated[str, Field(max_length=MAX_NAME)]
    number: Annotated[int, Field(ge=0)]


class Console(Message):
    """One line to the engine, as a GTP console takes it."""

    type: Literal["console"] = "console"
    line: Annotated[str, Field(max_length=400)]


Request = Annotated[
    Hello | NewGame | SetPlayers | Play | Resign | GoTo | RemoveBranch | EngineMove | Analyse | Stop
    | MarkDead | AcceptCount | PlayOn | OpenRecord | AskRecord | AnalyseGame | Watch | AskTree | Step
    | AskPlayout | AskSaved | OpenSaved | AskExperiments | AskExperiment | AskGame | Console,
    Field(discriminator="type"),
]  # fmt: skip
REQUEST: TypeAdapter[Request] = TypeAdapter(Request)


# ---- what the server tells


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


class CandidateRow(Message):
    """One move that the search looks at; rates are those of the colour to play."""

    vertex: str
    visits: int
    win_rate: float
    lower_bound: float
    rave: float | None
    rave_visits: int
    prior: float
    line: list[str]


class ReplyRow(Message):
    """A stored reply of a colour to one or two moves."""

    colour: Colour
    before: str | None  # None in the table of replies to one move
    previous: str
    reply: str | None
    age: int | None  # playouts since it was stored
    change: Literal["won", "forgotten", "replaced"] | None  # since the last look
    playable: bool


class BookRow(Message):
    """A move that the opening book knows."""

    vertex: str
    source: Literal["fuseki", "joseki"]
    count: int
    share: float


class TdRow(Message):
    """What a self-taught net says of a move, seen by the colour to play."""

    vertex: str
    value: float


class Territory(Message):
    """Owners of all points, row by row from the top: 1 Black, -1 White."""

    playouts: list[float] | None
    net: list[float] | None
    playouts_lead: float | None  # Black's, komi counted
    net_lead: float | None


class Branch(Message):
    """A node of the search tree as it is drawn."""

    vertex: str
    visits: int
    win_rate: float  # of the colour that played it
    children: list["Branch"]


class Thought(Message):
    """What the search knows now: streamed while it runs, some views alone if they are watched."""

    type: Literal["thought"] = "thought"
    node: int  # of the game tree that was thought about
    running: bool
    colour: Colour  # to play
    visits: int
    playouts_a_second: float
    win_rate: float  # Black's
    score: float
    candidates: list[CandidateRow] | None = None
    territory: Territory | None = None
    replies: list[ReplyRow] | None = None
    book: list[BookRow] | None = None
    tree: Branch | None = None
    td: dict[str, list[TdRow]] | None = None  # by net


class TreeView(Message):
    """A node of the search tree with what select looks at."""

    type: Literal["tree_view"] = "tree_view"
    path: list[str]
    visits: int
    board: list[str]
    rows: list[CandidateRow]


class RuleMove(Message):
    """A move of a playout and the rule that chose it."""

    vertex: str
    colour: Colour
    rule: str  # tree, book, reply to two, reply to one, escape, pattern, capture, any, pass, or a policy
    captured: list[str]


class Playout(Message):
    """One playout to the end."""

    type: Literal["playout"] = "playout"
    start: list[str]  # the board before it
    moves: list[RuleMove]
    winner: Colour | None
    score: float
    final: list[str]
    ended_by: Literal["two passes", "mercy", "move limit"]


class ReplyChange(Message):
    """What a playout did to the reply tables."""

    colour: Colour
    before: str | None
    previous: str
    old: str | None
    new: str | None


class StepDone(Message):
    """One playout of a lesson: select, expand, play out, back up, learn and forget."""

    type: Literal["step_done"] = "step_done"
    number: int  # of the playout
    selected: list[str]  # the way down the tree
    expanded: list[str] | None  # the way to the new node
    playout: Playout
    backed_up: list[Branch]  # the nodes of the way with their new counts
    replies: list[ReplyChange]
    tree: Branch


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


class ExperimentRow(Message):
    """One match, tournament or reproduction."""

    name: str
    title: str
    done: int
    total: int | None
    running: bool


class Experiments(Message):
    """All of them."""

    type: Literal["experiments"] = "experiments"
    rows: list[ExperimentRow]


class Cell(Message):
    """A pairing: how often the first player won."""

    store: str
    first: str
    second: str
    games: int
    total: int | None
    wins: int
    losses: int
    draws: int
    voids: int
    rate: float | None
    low: float | None  # of the 95 % interval
    high: float | None
    sprt: dict[str, float] | None  # llr, lower, upper


class GameRow(Message):
    """A game that was played."""

    store: str
    number: int
    black: str
    white: str
    result: str
    moves: int


class Experiment(Message):
    """One of them in full."""

    type: Literal["experiment"] = "experiment"
    name: str
    title: str
    cells: list[Cell]
    games: list[GameRow]  # the newest first, some hundred at most
    figures: list[str]  # SVG texts
    report: str  # the page so far, Markdown


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


Event = Annotated[
    Welcome | State | Thought | TreeView | Playout | StepDone | GameProgress | Record | SavedGames
    | Experiments | Experiment | ConsoleAnswer | Problem,
    Field(discriminator="type"),
]  # fmt: skip


class Messages(Message):
    """All there is, for the schema."""

    request: Request
    event: Event


def message_schema() -> dict[str, Any]:
    """The JSON schema of all messages; `$defs` has one entry for each."""
    return Messages.model_json_schema()
