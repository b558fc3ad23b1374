// One side: a person, a named level, or a player's own line of text.
import { useState } from "preact/hooks";

import type { Level } from "../messages";
import { strings } from "../strings";

const OWN = "own text";
const TEXT_TO_BEGIN_WITH = "mcts:playouts=1000";

interface Props {
  label: string;
  name: string;
  levels: Level[];
  value: string; // "human", the name of a level, or a text
  onChange: (value: string) => void;
}

export function PlayerChoice({ label, name, levels, value, onChange }: Props) {
  const level = levels.find((each) => each.name === value || each.player === value);
  const [isOwn, setIsOwn] = useState(value !== "human" && !level); // also while a text happens to be a level's
  const choose = (choice: string) => {
    setIsOwn(choice === OWN);
    onChange(choice === OWN ? (level?.player ?? TEXT_TO_BEGIN_WITH) : choice);
  };
  return (
    <div class="field">
      <label>
        <span>{label}</span>
        <select
          data-test={`player-${name}-choice`}
          value={isOwn ? OWN : (level?.name ?? value)}
          onChange={(event) => choose(event.currentTarget.value)}
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
      {level && !isOwn && <p class="hint">{level.about}</p>}
      {isOwn && (
        <input
          class="wide"
          aria-label={strings.players.text(label)}
          data-test={`player-${name}-text`}
          maxLength={500}
          required
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
