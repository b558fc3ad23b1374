"""What the server tells of a search and of its playouts."""

from typing import Literal

from tengen.web.messages import Colour, Message


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
