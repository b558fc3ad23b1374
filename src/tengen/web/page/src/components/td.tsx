// What the self-taught nets think of each move on 5x5.
import { PALETTE, type Spot } from "../picture";
import type { TdRow } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { SmallBoard } from "./small_board";

export function TdView({ known }: { known: Known }) {
  const { thought, state } = known;
  if (state === null) return null;
  const nets = Object.entries(thought?.node === state.node ? (thought.td ?? {}) : {});
  return (
    <div class="view">
      <p class="about">{strings.td.about}</p>
      {nets.length ? (
        <div class="pair">
          {nets.map(([net, rows]) => (
            <figure key={net} data-test="td-net" data-net={net}>
              <figcaption>
                {net} <b>{strings.td.best(bestOf(rows)?.vertex ?? "–")}</b>
              </figcaption>
              <SmallBoard
                name={`td-${net}`}
                label={strings.td.label(net)}
                picture={{ rows: state.board, spots: valueSpots(rows) }}
              />
            </figure>
          ))}
        </div>
      ) : (
        <p class="empty">{state.size === 5 ? strings.td.empty : strings.td.otherSize}</p>
      )}
    </div>
  );
}

function bestOf(rows: TdRow[]): TdRow | undefined {
  return [...rows].sort((first, second) => second.value - first.value)[0];
}

/** The best move is blue; the others fade with their distance from it. */
function valueSpots(rows: TdRow[]): Spot[] {
  const values = rows.map((row) => row.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const best = bestOf(rows);
  return rows.map((row) => {
    const strength = high > low ? (row.value - low) / (high - low) : 1;
    return {
      vertex: row.vertex,
      fill: row === best ? PALETTE.blue : PALETTE.green,
      alpha: 0.15 + 0.8 * strength,
      radius: 0.44,
      text: row.value.toFixed(2).replace(/^(-?)0\./, "$1."),
      textColour: strength > 0.45 ? "#fff" : "#111",
    };
  });
}
