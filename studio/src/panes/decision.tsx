/** Decision: why the node that is looked at came to be. */

import { studio } from "../api/studio";
import { spokenLine } from "../boards/spoken";
import type { MatchStore } from "../match/store";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { whoName } from "../words";
import { Verdict } from "./verdict";

export function DecisionPane({ store }: { store: MatchStore }) {
  const node = store.node.value;
  const game = store.match.value?.game ?? "";
  const line = store.nodes.value[node];
  const said = line ? spokenLine(line) : "";
  const decision = useResource(node === 0 ? null : `${store.id} ${node}`, () => studio.decision(store.id, node));
  if (node === 0) return <Hint>Nothing has been decided yet. Do something, or ask “Why not?” about any action.</Hint>;
  return (
    <Fetched
      from={decision}
      show={(decision) => (
        <>
          <h2>
            {whoName(decision.by, game)}: {said}
          </h2>
          <Verdict decision={decision} isPast />
        </>
      )}
    />
  );
}
