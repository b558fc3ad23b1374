// What each event changes.
import type { Event } from "./connection";
import { takeRecord } from "./files";
import { rememberWay } from "./game_tree";
import type { State, Thought } from "./messages";
import { playStoneSound } from "./sound";
import { change, now, tellProblem } from "./store";

const LONGEST_CONSOLE = 200;

export function receive(event: Exclude<Event, Thought>): void {
  switch (event.type) {
    case "welcome":
      return change({ welcome: event });
    case "state":
      return takeState(event);
    case "tree_view":
      return change({ treeView: event });
    case "playout":
      return change({ playout: event });
    case "step_done":
      return change({ step: event });
    case "game_progress":
      return change({ progress: event });
    case "record":
      return takeRecord(event);
    case "saved_games":
      return change({ saved: event });
    case "collection":
      return change({ collection: event });
    case "experiments":
      return change({ experiments: event });
    case "experiment":
      return change({ experiment: event });
    case "console_answer":
      return change({ console: [...now().console, event].slice(-LONGEST_CONSOLE) });
    case "problem":
      return tellProblem(event.text);
  }
}

/** A view that is not streamed at the moment keeps what was last told of the same position. */
export function takeThought(thought: Thought): void {
  const before = now().thought;
  if (before?.node !== thought.node || before.visits > thought.visits) return change({ thought });
  const kept = Object.fromEntries(Object.entries(thought).filter(([, value]) => value != null));
  change({ thought: { ...before, ...kept } as Thought });
}

function takeState(state: State): void {
  const before = now().state;
  rememberWay(state);
  const isAnotherGame = before?.name !== state.name || before.game !== state.game;
  if (isAnotherGame || before?.node !== state.node) {
    change({ picture: null, line: null, treeView: null, playout: null, step: null, problem: null });
  }
  if (isAnotherGame) change({ thought: null, progress: null, pointed: null });
  if (isAnotherGame && state.notes.length > 0) change({ tab: "game" }); // which tells the notes
  change({ state });
  const moved = before && !isAnotherGame && state.tree.find((node) => node.id === state.node)?.parent === before.node;
  if (moved && state.last_move && state.last_move !== "pass" && !now().settings.muted) playStoneSound();
}
