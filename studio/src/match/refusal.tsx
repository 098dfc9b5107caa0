/** Why something was refused, where it was tried. */

import { whoName, type Who } from "../words";
import type { Refused } from "./acting";

interface Props {
  refused: Refused;
  game: string;
  /** None: this viewer may not look behind the rules. */
  askWhy: ((by: Who, action: string) => void) | null;
  close: () => void;
}

export function Refusal({ refused, game, askWhy, close }: Props) {
  const { by, action, refusal, reasons } = refused;
  return (
    <div class="refusal" role="alert">
      <p>
        <strong>
          {by && `${whoName(by, game)}: `}
          {action}
        </strong>{" "}
        <span class="badge bad">{refusal}</span>
      </p>
      <ul>
        {reasons.map((reason, index) => (
          <li key={index}>
            {reason.message} <Refuser {...reason} />
          </li>
        ))}
      </ul>
      <p class="buttons">
        {askWhy && (
          <button type="button" onClick={() => askWhy(by, action)}>
            Why not?
          </button>
        )}
        <button type="button" onClick={close}>
          Close
        </button>
      </p>
    </div>
  );
}

/** Who said no: a check demands something, and a rule says so itself. */
function Refuser({ check, rule }: Pick<Refused["reasons"][number], "check" | "rule">) {
  if (check) return <span class="quiet">Check: “{check}”.</span>;
  if (rule === "engine" || rule === "studio") return <span class="quiet">Said by the {rule}.</span>;
  return rule ? <span class="quiet">Rule: “{rule}”.</span> : null;
}
