// The rules of a playout in the order in which they are asked, each with its colour.
import { PALETTE, type Spot } from "./picture";
import type { RuleMove } from "./messages";

export const RULE_COLOURS: Record<string, string> = {
  tree: PALETTE.blue,
  book: PALETTE.purple,
  "reply to two": PALETTE.vermillion,
  "reply to one": PALETTE.orange,
  escape: PALETTE.sky,
  pattern: PALETTE.green,
  capture: PALETTE.yellow,
  any: PALETTE.grey,
};

export function ruleColour(rule: string): string {
  return RULE_COLOURS[rule] ?? PALETTE.grey;
}

/** The stones of a playout that are still there, ringed in the colour of the rule that chose them; the last one numbered. */
export function ruleSpots(rows: string[], moves: RuleMove[], count: number): Spot[] {
  const spots = new Map<string, Spot>();
  moves.slice(0, count).forEach((move, at) => {
    const isLast = at === count - 1;
    spots.delete(move.vertex);
    spots.set(move.vertex, {
      vertex: move.vertex,
      ring: ruleColour(move.rule),
      radius: 0.4,
      text: isLast ? String(at + 1) : undefined,
    });
    for (const vertex of move.captured) spots.delete(vertex);
  });
  return [...spots.values()].filter((spot) => rows.length > 0 && spot.vertex !== "pass");
}
