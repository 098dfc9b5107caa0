import { expect, test } from "vitest";
import type { Drawing } from "../generated/wire";
import { pictureOf, settled } from "./own";

function own(value: unknown): Drawing {
  return { kind: "own", name: "mine", value };
}

test("a drawing of one's own can be one of the page's boards", () => {
  const grid = { kind: "grid", columns: 1, rows: 1, cells: [null], drops: false, marks: ["x"], line: [], last: null };
  expect(settled(own(grid))).toEqual(grid);
  expect(settled(own({ kind: "spaceship" })).kind).toBe("own");
  expect(settled(own(null)).kind).toBe("own");
});

test("or a picture", () => {
  expect(pictureOf(own({ svg: "<svg/>" }))).toBe("<svg/>");
  expect(pictureOf(own({ svg: 7 }))).toBeNull();
  expect(pictureOf(own("<svg/>"))).toBeNull();
});
