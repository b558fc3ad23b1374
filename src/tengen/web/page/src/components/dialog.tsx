// A box above the page; the browser's own dialog keeps the focus inside and closes on Escape.
// What is outside of it can be neither clicked nor heard meanwhile, so what goes wrong is told inside.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { change, useKnown } from "../store";
import { strings } from "../strings";
import { Toasts } from "./toasts";

export function Dialog({ title, name, children }: { title: string; name: string; children: ComponentChildren }) {
  const known = useKnown();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = box.current;
    opened?.showModal();
    if (!opened?.querySelector("[autofocus]")) opened?.focus(); // and not its first button, which would look chosen
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={box}
      tabIndex={-1}
      aria-label={title}
      data-test={`dialog-${name}`}
      onClose={closeDialog}
      onClick={(event) => event.target === box.current && closeDialog()}
    >
      <header>
        <h2>{title}</h2>
        <button class="plain" aria-label={strings.close} data-test="close-dialog" onClick={closeDialog}>
          ×
        </button>
      </header>
      <div class="dialog-body">{children}</div>
      <Toasts known={known} />
    </dialog>
  );
}

export function closeDialog(): void {
  change({ dialog: null });
}
