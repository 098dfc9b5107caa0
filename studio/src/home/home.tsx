/** Home: the games, the recent matches, and a place to drop a record. */

import { useEffect } from "preact/hooks";
import { studio } from "../api/studio";
import type { Match } from "../generated/wire";
import { OpenRecord } from "../panes/open-record";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { matchRoute, writeRoute } from "../route";
import { ago, counted, title } from "../words";
import { NewMatchForm } from "./new-match";
import { PLAYERS } from "./players";

/** How many of the recent matches are shown. */
const SHOWN = 30;

export function Home() {
  const games = useResource("games", studio.games);
  const matches = useResource("matches", studio.matches);
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
        <Fetched from={matches} show={(matches) => <MatchList matches={matches} />} />
        <h2>A record</h2>
        <OpenRecord />
      </section>
    </div>
  );
}

function MatchList({ matches }: { matches: Match[] }) {
  if (matches.length === 0) return <Hint>None yet: begin one.</Hint>;
  const now = Date.now();
  return (
    <ul class="matches">
      {matches.slice(0, SHOWN).map((match) => (
        <li key={match.id}>
          <a href={writeRoute(matchRoute(match.id))}>
            <strong>{title(match.game)}</strong>
            <span>{counted(match.nodes - 1, "step")}</span>
            <span class="quiet">{match.seats.map((player) => PLAYERS[player].toLowerCase()).join(", ")}</span>
            <span class="quiet">{match.result ?? ago(match.created, now)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
