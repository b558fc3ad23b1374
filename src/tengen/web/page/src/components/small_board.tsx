// A board beside the text of a view: lines, stones and marks in one drawing, nothing to click but points.
import type { Picture } from "../picture";
import { placeOf, starPoints, vertexAt } from "../points";
import { BoardLayer } from "./board_layer";

interface Props {
  picture: Picture;
  label: string; // for those who cannot see it
  name: string; // for tests
  onPoint?: (vertex: string) => void;
}

export function SmallBoard({ picture, label, name, onPoint }: Props) {
  const size = picture.rows.length;
  const click = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    const vertex = vertexAt([column, row], size);
    if (placeOf(vertex, size)) onPoint?.(vertex);
  };
  return (
    <svg
      class="small-board"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      data-test={`small-board-${name}`}
      onClick={onPoint && click}
    >
      <rect class="wood" width={size} height={size} rx={0.2} />
      <path class="lines" d={linesOf(size)} />
      {starPoints(size).map(([column, row]) => (
        <circle key={`${column} ${row}`} class="star" cx={column + 0.5} cy={row + 0.5} r={0.09} />
      ))}
      {picture.rows.flatMap((text, row) =>
        [...text].map((stone, column) =>
          stone === "." ? null : (
            <circle
              key={`${column} ${row}`}
              class={stone === "X" ? "stone-black" : "stone-white"}
              cx={column + 0.5}
              cy={row + 0.5}
              r={0.46}
            />
          ),
        ),
      )}
      <BoardLayer picture={picture} />
    </svg>
  );
}

function linesOf(size: number): string {
  const ends = [0.5, size - 0.5];
  let path = "";
  for (let at = 0.5; at < size; at++) {
    path += `M${at} ${ends[0]}V${ends[1]}M${ends[0]} ${at}H${ends[1]}`;
  }
  return path;
}
