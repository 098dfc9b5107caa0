import { expect, test } from "vitest";
import { drawnOrder, readSquares, squareName } from "./squares";

test("squares are named from a1 to h8", () => {
  expect([squareName(0), squareName(7), squareName(28), squareName(63)]).toEqual(["a1", "h1", "e4", "h8"]);
});

test("a position is read square by square, capitals white", () => {
  const squares = readSquares("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  expect(squares).toHaveLength(64);
  expect(squares[56]).toEqual({ role: "rook", colour: "black" });
  expect(squares[28]).toEqual({ role: "pawn", colour: "white" });
  expect(squares[12]).toBeNull();
});

test("whoever looks has the own side below", () => {
  expect(drawnOrder(0).map(squareName).slice(0, 2)).toEqual(["a8", "b8"]);
  expect(drawnOrder(1).map(squareName).slice(0, 2)).toEqual(["h1", "g1"]);
  expect(new Set(drawnOrder(0)).size).toBe(64);
});
