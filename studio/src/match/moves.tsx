/** What can be done, as text: to filter, to pick, or to type something else altogether. */

import { useState } from "preact/hooks";
import { spoken } from "../boards/spoken";
import type { Drawing, LegalAction } from "../generated/wire";
import { SPECTATOR } from "../route";
import { counted, whoName, type Who } from "../words";
import { hindrance, legalAs } from "./actor";

/** More than this many are shown only when the filter narrows them. */
const SHOWN = 120;

interface Props {
  legal: LegalAction[];
  drawing: Drawing;
  /** In whose name something is typed. None: nobody's, a spectator only looks. */
  actor: Who | null;
  game: string;
  act: (by: Who, action: string) => void;
}

export function Moves({ legal, drawing, actor, game, act }: Props) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const fits = (legal: LegalAction) => `${legal.action} ${spoken(legal, drawing)}`.toLowerCase().includes(wanted);
  const shown = legal.filter(fits).sort((one, other) => Number(one.rare) - Number(other.rare));
  const several = new Set(legal.map(({ by }) => by)).size > 1;
  if (actor === null) return <p class="quiet">{hindrance(SPECTATOR, "")}</p>;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!wanted) return;
    const exact = legalAs(legal, typed, actor);
    act(exact?.by ?? actor, exact?.action ?? typed.trim());
    setTyped("");
  };
  return (
    <details class="moves">
      <summary>{counted(legal.length, "legal action")}, or type any other</summary>
      <form onSubmit={submit}>
        <label class="field">
          <span class="unseen">An action of {whoName(actor, game)}</span>
          <input
            type="text"
            name="action"
            autocomplete="off"
            spellcheck={false}
            placeholder={`What ${whoName(actor, game)} does`}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Do it</button>
      </form>
      <ul class="choices">
        {shown.slice(0, SHOWN).map((legal) => (
          <li key={`${legal.by} ${legal.action}`}>
            <button
              type="button"
              class={legal.rare ? "rare" : ""}
              title={legal.action}
              onClick={() => act(legal.by, legal.action)}
            >
              {several && `${whoName(legal.by, game)}: `}
              {spoken(legal, drawing)}
            </button>
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p class="quiet">{counted(shown.length - SHOWN, "more action")}: type to narrow them.</p>}
    </details>
  );
}
