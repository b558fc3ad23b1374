// Every word on the page, so that it can be read in one go and said in another language.
import type { State } from "./messages";
import type { Tab } from "./tabs";

type Colour = "black" | "white";

const BLACK = "Black";
const WHITE = "White";
const side = (colour: Colour) => (colour === "black" ? BLACK : WHITE);
const some = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const strings = {
  black: BLACK,
  white: WHITE,
  close: "Close",
  play: "Play",
  pause: "Pause",
  views: "Views",
  connecting: "No connection to the server. Trying again …",
  refused: "The server was started anew: open the address that its terminal shows, and this page goes on.",
  tabKey: (title: string, key: string) => `${title} (${key.toUpperCase()})`,
  tabs: {
    game: "Game",
    candidates: "Candidates",
    territory: "Territory",
    replies: "Replies",
    book: "Book",
    tree: "Search tree",
    lesson: "Lesson",
    playout: "Playout",
    td: "Nets on 5×5",
    review: "Review",
    console: "Console",
  } satisfies Record<Tab, string>,
  menu: {
    label: "Games and experiments",
    newGame: "New game",
    open: "Open",
    save: "Save",
    saved: "Saved games",
    experiments: "Experiments",
    board: "Board",
    theme: (theme: string) => `Colours: ${theme}. Change`,
    mute: "Sound off",
    unmute: "Sound on",
    help: "Keys and help",
  },
  board: {
    label: (size: number) => `Board of ${size} by ${size}. Arrow keys choose a point, Enter plays there.`,
    point: (at: string, stone: string) => `${at}, ${stone === "X" ? "black" : stone === "O" ? "white" : "empty"}`,
    announce: (colour: Colour, vertex: string, result: string | null) =>
      `${side(colour)} ${vertex === "pass" ? "passes" : vertex}.${result ? ` Result ${result}.` : ""}`,
  },
  players: {
    human: "You",
    own: "Another player, as text …",
    text: (label: string) => `${label} as one line of text`,
    change: "Change players",
    apply: "Play on with these",
    captures: (colour: Colour, count: number) => `${side(colour)} has captured ${some(count, "stone")}`,
  },
  controls: {
    label: "What to do",
    pass: "Pass",
    engine: "Engine",
    resign: "Resign",
    undo: "Undo",
    redo: "Redo",
    analyse: "Analyse",
    stop: "Stop",
    accept: "Accept",
    playOn: "Play on",
  },
  resign: {
    title: "Resign?",
    about: (colour: Colour) => `${side(colour)} gives up, and the game is over.`,
    yes: "Resign",
    no: "Play on",
  },
  newGame: {
    title: "New game",
    size: "Board",
    komi: "Komi",
    handicap: "Handicap",
    rules: "Rules",
    swap: "Swap colours",
    mainTime: "Minutes each",
    moveTime: "Then seconds a move",
    clocks: "0 and 0: no clocks.",
    begin: "Begin",
  },
  game: {
    facts: (state: State) =>
      [
        `${state.size} × ${state.size}`,
        `${state.rules} rules`,
        `komi ${state.komi}`,
        ...(state.handicap ? [`handicap ${state.handicap}`] : []),
      ].join(" · "),
    result: (result: string) => `Result: ${result}`,
    collection: "Games of this file",
    collectionGame: (number: number, title: string) => `${number}. ${title}`,
    tree: "Game tree",
    move: (number: number, colour: Colour | null, vertex: string | null) =>
      colour ? `Move ${number}: ${side(colour)} ${vertex}` : "Start",
    cut: "Remove this move and what follows",
  },
  count: {
    heads: ["", BLACK, WHITE],
    stones: "Stones",
    points: "Points around",
    komi: "Komi",
    sum: "Sum",
    result: (result: string) => `That makes ${result}.`,
    dead: "Click on a chain that is dead, or alive again. Then accept the count, or play on.",
  },
  graph: { label: "Win rate and lead along the game", winRate: "Black wins", lead: "Black's lead" },
  candidates: {
    about:
      "These are the moves the search is weighing up: the more often it visits a move, the more it trusts it. Point at a row to see how it thinks the game goes on.",
    empty: "Nothing was thought about here yet. Press Analyse or Space.",
    old: "This is what the engine thought before its last move.",
    forBlack: "for Black",
    visits: (count: string) => `${count} playouts`,
    speed: (count: string) => `${count} a second`,
    ended: "at rest",
    line: "then",
    columns: { vertex: "Move", visits: "Visits", win_rate: "Wins", rave: "RAVE", prior: "Prior" },
    help: {
      vertex: "Sort by point",
      visits: "How many playouts went through this move",
      win_rate: "How many of them the colour to play won",
      rave: "How the move did when it was played at any later time in a playout",
      prior: "What was believed of the move before the first playout",
    },
    bound: (rate: string) => `surely more than ${rate}`,
    raveVisits: (count: number) => `seen in ${some(count, "playout")}`,
  },
  territory: {
    about:
      "Two opinions on who will own each point in the end: the playouts' average, and what the territory net reads off the board alone.",
    playouts: "Playouts",
    net: "Territory net",
    black: BLACK,
    white: WHITE,
    size: "The larger the square, the surer.",
    none: "There is no net for this board.",
    empty: "Nothing was thought about here yet. Press Analyse or Space.",
    label: (title: string) => `Territory: ${title}`,
  },
  replies: {
    about:
      "Playouts remember the last answer that won. Point at a stone or at any point: this is what each colour would answer to a move there, and to the last two moves.",
    choose: "Choose a point to see the replies to it",
    pointed: (vertex: string | null) => (vertex ? `Replies to ${vertex}` : "Point at the board"),
    empty: "No replies are known. Press Analyse or Space, and point at the board.",
    columns: ["Colour", "After", "Reply", "Age", "Just now"],
    changes: { won: "won", forgotten: "forgotten", replaced: "replaced" },
    unplayable: "not legal at the moment",
  },
  book: {
    about:
      "What the opening book knows here: moves from whole boards (fuseki) and from corners (joseki), with how often they were played.",
    none: "The book knows no move here.",
    empty: "Nothing was looked up yet. Press Analyse or Space.",
    columns: ["Move", "From", "Games", "Share"],
    sources: { fuseki: "whole board", joseki: "corner" },
  },
  tree: {
    about:
      "The search grows this tree, one node a playout: large nodes have many visits, orange ones are losing for who moves there. Click on a node to walk to it.",
    label: "Search tree",
    empty: "No tree has grown here yet. Press Analyse or Space.",
    node: (vertex: string, visits: number, rate: string) => `${vertex}: ${visits} visits, won ${rate}`,
    shown: (path: string[]) => `In the search tree after ${path.join(" ")}`,
    way: "The way to this node",
    root: "Root",
  },
  lesson: {
    about:
      "The search in slow motion. Each playout walks down the tree, adds a node, plays to the end, and takes the result home.",
    restart: "Begin with an empty tree",
    next: "Next stage",
    speed: "Speed",
    skip: "+100 playouts",
    empty: "Press play, or go through it stage by stage.",
    number: (number: number) => `Playout ${number}.`,
    stages: { select: "Select", expand: "Expand", playout: "Play out", back_up: "Back up", learn: "Learn" },
    shown: (number: number, stage: string) => `Lesson: playout ${number}, ${stage.replace("_", " ")}`,
    columns: ["Colour", "After", "Before", "Now"],
    forgotten: "forgotten",
    nothingLearned: "No reply has changed.",
    say: {
      select: (path: string[]) =>
        path.length
          ? `From the root the most promising move is followed: ${path.join(", ")}.`
          : "The tree is only a root, so there is nothing to choose yet.",
      expand: (path: string[] | null) =>
        path?.length
          ? `A new node joins the tree: ${path[path.length - 1]}.`
          : "No node is added: this one has to be visited more often first.",
      playout: (count: number) => `From there the game is played to its end by quick rules: ${some(count, "move")}.`,
      backUp: (winner: Colour | null, count: number) =>
        `${winner ? `${side(winner)} has won` : "It is a draw"}, and ${some(count, "node")} on the way back count it.`,
      learn: (learned: number, forgotten: number) =>
        `The winner's replies are remembered (${learned}), those of the loser forgotten (${forgotten}).`,
    },
  },
  playout: {
    about:
      "One playout from this position to its end. The colour tells which rule chose a move; the first rule that has a move decides.",
    one: "Show a playout",
    another: "Another playout",
    slider: "Move of the playout",
    start: "The position as it is.",
    shown: (at: number, count: number) => `Playout, move ${at} of ${count}`,
    chosen: (colour: Colour, vertex: string, rule: string) => `${side(colour)} ${vertex}: ${rule}.`,
    result: (winner: Colour | null, lead: string, end: string) =>
      `${winner ? `${side(winner)} wins` : "A draw"} (${lead}), ended by ${end}.`,
    rules: {
      tree: "a move of the search tree",
      book: "a move of the opening book",
      "reply to two": "the last answer to these two moves that won",
      "reply to one": "the last answer to this move that won",
      escape: "saves a chain in atari",
      pattern: "a shape of 3x3 points beside the last move",
      capture: "takes stones",
      any: "any move that fills no eye",
    } as Record<string, string>,
  },
  td: {
    about:
      "Nets that taught themselves on 5×5 say what each move is worth to the colour to play: blue is the best one.",
    empty: "Nothing was asked yet. Press Analyse or Space.",
    otherSize: "These nets know the 5×5 board alone. Begin a game there.",
    best: (vertex: string) => `best ${vertex}`,
    label: (net: string) => `Values of moves by ${net}`,
  },
  review: {
    about: "The engine looks at every position of the game and tells which moves gave most away, and what would have been better.",
    playouts: "Playouts a position",
    begin: "Review the game",
    keep: "Save it with the game",
    progress: (done: number, total: number) => `${done} of ${some(total, "position")}`,
    none: "No mistakes found so far.",
    columns: ["Move", "Played", "Gave away", "Better", "Expected then"],
    choose: "Choose a move to see on the board what would have been better.",
    shown: (vertex: string) =>
      `The numbers on the board are the better move and what is expected then${vertex === "pass" ? "; a pass was played" : `; the ring is ${vertex}, which was played`}.`,
  },
  experiments: {
    title: "Experiments",
    about: "Matches, tournaments and reproductions of papers on this machine; those that run fill while you watch.",
    none: "There are none yet: `tengen match` and `tengen reproduce` make some.",
    empty: "Looking …",
    loading: "Reading …",
    running: "running",
    games: (done: number, total: number | null) =>
      total === null ? some(done, "game") : `${done} of ${some(total, "game")}`,
    figure: (number: number) => `Figure ${number}`,
    gamesTitle: "Games",
    gameColumns: ["No.", BLACK, WHITE, "Result", "Moves"],
    allGames: (count: number) => `Show all ${count}`,
    cellColumns: ["First", "Second", "Games", "Won–lost", "First wins, 95 %"],
    test: "Test",
    voids: (count: number) => `${some(count, "void game")}`,
    interval: (low: string, high: string) => `95 % interval: ${low} to ${high}`,
    sprt: (llr: string, lower: string, upper: string) => `Sequential test: ${llr} between ${lower} and ${upper}`,
  },
  saved: {
    title: "Saved games",
    about: "All games are kept; choose one to go on with it.",
    none: "No game has been played yet.",
    size: (size: number) => `${size} × ${size}`,
    moves: (count: number) => some(count, "move"),
    games: (count: number) => (count > 1 ? some(count, "game") : ""),
  },
  record: {
    title: "Open a game",
    about: "Choose a file (SGF), paste its text, or drop or paste it anywhere on the page.",
    file: "File",
    paste: "(;GM[1]SZ[9] …",
    open: "Open this text",
    tooLong: (most: number) => `The record is too long: it may have ${most} bytes.`,
  },
  console: {
    about: "Speak with the engine in its own language, GTP. Type help for what it answers here.",
    line: "A GTP command",
  },
  help: {
    title: "Keys",
    about: "The board needs no mouse.",
    board: "With the focus on the board (Tab), arrow keys choose a point, Enter plays there, Escape leaves it.",
  },
  keys: {
    walk: "One move back or on; with Shift 10, with Ctrl to the end",
    across: "The variation before or after",
    ends: "Start or end of the game",
    analyse: "Analysis on or off",
    engine: "Engine move",
    pass: "Pass",
    coordinates: "Coordinates on or off",
    mute: "Sound on or off",
    newGame: "New game",
    help: "This list",
  },
};
