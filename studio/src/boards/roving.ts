/** Arrow keys over a grid of buttons, of which one is in the order of Tab. */

import { useRef, useState } from "preact/hooks";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Where an arrow leads; at the edge one stays. */
export function nextCell(at: number, key: string, columns: number, count: number): number | null {
  const step = STEPS[key];
  if (!step) return null;
  const row = Math.floor(at / columns) + step[0];
  const column = (at % columns) + step[1];
  const inside = row >= 0 && column >= 0 && column < columns && row * columns + column < count;
  return inside ? row * columns + column : at;
}

export function useRoving(columns: number, count: number, start: number) {
  const [at, setAt] = useState(start);
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextCell(at, event.key, columns, count);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setAt(next);
    box.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };
  const cell = (index: number) => ({
    "data-cell": index,
    tabIndex: index === at ? 0 : -1,
    onFocus: () => setAt(index),
  });
  return { box, onKeyDown, cell };
}
