// What is drawn on a board, big or small, besides lines and coordinates.
export interface Spot {
  vertex: string;
  stone?: "black" | "white"; // a stone that is not there yet, half transparent
  fill?: string;
  alpha?: number;
  radius?: number; // in distances of points
  ring?: string;
  text?: string;
  detail?: string; // a second, smaller line
  textColour?: string;
  cross?: boolean; // a dead stone
  isOnBoard?: boolean; // its text stands on the board itself, where lines must not cross it
  mark?: "triangle" | "square" | "cross" | "selected"; // drawn in the colour of text
}

export interface Picture {
  rows: string[]; // from the top: X, O or .
  spots: Spot[];
  owners?: number[]; // row by row from the top: 1 Black, -1 White
  about?: string; // told above the board if it is not the position of the game that is shown
}

export const PALETTE = {
  blue: "#0072B2",
  sky: "#56B4E9",
  green: "#009E73",
  orange: "#E69F00",
  vermillion: "#D55E00",
  purple: "#CC79A7",
  yellow: "#F0E442",
  grey: "#8a8a8a",
} as const;

/** Numbered stones of a line of play, the first one by `colour`. */
export function lineSpots(line: string[], colour: "black" | "white"): Spot[] {
  const other = colour === "black" ? "white" : "black";
  const spots = new Map<string, Spot>(); // a point played twice shows its first number
  line.forEach((vertex, at) => {
    const stone = at % 2 ? other : colour;
    if (vertex !== "pass" && !spots.has(vertex)) {
      spots.set(vertex, { vertex, stone, text: String(at + 1), textColour: stone === "black" ? "#fff" : "#111" });
    }
  });
  return [...spots.values()];
}
