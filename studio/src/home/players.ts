/** Who can sit on a seat, in words. */

import type { GameInfo, Player } from "../generated/wire";
import { EVERYTHING, type Viewer } from "../route";
import { seatWho } from "../words";

export const PLAYERS: Record<Player, string> = {
  human: "A person",
  random: "Plays at random",
  mcts: "Thinks ahead",
};

/** Whoever plays alone against bots, and may not see all they have, looks from the own seat. */
export function firstEye({ hidden }: Pick<GameInfo, "hidden">, players: Player[]): Viewer {
  const people = players.flatMap((player, seat) => (player === "human" ? [seatWho(seat)] : []));
  return hidden && people.length === 1 && players.length > 1 ? (people[0] ?? EVERYTHING) : EVERYTHING;
}
