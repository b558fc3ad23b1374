// What this browser remembers: the session, and how its user likes the page.
export type Theme = "system" | "light" | "dark";

export interface Settings {
  theme: Theme;
  muted: boolean;
  coordinates: boolean;
}

const SETTINGS = "tengen-settings";
const SESSION = "tengen-session";
const GAME = "tengen-game";
const TOKEN = "tengen-token";
const FIRST: Settings = { theme: "system", muted: false, coordinates: true };

let ownToken = ""; // for a browser that keeps nothing

export function loadSettings(): Settings {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") };
  } catch {
    return FIRST; // no storage, or somebody else's text in it: the page works all the same
  }
}

export function saveSettings(settings: Settings): void {
  keep(SETTINGS, JSON.stringify(settings));
  showTheme(settings.theme);
}

export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether things should not move by themselves. */
export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The token of the address that opened the page: kept for its other tabs and visits, and taken out of sight. */
export function takeToken(): void {
  const token = new URLSearchParams(location.search).get("token");
  if (token === null) return;
  ownToken = token;
  keep(TOKEN, token);
  history.replaceState(null, "", location.pathname);
}

export function token(): string {
  return kept(TOKEN) ?? ownToken; // another tab may have come with a newer one
}

export function sessionName(): string | null {
  return kept(SESSION);
}

export function rememberSession(name: string): void {
  keep(SESSION, name);
}

/** The saved game that was played last here, to go on with it if the server has forgotten the session. */
export function lastGame(): string | null {
  return kept(GAME);
}

export function rememberGame(name: string): void {
  keep(GAME, name);
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser may keep nothing
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // a browser that stores nothing: the next visit begins anew
  }
}
