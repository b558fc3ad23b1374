// The page: the bar on top, the board with its game, and one view at a time beside it.
import type { JSX } from "preact";

import { change, useKnown, type Known } from "../store";
import { strings } from "../strings";
import { TABS, type Tab } from "../tabs";
import { Board } from "./board";
import { Book } from "./book";
import { Candidates } from "./candidates";
import { ConsoleView } from "./console";
import { Controls } from "./controls";
import { ExperimentsPage } from "./experiments";
import { GameView } from "./game_view";
import { Help } from "./help";
import { Lesson } from "./lesson";
import { ChangePlayers, NewGame } from "./new_game";
import { Players } from "./players";
import { PlayoutView } from "./playout_view";
import { RecordDialog } from "./record";
import { Replies } from "./replies";
import { Resign } from "./resign";
import { Review } from "./review";
import { SavedGamesDialog } from "./saved";
import { SearchTree } from "./search_tree";
import { TdView } from "./td";
import { TerritoryView } from "./territory";
import { Toasts } from "./toasts";
import { TopBar } from "./top_bar";

type View = (props: { known: Known }) => JSX.Element | null;

const VIEWS: Record<Tab, View> = {
  game: GameView,
  candidates: Candidates,
  territory: TerritoryView,
  replies: Replies,
  book: Book,
  tree: SearchTree,
  lesson: Lesson,
  playout: PlayoutView,
  td: TdView,
  review: Review,
  console: ConsoleView,
};

const DIALOGS: Record<NonNullable<Known["dialog"]>, View> = {
  new: NewGame,
  players: ChangePlayers,
  saved: SavedGamesDialog,
  record: RecordDialog,
  help: Help,
  resign: Resign,
};

export function App() {
  const known = useKnown();
  const Open = known.dialog && DIALOGS[known.dialog];
  return (
    <>
      <TopBar known={known} />
      {known.place === "experiments" ? <ExperimentsPage known={known} /> : <BoardPage known={known} />}
      {Open ? <Open known={known} /> : <Toasts known={known} />}
      <p class="unseen" aria-live="polite" data-test="announcement">
        {announcement(known)}
      </p>
    </>
  );
}

function BoardPage({ known }: { known: Known }) {
  const View = VIEWS[known.tab];
  return (
    <main class="board-page">
      <section class="game-column">
        <Players known={known} />
        <Board known={known} />
        <Controls known={known} />
      </section>
      <section class="side-column">
        <div class="tabs" role="tablist" aria-label={strings.views}>
          {TABS.map(({ tab, key }) => (
            <button
              key={tab}
              role="tab"
              aria-selected={tab === known.tab}
              data-test={`tab-${tab}`}
              title={strings.tabKey(strings.tabs[tab], key)}
              onClick={() => change({ tab })}
            >
              {strings.tabs[tab]}
            </button>
          ))}
        </div>
        <div class="panel" role="tabpanel" aria-label={strings.tabs[known.tab]} data-test={`view-${known.tab}`}>
          <View known={known} />
        </div>
      </section>
    </main>
  );
}

/** The last move for those who hear the page. */
function announcement({ state }: Known): string {
  const node = state?.tree.find((each) => each.id === state.node);
  if (!state || !node?.vertex || !node.colour) return "";
  return strings.board.announce(node.colour, node.vertex, state.result);
}
