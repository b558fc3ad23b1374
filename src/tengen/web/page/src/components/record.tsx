// A record (SGF) from a file or from pasted text.
import { useState } from "preact/hooks";

import { openFile, openText } from "../files";
import { strings } from "../strings";
import { Dialog } from "./dialog";

export function RecordDialog() {
  const [text, setText] = useState("");
  return (
    <Dialog title={strings.record.title} name="record">
      <p class="about">{strings.record.about}</p>
      <input
        type="file"
        accept=".sgf,text/plain,application/x-go-sgf"
        data-test="record-file"
        aria-label={strings.record.file}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void openFile(file);
        }}
      />
      <textarea
        rows={8}
        spellcheck={false}
        placeholder={strings.record.paste}
        aria-label={strings.record.paste}
        data-test="record-text"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="primary" data-test="record-open" disabled={text.trim() === ""} onClick={() => openText(text)}>
        {strings.record.open}
      </button>
    </Dialog>
  );
}
