/** Backgammon: points, bar, borne off, dice and cube. */

import type { Backgammon } from "../generated/wire";
import { useTied } from "../parts/tied";
import { seatNumber, seatWho, whoName } from "../words";
import { Cube, Dice } from "./dice";
import { checkersOn, drawnPoints, pipsOf, pointFor } from "./points";
import { settle, type BoardProps } from "./props";
import { targetsOf } from "./reading";

/** How many checkers are drawn on one another before a number says the rest. */
const SHOWN = 5;

export function BackgammonBoard(props: BoardProps<Backgammon>) {
  const { drawing, game, moves, side, actor, act } = props;
  const [from, setFrom] = useTied<string | null>(JSON.stringify(drawing), null);
  const mover = seatNumber(actor) ?? 0;
  const targets = targetsOf(moves, from);
  const sources = new Set(moves.map((move) => move.from));

  const click = (place: string, holds: boolean) => {
    if (from === null || (holds && !targets.has(place))) {
      setFrom(holds && from !== place ? place : null);
      return;
    }
    setFrom(null);
    const fitting = moves.filter((move) => move.from === from && move.to === place);
    if (fitting.length > 0) settle(fitting, "Which step?", props);
    else if (place !== from) act(actor, `step ${from}/${place}`);
  };
  const classes = (place: string, kind: string) =>
    [
      kind,
      place === from ? "chosen" : "",
      targets.has(place) ? "target" : "",
      from === null && sources.has(place) ? "movable" : "",
    ].join(" ");

  const [top, bottom] = drawnPoints(side);
  const point = (index: number) => {
    const { who, count } = checkersOn(drawing.points[index] ?? 0);
    const place = pointFor(index, mover);
    const owner = who === null ? "empty" : `${count} ${whoName(seatWho(who), game)}`;
    return (
      <button
        key={index}
        type="button"
        data-point={place}
        class={classes(place, index % 2 === 0 ? "point odd" : "point even")}
        aria-label={`Point ${place}: ${owner}${targets.has(place) ? ", can go there" : ""}`}
        onClick={() => click(place, who === mover && count > 0)}
      >
        <span class="point-name">{pointFor(index, side)}</span>
        <Checkers who={who} count={count} />
      </button>
    );
  };
  return (
    <div class="backgammon board" role="group" aria-label="Backgammon board">
      <div class="points upper left">{top.slice(0, 6).map(point)}</div>
      <Bar {...{ drawing, game, classes, click, mover }} />
      <div class="points upper right">{top.slice(6).map(point)}</div>
      <div class="points lower left">{bottom.slice(0, 6).map(point)}</div>
      <div class="points lower right">{bottom.slice(6).map(point)}</div>
      <div class="thrown">
        <Dice dice={drawing.dice} left={drawing.left} />
      </div>
      <div class="aside">
        <Off seat={1 - side} {...{ drawing, game, classes, click, mover }} />
        <Cube cube={drawing.cube} game={game} />
        <span class="score">{scoreOf(drawing)}</span>
        <Off seat={side} {...{ drawing, game, classes, click, mover }} />
      </div>
    </div>
  );
}

function scoreOf({ score, goal, crawford }: Backgammon): string {
  if (goal === null) return "for money";
  return `${score[0]} : ${score[1]}, to ${goal}${crawford ? ", Crawford" : ""}`;
}

interface PlaceProps {
  drawing: Backgammon;
  game: string;
  mover: number;
  classes: (place: string, kind: string) => string;
  click: (place: string, holds: boolean) => void;
}

function Bar({ drawing, game, classes, click, mover }: PlaceProps) {
  const [white, black] = drawing.bar;
  const said = `Bar: ${white} ${whoName("seat0", game)}, ${black} ${whoName("seat1", game)}`;
  return (
    <button
      type="button"
      data-point="bar"
      class={classes("bar", "bar")}
      aria-label={said}
      onClick={() => click("bar", (drawing.bar[mover] ?? 0) > 0)}
    >
      <Checkers who={1} count={black} />
      <Checkers who={0} count={white} />
    </button>
  );
}

function Off({ drawing, game, classes, click, mover, seat }: PlaceProps & { seat: number }) {
  const count = drawing.off[seat] ?? 0;
  const isOwn = seat === mover;
  return (
    <button
      type="button"
      data-point={isOwn ? "off" : "off-other"}
      class={isOwn ? classes("off", "off") : "off"}
      disabled={!isOwn}
      aria-label={`${whoName(seatWho(seat), game)}: ${count} borne off`}
      onClick={() => click("off", false)}
    >
      <span class={`checker small seat${seat}`} aria-hidden="true" />
      <span>{count} off</span>
      <span class="pips">{pipsOf(drawing.points, drawing.bar[seat] ?? 0, seat)} pips</span>
    </button>
  );
}

function Checkers({ who, count }: { who: number | null; count: number }) {
  if (who === null || count === 0) return null;
  return (
    <span class="checkers" aria-hidden="true">
      {Array.from({ length: Math.min(count, SHOWN) }, (_, index) => (
        <span key={index} class={`checker seat${who}`}>
          {index === SHOWN - 1 && count > SHOWN ? count : ""}
        </span>
      ))}
    </span>
  );
}
