/** The matches that were begun last, and by and by all that are kept. */

import { useEffect, useState } from "preact/hooks";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { Match } from "../generated/wire";
import { Hint, Problem } from "../parts/notice";
import { matchRoute, writeRoute } from "../route";
import { ago, counted, title } from "../words";
import { PLAYERS } from "./players";

/** How many are fetched at once. */
const PAGE = 20;

export function RecentMatches() {
  const [matches, setMatches] = useState<Match[] | null>(null);
  const [isAll, setAll] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const fetch = async (known: Match[]) => {
    setError(null);
    try {
      // One more than is shown says whether there are others.
      const found = await studio.matches(PAGE + 1, known.at(-1)?.id ?? null);
      setMatches([...known, ...found.slice(0, PAGE)]);
      setAll(found.length <= PAGE);
    } catch (thrown) {
      setError(problem(thrown));
    }
  };
  useEffect(() => void fetch([]), []);
  return (
    <>
      {matches?.length === 0 && <Hint>None yet: begin one.</Hint>}
      {matches && <MatchList matches={matches} />}
      {error && <Problem>{error}</Problem>}
      {matches && !isAll && (
        <button type="button" class="small" onClick={() => void fetch(matches)}>
          Show older matches
        </button>
      )}
    </>
  );
}

function MatchList({ matches }: { matches: Match[] }) {
  const now = Date.now();
  return (
    <ul class="matches">
      {matches.map((match) => (
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
