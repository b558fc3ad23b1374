// The moves that the search looks at, as a table that can be sorted.
import { useState } from "preact/hooks";

import { clickable } from "../clickable";
import { compact, lead, percent } from "../format";
import type { CandidateRow } from "../messages";
import { change, type Known } from "../store";
import { strings } from "../strings";

type Column = "vertex" | "visits" | "win_rate" | "rave" | "prior";

const COLUMNS: Column[] = ["vertex", "visits", "win_rate", "rave", "prior"];

export function Candidates({ known }: { known: Known }) {
  const { thought, state } = known;
  const isOld = thought !== null && thought.node !== state?.node;
  return (
    <div class="view">
      <p class="about">{strings.candidates.about}</p>
      {thought && <Summary known={known} />}
      {isOld && <p class="hint">{strings.candidates.old}</p>}
      {thought?.candidates ? (
        <CandidateTable rows={thought.candidates} shown={known.line} />
      ) : (
        <p class="empty">{strings.candidates.empty}</p>
      )}
    </div>
  );
}

export function Summary({ known }: { known: Known }) {
  const { thought } = known;
  if (!thought) return null;
  return (
    <p class="summary" data-test="summary">
      <b data-test="win-rate">{percent(thought.win_rate)}</b> {strings.candidates.forBlack}
      <b data-test="score">{lead(thought.score)}</b>
      <span data-test="visits">{strings.candidates.visits(compact(thought.visits))}</span>
      <span>
        {thought.running ? strings.candidates.speed(compact(thought.playouts_a_second)) : strings.candidates.ended}
      </span>
    </p>
  );
}

interface TableProps {
  rows: CandidateRow[];
  shown?: CandidateRow | null;
  onChoose?: (row: CandidateRow) => void;
}

export function CandidateTable({ rows, shown, onChoose }: TableProps) {
  const [order, setOrder] = useState<Column>("visits");
  const most = Math.max(1, ...rows.map((row) => row.visits));
  const sorted = [...rows].sort((first, second) => compare(first, second, order));
  return (
    <table class="rows candidates" data-test="candidates">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} aria-sort={column === order ? "descending" : "none"}>
              <button
                class="head"
                data-test={`sort-${column}`}
                title={strings.candidates.help[column]}
                onClick={() => setOrder(column)}
              >
                {strings.candidates.columns[column]}
              </button>
            </th>
          ))}
          <th class="line">{strings.candidates.line}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <tr
            key={row.vertex}
            data-test="candidate-row"
            data-vertex={row.vertex}
            class={`${onChoose ? "clickable" : ""} ${row.visits === most ? "best" : ""} ${row.vertex === shown?.vertex ? "shown" : ""}`}
            onMouseEnter={() => change({ line: row })}
            onMouseLeave={() => change({ line: null })}
            {...(onChoose && clickable(() => onChoose(row)))}
          >
            <th>{row.vertex}</th>
            <td class="bar">
              <i style={{ width: `${(100 * row.visits) / most}%` }} />
              <span>{row.visits}</span>
            </td>
            <td title={strings.candidates.bound(percent(row.lower_bound))}>{percent(row.win_rate)}</td>
            <td title={strings.candidates.raveVisits(row.rave_visits)}>{percent(row.rave)}</td>
            <td>{percent(row.prior)}</td>
            <td class="line">{row.line.slice(1, 7).join(" ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function compare(first: CandidateRow, second: CandidateRow, column: Column): number {
  if (column === "vertex") return first.vertex.localeCompare(second.vertex, "en", { numeric: true });
  return (second[column] ?? -1) - (first[column] ?? -1) || second.visits - first.visits;
}
