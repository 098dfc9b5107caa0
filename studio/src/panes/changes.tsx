/** Values that differ, one below the other. */

import type { Change } from "../generated/wire";
import { Hint } from "../parts/notice";

export function Changes({ changes, before = "before", after = "after" }: { changes: Change[]; before?: string; after?: string }) {
  if (changes.length === 0) return <Hint>Nothing differs.</Hint>;
  return (
    <div class="scrolls">
      <table class="changes">
        <thead>
          <tr>
            <th scope="col">where</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            <tr key={index}>
              <th scope="row">
                <code>{change.path}</code>
              </th>
              <td>{change.before === null ? <span class="quiet">nothing</span> : <del>{change.before}</del>}</td>
              <td>{change.after === null ? <span class="quiet">nothing</span> : <ins>{change.after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
