/** What has just happened, in words, where the board does not show it. */

import { studio } from "../api/studio";
import type { Drawing } from "../generated/wire";
import { useResource } from "../parts/resource";
import type { Viewer } from "../route";
import { sinceActed } from "../timeline/tree";
import type { MatchStore } from "./store";

/** Boards on which much of what happens leaves no trace. */
const FORGETFUL: ReadonlySet<Drawing["kind"]> = new Set(["market", "generic", "own"]);

interface Props {
  store: MatchStore;
  node: number;
  viewer: Viewer;
  kind: Drawing["kind"];
}

export function Told({ store, node, viewer, kind }: Props) {
  const steps = FORGETFUL.has(kind) ? sinceActed(store.tree.value, node) : [];
  const key = steps.length > 0 ? `${store.id} ${steps.join()} ${viewer}` : null;
  const { data } = useResource(key, () => Promise.all(steps.map((step) => studio.happening(store.id, step, viewer))));
  const happened = data?.at(-1)?.node === node ? data : [];
  const events = happened.flatMap(({ node, events }) => events.map(({ index, text }) => ({ key: `${node} ${index}`, text })));
  if (events.length === 0) return null;
  return (
    <div class="told">
      <h3>What has just happened</h3>
      <ol>
        {events.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ol>
    </div>
  );
}
