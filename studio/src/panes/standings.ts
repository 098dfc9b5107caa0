/** How rules and gates stand, in order and in words. */

import type { GateReport, RuleReport, RuleStanding } from "../generated/wire";

export interface Tone {
  word: string;
  tone: "good" | "bad" | "warn" | "quiet";
}

/** In the order in which they are of interest: the winner on top. */
export const STANDINGS: Record<string, Tone> = {
  selected: { word: "won", tone: "good" },
  refused: { word: "refused", tone: "bad" },
  in_conflict: { word: "in conflict", tone: "bad" },
  lost: { word: "lost", tone: "warn" },
  masked: { word: "masked", tone: "warn" },
  disabled: { word: "switched off", tone: "warn" },
  skipped: { word: "skipped", tone: "quiet" },
  condition_false: { word: "condition false", tone: "quiet" },
  predicate_false: { word: "phase closed", tone: "quiet" },
  not_reached: { word: "not reached", tone: "quiet" },
  other_subject: { word: "other subject", tone: "quiet" },
  other_kind: { word: "other action", tone: "quiet" },
};

const ORDER = Object.keys(STANDINGS);
const UNCONCERNED: ReadonlySet<string> = new Set(["other_kind", "other_subject"]);

/** The rules that were weighed, the winner first, and those that the action does not concern. */
export function groupRules(rules: readonly RuleReport[]): { weighed: RuleReport[]; unconcerned: RuleReport[] } {
  const rank = (rule: RuleReport) => ORDER.indexOf(rule.standing.kind);
  const ordered = [...rules].sort((one, other) => rank(one) - rank(other));
  return {
    weighed: ordered.filter((rule) => !UNCONCERNED.has(rule.standing.kind)),
    unconcerned: ordered.filter((rule) => UNCONCERNED.has(rule.standing.kind)),
  };
}

/** A gate is as its worst check. */
export function gateStanding(gate: GateReport): "passed" | "failed" | "not_reached" | "empty" {
  const standings = gate.checks.map((check) => check.standing);
  if (standings.includes("failed") || standings.includes("panicked")) return "failed";
  if (standings.includes("not_reached")) return "not_reached";
  return standings.length === 0 ? "empty" : "passed";
}

export interface PhaseRules {
  path: string[];
  strategy: string;
  rules: RuleReport[];
}

/** The same rules by the phase in which they stand; the phase of the first comes first. */
export function byPhase(rules: readonly RuleReport[]): PhaseRules[] {
  const phases = new Map<string, PhaseRules>();
  for (const rule of rules) {
    const key = rule.path.join("/");
    const known = phases.get(key);
    if (known) known.rules.push(rule);
    else phases.set(key, { path: rule.path, strategy: rule.strategy, rules: [rule] });
  }
  return [...phases.values()];
}

/** Where the server's word is only the word of the badge, why it stands there. */
const PLAINLY: Record<string, string> = {
  selected: "It fits the action, and it decides.",
  skipped: "It was asked, and left the decision to others.",
  disabled: "It is switched off.",
  in_conflict: "Another rule decides as well, and only one may.",
};

/** Why a rule stands as it does. */
export function reasonOf({ kind, words }: RuleStanding): string {
  const isBare = words === "" || words === kind.replaceAll("_", " ");
  return isBare ? (PLAINLY[kind] ?? words) : sentence(words);
}

/** Words as a sentence. */
export function sentence(words: string): string {
  const trimmed = words.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return trimmed === "" || /[.!?…”]$/.test(trimmed) ? capital : `${capital}.`;
}
