/** Where the phases and rules of a book stand in its picture. */

import type { BookNode, CoverageRow } from "../generated/wire";

export interface Placed {
  node: BookNode;
  column: number;
  row: number;
  /** None for the book itself. */
  parent: Placed | null;
}

/** Every rule gets a row of its own; a phase stands beside the middle of what is in it. */
export function place(root: BookNode): { placed: Placed[]; columns: number; rows: number } {
  const placed: Placed[] = [];
  let rows = 0;
  let columns = 0;
  const visit = (node: BookNode, column: number, parent: Placed | null): Placed => {
    const here: Placed = { node, column, row: 0, parent };
    placed.push(here);
    columns = Math.max(columns, column + 1);
    const children = node.children.map((child) => visit(child, column + 1, here));
    const [first, last] = [children[0], children.at(-1)];
    here.row = first && last ? (first.row + last.row) / 2 : rows++;
    return here;
  };
  visit(root, 0, null);
  return { placed, columns, rows };
}

/** How often each phase and rule fired; a phase as often as what is in it. */
export function heatOf(root: BookNode, rows: readonly CoverageRow[]): ReadonlyMap<BookNode, number> {
  const fired = new Map(rows.filter((row) => row.kind === "rule").map((row) => [row.name, row.fired]));
  const heat = new Map<BookNode, number>();
  const visit = (node: BookNode): number => {
    const own = node.kind === "rule" ? (fired.get(node.path) ?? 0) : 0;
    const sum = node.children.reduce((sum, child) => sum + visit(child), own);
    heat.set(node, sum);
    return sum;
  };
  visit(root);
  return heat;
}

/** From 0 (never) to 5 (as often as the most frequent), by orders of magnitude. */
export function heatLevel(fired: number, most: number): number {
  if (fired <= 0 || most <= 0) return 0;
  return 1 + Math.round((4 * Math.log1p(fired)) / Math.log1p(most));
}

/** How often it refused; and what a rule that answers for itself has never done. */
export function refusals({ refused, lacks }: CoverageRow): string {
  const times = refused > 0 ? [`${refused}`] : [];
  return (lacks ? [...times, `never ${lacks}`] : times).join(", ");
}
