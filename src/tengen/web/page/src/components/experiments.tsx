// Matches and reproductions on this machine: what there is, and one of them as it fills.
import { useEffect, useState } from "preact/hooks";

import { clickable } from "../clickable";
import { send } from "../connection";
import { openGameOf } from "../files";
import type { Experiment, ExperimentRow } from "../messages";
import type { Known } from "../store";
import { strings } from "../strings";
import { CrossTable, Pairings } from "./cross_table";
import { Markdown } from "./markdown";

const REFRESH = 3000; // milliseconds between two looks at what runs
const MOST_GAMES = 50; // shown before one asks for more

export function ExperimentsPage({ known }: { known: Known }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const rows = known.experiments?.rows ?? [];
  const row = rows.find((each) => each.name === chosen);
  useEffect(() => {
    const ask = () => send({ type: "ask_experiments" });
    ask();
    const timer = setInterval(ask, REFRESH);
    return () => clearInterval(timer);
  }, [known.connected]);
  useEffect(() => {
    if (chosen) send({ type: "ask_experiment", name: chosen }); // again whenever a game has ended
  }, [chosen, row?.done, known.connected]);
  const experiment = known.experiment?.name === chosen ? known.experiment : null;
  return (
    <main class="experiments" data-test="experiments">
      <section class="experiment-list">
        <h2>{strings.experiments.title}</h2>
        <p class="about">{strings.experiments.about}</p>
        {rows.length === 0 && (
          <p class="empty">{known.experiments ? strings.experiments.none : strings.experiments.empty}</p>
        )}
        <ul>
          {rows.map((each) => (
            <ExperimentItem
              key={each.name}
              row={each}
              isChosen={each.name === chosen}
              choose={() => setChosen(each.name)}
            />
          ))}
        </ul>
      </section>
      <section class="experiment">
        {experiment ? (
          <ExperimentView experiment={experiment} />
        ) : (
          chosen && <p class="empty">{strings.experiments.loading}</p>
        )}
      </section>
    </main>
  );
}

function ExperimentItem({ row, isChosen, choose }: { row: ExperimentRow; isChosen: boolean; choose: () => void }) {
  return (
    <li>
      <button class={isChosen ? "here" : ""} data-test="experiment-row" data-name={row.name} onClick={choose}>
        <span>
          {row.title}
          {row.running && <i class="running">{strings.experiments.running}</i>}
        </span>
        <small>{strings.experiments.games(row.done, row.total)}</small>
        {row.total !== null && <progress value={row.done} max={Math.max(1, row.total)} />}
      </button>
    </li>
  );
}

function ExperimentView({ experiment }: { experiment: Experiment }) {
  return (
    <>
      <h2 data-test="experiment-title">{experiment.title}</h2>
      <CrossTable cells={experiment.cells} />
      {experiment.cells.length > 0 && <Pairings cells={experiment.cells} />}
      {experiment.figures.map((figure, at) => (
        <img
          key={at}
          class="figure"
          data-test="figure"
          alt={strings.experiments.figure(at + 1)}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(figure)}`}
        />
      ))}
      <GameList experiment={experiment} />
      {experiment.report && <Markdown text={experiment.report} />}
    </>
  );
}

function GameList({ experiment }: { experiment: Experiment }) {
  const [all, setAll] = useState(false);
  const games = all ? experiment.games : experiment.games.slice(0, MOST_GAMES);
  if (games.length === 0) return null;
  return (
    <>
      <h3>{strings.experiments.gamesTitle}</h3>
      <table class="rows">
        <thead>
          <tr>
            {strings.experiments.gameColumns.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr
              key={`${game.store} ${game.number}`}
              class="clickable"
              data-test="game-row"
              {...clickable(() => openGameOf(experiment.name, game.store, game.number))}
            >
              <td>{game.number}</td>
              <td>{game.black}</td>
              <td>{game.white}</td>
              <th>{game.result}</th>
              <td>{game.moves}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {games.length < experiment.games.length && (
        <button class="quiet" onClick={() => setAll(true)}>
          {strings.experiments.allGames(experiment.games.length)}
        </button>
      )}
    </>
  );
}
