// What one can do with the game: the row of buttons below the board.
import type { ComponentChildren } from "preact";

import { send, type Request } from "../connection";
import { isPersonsTurn, undo, walk } from "../game_tree";
import type { State } from "../messages";
import { change, type Known } from "../store";
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
  const engineWaits = !busy && !isPersonsTurn(state);
  return (
    <>
      <Ask name="pass" icon="pass" text={strings.controls.pass} request={{ type: "play", vertex: "pass" }} off={busy || engineWaits} />
      <Ask
        name="engine-move"
        icon="spark"
        text={strings.controls.engine}
        request={{ type: "engine_move" }}
        off={busy}
        primary={engineWaits}
      />
      <Button
        name="resign"
        icon="flag"
        text={strings.controls.resign}
        off={busy || engineWaits}
        onClick={() => change({ dialog: "resign" })}
      />
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
