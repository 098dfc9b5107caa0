/** Actions as people say them, as far as the board knows more than the action's text. */

import type { Drawing, DuelCard, Duels, LegalAction, NodeLine } from "../generated/wire";

const ROLES: Record<string, string> = { q: "queen", r: "rook", b: "bishop", n: "knight" };
/** Words of a duel's actions behind which a card's number stands. */
const BEFORE_A_CARD = new Set(["place", "attack", "protect", "pump", "cast", "withdraw", "use", "on"]);

/** Cards by number, as far as whoever looks has seen them. */
export type Names = ReadonlyMap<number, string>;

export function spoken({ action, words }: LegalAction, drawing: Drawing): string {
  if (words && words !== action) return words;
  if (drawing.kind === "duels") return withNames(action, namesOn(drawing));
  if (drawing.kind === "chess") return promotion(action) ?? action;
  return action;
}

function promotion(action: string): string | null {
  const found = /^[a-h][1-8]([a-h][1-8])([qrbn])$/.exec(action);
  return found ? `${found[1]}, a ${ROLES[found[2] ?? ""]}` : null;
}

/** "place 12 at 1" as "place Ember Hound at 1". */
export function withNames(action: string, names: Names): string {
  const words = action.split(" ");
  const name = (word: string, index: number) =>
    BEFORE_A_CARD.has(words[index - 1] ?? "") ? (nameOf(Number(word), names) ?? word) : word;
  return names.size === 0 ? action : words.map(name).join(" ");
}

/** What was done at a step: in the server's words, or else as it was written. */
export function spokenLine({ action, words }: NodeLine, names: Names): string {
  if (action === null) return "something hidden";
  return words && words !== action ? words : withNames(action, names);
}

/** "card 5 attacks card 57" as "Pyre Dancer attacks Wall Golem". */
export function namedEvent(text: string, names: Names): string {
  return text.replace(/\bcard (\d+)\b/g, (found, number: string) => nameOf(Number(number), names) ?? found);
}

/** The name of a card, with its number where another has the same name. */
function nameOf(card: number, names: Names): string | null {
  const name = names.get(card);
  if (name === undefined) return null;
  const isShared = [...names].some(([other, known]) => known === name && other !== card);
  return isShared ? `${name} #${card}` : name;
}

/** The names of all cards that can be seen. */
export function namesOn(drawing: Duels): Names {
  return new Map([...allCards(drawing)].map(([id, { name }]) => [id, name]));
}

/** All cards that can be seen, by number. */
export function allCards(drawing: Duels): ReadonlyMap<number, DuelCard> {
  const seen = drawing.sides.flatMap((side) => [...side.hand, ...side.front, ...side.back, ...side.discard]);
  return new Map(seen.flatMap((card) => (card ? [[card.id, card] as const] : [])));
}
