"""What the page asks for."""

from typing import Annotated, Literal

from pydantic import Base64Bytes, Field, TypeAdapter

from tengen.core.points_jit import MAX_SIZE
from tengen.web.messages import Message, Vertex

SMALLEST_BOARD = 5
MAX_RECORD_BYTES = (
    750_000  # of a record that is opened or pasted: in base64 a third more, and a message has a MiB
)
MAX_PLAYER_TEXT = 500
MAX_NAME = 80
MAX_NUMBER = 10**9  # of a node or a game

View = Literal["candidates", "territory", "replies", "book", "tree", "td"]


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
    node: Annotated[int, Field(ge=0, le=MAX_NUMBER)]


class RemoveBranch(Message):
    """Cut off a node with all that comes after it."""

    type: Literal["remove_branch"] = "remove_branch"
    node: Annotated[int, Field(ge=1, le=MAX_NUMBER)]


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
    """Look at a game of a record (SGF): bytes of a file, of whatever charset, or text."""

    type: Literal["open_record"] = "open_record"
    data: Annotated[Base64Bytes, Field(max_length=MAX_RECORD_BYTES)] | None = None
    text: Annotated[str, Field(max_length=MAX_RECORD_BYTES)] | None = None


class AskCollection(Message):
    """Which games are in the file that is looked at."""

    type: Literal["ask_collection"] = "ask_collection"


class ChooseGame(Message):
    """Look at another game of the file, counted from 0."""

    type: Literal["choose_game"] = "choose_game"
    number: Annotated[int, Field(ge=0, le=MAX_NUMBER)]


class Keep(Message):
    """Save the game as it is now, with its analysis: looking at a game saves nothing."""

    type: Literal["keep"] = "keep"


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
    number: Annotated[int, Field(ge=0, le=MAX_NUMBER)]


class Console(Message):
    """One line to the engine, as a GTP console takes it."""

    type: Literal["console"] = "console"
    line: Annotated[str, Field(max_length=400)]


Request = Annotated[
    Hello | NewGame | SetPlayers | Play | Resign | GoTo | RemoveBranch | EngineMove | Analyse | Stop
    | MarkDead | AcceptCount | PlayOn | OpenRecord | AskCollection | ChooseGame | Keep | AskRecord
    | AnalyseGame | Watch | AskTree | Step | AskPlayout | AskSaved | OpenSaved | AskExperiments
    | AskExperiment | AskGame | Console,
    Field(discriminator="type"),
]  # fmt: skip
REQUEST: TypeAdapter[Request] = TypeAdapter(Request)
