// What went wrong, and that there is no connection: above the page, so that nothing moves, and told to those who hear it.
import { useEffect, useRef } from "preact/hooks";

import { change, type Known, type Problem } from "../store";
import { strings } from "../strings";

const SHOWN = 12_000; // milliseconds; it stays while one points at it

export function Toasts({ known }: { known: Known }) {
  return (
    <div class="toasts">
      <div role="status">
        {!known.connected && (
          <p class="toast" data-test="connecting">
            {known.refused ? strings.refused : strings.connecting}
          </p>
        )}
      </div>
      <div role="alert">{known.problem && <ProblemToast problem={known.problem} />}</div>
    </div>
  );
}

function ProblemToast({ problem }: { problem: Problem }) {
  const timer = useRef(0);
  const stay = () => clearTimeout(timer.current);
  const goSoon = () => {
    stay();
    timer.current = window.setTimeout(close, SHOWN);
  };
  useEffect(() => {
    goSoon();
    return stay;
  }, [problem]);
  return (
    <p
      class="toast problem"
      data-test="problem"
      onMouseEnter={stay}
      onMouseLeave={goSoon}
      onFocusCapture={stay}
      onBlurCapture={goSoon}
    >
      <span>{problem.text}</span>
      <button class="plain" aria-label={strings.close} data-test="close-problem" onClick={close}>
        ×
      </button>
    </p>
  );
}

function close(): void {
  change({ problem: null });
}
