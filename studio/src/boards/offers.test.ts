import { expect, test } from "vitest";
import { bidText, cover } from "./offers";

test("bids are written as the game reads them", () => {
  expect(bidText(4, false)).toBe("bid 4");
  expect(bidText(4, true)).toBe("bid 4 with charm");
});

test("a purse pays first, then credit, then nobody", () => {
  const bidder = { coins: 6, credit: 3 };
  expect([0, 6, 7, 9, 10].map((coins) => cover(coins, bidder))).toEqual(["own", "own", "credit", "credit", "beyond"]);
});

test("who owes can still pass", () => {
  expect([0, 1].map((coins) => cover(coins, { coins: -2, credit: 0 }))).toEqual(["own", "beyond"]);
});
