/** The tree of everything that was played: nothing is ever lost, one line is looked at. */

import type { NodeLine } from "../generated/wire";

export interface Tree {
  nodes: readonly NodeLine[];
  /** By node: those that go on from it, oldest first. */
  children: readonly (readonly number[])[];
}

/** Nodes are numbered as they were made, so that a parent comes before its children. */
export function growTree(nodes: readonly NodeLine[]): Tree {
  const children: number[][] = nodes.map(() => []);
  for (const { node, parent } of nodes) {
    if (parent !== null && parent !== undefined) children[parent]?.push(node);
  }
  return { nodes, children };
}

/** From the start to a node. */
export function pathTo(tree: Tree, node: number): number[] {
  const path: number[] = [];
  let at: number | null | undefined = node;
  while (at !== null && at !== undefined && tree.nodes[at]) {
    path.push(at);
    at = tree.nodes[at]?.parent;
  }
  return path.reverse();
}

/** The line through a node, on to its end: where there is a fork, the way that
 * was taken last, or else the newest. */
export function lineThrough(tree: Tree, node: number, taken: ReadonlyMap<number, number>): number[] {
  const line = pathTo(tree, node);
  let at: number | undefined = line.at(-1);
  while (at !== undefined) {
    const children: readonly number[] = tree.children[at] ?? [];
    const wanted: number | undefined = taken.get(at);
    at = wanted !== undefined && children.includes(wanted) ? wanted : children.at(-1);
    if (at !== undefined) line.push(at);
  }
  return line;
}

/** How many nodes there are from a node on, with itself. */
export function sizeFrom(tree: Tree, node: number): number {
  let size = 0;
  const open = [node];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    size += 1;
    open.push(...(tree.children[at] ?? []));
  }
  return size;
}

/** Remembers the way to a node, so that one comes back to the same line. */
export function remember(tree: Tree, node: number, taken: Map<number, number>): void {
  const path = pathTo(tree, node);
  path.forEach((at, index) => {
    const next = path[index + 1];
    if (next !== undefined) taken.set(at, next);
  });
}

/** The last steps to a node: what somebody did, and what chance has added by itself. */
export function sinceActed(tree: Tree, node: number): number[] {
  const path = pathTo(tree, node).slice(1);
  const acted = path.findLastIndex((at) => tree.nodes[at]?.by !== "chance");
  return path.slice(Math.max(0, acted));
}

export interface Line {
  /** Where it ends. */
  end: NodeLine;
  /** Its first step that no other line has. None: nothing was ever done otherwise. */
  own: NodeLine | null;
}

/** How many lines were ever played, and the newest of them, oldest first. */
export function linesOf(tree: Tree, most: number): { count: number; newest: Line[] } {
  const ends = tree.nodes.filter(({ node }) => tree.children[node]?.length === 0);
  return { count: ends.length, newest: ends.slice(-most).map((end) => ({ end, own: ownStep(tree, end) })) };
}

function ownStep(tree: Tree, end: NodeLine): NodeLine | null {
  let at: NodeLine | undefined = end;
  while (at && at.parent !== null && at.parent !== undefined) {
    if ((tree.children[at.parent]?.length ?? 0) > 1) return at;
    at = tree.nodes[at.parent];
  }
  return null;
}
