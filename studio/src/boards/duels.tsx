/** Duels: hands, lanes, Champions, what was chosen, what cards suffer. */

import type { DuelCard, Duels, DuelSide } from "../generated/wire";
import { useTied } from "../parts/tied";
import { counted, seatWho, whoName } from "../words";
import { Card, CardBacks, kindOf } from "./card";
import { settle, type BoardProps } from "./props";
import { targetsOf } from "./reading";
import { allCards, spoken } from "./spoken";

export function DuelsBoard(props: BoardProps<Duels>) {
  const { drawing, moves, side } = props;
  const stage = `${drawing.turn} ${drawing.station} ${drawing.active}`;
  const [from, setFrom] = useTied<string | null>(stage, null);
  const order = side === 1 ? [0, 1] : [1, 0];
  const cards = allCards(drawing);
  const chosen = cards.get(Number(from?.slice("card:".length)));
  const untargeted = moves.filter((move) => move.from === from && move.to === null);
  return (
    <div class="duels board" role="group" aria-label="The table">
      <p class="station">
        Turn {drawing.turn} · {whoName(drawing.active, props.game)} · <strong>{drawing.station}</strong>
      </p>
      {order.map((seat, place) => {
        const player = drawing.sides[seat];
        return player && <Side key={seat} {...props} {...{ seat, player, from, setFrom }} isAbove={place === 0} />;
      })}
      {chosen && (
        <div class="chosen-card" role="status">
          <strong>{chosen.name}</strong> <span class="quiet">{kindOf(chosen)}</span>
          {[...chosen.says, ...chosen.powers].map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p class="buttons">
            {untargeted.map((move) => (
              <button key={move.legal.action} type="button" onClick={() => settle([move], "", props)}>
                {spoken(move.legal, { kind: "duels", ...drawing })}
              </button>
            ))}
          </p>
          {targetsOf(moves, from).size > 0 && <p class="quiet">Now choose one of the marked places.</p>}
          {moves.every((move) => move.from !== from) && <p class="quiet">There is nothing that it can do now.</p>}
        </div>
      )}
    </div>
  );
}

interface SideProps extends BoardProps<Duels> {
  seat: number;
  player: DuelSide;
  isAbove: boolean;
  from: string | null;
  setFrom: (from: string | null) => void;
}

function Side(props: SideProps) {
  const { player, seat, isAbove, game } = props;
  const rows = isAbove ? (["back", "front"] as const) : (["front", "back"] as const);
  const lanes = <Lanes key="lanes" {...props} />;
  const grid = rows.map((row) => <CardRow key={row} row={row} {...props} />);
  const about = (
    <p class="about-side" key="about">
      <strong>{whoName(seatWho(seat), game)}</strong>
      <span>deck {player.deck_count}</span>
      <Discard pile={player.discard} />
      {player.protection > 0 && <span class="chip">protection {player.protection}</span>}
    </p>
  );
  const queue = <Queue key="queue" {...props} />;
  const hand = <Hand key="hand" {...props} />;
  const parts = isAbove ? [about, hand, queue, ...grid, lanes] : [lanes, ...grid, queue, hand, about];
  return (
    <section class={isAbove ? "side far" : "side near"} aria-label={whoName(seatWho(seat), game)}>
      {parts}
    </section>
  );
}

/** What a click on a place means: aim there, or take up the card. */
function useAim(props: SideProps) {
  const { moves, from, setFrom, act, ask, actor } = props;
  const targets = targetsOf(moves, from);
  return (places: string[], card: DuelCard | null) => {
    const aimed = places.find((place) => targets.has(place));
    if (aimed) {
      const fitting = moves.filter((move) => move.from === from && move.to === aimed);
      setFrom(null);
      settle(fitting, "What shall it do?", { act, ask });
    } else if (card) {
      const place = `card:${card.id}`;
      setFrom(from === place ? null : place);
    } else if (from) {
      // Not offered: the refusal says why.
      const tried = attempt(from, places);
      if (tried) act(actor, tried);
      setFrom(null);
    }
  };
}

/** What a card would do at an empty place: be placed where its player can place it, or else attack. */
function attempt(from: string, places: string[]): string | null {
  const card = from.slice("card:".length);
  const slot = places.find((place) => place.startsWith("slot:"));
  if (slot) return `place ${card} at ${slot.slice("slot:".length)}`;
  const [, seat, column] = places.find((place) => place.startsWith("column:"))?.split(":") ?? [];
  return seat && column ? `attack ${card} seat ${seat} at ${column}` : null;
}

function CardRow(props: SideProps & { row: "front" | "back" }) {
  const { player, row, seat, moves, from, actor, drawing } = props;
  const aim = useAim(props);
  const targets = targetsOf(moves, from);
  // Spells lie behind, fighters stand in front.
  const held = allCards(drawing).get(Number(from?.slice("card:".length)));
  const home = held?.kind === "spell" ? "back" : "front";
  return (
    <div class={player[row].some(Boolean) ? "cards-row" : "cards-row bare"}>
      {player[row].map((card, column) => {
        const places = [`column:${seat}:${column}`];
        const isOwn = actor === seatWho(seat);
        if (isOwn && row === home) places.push(`slot:${column}`);
        if (card) places.unshift(`card:${card.id}`);
        const isTarget = places.some((place) => targets.has(place));
        // In the row of the other kind there is nothing to do on one's own side.
        const isIdle = isOwn && row !== home && !card && !isTarget;
        const order = player.orders.find((order) => order.card === card?.id);
        return (
          <Card
            key={column}
            card={card}
            place={`${row} ${column}`}
            isTarget={isTarget}
            isChosen={card !== null && from === `card:${card.id}`}
            isMovable={card !== null && moves.some((move) => move.from === `card:${card.id}`)}
            isActing={card !== null && drawing.acting === card.id}
            isChampion={card?.id === player.champion}
            order={order?.words ?? null}
            click={() => isIdle || aim(places, card)}
          />
        );
      })}
    </div>
  );
}

function Lanes(props: SideProps) {
  const { player, seat, moves, from } = props;
  const aim = useAim(props);
  const targets = targetsOf(moves, from);
  return (
    <div class="lanes">
      {player.lanes.map(({ left, of }, lane) => {
        const place = `column:${seat}:${lane}`;
        return (
          <button
            key={lane}
            type="button"
            class={targets.has(place) ? "lane target" : left === 0 ? "lane broken" : "lane"}
            style={{ "--left": `${(100 * left) / Math.max(1, of)}%` }}
            aria-label={`Lane ${lane} of ${whoName(seatWho(seat), props.game)}: ${left === 0 ? "broken" : `${left} of ${counted(of, "hit point")}`}`}
            onClick={() => aim([place], null)}
          >
            {left === 0 ? "broken" : `${left} of ${of}`}
          </button>
        );
      })}
    </div>
  );
}

function Hand(props: SideProps) {
  const { player, moves, from } = props;
  const aim = useAim(props);
  if (player.hand.length < player.hand_count) return <CardBacks count={player.hand_count} />;
  return (
    <div class="hand" role="group" aria-label={`Hand: ${counted(player.hand.length, "card")}`}>
      {player.hand.map((card) => (
        <Card
          key={card.id}
          card={card}
          place="hand"
          isTarget={false}
          isChosen={from === `card:${card.id}`}
          isMovable={moves.some((move) => move.from === `card:${card.id}`)}
          isActing={false}
          isChampion={card.id === player.champion}
          order={null}
          click={() => aim([], card)}
        />
      ))}
    </div>
  );
}

function Queue({ player, drawing }: SideProps) {
  const hidden = (player.orders_count ?? 0) - player.orders.length;
  if (hidden > 0) return <p class="queue quiet">{counted(hidden, "choice")} made, not yet shown.</p>;
  if (player.orders.length === 0) return null;
  const cards = allCards(drawing);
  return (
    <ol class="queue" aria-label="What was chosen, in order">
      {player.orders.map((order) => (
        <li key={order.card}>
          {cards.get(order.card)?.name ?? `card ${order.card}`}: {order.words}
        </li>
      ))}
    </ol>
  );
}

function Discard({ pile }: { pile: DuelCard[] }) {
  if (pile.length === 0) return <span>discard 0</span>;
  return (
    <details class="discard">
      <summary>discard {pile.length}</summary>
      {pile.map((card) => card.name).join(", ")}
    </details>
  );
}
