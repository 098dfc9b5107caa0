/** Who acts: in whose name a thing is tried, and whom the page may move by itself. */

import type { LegalAction, Player, Scene } from "../generated/wire";
import { EVERYTHING, type Viewer } from "../route";
import { seatNumber, type Who } from "../words";

/** Whose turn it is. Others may act as well (resign, say), or instead (answer a double). */
export function turnOf(scene: Pick<Scene, "turn" | "active">): Who | null {
  return scene.turn !== null && scene.active.includes(scene.turn) ? scene.turn : null;
}

/** Whoever is to act: the seat in turn, or else the first that may. */
export function nextOf(scene: Pick<Scene, "turn" | "active">): Who {
  return turnOf(scene) ?? scene.active.find((who) => seatNumber(who) !== null) ?? scene.active[0] ?? "seat0";
}

/** In whose name a viewer acts. None: a spectator only looks. */
export function actorOf(scene: Pick<Scene, "turn" | "active">, viewer: Viewer): Who | null {
  if (viewer === EVERYTHING) return nextOf(scene);
  return seatNumber(viewer) === null ? null : viewer;
}

/** Why a viewer may not act in somebody's name; none if it may. */
export function hindrance(viewer: Viewer, by: Who): string | null {
  if (viewer === EVERYTHING) return null;
  if (seatNumber(viewer) === null) return "A spectator only looks. To act, choose a seat under “Seen by”.";
  return viewer === by ? null : "A seat acts only for itself. To act for another, choose it under “Seen by”.";
}

/** The legal action that is written so: of several people who can do it, by whoever is preferred. */
export function legalAs(legal: LegalAction[], typed: string, preferred: Who | null): LegalAction | null {
  const wanted = typed.trim().toLowerCase();
  const same = legal.filter(({ action }) => action.toLowerCase() === wanted);
  return same.find(({ by }) => by === preferred) ?? same[0] ?? null;
}

/** The bot that is to act, the one in turn first. Chance acts by itself too. */
export function botToAct(scene: Pick<Scene, "turn" | "active">, seats: Player[]): Who | null {
  const isBot = (who: Who) => {
    const seat = seatNumber(who);
    return seat === null ? who === "chance" : (seats[seat] ?? "human") !== "human";
  };
  const turn = turnOf(scene);
  if (turn !== null) return isBot(turn) ? turn : null;
  return scene.active.find(isBot) ?? null;
}
