import { expect, test } from "vitest";
import { drawnPoints, pointFor, pipsOf } from "./points";

test("each player counts from the own home", () => {
  expect([pointFor(0, 0), pointFor(23, 0), pointFor(0, 1), pointFor(23, 1)]).toEqual(["1", "24", "24", "1"]);
});

test("the home of whoever looks is at the bottom right", () => {
  for (const side of [0, 1]) {
    const [above, below] = drawnPoints(side);
    expect(pointFor(below.at(-1) ?? -1, side)).toBe("1");
    expect(pointFor(above.at(-1) ?? -1, side)).toBe("24");
    expect(new Set([...above, ...below]).size).toBe(24);
  }
});

test("pips are counted from each seat's own side, and from the bar they are 25", () => {
  const points = Array.from({ length: 24 }, () => 0);
  points[5] = 2;
  points[23] = -3;
  expect(pipsOf(points, 0, 0)).toBe(12);
  expect(pipsOf(points, 1, 1)).toBe(28);
});
