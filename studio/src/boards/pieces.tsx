/** Chess pieces, drawn for this page: each a few plain shapes on a field of 60 by 60. */

import type { Piece } from "./squares";

const BASE = "M15 54 h30 a2 2 0 0 0 2 -2 v-2 a4 4 0 0 0 -4 -4 h-26 a4 4 0 0 0 -4 4 v2 a2 2 0 0 0 2 2 Z";

const SHAPES: Record<Piece["role"], string[]> = {
  pawn: [
    "M30 12 a8 8 0 0 1 5.4 13.9 q1.6 .6 1.6 2.1 q0 2 -3 2 q.6 9 7 16 h-22 q6.400 -7 7 -16 q-3 0 -3 -2 q0 -1.500 1.600 -2.100 A8 8 0 0 1 30 12 Z",
    BASE,
  ],
  rook: [
    "M16 10 h6 v5 h5 v-5 h6 v5 h5 v-5 h6 v11 l-4 4 l2 21 h-24 l2 -21 l-4 -4 Z",
    BASE,
  ],
  knight: [
    "M24 9 l3 5 q17 1 18 20 q.400 7 -1 12 h-24 q-.500 -8 6 -13 q4 -3 4 -6 q-4 4 -9 4 l-4 4 q-4 .500 -5 -4 l7 -12 q1 -5 5 -6 Z",
    BASE,
  ],
  bishop: [
    "M30 6 a3.200 3.200 0 0 1 2 5.700 q9 7 9 15.500 q0 5 -4 8 q0 1.800 -2 2.300 q1 5 5 8.500 h-20 q4 -3.500 5 -8.500 q-2 -.500 -2 -2.300 q-4 -3 -4 -8 q0 -8.500 9 -15.500 A3.200 3.200 0 0 1 30 6 Z",
    BASE,
  ],
  queen: [
    "M11 15 a3 3 0 1 1 3.600 2.900 l5.400 9.100 l3 -13 a3 3 0 1 1 3.500 -.700 l3.500 12.700 l3.500 -12.700 a3 3 0 1 1 3.500 .700 l3 13 l5.400 -9.100 a3 3 0 1 1 3.600 -2.900 l-6 25 q-.300 3 1 6 h-26 q1.300 -3 1 -6 Z",
    BASE,
  ],
  king: [
    "M28 4 h4 v4 h4 v4 h-4 v6 q14 0 15 11 q.500 8 -8 17 h-18 q-8.500 -9 -8 -17 q1 -11 15 -11 v-6 h-4 v-4 h4 Z",
    BASE,
  ],
};

/** Lines inside a shape, so that it is not only a shadow. */
const LINES: Partial<Record<Piece["role"], string>> = {
  rook: "M20 22 h20 M20 41 h20",
  knight: "M24 22 l.1 0 M33 19 q7 4 6 14",
  bishop: "M30 20 v9 M26 24 h8 M25 37 h10",
  queen: "M19 38 q11 -4 22 0",
  king: "M30 19 v12 M19 38 q11 -5 22 0",
};

export function PieceShape({ piece }: { piece: Piece }) {
  return (
    <svg class={`piece ${piece.colour}`} viewBox="0 0 60 60" aria-hidden="true">
      {SHAPES[piece.role].map((shape) => (
        <path d={shape} class="body" />
      ))}
      {LINES[piece.role] && <path d={LINES[piece.role]} class="line" />}
    </svg>
  );
}
