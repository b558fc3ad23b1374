// A report as it is read: headings, tables, lists and paragraphs of Markdown, every word of it as text.
import type { JSX } from "preact";

export function Markdown({ text }: { text: string }) {
  return (
    <article class="report" data-test="report">
      {blocksOf(text).map((block, at) => (
        <Block key={at} lines={block} />
      ))}
    </article>
  );
}

/** Lines between empty lines; what stands between fences is one block. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let block: string[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isFenced = !isFenced;
    if (line.trim() === "" && !isFenced) {
      if (block.length) blocks.push(block);
      block = [];
    } else block.push(line);
  }
  return block.length ? [...blocks, block] : blocks;
}

function Block({ lines }: { lines: string[] }): JSX.Element | null {
  const first = lines[0] ?? "";
  const heading = /^(#{1,4}) (.*)/.exec(first);
  if (heading) {
    const rest = lines.slice(1);
    return (
      <>
        {heading[1]!.length === 1 ? <h2>{plain(heading[2]!)}</h2> : <h3>{plain(heading[2]!)}</h3>}
        {rest.length > 0 && <Block lines={rest} />}
      </>
    );
  }
  if (first.startsWith("```")) return <pre>{lines.slice(1, -1).join("\n")}</pre>;
  if (first.startsWith("![")) return null; // figures have a place of their own
  if (first.startsWith("|")) return <Table lines={lines} />;
  if (/^[-*] /.test(first))
    return (
      <ul>
        {itemsOf(lines).map((item, at) => (
          <li key={at}>{plain(item)}</li>
        ))}
      </ul>
    );
  return <p>{plain(lines.join(" "))}</p>;
}

function Table({ lines }: { lines: string[] }) {
  const rows = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => plain(cell.trim())),
  );
  return (
    <div class="scroll">
      <table class="rows">
        <thead>
          <tr>
            {rows[0]?.map((cell, at) => (
              <th key={at}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(2).map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function itemsOf(lines: string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (/^[-*] /.test(line) || items.length === 0) items.push(line.replace(/^[-*] /, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

/** Links by their words, emphasis without its signs. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]*)\*\*/g, "$1")
    .replace(/`([^`]*)`/g, "$1");
}
