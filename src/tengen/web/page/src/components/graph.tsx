// Black's win rate and lead along the game; a click jumps to a move.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { goTo, lineThrough } from "../game_tree";
import { lead, percent } from "../format";
import { PALETTE } from "../picture";
import { now, type Known } from "../store";
import { strings } from "../strings";

const HEIGHT = 150;

export function Graph({ known }: { known: Known }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  useEffect(() => {
    const frame = box.current;
    if (!frame) return;
    plot.current = new uPlot(options(frame), series(now()), frame);
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: frame.clientWidth, height: HEIGHT }));
    observer.observe(frame);
    const jump = (event: MouseEvent) => jumpTo(plot.current, event);
    plot.current.over.addEventListener("click", jump);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(series(known)), [known.state, known.thought, known.settings.theme]);
  const here = known.thought?.node === known.state?.node && known.thought?.visits ? known.thought : null;
  return (
    <div class="graph" data-test="graph">
      <div class="graph-box" ref={box} role="img" aria-label={strings.graph.label} />
      <p class="graph-legend">
        <i style={{ background: PALETTE.blue }} /> {strings.graph.winRate}
        {here && <b> {percent(here.win_rate)}</b>}
        <i style={{ background: PALETTE.orange }} /> {strings.graph.lead}
        {here && <b> {lead(here.score)}</b>}
      </p>
    </div>
  );
}

function jumpTo(plot: uPlot | null, event: MouseEvent): void {
  const { state } = now();
  if (!plot || !state) return;
  const line = lineThrough(state);
  const move = Math.round(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
  goTo(line[Math.min(line.length - 1, Math.max(0, move))]?.id ?? null);
}

/** Moves, win rates in percent, leads, and a mark at the move that is looked at. */
function series({ state, thought }: Known): uPlot.AlignedData {
  if (state === null) return [[0], [null], [null], [null]];
  const line = lineThrough(state);
  const told = line.map((node) => (node.id === thought?.node && thought.visits ? thought : node));
  const rates = told.map((node) => (node.win_rate == null ? null : 100 * node.win_rate));
  const here = line.map((node, at) => (node.id === state.node ? (rates[at] ?? 50) : null));
  return [line.map((_, at) => at), rates, told.map((node) => node.score ?? null), here];
}

/** The graph is a canvas: its colours are read off the frame, which has those of the style sheet. */
function options(frame: HTMLElement): uPlot.Options {
  const ink = () => getComputedStyle(frame).color;
  const grid = { stroke: () => getComputedStyle(frame).borderTopColor, width: 1 };
  const axis = { stroke: ink, grid, ticks: { show: false }, font: "11px system-ui", size: 34 };
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { points: { show: false }, y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, low, high) => [low, Math.max(high, 10)] },
      rate: { range: [0, 100] },
      lead: { range: (_, low, high) => symmetric(low, high) },
    },
    axes: [
      { ...axis, size: 24, incrs: [1, 2, 5, 10, 20, 50, 100] },
      {
        ...axis,
        scale: "rate",
        splits: () => [0, 50, 100],
        values: (_, splits) => splits.map((at) => `${at} %`),
        size: 44,
      },
      { ...axis, scale: "lead", side: 1, grid: { show: false } },
    ],
    series: [
      {},
      { scale: "rate", stroke: PALETTE.blue, width: 2, spanGaps: true, points: { show: true, size: 4 } },
      { scale: "lead", stroke: PALETTE.orange, width: 1.5, spanGaps: true, points: { show: false } },
      { scale: "rate", stroke: PALETTE.vermillion, points: { show: true, size: 9, fill: PALETTE.vermillion } },
    ],
  };
}

function symmetric(low: number | null, high: number | null): [number, number] {
  const most = Math.max(5, Math.abs(low ?? 0), Math.abs(high ?? 0));
  return [-most, most];
}
