// Ways through the tree of the game: which node an arrow key leads to, and the line that is looked at.
import { sendNewest } from "./connection";
import type { State, TreeNode } from "./messages";
import { now } from "./store";

export interface Tree {
  nodes: Map<number, TreeNode>;
  children: Map<number, number[]>;
}

const trees = new WeakMap<TreeNode[], Tree>();
const lastWay = new Map<string, number>(); // by game and node: the child that was last looked at
let aim: { node: number; of: State } | null = null; // where keys have led that the server has not answered yet

export function treeOf(state: State): Tree {
  const made = trees.get(state.tree);
  if (made) return made;
  const tree: Tree = { nodes: new Map(), children: new Map() };
  for (const node of state.tree) {
    tree.nodes.set(node.id, node);
    tree.children.set(node.id, []);
  }
  for (const node of state.tree) {
    if (node.parent !== null) tree.children.get(node.parent)?.push(node.id);
  }
  trees.set(state.tree, tree);
  return tree;
}

export function rememberWay(state: State): void {
  const { nodes } = treeOf(state);
  for (let node = nodes.get(state.node); node && node.parent !== null; node = nodes.get(node.parent)) {
    lastWay.set(`${state.name} ${node.parent}`, node.id);
  }
}

export function parentOf(state: State, id: number): number | null {
  return treeOf(state).nodes.get(id)?.parent ?? null;
}

export function nextOf(state: State, id: number): number | null {
  const children = treeOf(state).children.get(id) ?? [];
  const last = lastWay.get(`${state.name} ${id}`);
  return last !== undefined && children.includes(last) ? last : (children[0] ?? null);
}

/** The line through the node that is looked at, from the root to its end. */
export function lineThrough(state: State): TreeNode[] {
  const { nodes } = treeOf(state);
  const before: TreeNode[] = [];
  for (let id: number | null = state.node; id !== null; id = parentOf(state, id)) {
    const node = nodes.get(id);
    if (node) before.unshift(node);
  }
  for (let id = nextOf(state, state.node); id !== null; id = nextOf(state, id)) {
    const node = nodes.get(id);
    if (node) before.push(node);
  }
  return before;
}

export function goTo(node: number | null): void {
  const { state } = now();
  if (state === null || node === null) return;
  aim = { node, of: state };
  sendNewest({ type: "go_to", node });
}

/** Where a key starts from: a held key runs ahead of the server. */
function start(state: State): number {
  return aim?.of === state ? aim.node : state.node;
}

/** Some moves on (or back, if negative), as far as there are any. */
export function walk(steps: number): void {
  const { state } = now();
  if (state === null) return;
  let node = start(state);
  for (let step = 0; step < Math.abs(steps); step++) {
    const next = steps > 0 ? nextOf(state, node) : parentOf(state, node);
    if (next === null) break;
    node = next;
  }
  if (node !== start(state)) goTo(node);
}

/** The next (or the one before, if -1) of the variations at this move. */
export function walkAcross(step: 1 | -1): void {
  const { state } = now();
  if (state === null) return;
  const node = start(state);
  const parent = parentOf(state, node);
  const siblings = parent === null ? [] : (treeOf(state).children.get(parent) ?? []);
  goTo(siblings[siblings.indexOf(node) + step] ?? null);
}

/** Whether a person moves here, and not an engine. */
export function isPersonsTurn(state: State): boolean {
  return (state.to_play === "black" ? state.black : state.white) === "human";
}

/** One move back; against an engine two, so that the same person is to play. */
export function undo(): void {
  const { state } = now();
  if (state === null) return;
  const engines = [state.black, state.white].filter((player) => player !== "human").length;
  walk(engines === 1 && isPersonsTurn(state) ? -2 : -1);
}
