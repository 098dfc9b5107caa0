/** A value that is forgotten as soon as what it belongs to changes. */

import { useState } from "preact/hooks";

/** Unlike an effect that resets a state, it is never late: nobody can choose something that is forgotten a moment later. */
export function useTied<T>(key: unknown, initial: T): [T, (value: T) => void] {
  const [tied, setTied] = useState({ key, value: initial });
  const value = Object.is(tied.key, key) ? tied.value : initial;
  return [value, (value) => setTied({ key, value })];
}
