// Lines to the engine in its own language (GTP), and what it answers.
import { useEffect, useRef, useState } from "preact/hooks";

import { send } from "../connection";
import type { Known } from "../store";
import { strings } from "../strings";

export function ConsoleView({ known }: { known: Known }) {
  const [line, setLine] = useState("");
  const [back, setBack] = useState(0); // how many lines one has gone back
  const log = useRef<HTMLDivElement>(null);
  const answers = known.console;
  useEffect(() => log.current?.scrollTo(0, log.current.scrollHeight), [answers]);
  const recall = (to: number) => {
    const earlier = answers[answers.length - to];
    if (to < 0 || (to > 0 && !earlier)) return;
    setBack(to);
    setLine(earlier?.line ?? "");
  };
  return (
    <div class="view">
      <p class="about">{strings.console.about}</p>
      <div class="console-log" ref={log} role="log" data-test="console-log">
        {answers.map((answer, at) => (
          <div key={at} class={answer.ok ? "" : "failed"} data-test="console-answer">
            <kbd>{answer.line}</kbd>
            <pre>{answer.answer}</pre>
          </div>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim()) send({ type: "console", line });
          setLine("");
          setBack(0);
        }}
      >
        <input
          class="wide"
          data-test="console-line"
          maxLength={400}
          spellcheck={false}
          autocomplete="off"
          aria-label={strings.console.line}
          placeholder={strings.console.line}
          value={line}
          onInput={(event) => setLine(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "ArrowUp") recall(back + 1);
            else if (event.key === "ArrowDown") recall(back - 1);
          }}
        />
      </form>
    </div>
  );
}
