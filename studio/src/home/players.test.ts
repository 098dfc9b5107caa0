import { expect, test } from "vitest";
import { firstEye } from "./players";

test("whoever plays alone against bots does not see what they hide", () => {
  expect(firstEye({ hidden: true }, ["random", "human", "mcts"])).toBe("seat1");
});

test("several people at one screen, and games without secrets, are seen whole", () => {
  expect(firstEye({ hidden: true }, ["human", "human"])).toBe("everything");
  expect(firstEye({ hidden: false }, ["human", "random"])).toBe("everything");
  expect(firstEye({ hidden: true }, ["random", "random"])).toBe("everything");
});
