// One side: a person, a named level, or a player's own line of text.
import type { Level } from "../messages";
import { strings } from "../strings";

const OWN = "own text";

interface Props {
  label: string;
  name: string;
  levels: Level[];
  value: string; // "human", the name of a level, or a text
  onChange: (value: string) => void;
}

export function PlayerChoice({ label, name, levels, value, onChange }: Props) {
  const level = levels.find((each) => each.name === value || each.player === value);
  const chosen = value === "human" ? "human" : (level?.name ?? OWN);
  const fallback = levels[levels.length - 1]?.player ?? "mcts"; // something to edit
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <select
          data-test={`player-${name}-choice`}
          value={chosen}
          onChange={(event) => onChange(event.currentTarget.value === OWN ? `${fallback} ` : event.currentTarget.value)}
        >
          <option value="human">{strings.players.human}</option>
          {levels.map((each) => (
            <option key={each.name} value={each.name}>
              {each.title}
            </option>
          ))}
          <option value={OWN}>{strings.players.own}</option>
        </select>
      </label>
      {level && <p class="hint">{level.about}</p>}
      {chosen === OWN && (
        <input
          class="wide"
          aria-label={strings.players.text(label)}
          data-test={`player-${name}-text`}
          maxLength={500}
          value={value.trimEnd()}
          onInput={(event) => onChange(event.currentTarget.value || " ")}
        />
      )}
    </div>
  );
}
