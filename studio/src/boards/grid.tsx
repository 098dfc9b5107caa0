/** Games on a rectangle of cells: a cell, or its column, is the move. */

import type { Grid } from "../generated/wire";
import { seatWho, whoName } from "../words";
import { settle, type BoardProps } from "./props";
import { useRoving } from "./roving";

export function GridBoard(props: BoardProps<Grid>) {
  const { drawing, game, moves, actor, act } = props;
  const { columns, rows, cells, drops } = drawing;
  const { box, onKeyDown, cell } = useRoving(columns, columns * rows, 0);
  const place = (index: number) => (drops ? columnName(index % columns) : cellName(index, drawing));
  const click = (index: number) => {
    const fitting = moves.filter((move) => move.from === place(index));
    if (fitting.length > 0) settle(fitting, "Which one?", props);
    else act(actor, place(index));
  };
  const style = { gridTemplateColumns: `repeat(${columns}, 1fr)` };
  return (
    <div class={drops ? "grid drops board" : "grid board"} role="grid" aria-label="Board" ref={box} onKeyDown={onKeyDown}>
      {Array.from({ length: rows }, (_, row) => (
        <div role="row" class="line-of-cells" style={style} key={row}>
          {cells.slice(row * columns, row * columns + columns).map((mark, column) => {
            const index = row * columns + column;
            const isOffered = mark === null && moves.some((move) => move.from === place(index));
            const owner = mark === null ? "empty" : whoName(seatWho(mark), game);
            return (
              <button
                key={index}
                type="button"
                role="gridcell"
                data-place={cellName(index, drawing)}
                class={cellClasses(drawing, index, isOffered)}
                aria-label={`${cellName(index, drawing)}, ${owner}`}
                {...cell(index)}
                // The second click of a double click was meant for the cell as it was.
                onClick={(event) => event.detail < 2 && click(index)}
              >
                {column === 0 && !drops && <span class="coordinate rank-name">{rows - row}</span>}
                {mark !== null && <Mark mark={mark} written={drawing.marks[mark] ?? ""} drops={drops} />}
              </button>
            );
          })}
        </div>
      ))}
      <div class="column-names" style={style} aria-hidden="true">
        {Array.from({ length: columns }, (_, column) => (
          <span key={column}>{columnName(column)}</span>
        ))}
      </div>
    </div>
  );
}

function columnName(column: number): string {
  return "abcdefghijklmnopqrstuvwxyz"[column] ?? String(column);
}

/** Rows are counted from below. */
function cellName(index: number, { columns, rows }: Grid): string {
  return `${columnName(index % columns)}${rows - Math.floor(index / columns)}`;
}

function cellClasses({ line, last }: Grid, index: number, isOffered: boolean): string {
  const classes = ["cell"];
  if (isOffered) classes.push("movable");
  if (line.includes(index)) classes.push("won");
  if (last === index) classes.push("last");
  return classes.join(" ");
}

function Mark({ mark, written, drops }: { mark: number; written: string; drops: boolean }) {
  return (
    <svg class={`mark seat${mark}`} viewBox="0 0 40 40" aria-hidden="true">
      <Shape written={drops ? "disc" : written} mark={mark} />
    </svg>
  );
}

function Shape({ written, mark }: { written: string; mark: number }) {
  switch (written) {
    case "x":
      return <path d="M9 9 L31 31 M31 9 L9 31" class="stroke" />;
    case "o":
      return <circle cx="20" cy="20" r="12" class="stroke" />;
    case "disc":
      // A ring or a bar as well as a colour, for eyes that see no colours.
      return (
        <>
          <circle cx="20" cy="20" r="17" class="disc" />
          {mark === 0 ? <circle cx="20" cy="20" r="9" class="ring" /> : <path d="M12 20 h16" class="ring" />}
        </>
      );
    default:
      return (
        <text x="20" y="28" text-anchor="middle" class="letter">
          {written}
        </text>
      );
  }
}
