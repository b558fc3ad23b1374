// The whole game looked at by the engine: how far it is, and where it was decided.
import { useState } from "preact/hooks";

import { clickable } from "../clickable";
import { send } from "../connection";
import { percent } from "../format";
import { goTo, lineThrough } from "../game_tree";
import type { TreeNode } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { Graph } from "./graph";

const CHOICES = [100, 500, 2000, 10000];

export function Review({ known }: { known: Known }) {
  const { state, progress } = known;
  const [playouts, setPlayouts] = useState(500);
  if (state === null) return null;
  const runs = state.thinking === "game";
  const numbers = new Map(lineThrough(state).map((node, at) => [node.id, at]));
  return (
    <div class="view">
      <p class="about">{strings.review.about}</p>
      <div class="player-bar">
        <label>
          {strings.review.playouts}{" "}
          <select
            data-test="review-playouts"
            value={playouts}
            onChange={(event) => setPlayouts(Number(event.currentTarget.value))}
          >
            {CHOICES.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
        <button
          class="primary"
          data-test="analyse-game"
          disabled={runs}
          onClick={() => send({ type: "analyse_game", playouts })}
        >
          {strings.review.begin}
        </button>
        {runs && (
          <button data-test="review-stop" onClick={() => send({ type: "stop" })}>
            {strings.controls.stop}
          </button>
        )}
      </div>
      {progress && (
        <label class="progress">
          <progress value={progress.done} max={Math.max(1, progress.total)} data-test="review-progress" />
          {strings.review.progress(progress.done, progress.total)}
        </label>
      )}
      <Graph known={known} />
      {progress && <Mistakes nodes={progress.mistakes} numbers={numbers} />}
    </div>
  );
}

function Mistakes({ nodes, numbers }: { nodes: TreeNode[]; numbers: Map<number, number> }) {
  if (nodes.length === 0) return <p class="empty">{strings.review.none}</p>;
  return (
    <table class="rows" data-test="mistakes">
      <thead>
        <tr>
          {strings.review.columns.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr
            key={node.id}
            class="clickable"
            data-test="mistake-row"
            data-node={node.id}
            {...clickable(() => goTo(node.id))}
          >
            <td>{numbers.get(node.id) ?? "–"}</td>
            <td>
              <span class={`stone-icon ${node.colour ?? ""}`} aria-hidden="true" />{" "}
              {node.colour && strings[node.colour]}
            </td>
            <th>{node.vertex}</th>
            <td>{percent(node.loss)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
