/** The first frame at which a game goes another way than its record says, side by side. */

import type { Diverged } from "../generated/wire";
import { Changes } from "./changes";

export function DivergenceView({ divergence }: { divergence: Diverged }) {
  const { frame, action, expected, found, differences } = divergence;
  return (
    <section class="divergence" role="alert" aria-label="The first difference">
      <p class="forecast bad">
        ✗ Frame {frame} ({action}) goes another way than the record says.
      </p>
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
      {differences.length > 0 && <Changes changes={differences} before="the record" after="what happens" />}
    </section>
  );
}
