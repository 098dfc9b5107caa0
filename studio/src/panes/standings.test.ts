import { expect, test } from "vitest";
import type { GateReport, RuleReport } from "../generated/wire";
import { byPhase, gateStanding, groupRules, reasonOf, sentence } from "./standings";

function rule(name: string, kind: string): RuleReport {
  const standing = { kind, words: "", to: null, how: null, strategy: null, would: null };
  return { name, path: [], priority: "", label: null, strategy: "", standing };
}

test("the winner is on top, and what is not concerned stands apart", () => {
  const rules = [rule("a", "other_kind"), rule("b", "skipped"), rule("c", "lost"), rule("d", "selected")];
  const { weighed, unconcerned } = groupRules(rules);
  expect(weighed.map(({ name }) => name)).toEqual(["d", "c", "b"]);
  expect(unconcerned.map(({ name }) => name)).toEqual(["a"]);
});

test("a gate is as its worst check", () => {
  const gate = (...standings: string[]): GateReport => ({
    gate: "Actor",
    checks: standings.map((standing) => ({
      name: standing,
      force: "hard",
      standing,
      lifted_by: null,
      reasons: [],
      exceptions: [],
      message: null,
    })),
  });
  expect(gateStanding(gate())).toBe("empty");
  expect(gateStanding(gate("passed", "lifted"))).toBe("passed");
  expect(gateStanding(gate("passed", "failed"))).toBe("failed");
  expect(gateStanding(gate("panicked"))).toBe("failed");
  expect(gateStanding(gate("not_reached"))).toBe("not_reached");
});

test("rules are put below their phases, the winner's first", () => {
  const inPhase = (name: string, ...path: string[]) => ({ ...rule(name, "lost"), path, strategy: path.join() });
  const phases = byPhase([inPhase("a", "moving"), inPhase("b"), inPhase("c", "moving")]);
  expect(phases.map(({ path, rules }) => [path.join(), rules.map(({ name }) => name).join()])).toEqual([
    ["moving", "a,c"],
    ["", "b"],
  ]);
});

test("every standing has a reason, also where the server has but a word", () => {
  const { standing } = rule("a", "skipped");
  expect(reasonOf({ ...standing, words: "skipped" })).toContain("left the decision");
  expect(reasonOf({ ...standing, kind: "lost", words: "lost by order to b" })).toBe("Lost by order to b.");
});

test("words become a sentence once", () => {
  expect(sentence("would be refused: No.")).toBe("Would be refused: No.");
  expect(sentence("it is late")).toBe("It is late.");
  expect(sentence("")).toBe("");
});
