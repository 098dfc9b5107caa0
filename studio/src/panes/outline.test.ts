import { expect, test } from "vitest";
import type { BookNode } from "../generated/wire";
import { heatLevel, heatOf, place, refusals } from "./outline";

function node(kind: BookNode["kind"], path: string, ...children: BookNode[]): BookNode {
  const none = { strategy: null, priority: null, label: null, group: null };
  return { kind, name: path, path, predicates: [], conditions: [], children, ...none };
}

const root = node("phase", "", node("phase", "a", node("rule", "a/1"), node("rule", "a/2")), node("rule", "b"));

test("rules have rows of their own, and phases stand beside their middle", () => {
  const { placed, columns, rows } = place(root);
  expect([columns, rows]).toEqual([3, 3]);
  const row = (path: string) => placed.find(({ node }) => node.path === path)?.row;
  expect([row("a/1"), row("a/2"), row("a"), row("b"), row("")]).toEqual([0, 1, 0.5, 2, 1.25]);
});

test("a phase is as warm as what is in it", () => {
  const rows = [
    { kind: "rule", name: "a/1", fired: 3, refused: 0, lacks: null, asked: null },
    { kind: "rule", name: "a/2", fired: 4, refused: 0, lacks: null, asked: null },
    { kind: "check", name: "b", fired: 9, refused: 9, lacks: null, asked: null },
  ];
  const heat = heatOf(root, rows);
  expect([...heat.values()].sort((one, other) => one - other)).toEqual([0, 3, 4, 7, 7]);
});

test("levels go from never to most", () => {
  expect(heatLevel(0, 10)).toBe(0);
  expect(heatLevel(1, 1_000)).toBe(1);
  expect(heatLevel(1_000, 1_000)).toBe(5);
  expect(heatLevel(5, 0)).toBe(0);
});

test("a rule that may refuse and never did says so", () => {
  const said = (refused: number, lacks: string | null) =>
    refusals({ kind: "rule", name: "a", fired: 9, refused, lacks, asked: null });
  expect([said(0, null), said(3, null)]).toEqual(["", "3"]);
  expect([said(0, "refused"), said(9, "matched")]).toEqual(["never refused", "9, never matched"]);
});
