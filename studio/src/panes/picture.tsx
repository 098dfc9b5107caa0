/** The phases of a book as a picture, warmer where more has fired. */

import type { BookNode, CoverageRow } from "../generated/wire";
import { counted } from "../words";
import { heatLevel, heatOf, place, type Placed } from "./outline";

/** The book itself needs little room: the rest is for what is in it. */
const BOX = { first: 92, width: 148, height: 24, between: 18, down: 30 };
/** Letters that fit into a box, beside a count of so many digits. */
const FITS = 19;
const BESIDE = 2;
/** Where there is little room, a picture is drawn smaller up to here; beyond, one scrolls. */
const LEAST = 0.8;

export function Picture({ root, rows }: { root: BookNode; rows: CoverageRow[] | null }) {
  const { placed, columns, rows: lines } = place(root);
  const heat = rows && heatOf(root, rows);
  const most = Math.max(0, ...(heat ? placed.filter(isRule).map(({ node }) => heat.get(node) ?? 0) : []));
  const width = leftOf(columns);
  const height = Math.max(1, lines) * BOX.down + 4;
  return (
    <div class="scrolls">
      <svg class="picture" viewBox={`0 0 ${width} ${height}`} style={{ width, minWidth: LEAST * width }} role="img" aria-label="Phases and rules of the book">
        {placed.map((here) => here.parent && <Link key={`to ${here.node.path}`} from={here.parent} to={here} />)}
        {placed.map((here) => (
          <Box key={here.node.path} here={here} fired={heat?.get(here.node) ?? null} most={most} />
        ))}
      </svg>
    </div>
  );
}

function isRule({ node }: Placed): boolean {
  return node.kind === "rule";
}

function widthOf(column: number): number {
  return column === 0 ? BOX.first : BOX.width;
}

function leftOf(column: number): number {
  return column === 0 ? 0 : BOX.first + BOX.between + (column - 1) * (BOX.width + BOX.between);
}

function Link({ from, to }: { from: Placed; to: Placed }) {
  const x1 = leftOf(from.column) + widthOf(from.column);
  const x2 = leftOf(to.column);
  const [y1, y2] = [from, to].map(({ row }) => row * BOX.down + BOX.height / 2 + 2);
  return <path class="link" d={`M${x1} ${y1} C${x1 + 12} ${y1} ${x2 - 12} ${y2} ${x2} ${y2}`} />;
}

function Box({ here, fired, most }: { here: Placed; fired: number | null; most: number }) {
  const { node, column, row } = here;
  const level = fired === null ? "" : ` heat${Math.min(5, heatLevel(fired, most))}`;
  const width = widthOf(column);
  const name = column === 0 ? "book" : node.name;
  const room = FITS - Math.max(0, String(fired ?? "").length - BESIDE);
  const short = name.length > room ? `${name.slice(0, room - 1)}…` : name;
  return (
    <g class={`box ${node.kind}${level}`} transform={`translate(${leftOf(column)} ${row * BOX.down + 2})`}>
      <title>{describe(node, fired)}</title>
      <rect width={width} height={BOX.height} rx={node.kind === "phase" ? 4 : 12} />
      <text x="10" y="16">
        {short}
      </text>
      {fired !== null && (
        <text x={width - 8} y="16" text-anchor="end" class="count">
          {fired}
        </text>
      )}
    </g>
  );
}

function describe(node: BookNode, fired: number | null): string {
  const lines = [`${node.kind} ${node.path || "of all"}`];
  if (node.strategy) lines.push(`strategy: ${node.strategy}`);
  if (node.priority) lines.push(`priority: ${node.priority}`);
  if (node.label) lines.push(`label: ${node.label}`);
  if (node.group) lines.push(`group: ${node.group}`);
  if (node.predicates.length > 0) lines.push(`open if: ${node.predicates.join(", ")}`);
  if (node.conditions.length > 0) lines.push(`if: ${node.conditions.join(", ")}`);
  if (fired !== null) lines.push(`fired ${counted(fired, "time")}`);
  return lines.join("\n");
}
