import { expect, test } from "vitest";
import type { StateNode } from "../generated/wire";
import { narrow } from "./state-filter";

function part(name: string, value: string | null, ...children: StateNode[]): StateNode {
  return { name, value, children, written: null, unknown: false };
}

const state = part("Board", null, part("turn", "seat 0"), part("cells", null, part("0", "None"), part("1", "Cross")));

test("what fits is kept with everything around it", () => {
  const found = narrow(state, "cross");
  expect(found?.children.map(({ name }) => name)).toEqual(["cells"]);
  expect(found?.children[0]?.children.map(({ name }) => name)).toEqual(["1"]);
});

test("no words keep all, and wrong words keep nothing", () => {
  expect(narrow(state, " ")).toBe(state);
  expect(narrow(state, "knight")).toBeNull();
});
