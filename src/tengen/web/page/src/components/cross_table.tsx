// Who beat whom how often, with 95 % intervals, and how far a sequential test has come.
import type { JSX } from "preact";

import { percent } from "../format";
import type { Cell } from "../messages";
import { strings } from "../strings";

/** Everybody against everybody; only of use if more than two have met. */
export function CrossTable({ cells }: { cells: Cell[] }): JSX.Element | null {
  const players = [...new Set(cells.flatMap((cell) => [cell.first, cell.second]))];
  if (players.length < 3 || cells.length < players.length) return null;
  return (
    <div class="scroll">
      <table class="cross-table" data-test="cross-table">
        <thead>
          <tr>
            <th />
            {players.map((_, at) => (
              <th key={at}>{at + 1}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map((player, at) => (
            <tr key={player}>
              <th>
                {at + 1}. {player}
              </th>
              {players.map((other) => (
                <CrossCell key={other} rate={rateOf(cells, player, other)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CrossCell({ rate }: { rate: number | null }) {
  if (rate === null) return <td />;
  const sort = rate > 0.5 ? "ahead" : "behind";
  return (
    <td class={sort} style={{ "--share": Math.abs(rate - 0.5) * 1.2 }}>
      {percent(rate, 0)}
    </td>
  );
}

function rateOf(cells: Cell[], first: string, second: string): number | null {
  for (const cell of cells) {
    if (cell.rate === null) continue;
    if (cell.first === first && cell.second === second) return cell.rate;
    if (cell.first === second && cell.second === first) return 1 - cell.rate;
  }
  return null;
}

export function Pairings({ cells }: { cells: Cell[] }) {
  const hasTest = cells.some((cell) => cell.sprt);
  return (
    <div class="scroll">
      <table class="rows pairings" data-test="pairings">
        <thead>
          <tr>
            {strings.experiments.cellColumns.map((head) => (
              <th key={head}>{head}</th>
            ))}
            {hasTest && <th>{strings.experiments.test}</th>}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr key={`${cell.store} ${cell.first} ${cell.second}`} data-test="pairing-row" data-store={cell.store}>
              <td>{cell.first}</td>
              <td>{cell.second}</td>
              <td>
                {cell.games}
                {cell.total !== null && ` / ${cell.total}`}
              </td>
              <td title={strings.experiments.voids(cell.voids)}>
                {cell.wins}–{cell.losses}
                {cell.draws > 0 && `–${cell.draws}`}
              </td>
              <td>
                <b>{percent(cell.rate)}</b>
                <Interval cell={cell} />
              </td>
              {hasTest && <td>{cell.sprt && <SprtBar {...sprtOf(cell.sprt)} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Interval({ cell }: { cell: Cell }) {
  if (cell.rate === null || cell.low === null || cell.high === null) return null;
  const label = strings.experiments.interval(percent(cell.low), percent(cell.high));
  return (
    <svg class="interval" viewBox="0 0 100 12" role="img" aria-label={label}>
      <title>{label}</title>
      <path class="scale" d="M0 6H100M50 1V11" />
      <path class="range" d={`M${100 * cell.low} 6H${100 * cell.high}`} />
      <circle cx={100 * cell.rate} cy={6} r={3.5} />
    </svg>
  );
}

function sprtOf(numbers: { [name: string]: number }) {
  return { llr: numbers.llr ?? 0, lower: numbers.lower ?? -3, upper: numbers.upper ?? 3 };
}

/** The test ends when the bar reaches either end: no gain on the left, a gain on the right. */
function SprtBar({ llr, lower, upper }: { llr: number; lower: number; upper: number }) {
  const x = (value: number) => (100 * (Math.min(upper, Math.max(lower, value)) - lower)) / (upper - lower);
  const [from, to] = [Math.min(x(0), x(llr)), Math.max(x(0), x(llr))];
  const label = strings.experiments.sprt(llr.toFixed(2), lower.toFixed(2), upper.toFixed(2));
  return (
    <svg class="sprt" viewBox="0 0 100 12" role="img" aria-label={label} data-test="sprt">
      <title>{label}</title>
      <rect class="scale" width={100} height={12} rx={3} />
      <rect class={llr >= 0 ? "up" : "down"} x={from} width={to - from} height={12} />
      <path d={`M${x(0)} 0V12`} />
    </svg>
  );
}
