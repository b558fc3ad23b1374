// Numbers as people read them.
export function percent(rate: number | null | undefined, digits = 1): string {
  return rate == null ? "–" : `${(100 * rate).toFixed(digits)} %`;
}

/** 950, 1.2k, 34k: visits on a board have room for three characters. */
export function compact(count: number): string {
  if (count < 1000) return String(Math.round(count));
  return count < 10000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

/** Black's lead as a result is written: B+3.5, W+0.5, even. */
export function lead(score: number | null | undefined): string {
  if (score == null) return "–";
  if (Math.abs(score) < 0.05) return "even";
  return `${score > 0 ? "B" : "W"}+${Math.abs(score).toFixed(1)}`;
}

export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function dayAndTime(secondsSince1970: number): string {
  return new Date(1000 * secondsSince1970).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
