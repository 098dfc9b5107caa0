import { expect, test } from "vitest";
import type { Account, AccountLine } from "../generated/wire";
import { fateTone, growAccount } from "./account-tree";

function line(index: number, caused_by: number | null): AccountLine {
  const because = { kind: "rule", words: "", firing: null, round: null };
  const none = { became: null, fell_with: null, group: null, applied: null };
  return { index, caused_by, proposed: `e${index}`, fate: "applied", by: [], because, considered: [], ...none };
}

function account(...lines: AccountLine[]): Account {
  return { lines, announcements: [], fired: [], rounds: [] };
}

test("every event stands below the one that led to it", () => {
  const [first, second] = growAccount(account(line(0, null), line(1, 0), line(2, 1), line(3, null)));
  expect(first?.children[0]?.children[0]?.line.index).toBe(2);
  expect(second?.line.index).toBe(3);
});

test("a ring of causes cannot hang the page", () => {
  expect(growAccount(account(line(0, 1), line(1, 0)))).toHaveLength(1);
  expect(growAccount(account(line(0, 0)))).toHaveLength(1);
});

test("every fate has a tone, also one that nobody knows", () => {
  expect(fateTone("applied")).toBe("good");
  expect(fateTone("rolled back")).toBe("bad");
  expect(fateTone("sublimated")).toBe("quiet");
});
