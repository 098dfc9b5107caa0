/** Reactions: what was proposed, which guards were asked, what became of it. */

import { studio } from "../api/studio";
import { spokenLine } from "../boards/spoken";
import type { Account, EventLine, Happening } from "../generated/wire";
import type { MatchStore } from "../match/store";
import { Fetched, Hint } from "../parts/notice";
import { useResource } from "../parts/resource";
import { counted, whoName } from "../words";
import { fateTone, growAccount, type Branch } from "./account-tree";

export function ReactionsPane({ store }: { store: MatchStore }) {
  const node = store.node.value;
  const eye = store.eye.value;
  const key = node === 0 ? null : `${store.id} ${node} ${eye}`;
  const happening = useResource(key, () => studio.happening(store.id, node, eye));
  if (node === 0) return <Hint>Nothing has happened yet.</Hint>;
  const line = store.nodes.value[node];
  const said = line ? spokenLine(line) : "something hidden";
  return <Fetched from={happening} show={(data) => <Reactions happening={data} said={said} game={store.match.value?.game ?? ""} />} />;
}

interface Props {
  happening: Happening;
  /** What was done. */
  said: string;
  game: string;
}

function Reactions({ happening, said, game }: Props) {
  const { account, events, rolls, choices, exceptions } = happening;
  return (
    <>
      <h2>
        {whoName(happening.by, game)}: {said}
      </h2>
      {rolls.length > 0 && <p>Dice: {rolls.map(({ value, sides }) => `${value} of ${sides}`).join(", ")}.</p>}
      {choices.map((choice, index) => (
        <p key={index}>
          {whoName(choice.seat, game)} was asked “{choice.question}” and chose <strong>{choice.text}</strong>
          {choice.alone && " (there was nothing else)"}.
        </p>
      ))}
      {exceptions.length > 0 && <p>Allowed by an exception: {exceptions.join(", ")}.</p>}
      {account && account.lines.length > 0 ? <AccountTree account={account} /> : <Events events={events} />}
    </>
  );
}

/** Games without reactions, and viewers who may not look behind them. */
function Events({ events }: { events: EventLine[] }) {
  if (events.length === 0) return <Hint>No event that this viewer sees.</Hint>;
  return (
    <ol class="fates">
      {events.map((event) => (
        <li key={event.index}>
          {event.text} <Fate fate={event.fate} /> {event.origin && <span class="quiet">by {event.origin}</span>}
        </li>
      ))}
    </ol>
  );
}

export function AccountTree({ account }: { account: Account }) {
  const idle = account.fired.filter((fired) => fired.came_to !== "resolved" || fired.lines.length === 0);
  return (
    <>
      <ul class="fates">
        {growAccount(account).map((branch) => (
          <BranchLine key={branch.line.index} branch={branch} account={account} />
        ))}
      </ul>
      {idle.length > 0 && <h3>Triggers that came to nothing</h3>}
      <ul>
        {idle.map((fired, index) => (
          <li key={index}>{fired.words || `${fired.trigger}: ${fired.came_to}`}</li>
        ))}
      </ul>
      {account.rounds.length > 0 && <h3>Rounds of rest</h3>}
      <ol>
        {account.rounds.map((round, index) => (
          <li key={index}>{round.length > 0 ? round.join(", ") : "nothing more to do"}</li>
        ))}
      </ol>
    </>
  );
}

function BranchLine({ branch, account }: { branch: Branch; account: Account }) {
  const { line, children } = branch;
  const announced = account.announcements.filter((announcement) => announcement.prevented[0] === line.index);
  const falls = line.fell_with === null ? null : account.lines[line.fell_with];
  return (
    <li class={`fate-line ${fateTone(line.fate)}`}>
      <p>
        <span class="event-text">{line.proposed}</span> <Fate fate={line.fate} />
        {line.by.length > 0 && ` by ${line.by.map((by) => `“${by}”`).join(", ")}`}
        {falls && ` with ${falls.proposed}`}
        {line.became && ` as ${line.became}`}
      </p>
      <p class="quiet">
        <span class="chip">{line.because.kind}</span> {line.because.words}
        {line.group && ` · in ${line.group}`}
      </p>
      {line.considered.length > 0 && (
        <ul class="guards" aria-label={counted(line.considered.length, "guard")}>
          {line.considered.map((guard, index) => (
            <li key={index} data-stance={guard.stance}>
              {guard.words || `${guard.guard}: ${guard.stance}`}
              {guard.became && ` to ${guard.became}`}
            </li>
          ))}
        </ul>
      )}
      {announced.map((announcement, index) => (
        <p key={index} class="announced">
          ! {announcement.words}
        </p>
      ))}
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <BranchLine key={child.line.index} branch={child} account={account} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A fate by colour and word. */
function Fate({ fate }: { fate: string }) {
  return <span class={`badge ${fateTone(fate)}`}>{fate}</span>;
}
