import { expect, test } from "vitest";
import type { LegalAction } from "../generated/wire";
import { actorOf, botToAct, hindrance, legalAs, nextOf } from "./actor";

const BLACK_TO_MOVE = { turn: "seat1", active: ["seat0", "seat1"] };

function legal(by: string, action: string): LegalAction {
  return { by, action, words: "", rare: false };
}

test("whoever is in turn acts, although others may resign", () => {
  expect(nextOf(BLACK_TO_MOVE)).toBe("seat1");
  expect(nextOf({ turn: null, active: ["chance"] })).toBe("chance");
  expect(nextOf({ turn: "seat0", active: ["seat1"] })).toBe("seat1");
});

test("everything acts for the seat in turn, a seat for itself, a spectator not at all", () => {
  expect(actorOf(BLACK_TO_MOVE, "everything")).toBe("seat1");
  expect(actorOf(BLACK_TO_MOVE, "seat0")).toBe("seat0");
  expect(actorOf(BLACK_TO_MOVE, "spectator")).toBeNull();
});

test("nobody but everything acts for another", () => {
  expect(hindrance("everything", "seat1")).toBeNull();
  expect(hindrance("seat1", "seat1")).toBeNull();
  expect(hindrance("seat0", "seat1")).toContain("only for itself");
  expect(hindrance("spectator", "spectator")).toContain("only looks");
  expect(hindrance("spectator", "seat1")).toContain("only looks");
});

test("what several can do is done by whoever is preferred, and the rest by whom it is offered", () => {
  const all = [legal("seat0", "resign"), legal("seat1", "resign"), legal("seat0", "e2e4")];
  expect(legalAs(all, " Resign", "seat1")?.by).toBe("seat1");
  expect(legalAs(all, "e2e4", "seat1")?.by).toBe("seat0");
  expect(legalAs(all, "e2e5", "seat1")).toBeNull();
});

test("only a bot that is to act can be let move", () => {
  expect(botToAct(BLACK_TO_MOVE, ["random", "human"])).toBeNull();
  expect(botToAct(BLACK_TO_MOVE, ["random", "mcts"])).toBe("seat1");
  expect(botToAct({ turn: null, active: ["seat0", "seat1"] }, ["human", "random"])).toBe("seat1");
  expect(botToAct({ turn: null, active: ["chance"] }, ["human", "human"])).toBe("chance");
});
