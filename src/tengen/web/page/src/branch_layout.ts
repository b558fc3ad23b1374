// Where nodes of the search tree are drawn: the root on top, leaves side by side, parents above the middle of theirs.
import type { Branch } from "./messages";

export interface Leaf {
  branch: Branch;
  path: string[]; // from the root
  x: number; // in leaves
  depth: number;
  parent: Leaf | null;
}

export function layOutBranches(root: Branch): { leaves: Leaf[]; width: number; depth: number } {
  const leaves: Leaf[] = [];
  let width = 0;
  let depth = 0;
  const place = (branch: Branch, path: string[], parent: Leaf | null): Leaf => {
    const leaf: Leaf = { branch, path, x: 0, depth: path.length, parent };
    leaves.push(leaf);
    depth = Math.max(depth, path.length);
    const below = branch.children.map((child) => place(child, [...path, child.vertex], leaf));
    leaf.x = below.length ? (below[0]!.x + below[below.length - 1]!.x) / 2 : width++;
    return leaf;
  };
  place(root, [], null);
  return { leaves, width, depth };
}
