/** Something that is fetched: while the next one comes, the last one stays. */

import { useEffect, useRef, useState } from "preact/hooks";
import { problem } from "../api/request";

export interface Resource<T> {
  data: T | null;
  error: string | null;
  loading: boolean;
}

/** Whoever walks quickly through time is not asked for at every step. */
const QUICK = 150;
const PAUSE = 80;

/** Fetches whenever the key changes; a key of null fetches nothing. */
export function useResource<T>(key: string | null, fetch: () => Promise<T>): Resource<T> {
  const [state, setState] = useState<Resource<T>>({ data: null, error: null, loading: key !== null });
  const changed = useRef(-QUICK);
  useEffect(() => {
    if (key === null) {
      setState({ data: null, error: null, loading: false });
      return;
    }
    let current = true;
    const begin = () =>
      fetch().then(
        (data) => current && setState({ data, error: null, loading: false }),
        (thrown: unknown) => current && setState({ data: null, error: problem(thrown), loading: false }),
      );
    const now = performance.now();
    const pause = now - changed.current < QUICK ? PAUSE : 0;
    changed.current = now;
    setState((before) => ({ ...before, loading: true }));
    const timer = setTimeout(() => void begin(), pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  return state;
}
