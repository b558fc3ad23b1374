// All that the page knows: the last event of each kind, and what is open. Components draw it, nothing else keeps state
// that others need.
import { useEffect, useState } from "preact/hooks";

import type {
  CandidateRow,
  Collection,
  ConsoleAnswer,
  Experiment,
  Experiments,
  GameProgress,
  Playout,
  SavedGames,
  State,
  StepDone,
  Thought,
  TreeView,
  Welcome,
} from "./messages";
import type { Picture } from "./picture";
import { loadSettings, saveSettings, type Settings } from "./settings";
import type { Tab } from "./tabs";

export type DialogName = "new" | "players" | "saved" | "record" | "help" | "resign";

export interface Problem {
  text: string; // an object of its own each time it is told
}

export interface Known {
  connected: boolean;
  refused: boolean; // the server wants another token: it was started anew
  welcome: Welcome | null;
  state: State | null;
  thought: Thought | null;
  treeView: TreeView | null;
  playout: Playout | null;
  step: StepDone | null;
  progress: GameProgress | null;
  saved: SavedGames | null;
  collection: Collection | null;
  experiments: Experiments | null;
  experiment: Experiment | null;
  console: ConsoleAnswer[];
  problem: Problem | null;
  settings: Settings;
  tab: Tab;
  place: "board" | "experiments";
  dialog: DialogName | null;
  picture: Picture | null; // what a view shows on the big board in place of the game
  line: CandidateRow | null; // the candidate whose line is shown
  pointed: string | null; // where one points at in the reply table
}

let known: Known = {
  connected: false,
  refused: false,
  welcome: null,
  state: null,
  thought: null,
  treeView: null,
  playout: null,
  step: null,
  progress: null,
  saved: null,
  collection: null,
  experiments: null,
  experiment: null,
  console: [],
  problem: null,
  settings: loadSettings(),
  tab: "game",
  place: "board",
  dialog: null,
  picture: null,
  line: null,
  pointed: null,
};
const watchers = new Set<() => void>();

export function now(): Known {
  return known;
}

export function change(part: Partial<Known>): void {
  known = { ...known, ...part };
  for (const watcher of watchers) watcher();
}

/** What cannot be done, in a sentence. */
export function tellProblem(text: string): void {
  change({ problem: { text } });
}

export function onChange(watcher: () => void): void {
  watchers.add(watcher);
}

export function changeSettings(part: Partial<Settings>): void {
  const settings = { ...known.settings, ...part };
  saveSettings(settings);
  change({ settings });
}

/** For the component at the top: draws again after each change. */
export function useKnown(): Known {
  const [value, setValue] = useState(known);
  useEffect(() => {
    const watcher = () => setValue(known);
    watchers.add(watcher);
    watcher();
    return () => void watchers.delete(watcher);
  }, []);
  return value;
}
