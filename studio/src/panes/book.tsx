/** Book: its phases as a picture, what the analysis found, and what has fired. */

import { useState } from "preact/hooks";
import { studio } from "../api/studio";
import type { Book, Coverage, Finding, Named } from "../generated/wire";
import { Fetched, Hint, Problem } from "../parts/notice";
import { useResource, type Resource } from "../parts/resource";
import { counted, title } from "../words";
import { HeatTable } from "./heat-table";
import { Picture } from "./picture";

/** What the heat map is over: this match, or so many simulated games. */
type Over = "nothing" | "match" | number;
const BATCHES = [10, 100, 1_000];

interface Props {
  game: string;
  /** None: the book is looked at without a match. */
  match: string | null;
  /** How many steps the match has: more make what has fired old. */
  steps: number;
}

export function BookPane({ game, match, steps }: Props) {
  const book = useResource(game || null, () => studio.book(game));
  const [over, setOver] = useState<Over>(match ? "match" : "nothing");
  const key = over === "nothing" ? null : `${game} ${match} ${over} ${over === "match" ? steps : ""}`;
  const coverage = useResource(key, () => fetchCoverage(game, match, over));
  return (
    <Fetched
      from={book}
      show={(book) => (
        <>
          <h2>The book of {title(book.game)}</h2>
          <p class="buttons" role="group" aria-label="What has fired">
            {match && <OverButton {...{ over, setOver }} wanted="match" words="In this match" />}
            {BATCHES.map((games) => (
              <OverButton key={games} {...{ over, setOver }} wanted={games} words={`In ${counted(games, "game")}`} />
            ))}
          </p>
          <CoverageLine coverage={coverage} />
          <Picture root={book.outline} rows={coverage.data?.rows ?? null} />
          <Findings findings={book.findings} />
          {coverage.data && <HeatTable rows={coverage.data.rows} />}
          <Contents book={book} />
        </>
      )}
    />
  );
}

function fetchCoverage(game: string, match: string | null, over: Over): Promise<Coverage> {
  if (typeof over === "number") return studio.simulate(game, over, "1");
  return studio.coverage(match ?? "");
}

function OverButton({ over, setOver, wanted, words }: { over: Over; setOver: (over: Over) => void; wanted: Over; words: string }) {
  return (
    <button type="button" class="small" aria-pressed={over === wanted} onClick={() => setOver(wanted)}>
      {words}
    </button>
  );
}

function CoverageLine({ coverage }: { coverage: Resource<Coverage> }) {
  if (coverage.error) return <Problem>{coverage.error}</Problem>;
  if (coverage.loading) return <Hint>Counting …</Hint>;
  if (!coverage.data) return null;
  const { percent, committed, refused, games } = coverage.data;
  return (
    <p class="quiet" role="status">
      {Math.round(percent)} % of the book has fired, over {counted(games, "game")} with {counted(committed, "action")}
      {refused > 0 && ` and ${counted(refused, "refusal")}`}.
    </p>
  );
}

function Findings({ findings }: { findings: Finding[] }) {
  return (
    <>
      <h3>What the analysis found</h3>
      {findings.length === 0 && <Hint>Nothing: no rule is unreachable, shadowed or idle, as far as can be said.</Hint>}
      <ul class="findings">
        {findings.map((finding, index) => (
          <li key={index}>
            <span class={finding.certainty === "proved" ? "badge bad" : "badge warn"}>{finding.certainty}</span>{" "}
            <strong>{finding.kind}</strong>: {finding.about}
            {finding.rules.length > 1 && ` (${finding.rules.join(", ")})`}
            {finding.why && <p class="quiet">{finding.why}</p>}
            {finding.witness && <p class="quiet">Seen at: {finding.witness}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Contents({ book }: { book: Book }) {
  const parts: [string, Named[]][] = [
    ["Guards", book.guards],
    ["Triggers", book.triggers],
    ["Standing rules", book.standing],
    ["Steps of the turn", book.steps],
    ["Invariants", book.invariants],
  ];
  return (
    <>
      <details>
        <summary>{counted(book.checks.length, "check")}</summary>
        <ul>
          {book.checks.map((check) => (
            <li key={`${check.gate} ${check.name}`}>
              <span class="chip">{check.gate}</span> {check.name} <span class="quiet">{check.force}</span>
              {check.exceptions.length > 0 && <span class="quiet">, lifted by {check.exceptions.join(", ")}</span>}
            </li>
          ))}
        </ul>
      </details>
      {parts
        .filter(([, named]) => named.length > 0)
        .map(([what, named]) => (
          <details key={what}>
            <summary>
              {what} ({named.length})
            </summary>
            <ul>
              {named.map(({ name, words }) => (
                <li key={name}>
                  {name} {words && words !== name && <span class="quiet">{words}</span>}
                </li>
              ))}
            </ul>
          </details>
        ))}
    </>
  );
}
