// The whole game looked at by the engine: how far it is, where it was decided, and what would have been better.
import { useState } from "preact/hooks";

import { shownMistake } from "../board_picture";
import { clickable } from "../clickable";
import { send } from "../connection";
import { percent } from "../format";
import { goTo } from "../game_tree";
import type { Mistake } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { Graph } from "./graph";

const CHOICES = [100, 500, 2000, 10000];

export function Review({ known }: { known: Known }) {
  const { state, progress } = known;
  const [playouts, setPlayouts] = useState(500);
  if (state === null) return null;
  const runs = state.thinking === "game";
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
        {progress && progress.done === progress.total && (
          <button data-test="keep" onClick={() => send({ type: "keep" })}>
            {strings.review.keep}
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
      {progress && <Mistakes known={known} rows={progress.mistakes} />}
    </div>
  );
}

/** A click leads to the position before the move, where the board shows the better line (board_picture.ts). */
function Mistakes({ known, rows }: { known: Known; rows: Mistake[] }) {
  if (rows.length === 0) return <p class="empty">{strings.review.none}</p>;
  const shown = shownMistake(known);
  return (
    <>
      <table class="rows" data-test="mistakes">
        <thead>
          <tr>
            {strings.review.columns.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              class={`clickable ${row === shown ? "shown" : ""}`}
              data-test="mistake-row"
              data-node={row.id}
              {...clickable(() => goTo(row.parent))}
            >
              <td>{row.number}</td>
              <th>
                <span class={`stone-icon ${row.colour ?? ""}`} role="img" aria-label={strings[row.colour ?? "black"]} />{" "}
                {row.vertex}
              </th>
              <td>{percent(row.loss)}</td>
              <th class="better">{row.line[0]}</th>
              <td class="line" title={row.line.join(" ")}>
                {row.line.slice(1, 7).join(" ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{shown ? strings.review.shown(shown.vertex ?? "") : strings.review.choose}</p>
    </>
  );
}
