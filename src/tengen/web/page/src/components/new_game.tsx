// The dialog that begins a game, and the one that changes who plays.
import { useState } from "preact/hooks";

import { send } from "../connection";
import type { NewGame as NewGameRequest } from "../messages";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { closeDialog, Dialog } from "./dialog";
import { PlayerChoice } from "./player_choice";

type Wish = Required<NewGameRequest>;

const SIZES = Array.from({ length: 15 }, (_, at) => at + 5);
const SMALLEST_WITH_HANDICAP = 7;
const KOMI = 7.5;
const KOMI_WITH_HANDICAP = 0.5;

export function NewGame({ known }: { known: Known }) {
  const [wish, setWish] = useState<Wish>(() => wishFrom(known));
  const set = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const begin = (event: Event) => {
    event.preventDefault();
    send(wish);
    change({ dialog: null, place: "board" });
  };
  return (
    <Dialog title={strings.newGame.title} name="new-game">
      <form onSubmit={begin}>
        <div class="columns">
          <Choice
            label={strings.newGame.size}
            name="size"
            value={wish.size}
            options={SIZES}
            text={(n) => `${n} × ${n}`}
            onChange={(size) => set({ size, handicap: handicapsOn(size).includes(wish.handicap) ? wish.handicap : 0 })}
          />
          <Choice
            label={strings.newGame.handicap}
            name="handicap"
            value={wish.handicap}
            options={handicapsOn(wish.size)}
            onChange={(handicap) => set({ handicap, komi: handicap ? KOMI_WITH_HANDICAP : KOMI })}
          />
          <NumberField
            label={strings.newGame.komi}
            name="komi"
            value={wish.komi}
            step={0.5}
            low={-400}
            high={400}
            onChange={(komi) => set({ komi })}
          />
          <label>
            <span>{strings.newGame.rules}</span>
            <select
              data-test="new-rules"
              value={wish.rules}
              onChange={(event) => set({ rules: event.currentTarget.value })}
            >
              {(known.welcome?.rules ?? [wish.rules]).map((rules) => (
                <option key={rules}>{rules}</option>
              ))}
            </select>
          </label>
        </div>
        <Sides known={known} black={wish.black} white={wish.white} onChange={set} />
        <div class="columns">
          <NumberField
            label={strings.newGame.mainTime}
            name="main-minutes"
            value={wish.main_seconds / 60}
            step={1}
            low={0}
            high={600}
            onChange={(minutes) => set({ main_seconds: Math.round(60 * minutes) })}
          />
          <NumberField
            label={strings.newGame.moveTime}
            name="move-seconds"
            value={wish.move_seconds}
            step={1}
            low={0}
            high={600}
            onChange={(move_seconds) => set({ move_seconds })}
          />
        </div>
        <p class="hint">{strings.newGame.clocks}</p>
        <button class="primary" data-test="begin-game">
          {strings.newGame.begin}
        </button>
      </form>
    </Dialog>
  );
}

export function ChangePlayers({ known }: { known: Known }) {
  const [sides, setSides] = useState({ black: known.state?.black ?? "human", white: known.state?.white ?? "human" });
  const apply = (event: Event) => {
    event.preventDefault();
    send({ type: "set_players", ...sides });
    closeDialog();
  };
  return (
    <Dialog title={strings.players.change} name="players">
      <form onSubmit={apply}>
        <Sides known={known} {...sides} onChange={(part) => setSides({ ...sides, ...part })} />
        <button class="primary" data-test="set-players">
          {strings.players.apply}
        </button>
      </form>
    </Dialog>
  );
}

interface SidesProps {
  known: Known;
  black: string;
  white: string;
  onChange: (part: { black?: string; white?: string }) => void;
}

function Sides({ known, black, white, onChange }: SidesProps) {
  const levels = known.welcome?.levels ?? [];
  const [swaps, setSwaps] = useState(0); // a choice that gets the other's player begins anew
  const swap = () => {
    onChange({ black: white, white: black });
    setSwaps(swaps + 1);
  };
  return (
    <div class="sides">
      <PlayerChoice
        key={`black ${swaps}`}
        label={strings.black}
        name="black"
        levels={levels}
        value={black}
        onChange={(value) => onChange({ black: value })}
      />
      <button
        type="button"
        class="swap"
        data-test="swap-colours"
        title={strings.newGame.swap}
        aria-label={strings.newGame.swap}
        onClick={swap}
      >
        ⇄
      </button>
      <PlayerChoice
        key={`white ${swaps}`}
        label={strings.white}
        name="white"
        levels={levels}
        value={white}
        onChange={(value) => onChange({ white: value })}
      />
    </div>
  );
}

interface FieldProps {
  label: string;
  name: string;
  value: number;
  onChange: (value: number) => void;
}

function Choice({
  label,
  name,
  value,
  options,
  text,
  onChange,
}: FieldProps & { options: number[]; text?: (n: number) => string }) {
  return (
    <label>
      <span>{label}</span>
      <select data-test={`new-${name}`} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {options.map((option) => (
          <option key={option} value={option}>
            {text ? text(option) : option}
          </option>
        ))}
      </select>
    </label>
  );
}

function NumberField({
  label,
  name,
  value,
  step,
  low,
  high,
  onChange,
}: FieldProps & { step: number; low: number; high: number }) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        data-test={`new-${name}`}
        value={value}
        step={step}
        min={low}
        max={high}
        required
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** Handicap stones have fixed places: up to four in the corners, more where there is a middle line. */
function handicapsOn(size: number): number[] {
  if (size < SMALLEST_WITH_HANDICAP) return [0];
  return size % 2 && size > SMALLEST_WITH_HANDICAP ? [0, 2, 3, 4, 5, 6, 7, 8, 9] : [0, 2, 3, 4];
}

/** The last game's setting: one more game like it is what people want most. */
function wishFrom({ state, welcome }: Known): Wish {
  return {
    type: "new_game",
    size: Math.max(5, state?.size ?? 9),
    komi: state?.komi ?? KOMI,
    handicap: state?.handicap ?? 0,
    rules: state?.rules ?? welcome?.rules[0] ?? "chinese-kgs",
    black: state?.black ?? "human",
    white: state?.white ?? welcome?.levels[0]?.name ?? "easy",
    main_seconds: 0,
    move_seconds: 0,
  };
}
