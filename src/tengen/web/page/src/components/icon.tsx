// The page's icons: strokes on a grid of 24, in the colour of the text around them.
const PATHS = {
  pass: "M4 12h12m-4-4 4 4-4 4M20 6v12",
  spark: "M12 3v4m0 10v4M3 12h4m10 0h4M6 6l2.5 2.5m7 7L18 18M6 18l2.5-2.5m7-7L18 6",
  flag: "M6 21V4m0 1h11l-2 4 2 4H6",
  back: "M10 6 4 12l6 6M4 12h16",
  forward: "m14 6 6 6-6 6m6-6H4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  stop: "M7 7h10v10H7z",
  check: "m5 12 5 5 9-10",
  plus: "M12 5v14M5 12h14",
  open: "M3 19V6h6l2 2h10v11z",
  save: "M12 4v11m-4-4 4 4 4-4M4 20h16",
  list: "M4 6h16M4 12h16M4 18h16",
  chart: "M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6",
  moon: "M20 14a8 8 0 1 1-9-10 6.5 6.5 0 0 0 9 10Z",
  sound: "M4 10v4h4l5 4V6L8 10zm12-1a4 4 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zm12 0 4 4m0-4-4 4",
  help: "M9 9a3 3 0 1 1 4 3c-.8.4-1 1-1 2m0 3v.1",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14m8-14v14",
  step: "M6 5v14l9-7zM18 5v14",
  restart: "M4 4v6h6M4.5 15a8 8 0 1 0 1-8L4 10",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
