import { expect, test } from "vitest";
import type { Drawing, DuelCard, DuelSide } from "../generated/wire";
import { namedEvent, spoken, spokenLine, withNames } from "./spoken";

function card(id: number, name: string): DuelCard {
  const none = { class: null, atk: null, def: null, spd: null, wounds: 0, statuses: [], shield: 0, says: [], powers: [] };
  return { id, name, kind: "monster", ...none };
}

const side: DuelSide = {
  seat: "seat0",
  champion: 0,
  hand: [card(1, "Ember Hound")],
  hand_count: 1,
  deck_count: 0,
  discard: [],
  front: [card(14, "Wall Golem"), null, null],
  back: [null, null, null],
  lanes: [],
  orders: [],
  orders_count: 0,
  protection: 0,
};
const duel: Drawing = { kind: "duels", turn: 1, station: "strategy", active: "seat0", acting: null, sides: [side] };

function say(action: string, drawing: Drawing, words = action): string {
  return spoken({ by: "seat0", action, words, rare: false }, drawing);
}

test("in a duel numbers of cards become names, and other numbers stay", () => {
  expect(say("place 1 at 1", duel)).toBe("place Ember Hound at 1");
  expect(say("pump 1 on 14 ATK", duel)).toBe("pump Ember Hound on Wall Golem ATK");
  expect(say("use 9 power 1", duel)).toBe("use 9 power 1");
});

test("promotions are named, and what the server has words for keeps them", () => {
  const chess: Drawing = { kind: "chess", fen: "", last: null, check: null };
  expect(say("a7a8n", chess)).toBe("a8, a knight");
  expect(say("e2e4", chess)).toBe("e2e4");
  expect(say("e2e4", chess, "the king's pawn")).toBe("the king's pawn");
});

test("cards of one name are told apart by number, and what nobody has seen keeps its number", () => {
  const names = new Map([
    [5, "Pyre Dancer"],
    [7, "Wall Golem"],
    [8, "Wall Golem"],
  ]);
  expect(namedEvent("card 5 attacks card 7", names)).toBe("Pyre Dancer attacks Wall Golem #7");
  expect(namedEvent("card 9 leaves lane 5", names)).toBe("card 9 leaves lane 5");
  expect(withNames("attack 5 seat 1 at 0", names)).toBe("attack Pyre Dancer seat 1 at 0");
});

test("actions of other games are left alone", () => {
  expect(withNames("step 8/5", new Map())).toBe("step 8/5");
});

test("a step is told in the server's words, and what is hidden stays hidden", () => {
  const line = { node: 1, parent: 0, number: 1, by: "seat0", answers: [], events: null, result: null, digest: null };
  const names = new Map([[5, "Pyre Dancer"]]);
  expect(spokenLine({ ...line, action: "place 5 at 0", words: "place Pyre Dancer in column 0" }, names)).toContain("in column 0");
  expect(spokenLine({ ...line, action: "place 5 at 0", words: null }, names)).toBe("place Pyre Dancer at 0");
  expect(spokenLine({ ...line, action: null, words: null }, names)).toBe("something hidden");
});
