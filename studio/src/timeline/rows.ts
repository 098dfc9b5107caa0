/** The timeline as rows of one height: action › event › rule › change. */

import type { Happening, NodeLine } from "../generated/wire";
import { sizeFrom, type Tree } from "./tree";

export type Row =
  | { kind: "node"; key: string; line: NodeLine; open: boolean }
  | { kind: "branch"; key: string; line: NodeLine; size: number }
  | { kind: "event"; key: string; node: number; text: string; open: boolean }
  | { kind: "rule"; key: string; node: number; text: string }
  | { kind: "change"; key: string; node: number; path: string; before: string; after: string }
  | { kind: "note"; key: string; node: number; text: string };

/** What was fetched of a node: what happened, or why that is not known. */
export type Known = Happening | { problem: string } | undefined;

export function nodeKey(node: number): string {
  return `n${node}`;
}

export function layRows(
  tree: Tree,
  line: readonly number[],
  open: ReadonlySet<string>,
  known: (node: number) => Known,
): Row[] {
  const rows: Row[] = [];
  for (const at of line) {
    const node = tree.nodes[at];
    if (!node) continue;
    const key = nodeKey(at);
    rows.push({ kind: "node", key, line: node, open: open.has(key) });
    if (open.has(key)) rows.push(...inside(at, known(at), open));
    rows.push(...branches(tree, node));
  }
  return rows;
}

/** The other ways that were taken where this node was. */
function branches(tree: Tree, line: NodeLine): Row[] {
  if (line.parent === null || line.parent === undefined) return [];
  const siblings = tree.children[line.parent] ?? [];
  return siblings.flatMap((node) => {
    const other = tree.nodes[node];
    if (node === line.node || !other) return [];
    return [{ kind: "branch", key: `b${node}`, line: other, size: sizeFrom(tree, node) } as const];
  });
}

function inside(node: number, known: Known, open: ReadonlySet<string>): Row[] {
  const note = (text: string): Row[] => [{ kind: "note", key: `n${node}-note`, node, text }];
  if (known === undefined) return note("One moment …");
  if ("problem" in known) return note(known.problem);
  if (known.events.length === 0) return note("No event that this viewer sees.");
  return known.events.flatMap((event) => {
    const key = `n${node}e${event.index}`;
    const rows: Row[] = [{ kind: "event", key, node, text: event.text, open: open.has(key) }];
    if (!open.has(key)) return rows;
    if (event.origin) rows.push({ kind: "rule", key: `${key}r`, node, text: event.origin });
    event.changes.forEach((change, index) => {
      const { path, before, after } = change;
      rows.push({ kind: "change", key: `${key}c${index}`, node, path, before: before ?? "", after: after ?? "" });
    });
    return rows;
  });
}
