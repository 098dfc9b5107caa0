/** Bids of a night market: how they are written, and what pays for them. */

import type { Bidder } from "../generated/wire";

/** The purse pays for it, or somebody waits for the money, or nobody does. */
export type Cover = "own" | "credit" | "beyond";

export function bidText(coins: number, isCharmed: boolean): string {
  return `bid ${coins}${isCharmed ? " with charm" : ""}`;
}

export function cover(coins: number, { coins: purse, credit }: Pick<Bidder, "coins" | "credit">): Cover {
  const own = Math.max(0, purse);
  if (coins <= own) return "own";
  return coins <= own + credit ? "credit" : "beyond";
}
