/** Home: the games, the recent matches, and a place to drop a record. */

import { useEffect } from "preact/hooks";
import { studio } from "../api/studio";
import { OpenRecord } from "../panes/open-record";
import { Fetched } from "../parts/notice";
import { useResource } from "../parts/resource";
import { RecentMatches } from "./matches";
import { NewMatchForm } from "./new-match";

export function Home() {
  const games = useResource("games", studio.games);
  useEffect(() => {
    document.title = "Rulebook studio";
  }, []);
  return (
    <div class="home">
      <section aria-label="New match">
        <h1>Play, and see why</h1>
        <p class="lead">Every decision is explained, every frame is kept.</p>
        <Fetched from={games} show={(games) => <NewMatchForm games={games} />} />
      </section>
      <section aria-label="Recent matches">
        <h2>Recent matches</h2>
        <RecentMatches />
        <h2>A record</h2>
        <OpenRecord />
      </section>
    </div>
  );
}
