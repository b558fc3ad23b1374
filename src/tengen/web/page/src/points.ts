// Points of the board: "D4" for people and messages, [column, row from the top] for drawings.
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export type Place = [column: number, row: number];

export function vertexAt([column, row]: Place, size: number): string {
  return `${LETTERS[column]}${size - row}`;
}

/** Where a vertex is; null for a pass and for what is not on a board of this size. */
export function placeOf(vertex: string, size: number): Place | null {
  const column = LETTERS.indexOf(vertex.charAt(0).toUpperCase());
  const row = size - Number(vertex.slice(1));
  const onBoard = column >= 0 && column < size && Number.isInteger(row) && row >= 0 && row < size;
  return onBoard ? [column, row] : null;
}

/** What lies on a point of a board that is told as rows of X, O and dots. */
export function stoneAt(rows: string[], vertex: string): "X" | "O" | "." {
  const place = placeOf(vertex, rows.length);
  const stone = place ? rows[place[1]]?.charAt(place[0]) : ".";
  return stone === "X" || stone === "O" ? stone : ".";
}

/** The points marked with a dot. */
export function starPoints(size: number): Place[] {
  if (size < 7) return [];
  const near = size >= 13 ? 3 : 2;
  const middle = (size - 1) / 2;
  const corners = [near, size - 1 - near];
  const lines = size % 2 && size >= 15 ? [near, middle, size - 1 - near] : corners;
  const stars: Place[] = lines.flatMap((column) => lines.map((row): Place => [column, row]));
  if (size % 2 && size < 15) stars.push([middle, middle]);
  return stars;
}
