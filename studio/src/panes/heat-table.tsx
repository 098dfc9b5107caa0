/** Everything of a book that can fire, the warmest first. */

import type { CoverageRow } from "../generated/wire";
import { counted } from "../words";
import { heatLevel, refusals } from "./outline";

export function HeatTable({ rows }: { rows: CoverageRow[] }) {
  const most = Math.max(0, ...rows.map((row) => row.fired));
  const sorted = [...rows].sort((one, other) => other.fired - one.fired);
  const never = rows.filter((row) => row.fired === 0).length;
  return (
    <details>
      <summary>
        What has fired, one by one{never > 0 && `; ${counted(never, "thing")} never`}
      </summary>
      <div class="scrolls">
        <table class="heat">
          <thead>
            <tr>
              <th scope="col">what</th>
              <th scope="col">name</th>
              <th scope="col">fired</th>
              <th scope="col">refused</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={`${row.kind} ${row.name}`} class={`heat${Math.min(5, heatLevel(row.fired, most))}`}>
                <td>{row.kind}</td>
                <th scope="row">{row.name}</th>
                <td>{row.fired}</td>
                <td>{refusals(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
