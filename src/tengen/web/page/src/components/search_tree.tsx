// The search tree while it grows. A click walks to a node: the board shows its position, the table what select sees there.
import { useEffect, useState } from "preact/hooks";

import { candidateSpots } from "../board_picture";
import { sendNewest } from "../connection";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { Branches } from "./branches";
import { CandidateTable } from "./candidates";

const REFRESH = 1000; // milliseconds between two looks at the chosen node while the tree grows

export function SearchTree({ known }: { known: Known }) {
  const { thought, treeView, state } = known;
  const [path, setPath] = useState<string[]>([]);
  useEffect(() => setPath([]), [state?.node]);
  useEffect(() => {
    if (!thought?.tree) return;
    const ask = () => sendNewest({ type: "ask_tree", path });
    ask();
    if (!thought.running) return;
    const timer = setInterval(ask, REFRESH);
    return () => clearInterval(timer);
  }, [path, thought?.running, thought?.node, !thought?.tree]);
  const isAnswer = treeView?.path.join(" ") === path.join(" ");
  useEffect(() => {
    if (!isAnswer || !treeView || path.length === 0) change({ picture: null });
    else {
      const about = strings.tree.shown(path);
      change({ picture: { rows: treeView.board, spots: candidateSpots(treeView.rows), about } });
    }
  }, [treeView, path]);
  useEffect(() => () => change({ picture: null, treeView: null }), []);
  return (
    <div class="view">
      <p class="about">{strings.tree.about}</p>
      {thought?.tree ? (
        <>
          <Branches root={thought.tree} chosen={path} onChoose={setPath} />
          <Way path={path} onChoose={setPath} />
          {isAnswer && treeView && (
            <CandidateTable rows={treeView.rows} onChoose={(row) => setPath([...path, row.vertex])} />
          )}
        </>
      ) : (
        <p class="empty">{strings.tree.empty}</p>
      )}
    </div>
  );
}

function Way({ path, onChoose }: { path: string[]; onChoose: (path: string[]) => void }) {
  return (
    <nav class="way" aria-label={strings.tree.way} data-test="tree-way">
      <button data-test="tree-root" onClick={() => onChoose([])}>
        {strings.tree.root}
      </button>
      {path.map((vertex, at) => (
        <button key={at} onClick={() => onChoose(path.slice(0, at + 1))}>
          {vertex}
        </button>
      ))}
    </nav>
  );
}
