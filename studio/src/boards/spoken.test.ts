import { expect, test } from "vitest";
import type { Drawing } from "../generated/wire";
import { spoken, spokenLine } from "./spoken";

const chess: Drawing = { kind: "chess", fen: "", last: null, check: null };

function say(action: string, words = action): string {
  return spoken({ by: "seat0", action, words, rare: false }, chess);
}

test("promotions are named, and what the server has words for keeps them", () => {
  expect(say("a7a8n")).toBe("a8, a knight");
  expect(say("a7a8n", "a8=N")).toBe("a8, a knight");
  expect(say("e2e4")).toBe("e2e4");
  expect(say("e2e4", "the king's pawn")).toBe("the king's pawn");
});

test("a step is told in the server's words, and what is hidden stays hidden", () => {
  expect(spokenLine({ action: "place 5 at 0", words: "place Pyre Dancer in column 0" })).toBe("place Pyre Dancer in column 0");
  expect(spokenLine({ action: "e2e4", words: null })).toBe("e2e4");
  expect(spokenLine({ action: null, words: null })).toBe("something hidden");
});
