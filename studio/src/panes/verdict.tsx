/** Everything for and against an action: the gates it passes, and every rule with its reason. */

import type { CheckReport, Decision, GateReport, RuleReport } from "../generated/wire";
import { counted } from "../words";
import { byPhase, gateStanding, groupRules, reasonOf, sentence, STANDINGS } from "./standings";

export function Verdict({ decision, isPast }: { decision: Decision; isPast: boolean }) {
  const { words } = decision.forecast;
  return (
    <>
      <p class={decision.legal ? "forecast good" : "forecast bad"}>
        <span aria-hidden="true">{decision.legal ? "✓" : "✗"}</span> {sentence(isPast ? words.replace(/^would be /, "") : words)}
      </p>
      <h3>The pipeline</h3>
      <Gates gates={decision.gates} kind={decision.forecast.kind} />
      <h3>The rules</h3>
      <Rules rules={decision.rules} />
    </>
  );
}

const SIGNS: Record<string, string> = { passed: "✓", failed: "✗", lifted: "⇧", not_reached: "·", panicked: "!", empty: "–" };
const WORDS: Record<string, string> = {
  passed: "passed",
  failed: "failed",
  lifted: "lifted",
  not_reached: "not reached",
  panicked: "panicked",
  empty: "asks nothing",
};

export function Gates({ gates, kind }: { gates: GateReport[]; kind: string }) {
  const isRefused = gates.some((gate) => gateStanding(gate) === "failed");
  return (
    <ol class="pipeline">
      {gates.map((gate) => (
        <Gate key={gate.gate} gate={gate} />
      ))}
      <li class={`gate ${isRefused ? "not_reached" : kind === "refused" || kind === "fault" ? "failed" : "passed"}`}>
        <span class="gate-name">Rules</span>
        <span class="gate-word">{isRefused ? "not reached" : kind.replaceAll("_", " ")}</span>
      </li>
    </ol>
  );
}

function Gate({ gate }: { gate: GateReport }) {
  const standing = gateStanding(gate);
  return (
    <li class={`gate ${standing}`}>
      <span class="gate-name">
        <span aria-hidden="true">{SIGNS[standing]}</span> {gate.gate}
      </span>
      <span class="gate-word">{WORDS[standing]}</span>
      {gate.checks.length > 0 && (
        <ul class="checks">
          {gate.checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      )}
    </li>
  );
}

export function Check({ check }: { check: CheckReport }) {
  return (
    <li class={`check ${check.standing}`}>
      <span class="mark-of" aria-hidden="true">
        {SIGNS[check.standing]}
      </span>{" "}
      {check.name} <span class="badge">{WORDS[check.standing]}</span>{" "}
      {check.force && <span class="quiet">{check.force}</span>}
      <ul class="check-notes">
        {check.message && <li class="bad">{check.message}</li>}
        {check.reasons.map((reason, index) => (
          <li key={index}>
            {reason.message} <code class="quiet">{reason.code}</code>
          </li>
        ))}
        {check.lifted_by && <li class="good">Lifted by “{check.lifted_by}”.</li>}
        {check.standing !== "passed" &&
          check.exceptions
            .filter((exception) => exception !== check.lifted_by)
            .map((exception) => (
              <li key={exception} class="quiet">
                Could be lifted by “{exception}”.
              </li>
            ))}
        {check.standing === "failed" && check.exceptions.length === 0 && (
          <li class="quiet">No exception of this book could lift it.</li>
        )}
      </ul>
    </li>
  );
}

export function Rules({ rules }: { rules: RuleReport[] }) {
  const { weighed, unconcerned } = groupRules(rules);
  return (
    <>
      <Phases rules={weighed} />
      {unconcerned.length > 0 && (
        <details>
          <summary>{counted(unconcerned.length, "rule")} that the action does not concern</summary>
          <Phases rules={unconcerned} />
        </details>
      )}
    </>
  );
}

/** Rules below the phase in which they stand, which says how it chooses. */
function Phases({ rules }: { rules: RuleReport[] }) {
  return (
    <>
      {byPhase(rules).map(({ path, strategy, rules }) => (
        <section key={path.join("/")} class="phase">
          <p class="phase-head">
            <span class="phase-path">{["book", ...path].join(" › ")}</span> <span class="quiet">{strategy}</span>
          </p>
          <ol class="verdicts">
            {rules.map((rule) => (
              <Rule key={rule.name} rule={rule} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Rule({ rule }: { rule: RuleReport }) {
  const { kind, would } = rule.standing;
  const words = reasonOf(rule.standing);
  const { word, tone } = STANDINGS[kind] ?? { word: kind, tone: "quiet" };
  const own = rule.name.split("/").at(-1) ?? rule.name;
  return (
    <li class={`verdict ${tone}`} data-standing={kind}>
      <p class="verdict-head">
        {tone === "good" ? <strong>{own}</strong> : <s>{own}</s>} <span class={`badge ${tone}`}>{word}</span>
        <span class="verdict-weight">
          {rule.label && <span class="chip">{rule.label}</span>} <span class="quiet">{rule.priority}</span>
        </span>
      </p>
      <p class="because">
        {words}
        {would && !words.includes(would) && ` It would have said: ${would}.`}
      </p>
    </li>
  );
}
