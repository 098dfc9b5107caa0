/** Why not? Any action, typed or picked: what stands for and against it. */

import { useEffect, useState } from "preact/hooks";
import { studio } from "../api/studio";
import { asked } from "../match/asked";
import type { Scene } from "../generated/wire";
import { legalAs, nextOf } from "../match/actor";
import type { MatchStore } from "../match/store";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { EVERYTHING } from "../route";
import { whoName, type Who } from "../words";
import { AccountTree } from "./reactions";
import { Verdict } from "./verdict";

/** Whoever would do it unless it is said: who can, the one in turn first, or else who is to act. */
function doerOf(scene: Scene | null, action: string): Who {
  if (!scene) return "seat0";
  const next = nextOf(scene);
  return legalAs(scene.legal, action, next)?.by ?? next;
}

/** Whether a text was picked from the list and not typed. */
function isPicked(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === "insertReplacementText";
}

export function WhyPane({ store }: { store: MatchStore }) {
  const node = store.node.value;
  const game = store.match.value?.game ?? "";
  const scene = useResource(`${store.id} ${node}`, () => studio.scene(store.id, node, EVERYTHING));
  const actors = [...(store.match.value?.seats ?? []).map((_, seat) => `seat${seat}`), "chance", "clock"];
  const about = asked.value;
  /** Empty: whoever can do it, or is to act. */
  const [by, setBy] = useState(about?.by ?? "");
  const [action, setAction] = useState(about?.action ?? "");
  useEffect(() => {
    if (!about) return;
    setBy(about.by);
    setAction(about.action);
  }, [about]);
  const here = scene.data?.node === node ? scene.data : null;
  const actor = by || doerOf(scene.data, action);
  const ask = (event: Event) => {
    event.preventDefault();
    asked.value = action.trim() ? { by, action: action.trim() } : null;
  };
  const question = about && here && { at: node, by: about.by || doerOf(here, about.action), action: about.action };
  const key = question && `${store.id} ${node} ${question.by} ${question.action}`;
  const decision = useResource(key, () => studio.why(store.id, question ?? { at: node, by: actor, action }));
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
            onInput={(event) => {
              if (isPicked(event)) setBy("");
              setAction(event.currentTarget.value);
            }}
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
                  <AccountTree account={decision.account} />
                </>
              )}
            </>
          )}
        />
      )}
    </>
  );
}
