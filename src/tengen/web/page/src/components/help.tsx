// What the page can do, by key.
import { KEYS } from "../keys";
import { strings } from "../strings";
import { Dialog } from "./dialog";

export function Help() {
  return (
    <Dialog title={strings.help.title} name="help">
      <p class="about">{strings.help.about}</p>
      <dl class="keys" data-test="key-list">
        {KEYS.map((key) => (
          <div key={key.shown}>
            <dt>
              {key.shown.split(" ").map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{key.about}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{strings.help.board}</p>
    </Dialog>
  );
}
