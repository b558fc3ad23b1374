// The views beside the board, their letters, and what the server must tell for each.
import type { Watch } from "./messages";

export type Tab =
  | "game"
  | "candidates"
  | "territory"
  | "replies"
  | "book"
  | "tree"
  | "lesson"
  | "playout"
  | "td"
  | "review"
  | "console";

export const TABS: { tab: Tab; key: string; views: Watch["views"] }[] = [
  { tab: "game", key: "g", views: [] },
  { tab: "candidates", key: "c", views: ["candidates"] },
  { tab: "territory", key: "t", views: ["territory"] },
  { tab: "replies", key: "r", views: ["replies"] },
  { tab: "book", key: "b", views: ["book"] },
  { tab: "tree", key: "s", views: ["tree"] },
  { tab: "lesson", key: "l", views: [] },
  { tab: "playout", key: "o", views: [] },
  { tab: "td", key: "v", views: ["td"] },
  { tab: "review", key: "w", views: [] },
  { tab: "console", key: "i", views: [] },
];

export function viewsOf(tab: Tab): Watch["views"] {
  return TABS.find((entry) => entry.tab === tab)?.views ?? [];
}
