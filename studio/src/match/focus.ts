/** Where the keyboard is when a board has changed: whoever uses it goes on where they were. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Where the keyboard goes on a board: to its cells, or else to what else can be pressed, best first. */
const REACHED = [".board [tabindex='0'], .board[tabindex='0']", ".board button:not([tabindex])", ".board ~ .buttons button"];

let begun: string | null = null;

/** Remembers a match whose board shall have the focus once it is there. */
export function begin(match: string): void {
  begun = match;
}

function focusBoard(scene: HTMLElement | null): void {
  const found = REACHED.map((selector) => scene?.querySelector<HTMLElement>(selector));
  found.find(Boolean)?.focus();
}

/**
 * Puts the focus on the board of a match that was begun a moment ago, and back on it when what a key
 * was pressed on is gone with the scene.
 */
export function useBoardFocus(match: string, scene: unknown) {
  const box = useRef<HTMLDivElement>(null);
  /** Whether the last thing that a person did was to press a key here. */
  const isTyping = useRef(false);
  useEffect(() => {
    const note = (event: Event) => {
      isTyping.current = event.type === "keydown" && !!box.current?.contains(event.target as Node);
    };
    addEventListener("keydown", note, true);
    addEventListener("pointerdown", note, true);
    return () => {
      removeEventListener("keydown", note, true);
      removeEventListener("pointerdown", note, true);
    };
  }, []);
  useLayoutEffect(() => {
    const isLost = isTyping.current && document.activeElement === document.body;
    if (begun !== match && !isLost) return;
    begun = null;
    focusBoard(box.current);
  }, [scene]);
  return box;
}
