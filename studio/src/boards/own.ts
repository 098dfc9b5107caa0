/** Drawings of an author's own: one of the page's boards, or a picture. */

import type { Drawing } from "../generated/wire";

/** Boards that an author's drawing may ask for. */
const KNOWN: ReadonlySet<unknown> = new Set(["chess", "backgammon", "grid", "duels", "market"]);

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && key in value;
}

/** The board that is drawn: an author's own may be one of the page's. */
export function settled(drawing: Drawing): Drawing {
  if (drawing.kind !== "own" || !has(drawing.value, "kind") || !KNOWN.has(drawing.value.kind)) return drawing;
  return drawing.value as unknown as Drawing;
}

/** The picture that an author has drawn: text in SVG. */
export function pictureOf(drawing: Drawing): string | null {
  if (drawing.kind !== "own" || !has(drawing.value, "svg")) return null;
  const { svg } = drawing.value;
  return typeof svg === "string" ? svg : null;
}
