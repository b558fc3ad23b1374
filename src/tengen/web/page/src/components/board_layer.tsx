// Marks on a board, drawn in distances of points: the same for the big board and for small ones.
import type { Picture, Spot } from "../picture";
import { placeOf, stoneAt } from "../points";

const OWNER_SIZE = 0.46; // of a point that is wholly owned

const MARKS: Record<NonNullable<Spot["mark"]>, (x: number, y: number) => string> = {
  triangle: (x, y) => `M${x} ${y - 0.27}l0.24 0.41h-0.48z`,
  square: (x, y) => `M${x - 0.2} ${y - 0.2}h0.4v0.4h-0.4z`,
  cross: (x, y) => `M${x - 0.2} ${y - 0.2}l0.4 0.4m0 -0.4l-0.4 0.4`,
  selected: (x, y) => `M${x - 0.14} ${y - 0.14}h0.28v0.28h-0.28z`,
};

export function BoardLayer({ picture }: { picture: Picture }) {
  const { rows, owners, spots } = picture;
  return (
    <g class="board-layer">
      {owners && <Owners owners={owners} size={rows.length} />}
      {spots.map((spot, at) => (
        <SpotMark key={`${spot.vertex} ${at}`} spot={spot} rows={rows} />
      ))}
    </g>
  );
}

function Owners({ owners, size }: { owners: number[]; size: number }) {
  return (
    <>
      {owners.map((owner, at) => {
        const side = OWNER_SIZE * Math.sqrt(Math.abs(owner));
        if (side < 0.06) return null;
        const x = (at % size) + 0.5 - side / 2;
        const y = Math.floor(at / size) + 0.5 - side / 2;
        const sort = owner > 0 ? "owner-black" : "owner-white";
        return <rect key={at} class={sort} x={x} y={y} width={side} height={side} rx={0.05} />;
      })}
    </>
  );
}

function SpotMark({ spot, rows }: { spot: Spot; rows: string[] }) {
  const place = placeOf(spot.vertex, rows.length);
  if (place === null) return null;
  const [x, y] = [place[0] + 0.5, place[1] + 0.5];
  const radius = spot.radius ?? 0.45;
  const onBlack = spot.stone === "black" || (!spot.fill && stoneAt(rows, spot.vertex) === "X");
  const textColour = spot.textColour ?? (spot.fill || onBlack ? "#fff" : "#111");
  return (
    <g data-vertex={spot.vertex}>
      {spot.stone && stoneAt(rows, spot.vertex) === "." && (
        <circle class={`ghost-${spot.stone}`} cx={x} cy={y} r={0.46} />
      )}
      {spot.fill && <circle cx={x} cy={y} r={radius} fill={spot.fill} opacity={spot.alpha ?? 1} />}
      {spot.ring && <circle cx={x} cy={y} r={radius} fill="none" stroke={spot.ring} stroke-width={0.08} />}
      {spot.cross && <path class="dead" d={`M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`} />}
      {spot.isOnBoard && stoneAt(rows, spot.vertex) === "." && <circle class="board-colour" cx={x} cy={y} r={0.32} />}
      {spot.mark && <path class={`mark ${spot.mark}`} stroke={textColour} d={MARKS[spot.mark](x, y)} />}
      {spot.text && (
        <text x={x} y={y + (spot.detail ? 0.03 : 0.12)} font-size={spot.detail ? 0.32 : 0.36} fill={textColour}>
          {spot.text}
        </text>
      )}
      {spot.detail && (
        <text x={x} y={y + 0.29} font-size={0.24} fill={textColour}>
          {spot.detail}
        </text>
      )}
    </g>
  );
}
