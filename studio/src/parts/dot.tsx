/** The colour of a seat, beside its name. */

import { seatNumber, type Who } from "../words";

export function Dot({ who }: { who: Who }) {
  const seat = seatNumber(who);
  return <span class={seat === null ? "dot" : `dot seat${seat}`} aria-hidden="true" />;
}
