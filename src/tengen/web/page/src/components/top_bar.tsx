// The top of the page: games in and out, the lab, and how the page looks and sounds.
import { askToSave } from "../files";
import type { Theme } from "../settings";
import { change, changeSettings, type Known } from "../store";
import { strings } from "../strings";
import { Icon, type IconName } from "./icon";

const NEXT_THEME: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

export function TopBar({ known }: { known: Known }) {
  const { settings, place } = known;
  const inLab = place === "experiments";
  return (
    <header class="top-bar">
      <a
        class="brand"
        href="#"
        onClick={(event) => {
          event.preventDefault();
          change({ place: "board" });
        }}
      >
        <span class="brand-stone" aria-hidden="true" />
        <span>Tengen</span>
      </a>
      <nav aria-label={strings.menu.label}>
        <Item name="new-game" icon="plus" text={strings.menu.newGame} onClick={() => change({ dialog: "new" })} />
        <Item name="open" icon="open" text={strings.menu.open} onClick={() => change({ dialog: "record" })} />
        <Item name="save" icon="save" text={strings.menu.save} onClick={askToSave} />
        <Item name="saved-games" icon="list" text={strings.menu.saved} onClick={() => change({ dialog: "saved" })} />
        <Item
          name="experiments-page"
          icon="chart"
          text={inLab ? strings.menu.board : strings.menu.experiments}
          pressed={inLab}
          onClick={() => change({ place: inLab ? "board" : "experiments" })}
        />
      </nav>
      <div class="switches">
        <Item
          name="theme"
          icon="moon"
          label={strings.menu.theme(settings.theme)}
          onClick={() => changeSettings({ theme: NEXT_THEME[settings.theme] })}
        />
        <Item
          name="mute"
          icon={settings.muted ? "mute" : "sound"}
          label={settings.muted ? strings.menu.unmute : strings.menu.mute}
          onClick={() => changeSettings({ muted: !settings.muted })}
        />
        <Item name="help" icon="help" label={strings.menu.help} onClick={() => change({ dialog: "help" })} />
      </div>
    </header>
  );
}

interface ItemProps {
  name: string;
  icon: IconName;
  text?: string;
  label?: string;
  pressed?: boolean;
  onClick: () => void;
}

function Item({ name, icon, text, label, pressed, onClick }: ItemProps) {
  return (
    <button
      class="menu-item"
      data-test={name}
      title={label ?? text}
      aria-label={label ?? text}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text && <span>{text}</span>}
    </button>
  );
}
