/** Chess squares: their names, and what stands on them. */

export interface Piece {
  colour: "white" | "black";
  role: "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
}

const ROLES: Record<string, Piece["role"]> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** What stands on a1, b1, …, h8, as a position in Forsyth–Edwards notation says. */
export function readSquares(fen: string): (Piece | null)[] {
  const ranks = (fen.split(" ")[0] ?? "").split("/").reverse();
  return ranks.flatMap((rank) =>
    [...rank].flatMap((letter): (Piece | null)[] => {
      const role = ROLES[letter.toLowerCase()];
      if (!role) return Array.from({ length: Number(letter) || 0 }, () => null);
      return [{ role, colour: letter === letter.toLowerCase() ? "black" : "white" }];
    }),
  );
}

/** The name of the square with that index: 0 is a1, 7 is h1, 63 is h8. */
export function squareName(index: number): string {
  return `${"abcdefgh"[index % 8]}${Math.floor(index / 8) + 1}`;
}

/** The indices of the squares as they are drawn, from the top left, with a side below. */
export function drawnOrder(side: number): number[] {
  const fromTop = Array.from({ length: 64 }, (_, place) => (7 - Math.floor(place / 8)) * 8 + (place % 8));
  return side === 1 ? fromTop.reverse() : fromTop;
}
