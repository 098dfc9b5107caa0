/** One card on the table, in a hand, or from behind. */

import type { DuelCard } from "../generated/wire";
import { counted } from "../words";

interface Props {
  card: DuelCard | null;
  place: string;
  isTarget: boolean;
  isChosen: boolean;
  isMovable: boolean;
  isActing: boolean;
  isChampion: boolean;
  order: string | null;
  click: () => void;
}

export function Card(props: Props) {
  const { card, place, order, click } = props;
  return (
    <button
      type="button"
      class={classes(props)}
      data-card={card?.id}
      aria-label={card ? describe(card, place, order) : `${place}: empty`}
      aria-pressed={props.isChosen}
      title={card?.says.join("\n")}
      onClick={click}
    >
      {card && <Face card={card} isChampion={props.isChampion} order={order} />}
    </button>
  );
}

function Face({ card, isChampion, order }: { card: DuelCard; isChampion: boolean; order: string | null }) {
  return (
    <>
      <span class="card-head">
        <CardSign card={card} isChampion={isChampion} />
        <span class="card-name">{card.name}</span>
      </span>
      {isChampion && <span class="card-kind">{kindOf(card)}</span>}
      {card.says.length > 0 && <span class={card.kind === "spell" ? "card-says of-spell" : "card-says"}>{card.says.join(" ")}</span>}
      {(card.wounds > 0 || card.shield > 0 || card.statuses.length > 0) && (
        <span class="statuses">
          {card.wounds > 0 && <span class="chip bad">{counted(card.wounds, "wound")}</span>}
          {card.shield > 0 && <span class="chip good">shield {card.shield}</span>}
          {card.statuses.map((status) => (
            <span key={status.name} class="chip">
              {status.name} {status.ends}
            </span>
          ))}
        </span>
      )}
      {order && <span class="order">→ {order}</span>}
      {statsOf(card).length > 0 && (
        <span class="stats">
          {statsOf(card).map(([name, value]) => (
            <span key={name} class={`stat ${name.toLowerCase()}`}>
              <small>{name}</small>
              <b>{value}</b>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** What a card is, as a sign: drawn on a field of 24 by 24. */
const SIGNS: Record<string, string> = {
  champion: "M4 18 h16 v-2 h-16 Z M4 15 l-1 -9 l5 4 l4 -6 l4 6 l5 -4 l-1 9 Z",
  attacker: "M5 3 l9 9 l-2 2 l-9 -9 Z M19 3 v2 l-12 12 l-2 -2 l12 -12 Z M4 16 l4 4 l-3 1 l-2 -2 Z M16 15 l5 4 l-2 2 l-4 -5 Z",
  defender: "M12 3 l8 3 q0 10 -8 15 q-8 -5 -8 -15 Z",
  "all-rounder": "M12 2 l2.500 7 h7.500 l-6 4.500 l2.300 7.500 l-6.300 -4.600 l-6.300 4.600 l2.300 -7.500 l-6 -4.500 h7.500 Z",
  pumper: "M12 3 l8 9 h-5 v9 h-6 v-9 h-5 Z",
  spell: "M12 2 q1 9 10 10 q-9 1 -10 10 q-1 -9 -10 -10 q9 -1 10 -10 Z",
};

function CardSign({ card, isChampion }: { card: DuelCard; isChampion: boolean }) {
  const sign = SIGNS[isChampion ? "champion" : (card.class?.toLowerCase() ?? card.kind)];
  return (
    <svg class="card-sign" viewBox="0 0 24 24" aria-hidden="true">
      {sign && <path d={sign} />}
    </svg>
  );
}

export function CardBacks({ count }: { count: number }) {
  return (
    <div class="hand" role="img" aria-label={`Hidden hand: ${counted(count, "card")}`}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} class="card back" />
      ))}
    </div>
  );
}

/** "champion", "fighter of fire": what a card is. */
export function kindOf({ kind, class: of }: DuelCard): string {
  return of === null ? kind : `${kind}, ${of}`;
}

function statsOf({ atk, def, spd }: DuelCard): [string, number][] {
  const all: [string, number | null][] = [
    ["ATK", atk],
    ["DEF", def],
    ["SPD", spd],
  ];
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, number]]));
}

function classes({ card, isTarget, isChosen, isMovable, isActing }: Props): string {
  const all = ["card", card ? card.kind.toLowerCase() : "empty"];
  if (card?.class) all.push(card.class.toLowerCase());
  if (isTarget) all.push("target");
  if (isChosen) all.push("chosen");
  if (isMovable) all.push("movable");
  if (isActing) all.push("acting");
  return all.join(" ");
}

function describe(card: DuelCard, place: string, order: string | null): string {
  const stats = statsOf(card).map(([name, value]) => `${name} ${value}`);
  const statuses = card.statuses.map((status) => `${status.name} ${status.ends}`);
  const more = [...stats, ...card.says, ...statuses, card.wounds > 0 ? `${card.wounds} wounds` : "", order ? `is to ${order}` : ""];
  return [`${card.name}, ${kindOf(card)}, ${place}`, ...more.filter(Boolean)].join("; ");
}
