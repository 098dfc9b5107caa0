/** Actions as people say them: in the server's words, as far as it has any. */

import type { Drawing, DuelCard, Duels, LegalAction, NodeLine } from "../generated/wire";

const ROLES: Record<string, string> = { q: "queen", r: "rook", b: "bishop", n: "knight" };

export function spoken({ action, words }: LegalAction, drawing: Drawing): string {
  return (drawing.kind === "chess" && promotion(action)) || words || action;
}

function promotion(action: string): string | null {
  const found = /^[a-h][1-8]([a-h][1-8])([qrbn])$/.exec(action);
  return found ? `${found[1]}, a ${ROLES[found[2] ?? ""]}` : null;
}

/** What was done at a step. */
export function spokenLine({ action, words }: Pick<NodeLine, "action" | "words">): string {
  return action === null ? "something hidden" : (words ?? action);
}

/** All cards that can be seen, by number. */
export function allCards(drawing: Duels): ReadonlyMap<number, DuelCard> {
  const seen = drawing.sides.flatMap((side) => [...side.hand, ...side.front, ...side.back, ...side.discard]);
  return new Map(seen.flatMap((card) => (card ? [[card.id, card] as const] : [])));
}
