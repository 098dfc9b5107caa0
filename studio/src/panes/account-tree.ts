/** What was proposed, below what led to it. */

import type { Account, AccountLine } from "../generated/wire";

export interface Branch {
  line: AccountLine;
  children: Branch[];
}

export function growAccount(account: Account): Branch[] {
  const branches: Branch[] = account.lines.map((line) => ({ line, children: [] }));
  const roots: Branch[] = [];
  for (const branch of branches) {
    const cause = branch.line.caused_by;
    const above = cause === null ? undefined : branches[cause];
    // A cause comes before what it leads to: anything else would be a ring.
    if (above && above.line.index < branch.line.index) above.children.push(branch);
    else roots.push(branch);
  }
  return roots;
}

export type FateTone = "good" | "bad" | "warn" | "quiet";

const TONES: Record<string, FateTone> = {
  applied: "good",
  prevented: "bad",
  replaced: "warn",
  skipped: "quiet",
  impossible: "bad",
  vanished: "quiet",
  fizzled: "quiet",
  "rolled back": "bad",
};

export function fateTone(fate: string): FateTone {
  return TONES[fate] ?? "quiet";
}
