/** A match: the board, the timeline, and the panes that say why. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { PaneTabs } from "../panes/panes";
import { Problem } from "../parts/notice";
import { EVERYTHING, SIDE_BY_SIDE, SPECTATOR, type Viewer } from "../route";
import { Timeline } from "../timeline/timeline";
import { title, whoName, type Who } from "../words";
import { asked } from "./asked";
import { MatchStore } from "./store";
import { Steps } from "./steps";
import { View } from "./view";

/** What a phone shows, one at a time. */
type Part = "board" | "timeline" | "panes";
const PARTS: [Part, string][] = [
  ["board", "Board"],
  ["timeline", "Timeline"],
  ["panes", "Why"],
];

export function MatchPage({ id }: { id: string }) {
  const store = useMemo(() => new MatchStore(id), [id]);
  const eye = store.eye.value;
  useEffect(() => {
    void store.open(eye);
    return () => store.close();
  }, [store, eye]);
  const [part, setPart] = useState<Part>("board");
  const askWhy = (by: Who, action: string) => {
    asked.value = { by, action };
    store.amend({ pane: "why" });
    setPart("panes");
  };
  const match = store.match.value;
  useEffect(() => {
    if (match) document.title = `${title(match.game)} · Rulebook studio`;
  }, [match?.game]);
  return (
    <div class={store.viewer.value === SIDE_BY_SIDE ? "match sides" : "match"} data-part={part} data-game={match?.game}>
      {store.error.value && <Problem>{store.error.value}</Problem>}
      {!store.connected.value && <Problem>The connection is lost; trying again …</Problem>}
      {match?.broken && <Problem>{match.broken}</Problem>}
      {match && (
        <>
          <nav class="parts" aria-label="Parts of the page">
            {PARTS.map(([name, words]) => (
              <button key={name} type="button" aria-pressed={part === name} onClick={() => setPart(name)}>
                {words}
              </button>
            ))}
          </nav>
          <Timeline store={store} />
          <BoardPart store={store} askWhy={askWhy} />
          <PaneTabs store={store} />
        </>
      )}
    </div>
  );
}

function BoardPart({ store, askWhy }: { store: MatchStore; askWhy: (by: Who, action: string) => void }) {
  const match = store.match.value;
  const viewer = store.viewer.value;
  if (!match) return null;
  const single = [...match.seats.map((_, seat) => `seat${seat}`), SPECTATOR];
  const shown = viewer === SIDE_BY_SIDE ? [EVERYTHING, ...single] : [viewer];
  return (
    <section class="board-part" aria-label="Board">
      <header class="part-head">
        <h1>{title(match.game)}</h1>
        <Steps store={store} />
        <ViewerSwitch
          viewers={[EVERYTHING, ...single, SIDE_BY_SIDE]}
          viewer={viewer}
          game={match.game}
          choose={(viewer) => store.amend({ viewer })}
        />
      </header>
      <div class={shown.length > 1 ? "views several" : "views"}>
        {shown.map((viewer) => (
          <article key={viewer} aria-label={`As ${viewerName(viewer, match.game)} sees it`}>
            {shown.length > 1 && <h2>{viewerName(viewer, match.game)}</h2>}
            <View {...{ store, viewer, askWhy }} />
          </article>
        ))}
      </div>
    </section>
  );
}

function viewerName(viewer: Viewer, game: string): string {
  return viewer === SIDE_BY_SIDE ? "All side by side" : whoName(viewer, game);
}

interface SwitchProps {
  viewers: Viewer[];
  viewer: Viewer;
  game: string;
  choose: (viewer: Viewer) => void;
}

function ViewerSwitch({ viewers, viewer, game, choose }: SwitchProps) {
  return (
    <label class="field inline">
      <span>Seen by</span>
      <select name="viewer" value={viewer} onChange={(event) => choose(event.currentTarget.value)}>
        {viewers.map((known) => (
          <option key={known} value={known}>
            {viewerName(known, game)}
          </option>
        ))}
      </select>
    </label>
  );
}
