// The game: how it went, its tree, what was said about it, and the count at its end.
import { send } from "../connection";
import { treeOf } from "../game_tree";
import type { Count } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { GameTree } from "./game_tree_drawing";
import { Graph } from "./graph";

export function GameView({ known }: { known: Known }) {
  const { state } = known;
  if (state === null) return null;
  const node = treeOf(state).nodes.get(state.node);
  return (
    <div class="view">
      <p class="facts" data-test="facts">
        {strings.game.facts(state)}
      </p>
      {state.count && state.phase !== "playing" && (
        <CountTable count={state.count} isOpen={state.phase === "counting"} />
      )}
      {state.result && (
        <p class="result" data-test="result">
          {strings.game.result(state.result)}
        </p>
      )}
      <Graph known={known} />
      {node?.comment && (
        <p class="comment" data-test="comment">
          {node.comment}
        </p>
      )}
      <GameTree state={state} />
      {state.node > 0 && (
        <button
          class="quiet"
          data-test="remove-branch"
          onClick={() => send({ type: "remove_branch", node: state.node })}
        >
          {strings.game.cut}
        </button>
      )}
    </div>
  );
}

function CountTable({ count, isOpen }: { count: Count; isOpen: boolean }) {
  const black = count.black_stones + count.black_points;
  const white = count.white_stones + count.white_points;
  const { heads, stones, points, komi, sum } = strings.count;
  return (
    <div class="count" data-test="count">
      <p>{count.explanation}</p>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{stones}</th>
            <td>{count.black_stones}</td>
            <td>{count.white_stones}</td>
          </tr>
          <tr>
            <th>{points}</th>
            <td>{count.black_points}</td>
            <td>{count.white_points}</td>
          </tr>
          <tr>
            <th>{komi}</th>
            <td>0</td>
            <td>{count.komi}</td>
          </tr>
          <tr class="sum">
            <th>{sum}</th>
            <td>{black}</td>
            <td>{white + count.komi}</td>
          </tr>
        </tbody>
      </table>
      <p class="result" data-test="count-result">
        {strings.count.result(count.result)}
      </p>
      {isOpen && <p class="hint">{strings.count.dead}</p>}
    </div>
  );
}
