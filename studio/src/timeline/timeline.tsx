/** The timeline: a tree of rows, walked with the arrows. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { MatchStore } from "../match/store";
import { spokenLine } from "../boards/spoken";
import { Dot } from "../parts/dot";
import { VirtualList } from "../parts/virtual-list";
import { counted, seatNumber, whoName, type Who } from "../words";
import { Lines } from "./lines";
import { layRows, nodeKey, type Known, type Row } from "./rows";

const ROW_HEIGHT = 30;
/** How deep a row stands: action › event › rule › change. */
const LEVELS: Record<Row["kind"], number> = { node: 1, branch: 1, event: 2, note: 2, rule: 3, change: 4 };

export function Timeline({ store }: { store: MatchStore }) {
  const open = useSignal<ReadonlySet<string>>(new Set());
  const known = useSignal<ReadonlyMap<number, Known>>(new Map());
  /** The row with the focus, as long as one looks at the same node. */
  const at = useSignal<{ key: string; node: number } | null>(null);
  const eye = store.eye.value;
  const game = store.match.value?.game ?? "";
  useEffect(() => {
    known.value = new Map();
  }, [eye]);

  const rows = useComputed(() =>
    layRows(store.tree.value, store.line.value, open.value, (node) => known.value.get(node)),
  );
  const here = nodeKey(store.node.value);
  const key = at.value?.node === store.node.value ? at.value.key : here;
  const active = rows.value.findIndex((row) => row.key === key);
  const focus = active >= 0 ? active : rows.value.findIndex((row) => row.key === here);

  const fetch = (node: number) => {
    const keep = (found: Known) => (known.value = new Map(known.value).set(node, found));
    if (known.value.has(node)) return;
    studio.happening(store.id, node, eye).then(keep, (thrown: unknown) => keep({ problem: problem(thrown) }));
  };
  const toggle = (row: Row, wanted?: boolean) => {
    const next = new Set(open.value);
    if (wanted ?? !next.has(row.key)) next.add(row.key);
    else next.delete(row.key);
    open.value = next;
    if (row.kind === "node" && next.has(row.key)) fetch(row.line.node);
  };
  const choose = (row: Row) => {
    const node = rowNode(row);
    at.value = { key: row.kind === "branch" ? nodeKey(node) : row.key, node };
    if (node !== store.node.value) store.go(node);
  };
  /** Closes a row; one that has nothing to close leads to the one above it. */
  const close = (row: Row) => {
    if ("open" in row && row.open) return toggle(row, false);
    const above = rows.value.slice(0, focus).findLast((other) => LEVELS[other.kind] < LEVELS[row.kind]);
    if (above) choose(above);
  };
  const press = (event: KeyboardEvent) => {
    const row = rows.value[focus];
    const to = { ArrowDown: focus + 1, ArrowUp: focus - 1, Home: 0, End: rows.value.length - 1 }[event.key];
    if (to !== undefined) {
      const next = rows.value[to];
      // Walking past another line does not change to it: Enter does.
      if (next?.kind === "branch") at.value = { key: next.key, node: store.node.value };
      else if (next) choose(next);
    } else if (event.key === "ArrowRight" && row) toggle(row, true);
    else if (event.key === "ArrowLeft" && row) close(row);
    else if (event.key === "Enter" && row) choose(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section class="timeline" aria-label="Timeline">
      <header class="part-head">
        <h2>Timeline</h2>
        <span class="quiet">
          {counted(Math.max(0, store.line.value.length - 1), "step")}
          {store.nodes.value.length > store.line.value.length && ` of ${counted(store.nodes.value.length - 1, "step")} in all lines`}
        </span>
        <Lines store={store} />
      </header>
      <div
        class="tree"
        role="tree"
        tabIndex={0}
        aria-label="Everything that happened"
        aria-activedescendant={`row-${rows.value[focus]?.key}`}
        onKeyDown={press}
      >
        <VirtualList
          count={rows.value.length}
          rowHeight={ROW_HEIGHT}
          focus={focus}
          render={(index) => {
            const row = rows.value[index];
            return row && <RowLine key={row.key} {...{ row, game, here, active: index === focus, toggle, choose }} />;
          }}
        />
      </div>
    </section>
  );
}

function rowNode(row: Row): number {
  return row.kind === "node" || row.kind === "branch" ? row.line.node : row.node;
}

interface LineProps {
  row: Row;
  game: string;
  here: string;
  active: boolean;
  toggle: (row: Row) => void;
  choose: (row: Row) => void;
}

function RowLine({ row, game, here, active, toggle, choose }: LineProps) {
  const opens = row.kind === "node" || row.kind === "event";
  const classes = ["row", row.kind, row.key === here ? "here" : "", active ? "active" : ""].join(" ");
  return (
    <div
      id={`row-${row.key}`}
      class={classes}
      role="treeitem"
      aria-level={LEVELS[row.kind]}
      aria-selected={active}
      aria-current={row.key === here ? "step" : undefined}
      aria-expanded={opens ? row.open : undefined}
      style={{ height: `${ROW_HEIGHT}px` }}
      onClick={() => choose(row)}
    >
      {opens && row.key !== nodeKey(0) ? (
        <span
          class="twist"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            toggle(row);
          }}
        >
          {row.open ? "▾" : "▸"}
        </span>
      ) : (
        <span class="twist" aria-hidden="true" />
      )}
      <RowText row={row} game={game} />
    </div>
  );
}

/** Seats that have no name of their own in a game need no more than their number. */
function Actor({ who, game }: { who: Who; game: string }) {
  const seat = seatNumber(who);
  const name = whoName(who, game);
  if (seat === null || !name.endsWith(String(seat))) {
    return (
      <>
        <Dot who={who} />
        <span class="who">{name}</span>
      </>
    );
  }
  return (
    <span class={`seat-number seat${seat}`} title={name}>
      <span class="unseen">Seat </span>
      {seat}
    </span>
  );
}

function RowText({ row, game }: { row: Row; game: string }) {
  switch (row.kind) {
    case "node":
      if (row.line.node === 0) return <span class="what">The start</span>;
      return (
        <>
          <span class="number">{row.line.number}</span>
          <Actor who={row.line.by ?? ""} game={game} />
          <span class="what" title={spokenLine(row.line)}>
            {spokenLine(row.line)}
          </span>
          {row.line.result && <span class="badge">end</span>}
        </>
      );
    case "branch":
      return (
        <span class="what">
          <span aria-hidden="true">↳ </span>or: {spokenLine(row.line)}{" "}
          <span class="quiet">({counted(row.size, "step")})</span>
        </span>
      );
    case "event":
      return <span class="what">{row.text}</span>;
    case "rule":
      return <span class="what quiet">by {row.text}</span>;
    case "note":
      return <span class="what quiet">{row.text}</span>;
    case "change":
      return (
        <span class="what code" title={`${row.path}: ${row.before} → ${row.after}`}>
          {row.path}: <del>{row.before || "nothing"}</del> → <ins>{row.after || "nothing"}</ins>
        </span>
      );
  }
}
