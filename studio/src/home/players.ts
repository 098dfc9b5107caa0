/** Who can sit on a seat, in words. */

import type { Player } from "../generated/wire";

export const PLAYERS: Record<Player, string> = {
  human: "A person",
  random: "Plays at random",
  mcts: "Thinks ahead",
};
