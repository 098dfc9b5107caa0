/** The lines of a match: a choice among all that were ever played. */

import { useComputed } from "@preact/signals";
import { spokenLine } from "../boards/spoken";
import type { MatchStore } from "../match/store";
import { counted } from "../words";
import { linesOf } from "./tree";

/** More lines than this are only found by walking: the newest are offered. */
const SHOWN = 200;

export function Lines({ store }: { store: MatchStore }) {
  const { count, newest } = useComputed(() => linesOf(store.tree.value, SHOWN)).value;
  const here = store.line.value.at(-1);
  if (count < 2) return null;
  return (
    <label class="field inline lines">
      <span>{counted(count, "line")}</span>
      <select name="line" value={String(here)} onChange={(event) => store.go(Number(event.currentTarget.value))}>
        {newest.map(({ end, own }) => (
          <option key={end.node} value={String(end.node)}>
            {own && `${own.number} ${spokenLine(own)}, `}
            {counted(end.number, "step")}
          </option>
        ))}
      </select>
    </label>
  );
}
