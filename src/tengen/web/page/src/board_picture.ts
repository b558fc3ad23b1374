// What the big board shows: the game with hints and count, or what a view has put in its place.
import { compact, percent } from "./format";
import { lineSpots, PALETTE, type Picture, type Spot } from "./picture";
import { stoneAt } from "./points";
import type { CandidateRow, Count, Mark, Mistake, State } from "./messages";
import { replySpots } from "./reply_picture";
import type { Known } from "./store";

const FAINTEST = 0.25;
const SMALLEST_SHARE = 0.004; // of the most visited candidate; less is no hint

export function bigPicture(known: Known): Picture | null {
  const { state, picture } = known;
  if (picture) return picture;
  if (state === null) return null;
  if (known.line?.line.length) return { rows: state.board, spots: lineSpots(known.line.line, state.to_play) };
  const mistake = shownMistake(known);
  if (mistake) return { rows: state.board, spots: betterSpots(mistake) };
  if (state.count && state.phase !== "playing") return counted(state, state.count);
  const marks = known.tab === "replies" ? replies(known, state) : hints(known);
  return { rows: state.board, spots: [...lastMove(state), ...state.marks.map(markSpot), ...marks] };
}

/** Hints are for those who ask: nothing is shown while one plays, or looks at something else. */
export function hintsAreShown({ state, thought, tab }: Known): boolean {
  const isAsked = tab === "candidates" || (tab === "game" && state?.analysing);
  return Boolean(isAsked) && state !== null && thought?.node === state.node;
}

/** In the review, the mistake that was made in the position that is looked at. */
export function shownMistake({ state, progress, tab }: Known): Mistake | undefined {
  return tab === "review" ? progress?.mistakes.find((mistake) => mistake.parent === state?.node) : undefined;
}

/** The better line as numbered stones, and a ring where the game went on. */
function betterSpots({ vertex, colour, line }: Mistake): Spot[] {
  const played = vertex && vertex !== "pass" ? [{ vertex, ring: PALETTE.vermillion, radius: 0.42 }] : [];
  return [...lineSpots(line, colour ?? "black"), ...played];
}

function replies(known: Known, state: State): Spot[] {
  const rows = known.thought?.node === state.node ? known.thought.replies : null;
  return replySpots(rows ?? [], known.pointed ?? state.last_move);
}

function hints(known: Known): Spot[] {
  const rows = known.thought?.candidates;
  return hintsAreShown(known) && rows ? candidateSpots(rows) : [];
}

/** The most visited one is blue; size and strength of colour tell visits. */
export function candidateSpots(rows: CandidateRow[]): Spot[] {
  const most = Math.max(1, ...rows.map((row) => row.visits));
  const best = rows.find((row) => row.visits === most);
  return rows
    .filter((row) => row.visits >= SMALLEST_SHARE * most && row.vertex !== "pass")
    .map((row) => {
      const share = row.visits / most;
      const isTold = share > 0.02;
      return {
        vertex: row.vertex,
        fill: row === best ? PALETTE.blue : PALETTE.green,
        alpha: FAINTEST + (0.92 - FAINTEST) * Math.sqrt(share),
        radius: isTold ? 0.36 + 0.12 * Math.sqrt(share) : 0.2,
        text: isTold ? percent(row.win_rate, 0).replace(" %", "") : undefined,
        detail: isTold ? compact(row.visits) : undefined,
      };
    });
}

/** A dot on the last stone, and a ring where the ko forbids to take back. */
function lastMove(state: State): Spot[] {
  const spots: Spot[] = state.ko ? [{ vertex: state.ko, ring: PALETTE.vermillion, radius: 0.2 }] : [];
  if (state.last_move && stoneAt(state.board, state.last_move) !== ".") {
    spots.push({ vertex: state.last_move, fill: PALETTE.orange, radius: 0.16 });
  }
  return spots;
}

/** A mark of the record. */
function markSpot({ vertex, kind, text }: Mark): Spot {
  switch (kind) {
    case "circle":
      return { vertex, ring: PALETTE.sky, radius: 0.28 };
    case "black":
    case "white":
      return { vertex, fill: kind === "black" ? "#111" : "#fff", radius: 0.14 };
    case "label":
      return { vertex, text, isOnBoard: true };
    default:
      return { vertex, mark: kind };
  }
}

function counted(state: State, count: Count): Picture {
  const owners = count.owners.flatMap((row) => [...row].map((owner) => (owner === "X" ? 1 : owner === "O" ? -1 : 0)));
  const visible = owners.map((owner, at) => {
    const stone = state.board[Math.floor(at / state.size)]?.charAt(at % state.size);
    return stone === (owner > 0 ? "X" : "O") ? 0 : owner; // a living stone shows whose point it is by itself
  });
  return { rows: state.board, owners: visible, spots: count.dead.map((vertex) => ({ vertex, cross: true })) };
}
