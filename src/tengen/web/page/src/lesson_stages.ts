// The stages of one playout of a lesson: what each shows on the board and says in a sentence.
import type { StepDone } from "./messages";
import { PALETTE, type Picture, type Spot } from "./picture";
import { boardAfter } from "./replay";
import { ruleSpots } from "./rules";
import { strings } from "./strings";

export const STAGES = ["select", "expand", "playout", "back_up", "learn"] as const;
export type Stage = (typeof STAGES)[number];

/** How many pictures a stage has: only the playout has more than one. */
export function picturesOf(stage: Stage, step: StepDone): number {
  return stage === "playout" ? Math.max(1, step.playout.moves.length - movesInTree(step)) : 1;
}

/** Moves of the way down, with which the report of the playout begins. */
function movesInTree(step: StepDone): number {
  return step.playout.moves.filter((move) => move.rule === "tree").length;
}

export function stagePicture(stage: Stage, step: StepDone, at: number): Picture {
  const { playout, selected } = step;
  const about = strings.lesson.shown(step.number, stage);
  const inTree = movesInTree(step);
  if (stage === "select" || stage === "expand") {
    const count = stage === "select" ? Math.min(selected.length, inTree) : inTree;
    const rows = boardAfter(playout.start, playout.moves, count);
    const spots = playout.moves.slice(0, count).map((move, number): Spot => {
      const isNew = stage === "expand" && number === count - 1;
      return {
        vertex: move.vertex,
        ring: isNew ? PALETTE.green : PALETTE.blue,
        radius: 0.42,
        text: String(number + 1),
      };
    });
    return { rows, spots, about };
  }
  if (stage === "playout") {
    const count = Math.min(playout.moves.length, inTree + at + 1);
    const rows = boardAfter(playout.start, playout.moves, count);
    return { rows, spots: ruleSpots(rows, playout.moves, count), about };
  }
  const spots =
    stage === "learn" ? replySpots(step) : selected.map((vertex): Spot => ({ vertex, ring: PALETTE.orange }));
  return { rows: stage === "learn" ? playout.start : playout.final, spots, about };
}

/** Replies that were stored are ringed in green, those forgotten in vermillion. */
function replySpots(step: StepDone): Spot[] {
  const spots = new Map<string, Spot>();
  for (const { colour, old, new: stored } of step.replies) {
    const vertex = stored ?? old;
    if (vertex && vertex !== "pass") {
      spots.set(vertex, { vertex, stone: colour, ring: stored ? PALETTE.green : PALETTE.vermillion, radius: 0.44 });
    }
  }
  return [...spots.values()];
}

export function stageSentence(stage: Stage, step: StepDone): string {
  const { winner } = step.playout;
  const { say } = strings.lesson;
  const learned = step.replies.filter((reply) => reply.new !== null).length;
  switch (stage) {
    case "select":
      return say.select(step.selected);
    case "expand":
      return say.expand(step.expanded);
    case "playout":
      return say.playout(step.playout.moves.length - movesInTree(step));
    case "back_up":
      return say.backUp(winner, step.backed_up.length);
    case "learn":
      return say.learn(learned, step.replies.length - learned);
  }
}
