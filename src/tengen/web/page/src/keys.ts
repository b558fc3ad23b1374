// All keys: what they do, and the list that the help shows.
import { send } from "./connection";
import { walk, walkAcross } from "./game_tree";
import { change, changeSettings, now } from "./store";
import { strings } from "./strings";
import { TABS } from "./tabs";

const FAR = 10;
const TO_THE_END = 100000;

interface Key {
  shown: string;
  about: string;
  matches: (event: KeyboardEvent) => boolean;
  does: (event: KeyboardEvent) => void;
}

function letter(key: string, about: string, does: () => void): Key {
  return {
    shown: key.toUpperCase(),
    about,
    matches: (event) => event.key.toLowerCase() === key && !hasControl(event),
    does,
  };
}

function named(shown: string, names: string[], about: string, does: (event: KeyboardEvent) => void): Key {
  return { shown, about, matches: (event) => names.includes(event.key), does };
}

function hasControl(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function distance(event: KeyboardEvent): number {
  return event.ctrlKey ? TO_THE_END : event.shiftKey ? FAR : 1;
}

export const KEYS: Key[] = [
  named("← →", ["ArrowLeft", "ArrowRight"], strings.keys.walk, (event) =>
    walk(event.key === "ArrowLeft" ? -distance(event) : distance(event)),
  ),
  named("↑ ↓", ["ArrowUp", "ArrowDown"], strings.keys.across, (event) => walkAcross(event.key === "ArrowUp" ? -1 : 1)),
  named("Home End", ["Home", "End"], strings.keys.ends, (event) =>
    walk(event.key === "Home" ? -TO_THE_END : TO_THE_END),
  ),
  named("Space", [" "], strings.keys.analyse, () => send({ type: "analyse", on: !now().state?.analysing })),
  named("Enter", ["Enter"], strings.keys.engine, () => send({ type: "engine_move" })),
  letter("p", strings.keys.pass, () => send({ type: "play", vertex: "pass" })),
  letter("k", strings.keys.coordinates, () => changeSettings({ coordinates: !now().settings.coordinates })),
  letter("m", strings.keys.mute, () => changeSettings({ muted: !now().settings.muted })),
  letter("n", strings.keys.newGame, () => change({ dialog: "new" })),
  named("?", ["?"], strings.keys.help, () => change({ dialog: "help" })),
  ...TABS.map(({ tab, key }) => letter(key, strings.tabs[tab], () => change({ tab, place: "board" }))),
  letter("x", strings.experiments.title, () => change({ place: "experiments" })),
];

/** Keys belong to the field that has the focus; Enter and Space to a button that has it. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (now().dialog !== null || event.metaKey || event.altKey) return true;
  if (target.closest("input, textarea, select")) return true;
  return (event.key === "Enter" || event.key === " ") && target.closest("button, a, tr") !== null;
}

/** A click gives no button the focus: else Space would pass again after a click on Pass, instead of analysing. */
function keepFocusFromButtons(): void {
  addEventListener("mousedown", (event) => {
    if (!(event.target as Element).closest("button, tr, .board")) return;
    event.preventDefault();
    if (document.activeElement?.matches("input, textarea, .board")) (document.activeElement as HTMLElement).blur();
  });
}

export function listenToKeys(): void {
  keepFocusFromButtons();
  addEventListener("keydown", (event) => {
    if (isTaken(event)) return;
    const key = KEYS.find((each) => each.matches(event));
    if (!key) return;
    event.preventDefault();
    key.does(event);
  });
}
