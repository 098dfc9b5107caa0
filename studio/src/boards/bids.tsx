/** What a bidder can bid: all there is, those coins marked that are not in the purse. */

import type { Bidder, Market } from "../generated/wire";
import { useTied } from "../parts/tied";
import { whoName } from "../words";
import { Charm } from "./lanterns";
import { bidText, cover, type Cover } from "./offers";
import { settle, type BoardProps } from "./props";
import { useRoving } from "./roving";

/** Three rows of seven: all bids from none to twenty. */
const COLUMNS = 7;

const MARKS: Record<Cover, string> = {
  own: "coins that are there",
  credit: "on credit",
  beyond: "more than may be bid",
};

export function Bids(props: BoardProps<Market> & { bidder: Bidder }) {
  const { drawing, bidder, moves, act, game } = props;
  const [isCharmed, setCharmed] = useTied(`${bidder.seat} ${drawing.night}`, false);
  const count = drawing.most + 1;
  const { box, onKeyDown, cell } = useRoving(COLUMNS, count, 0);
  const click = (coins: number) => {
    const action = bidText(coins, isCharmed);
    const fitting = moves.filter(({ legal }) => legal.by === bidder.seat && legal.action === action);
    if (fitting.length > 0) settle(fitting, "", props);
    // Not offered: the refusal says why.
    else act(bidder.seat, action);
  };
  const offer = (coins: number) => {
    const covered = cover(coins, bidder);
    return (
      <button
        key={coins}
        type="button"
        role="gridcell"
        class={`offer ${covered}`}
        data-bid={coins}
        aria-label={`${coins === 0 ? "Pass" : `Bid ${bidText(coins, isCharmed).slice("bid ".length)}`}, ${MARKS[covered]}`}
        {...cell(coins)}
        // The second click of a double click was meant for the bid as it was.
        onClick={(event) => event.detail < 2 && click(coins)}
      >
        {coins === 0 ? "pass" : coins}
      </button>
    );
  };
  const rows = Array.from({ length: Math.ceil(count / COLUMNS) }, (_, row) => row * COLUMNS);
  return (
    <section class="bids" aria-label={`What ${whoName(bidder.seat, game)} bids`}>
      <p class="bids-head">
        <strong>{whoName(bidder.seat, game)} bids</strong>
        {bidder.charm ? (
          <label>
            <input type="checkbox" name="charm" checked={isCharmed} onChange={(event) => setCharmed(event.currentTarget.checked)} />
            with the charm <Charm isThere />
          </label>
        ) : (
          <span class="quiet">the charm is used</span>
        )}
      </p>
      <div class="offers" role="grid" aria-label="Bids" ref={box} onKeyDown={onKeyDown}>
        {rows.map((first) => (
          <div key={first} role="row" class="offers-row">
            {Array.from({ length: Math.min(COLUMNS, count - first) }, (_, place) => offer(first + place))}
          </div>
        ))}
      </div>
      <p class="legend quiet" aria-hidden="true">
        <i class="offer own" /> in the purse
        {bidder.credit > 0 && (
          <>
            <i class="offer credit" /> on credit
          </>
        )}
        <i class="offer beyond" /> too much
      </p>
    </section>
  );
}
