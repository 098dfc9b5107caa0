/** Short messages: what went wrong, what there is to wait for. */

import type { ComponentChildren } from "preact";
import type { Resource } from "./resource";

export function Problem({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice problem" role="alert">
      {children}
    </p>
  );
}

export function Hint({ children }: { children: ComponentChildren }) {
  return <p class="notice hint">{children}</p>;
}

/** Shows what was fetched, or why it is not there. */
export function Fetched<T>({ from, show }: { from: Resource<T>; show: (data: T) => ComponentChildren }) {
  if (from.error !== null) return <Problem>{from.error}</Problem>;
  if (from.data === null) return from.loading ? <Hint>One moment …</Hint> : null;
  return <div aria-busy={from.loading}>{show(from.data)}</div>;
}
