// Whose points the playouts and the territory net think they are, side by side.
import { lead } from "../format";
import type { Known } from "../store";
import { strings } from "../strings";
import { SmallBoard } from "./small_board";

export function TerritoryView({ known }: { known: Known }) {
  const { thought, state } = known;
  const territory = thought?.territory;
  const rows = state?.board ?? [];
  return (
    <div class="view">
      <p class="about">{strings.territory.about}</p>
      {territory ? (
        <>
          <div class="pair">
            <Side
              name="playouts"
              title={strings.territory.playouts}
              owners={territory.playouts}
              score={territory.playouts_lead}
              rows={rows}
            />
            <Side
              name="net"
              title={strings.territory.net}
              owners={territory.net}
              score={territory.net_lead}
              rows={rows}
            />
          </div>
          <p class="legend">
            <i class="owner-black" /> {strings.territory.black} <i class="owner-white" /> {strings.territory.white}{" "}
            <span>{strings.territory.size}</span>
          </p>
        </>
      ) : (
        <p class="empty">{strings.territory.empty}</p>
      )}
    </div>
  );
}

interface SideProps {
  name: string;
  title: string;
  owners: number[] | null;
  score: number | null;
  rows: string[];
}

function Side({ name, title, owners, score, rows }: SideProps) {
  return (
    <figure>
      <figcaption>
        {title} <b data-test={`lead-${name}`}>{lead(score)}</b>
      </figcaption>
      {owners ? (
        <SmallBoard name={name} label={strings.territory.label(title)} picture={{ rows, owners, spots: [] }} />
      ) : (
        <p class="empty">{strings.territory.none}</p>
      )}
    </figure>
  );
}
