// Games that were begun or played here; all are kept.
import { useEffect } from "preact/hooks";

import { clickable } from "../clickable";
import { send } from "../connection";
import { dayAndTime } from "../format";
import type { SavedGame } from "../messages";
import { change, type Known } from "../store";
import { strings } from "../strings";
import { Dialog } from "./dialog";

export function SavedGamesDialog({ known }: { known: Known }) {
  useEffect(() => send({ type: "ask_saved" }), []);
  const games = known.saved?.games;
  return (
    <Dialog title={strings.saved.title} name="saved">
      <p class="about">{strings.saved.about}</p>
      {games?.length === 0 && <p class="empty">{strings.saved.none}</p>}
      <table class="rows">
        <tbody>
          {games?.map((game) => (
            <tr
              key={game.name}
              class={`clickable ${game.name === known.state?.name ? "shown" : ""}`}
              data-test="saved-row"
              data-name={game.name}
              {...clickable(() => open(game))}
            >
              <th>{game.title}</th>
              <td>{strings.saved.size(game.size)}</td>
              <td>{strings.saved.moves(game.moves)}</td>
              <td>{game.result ?? "–"}</td>
              <td>{strings.saved.games(game.games)}</td>
              <td>{dayAndTime(game.changed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function open(game: SavedGame): void {
  send({ type: "open_saved", name: game.name });
  change({ dialog: null, place: "board" });
}
