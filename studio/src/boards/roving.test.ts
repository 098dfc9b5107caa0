import { expect, test } from "vitest";
import { nextCell } from "./roving";

test("arrows lead to the neighbour and stay inside", () => {
  expect(nextCell(0, "ArrowRight", 3, 9)).toBe(1);
  expect(nextCell(2, "ArrowRight", 3, 9)).toBe(2);
  expect(nextCell(4, "ArrowUp", 3, 9)).toBe(1);
  expect(nextCell(7, "ArrowDown", 3, 9)).toBe(7);
  expect(nextCell(4, "Enter", 3, 9)).toBeNull();
});
