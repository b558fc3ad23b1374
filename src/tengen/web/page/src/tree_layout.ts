// Where nodes of the game tree are drawn: moves to the right, each variation in the first row that is free.
import type { Tree } from "./game_tree";

export interface Spot {
  id: number;
  parent: number | null;
  column: number;
  row: number;
}

/** Places by node; long games have thousands of nodes, so nothing here calls itself. */
export function layOut(tree: Tree, root: number): Map<number, Spot> {
  const spots = new Map<number, Spot>();
  const taken: number[] = []; // by row: the first column (from the right) that something already stands in
  const waiting: Spot[] = [{ id: root, parent: null, column: 0, row: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, parent, column } = next;
    let { row } = next;
    const line: number[] = [];
    for (let at: number | undefined = id; at !== undefined; at = tree.children.get(at)?.[0]) line.push(at);
    const end = column + line.length;
    while ((taken[row] ?? Infinity) < end) row++;
    // The line is drawn, and its side lines wait: those of the last move are placed first, just below it.
    line.forEach((member, at) => {
      spots.set(member, { id: member, parent: at ? line[at - 1]! : parent, column: column + at, row });
      const others = (tree.children.get(member) ?? []).slice(1);
      for (const other of others.reverse())
        waiting.push({ id: other, parent: member, column: column + at + 1, row: row + 1 });
    });
    taken[row] = Math.min(taken[row] ?? Infinity, Math.max(0, column - 1));
  }
  return spots;
}
