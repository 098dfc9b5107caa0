/** The first frame at which a game goes another way than its record says, side by side. */

import type { Diverged } from "../generated/wire";
import { Hint } from "../parts/notice";
import { Changes } from "./changes";

export function DivergenceView({ divergence }: { divergence: Diverged }) {
  const { frame, action, expected, found, differences, against, remark } = divergence;
  return (
    <section class="divergence" role="alert" aria-label="The first difference">
      <p class="forecast bad">
        ✗ {frame === 0 ? "The start" : `Frame ${frame} (${action})`} goes another way than the record says.
      </p>
      {remark && <Hint>{remark}</Hint>}
      <div class="two">
        <figure>
          <figcaption>The record says</figcaption>
          <pre tabIndex={0}>{expected}</pre>
        </figure>
        <figure>
          <figcaption>It happens that</figcaption>
          <pre tabIndex={0}>{found}</pre>
        </figure>
      </div>
      {differences.length > 0 && (
        <>
          <h3>{against === "before" ? "What this frame changes in the state" : "Where the states differ"}</h3>
          <Changes changes={differences} before={against === "before" ? "before this frame" : "the record"} after="what happens" />
        </>
      )}
    </section>
  );
}
