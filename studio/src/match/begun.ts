/** A match that was begun a moment ago: whoever began it goes on at its board. */

/** Whatever on a board the keyboard can reach, and the first button if there is nothing. */
const REACHED = ".board [tabindex='0'], .board[tabindex='0'], .board button:not([tabindex]), .board ~ .buttons button";

let begun: string | null = null;

/** Remembers a match whose board shall have the focus once it is there. */
export function begin(match: string): void {
  begun = match;
}

/** Puts the focus on the board of the match that was begun, once. */
export function focusBegun(match: string, scene: HTMLElement | null): void {
  if (begun !== match || !scene) return;
  begun = null;
  scene.querySelector<HTMLElement>(REACHED)?.focus();
}
