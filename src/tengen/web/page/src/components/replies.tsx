// The reply table: what playouts answer to a move because it won the last time, live.
import type { ReplyRow } from "../messages";
import { CHANGE_COLOURS, replySpots } from "../reply_picture";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { SmallBoard } from "./small_board";

export function Replies({ known }: { known: Known }) {
  const { thought, state, pointed } = known;
  const rows = thought?.replies;
  if (state === null) return null;
  return (
    <div class="view">
      <p class="about">{strings.replies.about}</p>
      <p class="facts" data-test="replies-point">
        {strings.replies.pointed(pointed ?? state.last_move)}
      </p>
      <div class="pair uneven">
        <SmallBoard
          name="replies"
          label={strings.replies.choose}
          picture={{ rows: state.board, spots: replySpots(rows ?? [], pointed ?? state.last_move) }}
          onPoint={(vertex) => change({ pointed: vertex })}
        />
        <p class="legend upright">
          {(["won", "forgotten", "replaced"] as const).map((name) => (
            <span key={name}>
              <i style={{ background: CHANGE_COLOURS[name] }} /> {strings.replies.changes[name]}
            </span>
          ))}
        </p>
      </div>
      {rows?.length ? <ReplyTable rows={rows} /> : <p class="empty">{strings.replies.empty}</p>}
    </div>
  );
}

export function ReplyTable({ rows }: { rows: ReplyRow[] }) {
  return (
    <table class="rows" data-test="replies">
      <thead>
        <tr>
          {strings.replies.columns.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={`${row.colour} ${row.before} ${row.previous}`}
            data-test="reply-row"
            data-colour={row.colour}
            data-before={row.before ?? ""}
            data-previous={row.previous}
            class={row.change ? `changed ${row.change}` : ""}
          >
            <td>
              <span class={`stone-icon ${row.colour}`} aria-hidden="true" /> {strings[row.colour]}
            </td>
            <td>{row.before ? `${row.before}, ${row.previous}` : row.previous}</td>
            <th class={row.playable ? "" : "unplayable"} title={row.playable ? "" : strings.replies.unplayable}>
              {row.reply ?? "–"}
            </th>
            <td>{row.age ?? "–"}</td>
            <td>{row.change ? strings.replies.changes[row.change] : ""}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
