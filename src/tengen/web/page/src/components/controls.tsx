// What one can do with the game: the row of buttons below the board.
import type { ComponentChildren } from "preact";

import { send, type Request } from "../connection";
import { undo, walk } from "../game_tree";
import type { State } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { Icon, type IconName } from "./icon";

export function Controls({ known }: { known: Known }) {
  const { state } = known;
  if (state === null) return null;
  return (
    <div class="controls" role="toolbar" aria-label={strings.controls.label}>
      {state.phase === "counting" ? <CountingButtons /> : <PlayingButtons state={state} />}
      <Button name="undo" icon="back" text={strings.controls.undo} onClick={undo} />
      <Button name="redo" icon="forward" text={strings.controls.redo} onClick={() => walk(1)} />
      <Button
        name="analyse"
        icon="eye"
        text={strings.controls.analyse}
        pressed={state.analysing}
        onClick={() => send({ type: "analyse", on: !state.analysing })}
      />
      {state.thinking && state.thinking !== "analysis" && (
        <Button name="stop" icon="stop" text={strings.controls.stop} onClick={() => send({ type: "stop" })} />
      )}
    </div>
  );
}

function PlayingButtons({ state }: { state: State }) {
  const isOver = state.phase === "over";
  const busy = isOver || state.thinking === "move";
  return (
    <>
      <Ask name="pass" icon="pass" text={strings.controls.pass} request={{ type: "play", vertex: "pass" }} off={busy} />
      <Ask
        name="engine-move"
        icon="spark"
        text={strings.controls.engine}
        request={{ type: "engine_move" }}
        off={busy}
      />
      <Ask name="resign" icon="flag" text={strings.controls.resign} request={{ type: "resign" }} off={busy} />
    </>
  );
}

function CountingButtons() {
  return (
    <>
      <Ask name="accept-count" icon="check" text={strings.controls.accept} request={{ type: "accept_count" }} primary />
      <Ask name="play-on" icon="spark" text={strings.controls.playOn} request={{ type: "play_on" }} />
    </>
  );
}

interface AskProps {
  name: string;
  icon: IconName;
  text: string;
  request: Request;
  off?: boolean;
  primary?: boolean;
}

function Ask({ request, ...rest }: AskProps) {
  return <Button {...rest} onClick={() => send(request)} />;
}

interface ButtonProps {
  name: string; // for tests
  icon: IconName;
  text: ComponentChildren;
  pressed?: boolean;
  off?: boolean;
  primary?: boolean;
  onClick: () => void;
}

function Button({ name, icon, text, pressed, off, primary, onClick }: ButtonProps) {
  return (
    <button
      class={`control ${primary ? "primary" : ""}`}
      data-test={name}
      disabled={off}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </button>
  );
}
