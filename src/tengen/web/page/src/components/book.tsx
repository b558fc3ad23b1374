// What the opening book knows here: from whole boards (fuseki) and from corners (joseki).
import { useEffect } from "preact/hooks";

import { percent } from "../format";
import type { BookRow } from "../messages";
import { PALETTE, type Spot } from "../picture";
import { change, type Known } from "../store";
import { strings } from "../strings";

const SOURCE_COLOURS = { fuseki: PALETTE.blue, joseki: PALETTE.purple };

export function Book({ known }: { known: Known }) {
  const { thought, state } = known;
  const rows = thought?.node === state?.node ? thought?.book : null;
  useEffect(() => {
    if (state && rows?.length) change({ picture: { rows: state.board, spots: bookSpots(rows) } });
    return () => change({ picture: null });
  }, [rows]);
  return (
    <div class="view">
      <p class="about">{strings.book.about}</p>
      {rows?.length ? <BookTable rows={rows} /> : <p class="empty">{rows ? strings.book.none : strings.book.empty}</p>}
    </div>
  );
}

function bookSpots(rows: BookRow[]): Spot[] {
  return rows.map((row) => ({
    vertex: row.vertex,
    fill: SOURCE_COLOURS[row.source],
    alpha: 0.45 + 0.5 * row.share,
    radius: 0.28 + 0.18 * Math.sqrt(row.share),
    text: percent(row.share, 0).replace(" %", ""),
  }));
}

function BookTable({ rows }: { rows: BookRow[] }) {
  return (
    <table class="rows" data-test="book">
      <thead>
        <tr>
          {strings.book.columns.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.source} ${row.vertex}`} data-test="book-row" data-vertex={row.vertex}>
            <th>{row.vertex}</th>
            <td>
              <i class="dot" style={{ background: SOURCE_COLOURS[row.source] }} /> {strings.book.sources[row.source]}
            </td>
            <td>{row.count}</td>
            <td class="bar">
              <i style={{ width: `${100 * row.share}%` }} />
              <span>{percent(row.share)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
