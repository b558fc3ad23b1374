// Who plays: names, captures and clocks, and whose turn it is.
import { useEffect, useState } from "preact/hooks";

import { clockTime } from "../format";
import type { Clock, State, Welcome } from "../messages";
import { change, type Known } from "../store";
import { strings } from "../strings";

type Colour = "black" | "white";

export function Players({ known }: { known: Known }) {
  const { state, welcome } = known;
  if (state === null) return null;
  return (
    <div class="players">
      <PlayerCard colour="black" state={state} welcome={welcome} />
      <PlayerCard colour="white" state={state} welcome={welcome} />
    </div>
  );
}

export function nameOf(player: string, welcome: Welcome | null): string {
  if (player === "human") return strings.players.human;
  const level = welcome?.levels.find((each) => each.name === player || each.player === player);
  return level?.title ?? player;
}

function PlayerCard({ colour, state, welcome }: { colour: Colour; state: State; welcome: Welcome | null }) {
  const isToPlay = state.to_play === colour && state.phase === "playing";
  const thinks = isToPlay && state.thinking === "move";
  const captures = state.captures[colour] ?? 0;
  return (
    <div class={`player-card ${isToPlay ? "to-play" : ""}`} data-test={`player-${colour}`}>
      <span class={`stone-icon ${colour} ${thinks ? "thinks" : ""}`} aria-hidden="true" />
      <button
        class="player-name"
        title={strings.players.change}
        data-test={`player-name-${colour}`}
        onClick={() => change({ dialog: "players" })}
      >
        {(colour === "black" ? state.black_name : state.white_name) || nameOf(state[colour], welcome)}
      </button>
      <span class="captures" title={strings.players.captures(colour, captures)} data-test={`captures-${colour}`}>
        {captures}
      </span>
      {state.clock && <ClockFace clock={state.clock} colour={colour} />}
    </div>
  );
}

/** Counts down here between two messages. */
function ClockFace({ clock, colour }: { clock: Clock; colour: Colour }) {
  const told = useToldAt(clock);
  const [, tick] = useState(0);
  const runs = clock.running === colour;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [runs]);
  const gone = runs ? (performance.now() - told) / 1000 : 0;
  const left = clock[colour] - gone;
  const isShort = left < 10 || clock.in_overtime[colour];
  return (
    <span class={`clock ${runs ? "runs" : ""} ${isShort ? "short" : ""}`} role="timer" data-test={`clock-${colour}`}>
      {clockTime(left)}
    </span>
  );
}

function useToldAt(clock: Clock): number {
  const [told, setTold] = useState({ clock, at: performance.now() });
  if (told.clock === clock) return told.at;
  const fresh = { clock, at: performance.now() };
  setTold(fresh);
  return fresh.at;
}
