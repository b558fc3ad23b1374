// Asks before a game is given up: Enter does it, Escape does not.
import { send } from "../connection";
import type { Known } from "../store";
import { strings } from "../strings";
import { closeDialog, Dialog } from "./dialog";

export function Resign({ known: { state } }: { known: Known }) {
  if (state === null) return null;
  const resign = (event: Event) => {
    event.preventDefault();
    closeDialog();
    send({ type: "resign" });
  };
  return (
    <Dialog title={strings.resign.title} name="resign">
      <form onSubmit={resign}>
        <p>{strings.resign.about(state.to_play)}</p>
        <div class="answers">
          <button class="primary" data-test="resign-yes" autofocus>
            {strings.resign.yes}
          </button>
          <button type="button" data-test="resign-no" onClick={closeDialog}>
            {strings.resign.no}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
