/** Night market: what hangs for sale, what everybody has, and bids that are sealed. */

import type { Bidder, Choice, Market } from "../generated/wire";
import { Dot } from "../parts/dot";
import { useTied } from "../parts/tied";
import { counted, seatNumber, whoName, type Who } from "../words";
import { Bids } from "./bids";
import { Bell, Charm, Coin, Envelope, Lantern, Torch } from "./lanterns";
import { settle, type BoardProps } from "./props";

interface Props extends BoardProps<Market> {
  /** What somebody must choose first: a lantern, when it hangs here. */
  choice: Choice | null;
  answer: (option: number) => void;
}

export function MarketBoard(props: Props) {
  const { drawing, actor, moves, game } = props;
  const mayBid = (seat: Who) => moves.some((move) => move.legal.by === seat && move.from.startsWith("bid:"));
  const [chosen, choose] = useTied<Who>(JSON.stringify(drawing), actor);
  const bidder = drawing.bidders.find(({ seat }) => seat === chosen && mayBid(seat));
  return (
    <div class="market board" role="group" aria-label="Night market">
      <Stall {...props} />
      <div class="bidders">
        {drawing.bidders.map((one) => {
          const isOpen = bidder?.seat === one.seat;
          const click = mayBid(one.seat) ? () => choose(one.seat) : null;
          return <Table key={one.seat} bidder={one} {...{ drawing, game, isOpen, click }} />;
        })}
      </div>
      {bidder && <Bids {...props} bidder={bidder} />}
    </div>
  );
}

/** The stall: which night it is, what hangs, the bell and the river. */
function Stall(props: Props) {
  const { drawing, moves } = props;
  const bell = moves.find((move) => move.from === "bell");
  return (
    <div class="stall">
      <p class="night">
        <strong>{drawing.step === "closed" ? "The market is closed" : `Night ${drawing.night} of ${drawing.nights}`}</strong>
        <span class="moons" aria-hidden="true">
          {Array.from({ length: drawing.nights }, (_, night) => (
            <i key={night} class={isOver(drawing, night + 1) ? "over" : night + 1 === drawing.night ? "now" : ""} />
          ))}
        </span>
      </p>
      <div class="for-sale">
        {drawing.lanterns.length === 0 && <p class="bare-rope">{bareRope(drawing)}</p>}
        {drawing.lanterns.map((colour, index) => (
          <ForSale key={index} colour={colour} {...props} />
        ))}
      </div>
      {bell && (
        <button type="button" class="bell" onClick={() => settle([bell], "", props)}>
          <Bell /> Ring the bell
        </button>
      )}
      <p class="river">
        Down the river: <b>{drawing.river}</b>
      </p>
    </div>
  );
}

function isOver({ night, step }: Market, asked: number): boolean {
  return asked < night || step === "closed";
}

function bareRope({ step }: Market): string {
  return step === "closed" ? "All lanterns are sold or gone." : "No lantern hangs yet.";
}

function ForSale({ colour, choice, answer }: Props & { colour: string }) {
  const option = choice?.options.indexOf(colour) ?? -1;
  const drawn = (
    <>
      <Lantern colour={colour} />
      <span>{colour}</span>
    </>
  );
  if (option < 0) return <span class={`hanging ${colour}`}>{drawn}</span>;
  return (
    <button type="button" class={`hanging ${colour} target`} aria-label={`Take the ${colour} lantern`} onClick={() => answer(option)}>
      {drawn}
    </button>
  );
}

interface TableProps {
  bidder: Bidder;
  drawing: Market;
  game: string;
  isOpen: boolean;
  /** None: nothing can be bid here. */
  click: (() => void) | null;
}

/** What one bidder has, and the bid. */
function Table({ bidder, drawing, game, isOpen, click }: TableProps) {
  const { seat, coins, charm, lanterns, points } = bidder;
  const name = whoName(seat, game);
  return (
    <section class={`bidder seat${seatNumber(seat) ?? ""}${isOpen ? " open" : ""}`} aria-label={name} data-seat={seat}>
      <h3>
        <Dot who={seat} /> {name}
        {drawing.torch === seat && <Torch />}
        <span class="worth">{counted(points, "point")}</span>
      </h3>
      <p class="purse">
        <Coin /> <b>{Math.abs(coins)}</b> {coins < 0 ? "owed" : coins === 1 ? "coin" : "coins"}
        <Charm isThere={charm} />
      </p>
      <p class="owned">
        {lanterns.length === 0 && <span class="quiet">no lantern</span>}
        {lanterns.map((colour, index) => (
          <Lantern key={index} colour={colour} title={`a ${colour} lantern`} />
        ))}
      </p>
      <Bid bidder={bidder} isOpen={isOpen} click={click} isBidding={drawing.step === "bidding"} />
    </section>
  );
}

function Bid({ bidder, isOpen, click, isBidding }: Pick<TableProps, "bidder" | "isOpen" | "click"> & { isBidding: boolean }) {
  const { sealed, bid } = bidder;
  if (bid) {
    const words = bid.coins === 0 ? "a pass" : `${bid.coins}${bid.charmed ? " with charm" : ""}`;
    return (
      <p class="bid sealed">
        <Envelope isSealed /> {words}, sealed
      </p>
    );
  }
  if (sealed) {
    return (
      <p class="bid sealed">
        <Envelope isSealed /> sealed, face down
      </p>
    );
  }
  if (!click) return <p class="bid quiet">{isBidding ? "no bid yet" : ""}</p>;
  return (
    <button type="button" class="bid" aria-pressed={isOpen} onClick={click}>
      <Envelope isSealed={false} /> {isOpen ? "bids now" : "make a bid"}
    </button>
  );
}
