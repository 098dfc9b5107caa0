/** A small picture of a game, for those that have one. */

import type { ComponentChildren } from "preact";
import { PieceShape } from "../boards/pieces";

const EMBLEMS: Record<string, () => ComponentChildren> = {
  "tic-tac-toe": () => <path d="M14 4 v32 M26 4 v32 M4 14 h32 M4 26 h32" />,
  "connect-four": () => [8, 20, 32].flatMap((x) => [8, 20, 32].map((y) => <circle cx={x} cy={y} r="4.500" class={x + y > 42 ? "full" : ""} />)),
  backgammon: () => <path class="full" d="M4 4 h10 l-5 24 Z M15 4 h10 l-5 24 Z M26 4 h10 l-5 24 Z M4 36 h32 v-3 h-32 Z" />,
  "night-market": () => <path d="M20 3 v5 M13 8 h14 q6 10 0 21 h-14 q-6 -11 0 -21 M16 29 l1 7 M24 29 l-1 7 M20 12 v13" />,
  duels: () => <path d="M6 10 l14 -5 l9 24 l-14 6 Z M24 7 h11 v24 h-5" />,
};

export function Emblem({ game }: { game: string }) {
  if (game.startsWith("chess")) {
    return (
      <span class="emblem">
        <PieceShape piece={{ colour: game === "chess" ? "white" : "black", role: "knight" }} />
      </span>
    );
  }
  const drawn = EMBLEMS[game];
  return (
    <span class="emblem" aria-hidden="true">
      <svg viewBox="0 0 40 40">{drawn ? drawn() : <path d="M6 6 h28 v28 h-28 Z M6 16 h28 M16 6 v28" />}</svg>
    </span>
  );
}
