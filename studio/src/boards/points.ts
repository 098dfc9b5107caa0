/** The points of a backgammon board: each player counts them from the own home. */

/** Whose checkers stand on a point: those of seat 0 are counted up, those of seat 1 down. */
export function checkersOn(point: number): { who: number | null; count: number } {
  if (point === 0) return { who: null, count: 0 };
  return { who: point > 0 ? 0 : 1, count: Math.abs(point) };
}

/** How a seat calls the point that seat 0 calls `index + 1`. */
export function pointFor(index: number, seat: number): string {
  return String(seat === 1 ? 24 - index : index + 1);
}

/** The points as they are drawn, above and below, with a side's home at the bottom right. */
export function drawnPoints(side: number): [number[], number[]] {
  const above = Array.from({ length: 12 }, (_, place) => 12 + place);
  const below = Array.from({ length: 12 }, (_, place) => 11 - place);
  if (side !== 1) return [above, below];
  const mirrored = (index: number) => 23 - index;
  return [above.map(mirrored), below.map(mirrored)];
}

/** How many pips a seat still has to go. */
export function pipsOf(points: readonly number[], onBar: number, seat: number): number {
  const away = (index: number) => (seat === 0 ? index + 1 : 24 - index);
  const own = (value: number) => Math.max(0, seat === 0 ? value : -value);
  return points.reduce((sum, value, index) => sum + own(value) * away(index), onBar * 25);
}
