/** Walking through time: buttons, and the arrow keys wherever nothing else wants them. */

import { useEffect } from "preact/hooks";
import type { MatchStore } from "./store";

const FAR = Number.MAX_SAFE_INTEGER;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -FAR, End: FAR };
/** Elements that need the keys themselves. */
const TYPING = "input, select, textarea, summary, [role=tablist] *, [role=grid] *, [role=tree] *";

export function Steps({ store }: { store: MatchStore }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const steps = KEYS[event.key];
      const target = event.target instanceof Element ? event.target : null;
      if (steps === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target?.closest(TYPING)) return;
      event.preventDefault();
      store.step(steps);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [store]);
  const line = store.line.value;
  const at = line.indexOf(store.node.value);
  const isFirst = at <= 0;
  const isLast = at === line.length - 1;
  return (
    <div class="steps" role="group" aria-label="Walk through time">
      <StepButton words="To the start" sign="«" disabled={isFirst} go={() => store.step(-FAR)} />
      <StepButton words="One step back" sign="‹" disabled={isFirst} go={() => store.step(-1)} />
      <span class="where" role="status">
        {Math.max(0, at)} of {Math.max(0, line.length - 1)}
      </span>
      <StepButton words="One step on" sign="›" disabled={isLast} go={() => store.step(1)} />
      <StepButton words="To the end of this line" sign="»" disabled={isLast} go={() => store.step(FAR)} />
    </div>
  );
}

function StepButton({ words, sign, disabled, go }: { words: string; sign: string; disabled: boolean; go: () => void }) {
  return (
    <button type="button" class="small" aria-label={words} title={words} disabled={disabled} onClick={go}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
