/** State: every value, which event wrote it last, and what differs between two frames. */

import { useState } from "preact/hooks";
import { studio } from "../api/studio";
import type { MatchStore } from "../match/store";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { Changes } from "./changes";
import { StateTree } from "./state-tree";

/** Behind so many steps it can take a while to find what wrote a value: the values come first. */
const NEAR = 500;

export function StatePane({ store }: { store: MatchStore }) {
  const node = store.node.value;
  const [filter, setFilter] = useState("");
  const key = `${store.id} ${node}`;
  const isFar = (store.tree.value.nodes[node]?.number ?? 0) > NEAR;
  const bare = useResource(isFar ? key : null, () => studio.bareState(store.id, node));
  const whole = useResource(key, () => studio.state(store.id, node));
  const isBare = isFar && whole.loading && !bare.loading;
  return (
    <>
      <Difference store={store} />
      <h3>Everything at this frame</h3>
      <label class="field">
        <span class="unseen">Filter</span>
        <input
          type="search"
          placeholder="Filter by name or value"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </label>
      {isBare && <Hint>Looking for what wrote each value last …</Hint>}
      <Fetched
        from={isBare ? bare : whole}
        show={(root) => <StateTree root={root} filter={filter} isBare={isBare} go={(node) => store.go(node)} />}
      />
    </>
  );
}

/** Between any two frames of the line; at first, what the last step changed. */
function Difference({ store }: { store: MatchStore }) {
  const line = store.line.value;
  const at = line.indexOf(store.node.value);
  const [chosen, setChosen] = useState<{ from: number | null; to: number | null }>({ from: null, to: null });
  const last = line.length - 1;
  const within = (number: number) => Math.min(Math.max(number, 0), last);
  const from = within(chosen.from ?? at - 1);
  const to = within(chosen.to ?? at);
  const [kept, setKept] = useState<number | null>(null);
  const typed = [kept === null ? chosen.from : null, chosen.to];
  const missing = typed.find((number) => number !== null && number !== within(Math.trunc(number)));
  const nodes = { from: kept ?? line[from] ?? 0, to: line[to] ?? 0 };
  const key = nodes.from === nodes.to ? null : `${store.id} ${nodes.from} ${nodes.to}`;
  const changes = useResource(key, () => studio.diff(store.id, nodes.from, nodes.to));
  const number = (value: string) => (value === "" ? null : Number(value));
  const reset = () => setChosen({ from: null, to: null });
  return (
    <>
      <h3>What differs</h3>
      <p class="difference">
        {kept === null ? (
          <label class="field inline">
            <span>from frame</span>
            <input
              type="number"
              name="from"
              min={0}
              max={last}
              value={chosen.from ?? from}
              onInput={(event) => setChosen({ ...chosen, from: number(event.currentTarget.value) })}
            />
          </label>
        ) : (
          <span>from the frame that is kept ({store.tree.value.nodes[kept]?.number ?? 0})</span>
        )}
        <label class="field inline">
          <span>to frame</span>
          <input
            type="number"
            name="to"
            min={0}
            max={last}
            value={chosen.to ?? to}
            onInput={(event) => setChosen({ ...chosen, to: number(event.currentTarget.value) })}
          />
        </label>
        <Keep kept={kept} keep={() => setKept(nodes.to)} forget={() => setKept(null)} />
        {(chosen.from !== null || chosen.to !== null) && (
          <button type="button" class="small" onClick={reset}>
            The last step
          </button>
        )}
      </p>
      {missing !== undefined && (
        <Hint>
          There is no frame {missing} on this line: it has the frames 0 to {last}.
        </Hint>
      )}
      {missing !== undefined ? null : key === null ? <Hint>Choose two different frames: type their numbers, or go to another one.</Hint> : <Fetched from={changes} show={(all) => <Changes changes={all} />} />}
    </>
  );
}

/** A frame that is kept can be compared with one of any other line. */
function Keep({ kept, keep, forget }: { kept: number | null; keep: () => void; forget: () => void }) {
  return kept === null ? (
    <button type="button" class="small" onClick={keep}>
      Keep this frame to compare
    </button>
  ) : (
    <button type="button" class="small" onClick={forget}>
      Forget it
    </button>
  );
}
