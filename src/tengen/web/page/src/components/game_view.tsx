// The game: how it went, its tree, what was said about it, and the count at its end.
import { useEffect } from "preact/hooks";

import { send } from "../connection";
import { treeOf } from "../game_tree";
import type { Count, State } from "../messages";
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
      <Collection known={known} />
      {state.notes.length > 0 && (
        <ul class="notes" data-test="record-notes">
          {state.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
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
      <RecordFacts facts={state.facts} />
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

/** Which game of a file is looked at, where there are several. */
function Collection({ known: { state, collection } }: { known: Known }) {
  const isMany = (state?.games ?? 0) > 1;
  useEffect(() => {
    if (isMany) send({ type: "ask_collection" });
  }, [isMany, state?.name]);
  if (!state || !isMany || collection?.name !== state.name) return null;
  return (
    <label class="collection">
      {strings.game.collection}{" "}
      <select
        data-test="collection"
        value={state.game}
        onChange={(event) => send({ type: "choose_game", number: event.currentTarget.selectedIndex })}
      >
        {collection.games.map((game, at) => (
          <option key={at} value={at} disabled={game.size === 0} data-test="collection-game">
            {strings.game.collectionGame(at + 1, game.title)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the record tells of the game beside its moves. */
function RecordFacts({ facts }: { facts: State["facts"] }) {
  if (Object.keys(facts).length === 0) return null;
  return (
    <dl class="record-facts" data-test="record-facts">
      {Object.entries(facts).map(([fact, text]) => (
        <div key={fact}>
          <dt>{fact}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
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
