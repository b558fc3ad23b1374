// The websocket: says hello, comes back after a break, and never lets the engine's thoughts queue up.
import type { Messages, Thought } from "./messages";
import { receive, takeThought } from "./receive";
import { lastGame, rememberGame, rememberSession, sessionName, token } from "./settings";
import { change, now, onChange } from "./store";
import { viewsOf } from "./tabs";

export type Request = Messages["request"];
export type Event = Messages["event"];

const FIRST_WAIT = 300; // milliseconds before the second try
const LONGEST_WAIT = 5000;
const NO_TOKEN = 4401; // how the server closes a connection without its token, see guard.py
const PAUSE = 150; // between two requests of which only the newest counts: the server counts messages

let socket: WebSocket | null = null;
let wait = FIRST_WAIT;
let watched = "";
let newest: Thought | null = null;
const held = new Map<string, Request | null>(); // by type: the newest one that waits for its pause to end

export function connect(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(token())}`);
  socket.onopen = () => send({ type: "hello", session: sessionName() });
  socket.onmessage = (message) => hear(JSON.parse(message.data));
  socket.onclose = (event) => {
    change({ connected: false, refused: event.code === NO_TOKEN });
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };
}

export function send(request: Request): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
}

/** For requests that a held key or a moving pointer makes by dozens: only the newest is sent, now and then. */
export function sendNewest(request: Request): void {
  if (held.has(request.type)) {
    held.set(request.type, request);
    return;
  }
  send(request);
  held.set(request.type, null);
  setTimeout(() => {
    const waiting = held.get(request.type);
    held.delete(request.type);
    if (waiting) sendNewest(waiting);
  }, PAUSE);
}

function hear(event: Event): void {
  if (event.type === "thought") {
    drawLater(event);
    return;
  }
  if (event.type === "state" && event.tree.length > 1) rememberGame(event.name);
  if (event.type === "welcome") {
    const isForgotten = sessionName() !== null && sessionName() !== event.session; // the server began anew
    const game = lastGame();
    if (isForgotten && game) send({ type: "open_saved", name: game });
    rememberSession(event.session);
    wait = FIRST_WAIT;
    watched = "";
    change({ connected: true });
  }
  receive(event);
}

/** One thought a frame: what came before the newest is never drawn. */
function drawLater(thought: Thought): void {
  if (newest === null) {
    requestAnimationFrame(() => {
      if (newest) takeThought(newest);
      newest = null;
    });
  }
  newest = thought;
}

/** The server streams what is looked at. */
function watchWhatIsOpen(): void {
  const { connected, tab, state, pointed } = now();
  if (!connected) return;
  const views = viewsOf(tab);
  const hints: typeof views = tab === "game" && state?.analysing ? ["candidates"] : [];
  const request: Request = { type: "watch", views: [...views, ...hints], point: tab === "replies" ? pointed : null };
  const text = JSON.stringify(request);
  if (text !== watched) {
    watched = text;
    sendNewest(request);
  }
}

onChange(watchWhatIsOpen);
