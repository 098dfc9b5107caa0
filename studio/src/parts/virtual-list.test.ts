import { expect, test } from "vitest";
import { scrollFor, visibleRange } from "./virtual-list";

test("of ten thousand rows only a window is there", () => {
  const [first, last] = visibleRange(140_000, 560, 28, 10_000);
  expect(first).toBeLessThan(5_000);
  expect(last).toBeGreaterThan(5_020);
  expect(last - first).toBeLessThan(60);
  expect(visibleRange(0, 560, 28, 3)).toEqual([0, 3]);
  expect(visibleRange(900, 560, 28, 0)).toEqual([0, 0]);
});

test("a row that can be seen is not scrolled to", () => {
  expect(scrollFor(2, 0, 280, 28)).toBeNull();
  expect(scrollFor(100, 0, 280, 28)).toBe(100 * 28 - 140 + 14);
  expect(scrollFor(0, 500, 280, 28)).toBe(0);
});
