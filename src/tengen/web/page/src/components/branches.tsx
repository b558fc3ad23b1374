// The search tree as a picture: a node's size tells its visits, its colour how it does.
import { useEffect, useRef } from "preact/hooks";

import { compact, percent } from "../format";
import { layOutBranches, type Leaf } from "../branch_layout";
import type { Branch } from "../messages";
import { strings } from "../strings";

const NARROWEST = 8; // between two leaves
const WIDEST = 44;
const USUAL_WIDTH = 540; // of the drawing, as long as leaves have room in it
const STEP_Y = 58;
const MARGIN = 24;
const LARGEST = 19; // radius
const SMALLEST = 3;

interface Props {
  root: Branch;
  chosen: string[]; // a way down that is lit
  fresh?: string[] | null; // the way to a new node
  backedUp?: Set<string>; // ways whose counts have just changed
  onChoose?: (path: string[]) => void;
}

export function Branches({ root, chosen, fresh, backedUp, onChoose }: Props) {
  const { leaves, width, depth } = layOutBranches(root);
  const step = Math.max(NARROWEST, Math.min(WIDEST, USUAL_WIDTH / width));
  const size = { width: step * Math.max(width - 1, 1) + 2 * MARGIN, height: STEP_Y * depth + 2 * MARGIN };
  const x = (leaf: Leaf) => MARGIN + step * leaf.x;
  const box = useRef<HTMLDivElement>(null);
  const end = chosen.join(" ");
  useEffect(() => {
    const leaf = leaves.find((each) => key(each) === end) ?? leaves[0];
    if (leaf) box.current?.scrollTo({ left: x(leaf) - box.current.clientWidth / 2 });
  }, [end]); // a tree that grows must not jump about
  const lit = new Set(chosen.map((_, at) => chosen.slice(0, at + 1).join(" ")).concat(""));
  return (
    <div class="branches" ref={box} data-test="search-tree">
      <svg {...size} role="group" aria-label={strings.tree.label}>
        {leaves.map(
          (leaf) => leaf.parent && <path key={key(leaf)} class={lit.has(key(leaf)) ? "way" : ""} d={edge(leaf, x)} />,
        )}
        {leaves.map((leaf) => (
          <g
            key={key(leaf)}
            class={[
              "branch",
              lit.has(key(leaf)) && "lit",
              fresh?.join(" ") === key(leaf) && "fresh",
              backedUp?.has(key(leaf)) && "backed-up",
              leaf.branch.win_rate < 0.5 && "losing",
            ]
              .filter(Boolean)
              .join(" ")}
            data-test="search-node"
            data-path={key(leaf)}
            data-visits={leaf.branch.visits}
            onClick={() => onChoose?.(leaf.path)}
          >
            <title>{strings.tree.node(leaf.branch.vertex, leaf.branch.visits, percent(leaf.branch.win_rate))}</title>
            <circle cx={x(leaf)} cy={y(leaf)} r={radius(leaf, root)} />
            {radius(leaf, root) > 8 && (
              <text x={x(leaf)} y={y(leaf) + 3.5}>
                {leaf.branch.vertex}
              </text>
            )}
            {radius(leaf, root) > 8 && (
              <text class="visits" x={x(leaf)} y={y(leaf) + radius(leaf, root) + 10}>
                {compact(leaf.branch.visits)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function key(leaf: Leaf): string {
  return leaf.path.join(" ");
}

function radius(leaf: Leaf, root: Branch): number {
  return Math.max(SMALLEST, LARGEST * Math.sqrt(leaf.branch.visits / Math.max(1, root.visits)));
}

function y(leaf: Leaf): number {
  return MARGIN + STEP_Y * leaf.depth;
}

function edge(leaf: Leaf, x: (leaf: Leaf) => number): string {
  const from = leaf.parent!;
  const middle = (y(from) + y(leaf)) / 2;
  return `M${x(from)} ${y(from)}C${x(from)} ${middle} ${x(leaf)} ${middle} ${x(leaf)} ${y(leaf)}`;
}
