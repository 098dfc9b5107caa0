import { expect, test } from "vitest";
import type { LegalAction } from "../generated/wire";
import { movesOn, targetsOf, wordsBeside } from "./reading";

function legal(...actions: string[]): LegalAction[] {
  return actions.map((action) => ({ by: "seat0", action, words: action, rare: false }));
}

test("chess moves start and end on squares, and words stand beside the board", () => {
  const all = legal("e2e4", "a7a8q", "resign", "claim repetition with g1f3");
  expect(movesOn("chess", all).map(({ from, to }) => [from, to])).toEqual([
    ["e2", "e4"],
    ["a7", "a8"],
  ]);
  expect(wordsBeside("chess", all).map(({ action }) => action)).toEqual(["resign", "claim repetition with g1f3"]);
});

test("of backgammon the steps are on the board, whole plays only in the list", () => {
  const all = legal("step bar/22*", "step 6/off", "8/5 6/5", "bar/22 6/off", "no play", "roll");
  expect(movesOn("backgammon", all).map(({ from, to }) => [from, to])).toEqual([
    ["bar", "22"],
    ["6", "off"],
  ]);
  expect(wordsBeside("backgammon", all).map(({ action }) => action)).toEqual(["no play", "roll"]);
});

test("cells and columns are moves by themselves", () => {
  expect(movesOn("grid", legal("b2", "g", "resign")).map(({ from }) => from)).toEqual(["b2", "g"]);
});

test("the cards of a duel know what they can be aimed at", () => {
  const all = legal("place 12 at 1", "attack 12 seat 1 at 0", "pump 12 on 14 ATK", "use 12 power 1 on 15", "protect 12", "done");
  const moves = movesOn("duels", all);
  expect(targetsOf(moves, "card:12")).toEqual(new Set(["slot:1", "column:1:0", "card:14", "card:15"]));
  expect(targetsOf(moves, "card:13").size).toBe(0);
  expect(wordsBeside("duels", all).map(({ action }) => action)).toEqual(["done"]);
});

test("a market has a bell and coins, and chance a button", () => {
  const all = legal("bid 4", "bid 4 with charm", "bell", "unveil");
  expect(movesOn("market", all).map(({ from }) => from)).toEqual(["bid:4", "bid:4", "bell"]);
  expect(wordsBeside("market", all).map(({ action }) => action)).toEqual(["unveil"]);
});

test("a game without a drawing has all its actions beside", () => {
  expect(wordsBeside("generic", legal("bid 4", "bell"))).toHaveLength(2);
  expect(movesOn("generic", legal("bid 4"))).toHaveLength(0);
});
