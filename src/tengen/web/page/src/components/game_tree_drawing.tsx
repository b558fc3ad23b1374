// The tree of the game with its variations; a click goes to a move.
import { useEffect, useMemo, useRef } from "preact/hooks";

import { goTo, lineThrough, treeOf } from "../game_tree";
import type { State } from "../messages";
import { strings } from "../strings";
import { layOut, type Spot } from "../tree_layout";

const STEP_X = 30;
const STEP_Y = 30;
const RADIUS = 10.5;

export function GameTree({ state }: { state: State }) {
  const box = useRef<HTMLDivElement>(null);
  const tree = treeOf(state);
  const spots = useMemo(() => layOut(tree, state.tree[0]?.id ?? 0), [tree]);
  const line = new Set(lineThrough(state).map((node) => node.id));
  const here = spots.get(state.node);
  useEffect(() => {
    if (!box.current || !here) return;
    box.current.scrollTo({ left: x(here) - box.current.clientWidth / 2, top: y(here) - box.current.clientHeight / 2 });
  }, [here?.column, here?.row]);
  const all = [...spots.values()];
  const width = STEP_X * (1 + Math.max(0, ...all.map((spot) => spot.column)));
  const height = STEP_Y * (1 + Math.max(0, ...all.map((spot) => spot.row)));
  return (
    <div class="game-tree" ref={box} data-test="game-tree">
      <svg width={width} height={height} role="group" aria-label={strings.game.tree}>
        {all.map((spot) => {
          const parent = spot.parent === null ? undefined : spots.get(spot.parent);
          return parent && <path key={spot.id} class={line.has(spot.id) ? "way" : ""} d={edge(parent, spot)} />;
        })}
        {all.map((spot) => (
          <Move key={spot.id} state={state} spot={spot} />
        ))}
      </svg>
    </div>
  );
}

function Move({ state, spot }: { state: State; spot: Spot }) {
  const node = treeOf(state).nodes.get(spot.id);
  const sort = node?.colour ?? "root";
  const title = strings.game.move(spot.column, node?.colour ?? null, node?.vertex ?? null);
  return (
    <g
      class={`tree-move ${sort} ${spot.id === state.node ? "here" : ""}`}
      data-test="tree-node"
      data-node={spot.id}
      onClick={() => goTo(spot.id)}
    >
      <title>{title}</title>
      <circle cx={x(spot)} cy={y(spot)} r={RADIUS} />
      {node?.loss != null && node.loss > 0.1 && <circle class="mistake" cx={x(spot) + 8} cy={y(spot) - 8} r={4} />}
      <text x={x(spot)} y={y(spot) + 3.5}>
        {spot.column || ""}
      </text>
      {node?.comment && <circle class="commented" cx={x(spot) + 8} cy={y(spot) + 8} r={3} />}
    </g>
  );
}

function x(spot: Spot): number {
  return STEP_X * (spot.column + 0.5);
}

function y(spot: Spot): number {
  return STEP_Y * (spot.row + 0.5);
}

function edge(from: Spot, to: Spot): string {
  const turn = x(to) - STEP_X / 2;
  return from.row === to.row
    ? `M${x(from)} ${y(from)}H${x(to)}`
    : `M${x(from)} ${y(from)}V${y(to) - STEP_Y / 2}L${turn} ${y(to)}H${x(to)}`;
}
