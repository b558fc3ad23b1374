// One playout from here to its end, move by move, with the rule that chose each move.
import { useEffect, useState } from "preact/hooks";

import { send } from "../connection";
import type { Playout } from "../messages";
import { boardAfter } from "../replay";
import { ruleColour, RULE_COLOURS, ruleSpots } from "../rules";
import { prefersStillness } from "../settings";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { lead } from "../format";
import { Icon } from "./icon";

const PAUSE = 140; // milliseconds a move

export function PlayoutView({ known }: { known: Known }) {
  const { playout } = known;
  useEffect(() => () => change({ picture: null }), []);
  return (
    <div class="view">
      <p class="about">{strings.playout.about}</p>
      <button class="primary" data-test="ask-playout" onClick={() => send({ type: "ask_playout" })}>
        {playout ? strings.playout.another : strings.playout.one}
      </button>
      {playout && <Replay playout={playout} />}
    </div>
  );
}

function Replay({ playout }: { playout: Playout }) {
  const { moves } = playout;
  const [count, setCount] = useState(0);
  const [runs, setRuns] = useState(false);
  useEffect(() => {
    setCount(0);
    setRuns(!prefersStillness());
  }, [playout]);
  useEffect(() => {
    if (!runs) return;
    if (count >= moves.length) return setRuns(false);
    const timer = setTimeout(() => setCount(count + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [runs, count, playout]);
  useEffect(() => {
    const rows = boardAfter(playout.start, moves, count);
    change({
      picture: { rows, spots: ruleSpots(rows, moves, count), about: strings.playout.shown(count, moves.length) },
    });
  }, [playout, count]);
  const last = moves[count - 1];
  return (
    <>
      <div class="player-bar">
        <button
          data-test="playout-run"
          aria-label={runs ? strings.pause : strings.play}
          onClick={() => {
            if (!runs && count >= moves.length) setCount(0);
            setRuns(!runs);
          }}
        >
          <Icon name={runs ? "pause" : "play"} />
        </button>
        <input
          type="range"
          min={0}
          max={moves.length}
          value={count}
          data-test="playout-slider"
          aria-label={strings.playout.slider}
          onInput={(event) => {
            setRuns(false);
            setCount(Number(event.currentTarget.value));
          }}
        />
        <span class="number">
          {count} / {moves.length}
        </span>
      </div>
      <p class="sentence" aria-live="polite" data-test="playout-rule">
        {last ? strings.playout.chosen(last.colour, last.vertex, last.rule) : strings.playout.start}
      </p>
      <p class="facts" data-test="playout-result">
        {strings.playout.result(playout.winner, lead(playout.score), playout.ended_by)}
      </p>
      <RuleCounts playout={playout} count={count} />
      <ol class="moves" data-test="playout-moves">
        {moves.map((move, at) => (
          <li key={at}>
            <button
              class={at === count - 1 ? "here" : ""}
              data-test="playout-move"
              data-rule={move.rule}
              style={{ borderColor: ruleColour(move.rule) }}
              title={strings.playout.rules[move.rule] ?? move.rule}
              onClick={() => {
                setRuns(false);
                setCount(at + 1);
              }}
            >
              {move.vertex}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/** How many of the moves so far each rule chose: the legend of the colours as well. */
export function RuleCounts({ playout, count }: { playout: Playout; count: number }) {
  const moves = playout.moves.slice(0, count);
  return (
    <ul class="rule-counts" data-test="rule-counts">
      {Object.entries(RULE_COLOURS).map(([rule, colour]) => (
        <li key={rule} title={strings.playout.rules[rule]}>
          <i style={{ background: colour }} /> {rule} <b>{moves.filter((move) => move.rule === rule).length}</b>
        </li>
      ))}
    </ul>
  );
}
