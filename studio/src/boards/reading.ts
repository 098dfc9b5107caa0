/** Actions as the boards understand them: from which place to which. */

import type { Drawing, LegalAction } from "../generated/wire";

type Kind = Drawing["kind"];

interface Places {
  from: string;
  to: string | null;
}

/** An action that starts at one place of the board and may end at another. */
export interface Move extends Places {
  legal: LegalAction;
}

const CHESS = /^([a-h][1-8])([a-h][1-8])[qrbn]?$/;
const STEP = /^step (bar|\d+)\/(off|\d+)\*?$/;
/** A whole play of backgammon: its steps are on the board, so that it is only in the list. */
const PLAY = /^(bar|\d+)\//;
const CELL = /^[a-z]\d*$/;
const BID = /^bid (\d+)( with charm)?$/;

function placesOf(kind: Kind, action: string): Places | null {
  switch (kind) {
    case "chess":
      return fromTo(CHESS.exec(action));
    case "backgammon":
      return fromTo(STEP.exec(action));
    case "grid":
      return CELL.test(action) ? { from: action, to: null } : null;
    case "duels":
      return placesOfDuel(action.split(" "));
    case "market":
      return placesOfMarket(action);
    case "generic":
    case "own":
      return null;
  }
}

function fromTo(found: RegExpExecArray | null): Places | null {
  const [, from, to] = found ?? [];
  return from && to ? { from, to } : null;
}

/**
 * The places of a duel: cards are `card:12`, a place of one's own `slot:1`, a
 * column that is attacked `column:1:0`.
 */
function placesOfDuel(words: string[]): Places | null {
  const [verb, card] = words;
  if (!card || !/^\d+$/.test(card)) return null;
  const from = `card:${card}`;
  const on = words.indexOf("on");
  if (verb === "place") return { from, to: `slot:${words[3]}` };
  if (verb === "attack") return { from, to: `column:${words[3]}:${words[5]}` };
  return { from, to: on < 0 ? null : `card:${words[on + 1]}` };
}

/** The places of a market: the bell, and a coin for every bid. */
function placesOfMarket(action: string): Places | null {
  if (action === "bell") return { from: "bell", to: null };
  const coins = BID.exec(action)?.[1];
  return coins ? { from: `bid:${coins}`, to: null } : null;
}

/** The legal actions that a board offers on its places. */
export function movesOn(kind: Kind, legal: readonly LegalAction[]): Move[] {
  return legal.flatMap((legal) => {
    const places = placesOf(kind, legal.action);
    return places ? [{ ...places, legal }] : [];
  });
}

/** The legal actions that need a button of their own beside the board. */
export function wordsBeside(kind: Kind, legal: readonly LegalAction[]): LegalAction[] {
  return legal.filter(({ action }) => !placesOf(kind, action) && !(kind === "backgammon" && PLAY.test(action)));
}

/** Where one can go from a place. */
export function targetsOf(moves: readonly Move[], from: string | null): ReadonlySet<string> {
  return new Set(moves.flatMap((move) => (move.from === from && move.to !== null ? [move.to] : [])));
}
