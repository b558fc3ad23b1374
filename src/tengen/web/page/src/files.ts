// Records in and out: files that are chosen or dropped, pasted text, and a file to save.
import { send } from "./connection";
import type { Record as GameRecord } from "./messages";
import { strings } from "./strings";
import { change, tellProblem } from "./store";

const LONGEST = 750_000; // bytes the server takes
const CHUNK = 0x8000; // arguments of one call

let openNext = false; // whether the next record that comes is to be looked at, or saved

export function openText(text: string): void {
  if (new Blob([text]).size > LONGEST) tellProblem(strings.record.tooLong(LONGEST));
  else {
    send({ type: "open_record", text });
    change({ dialog: null, place: "board" });
  }
}

/** A file goes as the bytes that it is: the server finds out in which charset they are. */
export async function openFile(file: File): Promise<void> {
  if (file.size > LONGEST) return tellProblem(strings.record.tooLong(LONGEST));
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  send({ type: "open_record", data: btoa(binary) });
  change({ dialog: null, place: "board" });
}

export function askToSave(): void {
  openNext = false;
  send({ type: "ask_record" });
}

export function openGameOf(name: string, store: string, number: number): void {
  openNext = true;
  send({ type: "ask_game", name, store, number });
}

export function takeRecord(record: GameRecord): void {
  if (openNext) openText(record.text);
  else download(record);
  openNext = false;
}

function download(record: GameRecord): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record.text], { type: "application/x-go-sgf" }));
  link.download = `${record.name}.sgf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A record dropped or pasted anywhere on the page is opened. */
export function acceptRecords(): void {
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim();
    const isForField = (event.target as Element).closest("input, textarea");
    if (text?.startsWith("(") && !isForField) openText(text);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) void openFile(file);
    else if (text) openText(text);
  });
}
