// A board move by move: what a playout did, from the captures it reports.
import type { RuleMove } from "./messages";
import { placeOf } from "./points";

/** The board after the first `count` moves. */
export function boardAfter(start: string[], moves: RuleMove[], count: number): string[] {
  const rows = start.map((row) => [...row]);
  const put = (vertex: string, stone: string) => {
    const place = placeOf(vertex, rows.length);
    if (place) rows[place[1]]![place[0]] = stone;
  };
  for (const move of moves.slice(0, count)) {
    put(move.vertex, move.colour === "black" ? "X" : "O");
    for (const vertex of move.captured) put(vertex, ".");
  }
  return rows.map((row) => row.join(""));
}
