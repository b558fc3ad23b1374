// The big board: stones by Shudan, marks above them, and a point that arrow keys choose.
import { Goban } from "@sabaki/shudan";
import { memo } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";

import { bigPicture, hintsAreShown } from "../board_picture";
import { send } from "../connection";
import { isPersonsTurn } from "../game_tree";
import { PALETTE, type Picture } from "../picture";
import { placeOf, stoneAt, vertexAt, type Place } from "../points";
import { change, now, type Known } from "../store";
import { strings } from "../strings";
import { BoardLayer } from "./board_layer";

const MARGIN = 0.7; // for coordinates, in distances of points; Shudan's own is 1
const OFFSET = { plain: 0.4, coordinates: MARGIN + 0.15 }; // of the first point, with Shudan's border of 0.15
const MARGINS = `${MARGIN}em 1fr ${MARGIN}em`;
const STEPS: Record<string, Place> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function Board({ known }: { known: Known }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [cursor, setCursor] = useState<string | null>(null);
  const picture = bigPicture(known);
  const { state, settings } = known;
  if (picture === null || state === null) return <div class="board-frame" ref={frame} />;
  const size = picture.rows.length;
  const sort = settings.coordinates ? "coordinates" : "plain";
  const step = Math.max(8, Math.floor((width / (size + 2 * OFFSET[sort])) * 4) / 4);
  const marked: Picture = cursor
    ? { ...picture, spots: [...picture.spots, { vertex: cursor, ring: PALETTE.vermillion, radius: 0.42 }] }
    : picture;
  return (
    <div class="board-frame" ref={frame}>
      {picture.about && (
        <p class="board-about" data-test="board-about">
          {picture.about}
        </p>
      )}
      <div
        class={`board to-play-${state.to_play} ${isOpen(known) ? "open" : ""}`}
        tabIndex={0}
        role="application"
        aria-label={strings.board.label(size)}
        data-test="board"
        data-size={size}
        data-rows={picture.rows.join("/")}
        onFocus={() => setCursor(vertexAt([Math.floor(size / 2), Math.floor(size / 2)], size))}
        onBlur={() => setCursor(null)}
        onKeyDown={(event) => chooseByKey(event, cursor, size, setCursor)}
        style={{ fontSize: step }}
      >
        <Stones rows={picture.rows} step={step} coordinates={settings.coordinates} />
        <svg class="marks" viewBox={`0 0 ${size} ${size}`} style={place(size, OFFSET[sort])} aria-hidden="true">
          <BoardLayer picture={marked} />
        </svg>
        <span class="unseen" aria-live="polite" data-test="cursor">
          {cursor && strings.board.point(cursor, stoneAt(picture.rows, cursor))}
        </span>
      </div>
    </div>
  );
}

/** Shudan draws each point anew at every turn, so it is asked only if a stone has changed. */
const Stones = memo(
  ({ rows, step, coordinates }: { rows: string[]; step: number; coordinates: boolean }) => (
    <Goban
      vertexSize={step}
      showCoordinates={coordinates}
      style={coordinates ? { gridTemplateRows: MARGINS, gridTemplateColumns: MARGINS } : undefined}
      signMap={rows.map((row) => [...row].map((stone) => (stone === "X" ? 1 : stone === "O" ? -1 : 0)))}
      onVertexClick={(_, at) => choose(vertexAt(at, rows.length))}
      onVertexMouseEnter={(_, at) => pointAt(vertexAt(at, rows.length))}
      onVertexMouseLeave={() => pointAt(null)}
    />
  ),
  (before, after) =>
    before.rows.join() === after.rows.join() && before.step === after.step && before.coordinates === after.coordinates,
);

function isOpen({ state, picture }: Known): boolean {
  if (picture?.about || state === null || state.thinking === "move") return false;
  return state.phase === "counting" || (state.phase === "playing" && isPersonsTurn(state));
}

/** A move, a dead chain, or in the reply table the point whose replies are asked for. */
function choose(vertex: string): void {
  const known = now();
  if (!isOpen(known)) return;
  send(known.state?.phase === "counting" ? { type: "mark_dead", vertex } : { type: "play", vertex });
}

function pointAt(vertex: string | null): void {
  const known = now();
  if (known.tab === "replies" && vertex) change({ pointed: vertex });
  const row = vertex && hintsAreShown(known) ? known.thought?.candidates?.find((each) => each.vertex === vertex) : null;
  if ((row ?? null) !== known.line) change({ line: row ?? null });
}

function chooseByKey(event: KeyboardEvent, cursor: string | null, size: number, move: (to: string) => void): void {
  const step = STEPS[event.key];
  const at = cursor ? placeOf(cursor, size) : null;
  if (step && at) {
    const inside = (line: number) => Math.min(size - 1, Math.max(0, line));
    const to = vertexAt([inside(at[0] + step[0]), inside(at[1] + step[1])], size);
    move(to);
    pointAt(to);
  } else if (event.key === "Enter" && cursor) choose(cursor);
  else if (event.key === "Escape") (event.currentTarget as HTMLElement).blur();
  else return;
  event.preventDefault();
  event.stopPropagation(); // these keys mean something else when the board has no focus
}

function place(size: number, offset: number) {
  return { left: `${offset}em`, top: `${offset}em`, width: `${size}em`, height: `${size}em` };
}

function useWidth(frame: { current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return width;
}
