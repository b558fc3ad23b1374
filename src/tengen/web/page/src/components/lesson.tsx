// The search at teaching speed: one playout after the other, each in five stages.
import { useEffect, useState } from "preact/hooks";

import { send } from "../connection";
import { PALETTE } from "../picture";
import type { ReplyChange, StepDone } from "../messages";
import { picturesOf, STAGES, stagePicture, stageSentence, type Stage } from "../lesson_stages";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { Branches } from "./branches";
import { Icon } from "./icon";
import { RuleCounts } from "./playout_view";

const SLOWEST = 3000; // milliseconds a stage
const FASTEST = 150;
const SHORTEST = 25; // milliseconds a move of the playout

interface Moment {
  stage: number;
  at: number; // picture of the stage
}

export function Lesson({ known }: { known: Known }) {
  const { step } = known;
  const [moment, setMoment] = useState<Moment>({ stage: 0, at: 0 });
  const [runs, setRuns] = useState(false);
  const [speed, setSpeed] = useState(40); // of 100
  const pause = SLOWEST * (FASTEST / SLOWEST) ** (speed / 100);
  useEffect(() => setMoment({ stage: 0, at: 0 }), [step]);
  useEffect(() => setRuns(false), [known.state?.node]);
  useEffect(() => () => change({ picture: null }), []);
  const stage: Stage = STAGES[moment.stage] ?? "select";
  useEffect(() => {
    if (step) change({ picture: stagePicture(stage, step, moment.at) });
  }, [step, moment]);
  useEffect(() => {
    if (!runs || !step) return;
    const length = stage === "playout" ? Math.max(SHORTEST, pause / 12) : pause;
    const timer = setTimeout(() => advance(step, moment, setMoment), length);
    return () => clearTimeout(timer);
  }, [runs, step, moment, pause]);
  const start = (restart: boolean, count = 1) => send({ type: "step", restart, count });
  const next = () => (step ? advance(step, { ...moment, at: Infinity }, setMoment) : start(true));
  return (
    <div class="view">
      <p class="about">{strings.lesson.about}</p>
      <div class="player-bar">
        <button
          data-test="lesson-restart"
          title={strings.lesson.restart}
          aria-label={strings.lesson.restart}
          onClick={() => start(true)}
        >
          <Icon name="restart" />
        </button>
        <button
          class="primary"
          data-test="lesson-run"
          aria-label={runs ? strings.pause : strings.play}
          onClick={() => {
            if (!step) start(true);
            setRuns(!runs);
          }}
        >
          <Icon name={runs ? "pause" : "play"} />
        </button>
        <button
          data-test="lesson-step"
          title={strings.lesson.next}
          aria-label={strings.lesson.next}
          onClick={() => {
            setRuns(false);
            next();
          }}
        >
          <Icon name="step" />
        </button>
        <label class="speed">
          {strings.lesson.speed}
          <input
            type="range"
            min={0}
            max={100}
            value={speed}
            data-test="lesson-speed"
            onInput={(event) => setSpeed(Number(event.currentTarget.value))}
          />
        </label>
        <button data-test="lesson-skip" onClick={() => start(!step, 100)}>
          {strings.lesson.skip}
        </button>
      </div>
      {step ? (
        <StageView step={step} stage={stage} moment={moment} choose={(at) => setMoment({ stage: at, at: 0 })} />
      ) : (
        <p class="empty">{strings.lesson.empty}</p>
      )}
    </div>
  );
}

/** The next picture, the next stage, or the next playout. */
function advance(step: StepDone, moment: Moment, set: (moment: Moment) => void): void {
  const stage = STAGES[moment.stage] ?? "select";
  if (moment.at + 1 < picturesOf(stage, step)) set({ ...moment, at: moment.at + 1 });
  else if (moment.stage + 1 < STAGES.length) set({ stage: moment.stage + 1, at: 0 });
  else send({ type: "step", restart: false, count: 1 });
}

interface StageProps {
  step: StepDone;
  stage: Stage;
  moment: Moment;
  choose: (stage: number) => void;
}

function StageView({ step, stage, moment, choose }: StageProps) {
  const way = step.expanded ?? step.selected;
  const isDone = moment.stage >= STAGES.indexOf("back_up");
  const backedUp = new Set(isDone ? way.map((_, at) => way.slice(0, at + 1).join(" ")).concat("") : []);
  const played = step.playout.moves.filter((move) => move.rule === "tree").length + moment.at + 1;
  return (
    <>
      <ol class="stages">
        {STAGES.map((name, at) => (
          <li key={name}>
            <button
              class={name === stage ? "here" : ""}
              data-test={`stage-${name}`}
              aria-current={name === stage ? "step" : undefined}
              onClick={() => choose(at)}
            >
              {strings.lesson.stages[name]}
            </button>
          </li>
        ))}
      </ol>
      <p class="sentence" aria-live="polite" data-test="lesson-sentence">
        <b>{strings.lesson.number(step.number)}</b> {stageSentence(stage, step)}
      </p>
      {stage === "playout" && <RuleCounts playout={step.playout} count={played} />}
      {stage === "learn" ? (
        <Changes changes={step.replies} />
      ) : (
        <Branches
          root={step.tree}
          chosen={stage === "select" ? step.selected : way}
          fresh={moment.stage >= 1 ? step.expanded : null}
          backedUp={backedUp}
        />
      )}
    </>
  );
}

function Changes({ changes }: { changes: ReplyChange[] }) {
  if (changes.length === 0) return <p class="empty">{strings.lesson.nothingLearned}</p>;
  return (
    <table class="rows" data-test="lesson-replies">
      <thead>
        <tr>
          {strings.lesson.columns.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((reply, at) => (
          <tr key={at} data-test="lesson-reply" class={reply.new ? "changed won" : "changed forgotten"}>
            <td>
              <span class={`stone-icon ${reply.colour}`} aria-hidden="true" /> {strings[reply.colour]}
            </td>
            <td>{reply.before ? `${reply.before}, ${reply.previous}` : reply.previous}</td>
            <td>{reply.old ?? "–"}</td>
            <th style={{ color: reply.new ? PALETTE.green : PALETTE.vermillion }}>
              {reply.new ?? strings.lesson.forgotten}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
