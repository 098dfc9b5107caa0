/** Chess: a board of buttons, with the legal moves of the piece that was taken up. */

import type { Chess } from "../generated/wire";
import { useTied } from "../parts/tied";
import { PieceShape } from "./pieces";
import { settle, type BoardProps } from "./props";
import { targetsOf } from "./reading";
import { useRoving } from "./roving";
import { drawnOrder, readSquares, squareName, type Piece } from "./squares";

const LAST_RANKS = ["1", "8"];

export function ChessBoard(props: BoardProps<Chess>) {
  const { drawing, moves, side, actor, act } = props;
  const [from, setFrom] = useTied<string | null>(drawing.fen, null);
  const squares = readSquares(drawing.fen);
  const { box, onKeyDown, cell } = useRoving(8, 64, 52);
  const targets = targetsOf(moves, from);
  const mine = (piece: Piece | null) => piece?.colour === (actor === "seat1" ? "black" : "white");

  const click = (square: string, piece: Piece | null) => {
    if (from === null || (mine(piece) && !targets.has(square))) {
      setFrom(piece && from !== square ? square : null);
      return;
    }
    setFrom(null);
    const fitting = moves.filter((move) => move.from === from && move.to === square);
    if (fitting.length > 0) settle(fitting, "Which piece shall it become?", props);
    else if (square !== from) act(actor, attempt(from, square, squares));
  };

  const order = drawnOrder(side);
  return (
    <div class="chess board" role="grid" aria-label="Chess board" ref={box} onKeyDown={onKeyDown}>
      {Array.from({ length: 8 }, (_, row) => (
        <div role="row" class="rank" key={row}>
          {order.slice(row * 8, row * 8 + 8).map((index, column) => {
            const square = squareName(index);
            const piece = squares[index] ?? null;
            return (
              <button
                key={square}
                type="button"
                role="gridcell"
                data-square={square}
                class={squareClasses(props, square, index, from, targets)}
                aria-label={label(square, piece, targets.has(square))}
                aria-selected={square === from}
                {...cell(row * 8 + column)}
                onClick={() => click(square, piece)}
              >
                {column === 0 && <span class="coordinate rank-name">{square[1]}</span>}
                {row === 7 && <span class="coordinate file-name">{square[0]}</span>}
                {piece && <PieceShape piece={piece} />}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** What is tried although it is not offered: the refusal says why not. */
function attempt(from: string, to: string, squares: (Piece | null)[]): string {
  const index = squares.findIndex((_, index) => squareName(index) === from);
  const promotes = squares[index]?.role === "pawn" && LAST_RANKS.includes(to[1] ?? "");
  return `${from}${to}${promotes ? "q" : ""}`;
}

function squareClasses(
  { drawing, moves }: BoardProps<Chess>,
  square: string,
  index: number,
  from: string | null,
  targets: ReadonlySet<string>,
): string {
  const isDark = (Math.floor(index / 8) + index) % 2 === 0;
  const classes = ["square", isDark ? "dark" : "light"];
  if (square === from) classes.push("chosen");
  if (targets.has(square)) classes.push("target");
  if (from === null && moves.some((move) => move.from === square)) classes.push("movable");
  if (drawing.last?.startsWith(square) || drawing.last?.slice(2, 4) === square) classes.push("last");
  if (drawing.check === square) classes.push("check");
  return classes.join(" ");
}

function label(square: string, piece: Piece | null, isTarget: boolean): string {
  const what = piece ? `${piece.colour} ${piece.role}` : "empty";
  return `${square}, ${what}${isTarget ? ", can go there" : ""}`;
}
