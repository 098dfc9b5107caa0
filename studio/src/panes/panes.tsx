/** The panes that say why, one at a time. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { MatchStore } from "../match/store";
import { Hint } from "../parts/notice";
import { EVERYTHING, PANES, type Pane } from "../route";
import { BookPane } from "./book";
import { DecisionPane } from "./decision";
import { ReactionsPane } from "./reactions";
import { RecordsPane } from "./records";
import { StatePane } from "./state";
import { WhyPane } from "./why";

const TITLES: Record<Pane, string> = {
  decision: "Decision",
  reactions: "Reactions",
  why: "Why not?",
  state: "State",
  book: "Book",
  records: "Records",
};

/** Panes that look behind what a seat may see. */
const BEHIND: ReadonlySet<Pane> = new Set(["decision", "why", "state", "records"]);

export function PaneTabs({ store }: { store: MatchStore }) {
  const { pane } = store.place.value;
  useEffect(() => document.getElementById(`tab-${pane}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }), [pane]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = PANES[(PANES.indexOf(pane) + step + PANES.length) % PANES.length];
    if (!next) return;
    store.amend({ pane: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section class="panes" aria-label="Why">
      <div class="tabs" role="tablist" aria-label="Panes" onKeyDown={press}>
        {PANES.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === pane}
            aria-controls="pane"
            tabIndex={name === pane ? 0 : -1}
            onClick={() => store.amend({ pane: name })}
          >
            {TITLES[name]}
          </button>
        ))}
      </div>
      <div id="pane" class={`pane ${pane}`} role="tabpanel" tabIndex={0} aria-labelledby={`tab-${pane}`}>
        {BEHIND.has(pane) && store.eye.value !== EVERYTHING ? (
          <OnlyEverything store={store} />
        ) : (
          <PaneOf pane={pane} store={store} />
        )}
      </div>
    </section>
  );
}

function PaneOf({ pane, store }: { pane: Pane; store: MatchStore }): ComponentChildren {
  switch (pane) {
    case "decision":
      return <DecisionPane store={store} />;
    case "reactions":
      return <ReactionsPane store={store} />;
    case "why":
      return <WhyPane store={store} />;
    case "state":
      return <StatePane store={store} />;
    case "book":
      // Which rules have fired could tell a seat what another hides.
      return (
        <BookPane
          game={store.match.value?.game ?? ""}
          match={store.eye.value === EVERYTHING ? store.id : null}
          steps={store.nodes.value.length}
        />
      );
    case "records":
      return <RecordsPane store={store} />;
  }
}

function OnlyEverything({ store }: { store: MatchStore }) {
  return (
    <>
      <Hint>Only whoever sees everything may look here: it could tell what others hide.</Hint>
      <button type="button" onClick={() => store.amend({ viewer: EVERYTHING })}>
        Look at everything
      </button>
    </>
  );
}
