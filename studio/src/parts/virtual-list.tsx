/** A long list of which only what can be seen is there. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows above and below the window, so that a quick scroll shows no gaps. */
const MARGIN = 12;

/** Which rows must be there. */
export function visibleRange(top: number, height: number, rowHeight: number, count: number): [number, number] {
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN);
  return [Math.min(first, count), Math.max(last, 0)];
}

/** Where to scroll so that a row can be seen; none if it can be already. */
export function scrollFor(row: number, top: number, height: number, rowHeight: number): number | null {
  const start = row * rowHeight;
  if (start >= top && start + rowHeight <= top + height) return null;
  return Math.max(0, start - height / 2 + rowHeight / 2);
}

interface Props {
  count: number;
  rowHeight: number;
  /** The row that must be seen. */
  focus: number;
  render: (row: number) => ComponentChildren;
}

export function VirtualList({ count, rowHeight, focus, render }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const look = () => {
    if (box.current) setView({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || focus < 0) return;
    const top = scrollFor(focus, element.scrollTop, element.clientHeight, rowHeight);
    if (top !== null) element.scrollTop = top;
    look();
  }, [focus, count]);
  const [first, last] = visibleRange(view.top, view.height, rowHeight, count);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  return (
    <div class="virtual" ref={box} onScroll={look} role="presentation">
      <div role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {rows.map(render)}
        </div>
      </div>
    </div>
  );
}
