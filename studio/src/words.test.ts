import { expect, test } from "vitest";
import { ago, atLine, counted, seatNumber, title, whoName } from "./words";

test("seats have the names that players give them", () => {
  expect(whoName("seat1", "chess")).toBe("Black");
  expect(whoName("seat2", "night-market")).toBe("Seat 2");
  expect(whoName("chance", "backgammon")).toBe("Chance");
  expect(whoName("clock", "night-market")).toBe("The clock");
  expect(seatNumber("spectator")).toBeNull();
});

test("games have titles", () => {
  expect([title("tic-tac-toe"), title("night-market"), title("chess960")]).toEqual(["Tic-tac-toe", "Night market", "Chess960"]);
});

test("a line of a file is said once", () => {
  expect(atLine(1, "line 1: expected value")).toBe("Line 1: expected value");
  expect(atLine(1, "line 12: expected value")).toBe("Line 1: line 12: expected value");
  expect(atLine(3, "It is no frame.")).toBe("Line 3: It is no frame.");
  expect(atLine(null, "It is empty.")).toBe("It is empty.");
});

test("counts and times are said as people say them", () => {
  expect(counted(1, "move")).toBe("1 move");
  expect(counted(10000, "move")).toBe("10,000 moves");
  expect(ago(0, 20_000)).toBe("just now");
  expect(ago(0, 60_000)).toBe("1 minute ago");
  expect(ago(0, 49 * 3_600_000)).toBe("2 days ago");
});
