/** Why not? Any action, typed or picked: what stands for and against it. */

import { useEffect, useState } from "preact/hooks";
import { studio } from "../api/studio";
import { asked } from "../match/asked";
import type { MatchStore } from "../match/store";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { EVERYTHING } from "../route";
import { whoName } from "../words";
import { AccountTree } from "./reactions";
import { Verdict } from "./verdict";

export function WhyPane({ store }: { store: MatchStore }) {
  const node = store.node.value;
  const game = store.match.value?.game ?? "";
  const scene = useResource(`${store.id} ${node}`, () => studio.scene(store.id, node, EVERYTHING));
  const actors = [...(store.match.value?.seats ?? []).map((_, seat) => `seat${seat}`), "chance", "clock"];
  const about = asked.value;
  const [by, setBy] = useState(about?.by ?? "");
  const [action, setAction] = useState(about?.action ?? "");
  useEffect(() => {
    if (about?.by) setBy(about.by);
    if (about) setAction(about.action);
  }, [about]);
  const actor = by || (scene.data?.active[0] ?? "seat0");
  const ask = (event: Event) => {
    event.preventDefault();
    asked.value = action.trim() ? { by: actor, action: action.trim() } : null;
  };
  const key = about && `${store.id} ${node} ${about.by} ${about.action}`;
  const decision = useResource(key, () => studio.why(store.id, { at: node, by: actor, ...about, action: about?.action ?? "" }));
  return (
    <>
      <form class="why" onSubmit={ask}>
        <label class="field">
          <span>Who</span>
          <select value={actor} onChange={(event) => setBy(event.currentTarget.value)}>
            {actors.map((who) => (
              <option key={who} value={who}>
                {whoName(who, game)}
              </option>
            ))}
          </select>
        </label>
        <label class="field wide">
          <span>Would do</span>
          <input
            type="text"
            name="why"
            list="why-actions"
            autocomplete="off"
            spellcheck={false}
            value={action}
            onInput={(event) => setAction(event.currentTarget.value)}
          />
        </label>
        <datalist id="why-actions">
          {scene.data?.legal.map((legal) => (
            <option key={`${legal.by} ${legal.action}`} value={legal.action}>
              {legal.words}
            </option>
          ))}
        </datalist>
        <button type="submit" class="primary">
          Why not?
        </button>
      </form>
      {!about && <Hint>Write or pick any action, legal or not.</Hint>}
      {about && (
        <Fetched
          from={decision}
          show={(decision) => (
            <>
              <Verdict decision={decision} isPast={false} />
              {decision.account && decision.account.lines.length > 0 && (
                <>
                  <h3>What it would set off</h3>
                  <AccountTree account={decision.account} names={store.names.value} />
                </>
              )}
            </>
          )}
        />
      )}
    </>
  );
}
