import { expect, test } from "vitest";
import type { Happening, NodeLine } from "../generated/wire";
import { layRows } from "./rows";
import { growTree, linesOf, lineThrough, pathTo, remember, sinceActed, sizeFrom } from "./tree";

function node(node: number, parent: number | null, number: number): NodeLine {
  return { node, parent, number, by: "seat0", action: `a${node}`, words: null, answers: [], events: 1, result: null, digest: null };
}

// 0 ─ 1 ─ 2 ─ 3
//      └─ 4 ─ 5
const nodes = [node(0, null, 0), node(1, 0, 1), node(2, 1, 2), node(3, 2, 3), node(4, 1, 2), node(5, 4, 3)];
const tree = growTree(nodes);

test("a line goes through the node and on by the newest way", () => {
  expect(lineThrough(tree, 0, new Map())).toEqual([0, 1, 4, 5]);
  expect(lineThrough(tree, 2, new Map())).toEqual([0, 1, 2, 3]);
});

test("the way that was taken last is taken again", () => {
  const taken = new Map<number, number>();
  remember(tree, 3, taken);
  expect(lineThrough(tree, 1, taken)).toEqual([0, 1, 2, 3]);
});

test("paths and sizes", () => {
  expect(pathTo(tree, 5)).toEqual([0, 1, 4, 5]);
  expect(sizeFrom(tree, 1)).toBe(5);
  expect(sizeFrom(tree, 3)).toBe(1);
});

test("every line that was played is known by its end and its first own step", () => {
  expect(linesOf(tree, 9).newest.map(({ end, own }) => [end.node, own?.node])).toEqual([
    [3, 2],
    [5, 4],
  ]);
  expect(linesOf(growTree(nodes.slice(0, 2)), 9).newest.map(({ end, own }) => [end.node, own])).toEqual([[1, null]]);
  expect(linesOf(tree, 1)).toMatchObject({ count: 2, newest: [{ end: { node: 5 } }] });
});

test("what chance adds by itself belongs to what was done before it", () => {
  const thrown = growTree([nodes[0]!, nodes[1]!, { ...nodes[2]!, by: "chance" }, { ...nodes[3]!, by: "chance" }]);
  expect(sinceActed(thrown, 3)).toEqual([1, 2, 3]);
  expect(sinceActed(thrown, 1)).toEqual([1]);
  expect(sinceActed(thrown, 0)).toEqual([]);
  const atOnce = growTree([nodes[0]!, { ...nodes[1]!, by: "chance" }]);
  expect(sinceActed(atOnce, 1)).toEqual([1]);
});

test("forks are rows below the node they could have been", () => {
  const rows = layRows(tree, [0, 1, 4, 5], new Set(), () => undefined);
  expect(rows.map((row) => row.key)).toEqual(["n0", "n1", "n4", "b2", "n5"]);
});

test("an open node shows its events, an open event its rule and changes", () => {
  const happening: Happening = {
    node: 1,
    by: "seat0",
    action: "a1",
    exceptions: [],
    rules: ["placing/place a mark"],
    choices: [],
    rolls: [],
    account: null,
    events: [
      {
        index: 0,
        text: "a mark",
        kind: "Marked",
        origin: "rule placing/place a mark",
        fate: "applied",
        line: null,
        changes: [{ path: "cells.0", before: "None", after: "Some(0)" }],
      },
    ],
  };
  const rows = layRows(tree, [0, 1], new Set(["n1", "n1e0"]), () => happening);
  expect(rows.map((row) => row.kind)).toEqual(["node", "node", "event", "rule", "change"]);
});

test("a line of ten thousand is laid out, a row for each", () => {
  const many = Array.from({ length: 10_001 }, (_, at) => node(at, at === 0 ? null : at - 1, at));
  const long = growTree(many);
  const rows = layRows(long, lineThrough(long, 5_000, new Map()), new Set(), () => undefined);
  expect(rows).toHaveLength(10_001);
});
