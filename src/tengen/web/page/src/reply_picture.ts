// Replies on a board: the point one asks about, what is answered to it, and what has just changed.
import type { ReplyRow } from "./messages";
import { PALETTE, type Spot } from "./picture";

export const CHANGE_COLOURS = { won: PALETTE.green, forgotten: PALETTE.vermillion, replaced: PALETTE.orange };

/** The point one asks about, the replies to a move there whatever came before, and those that have just changed. */
export function replySpots(rows: ReplyRow[], pointed: string | null): Spot[] {
  const spots: Spot[] = pointed ? [{ vertex: pointed, ring: PALETTE.vermillion, radius: 0.44 }] : [];
  const told = new Set<string>();
  for (const row of rows) {
    if (!row.reply || told.has(row.reply) || (row.before !== null && row.change === null)) continue;
    told.add(row.reply);
    spots.push({ vertex: row.reply, stone: row.colour, ring: row.change ? CHANGE_COLOURS[row.change] : undefined });
  }
  return spots;
}
