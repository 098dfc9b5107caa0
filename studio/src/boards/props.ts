/** What every board is given. */

import type { Drawing, LegalAction } from "../generated/wire";
import type { Who } from "../words";
import type { Move } from "./reading";

export interface BoardProps<D> {
  drawing: D;
  game: string;
  moves: Move[];
  /** Who acts if something is tried that nobody is offered. */
  actor: Who;
  /** From whose side it is looked at. */
  side: number;
  act: (by: Who, action: string) => void;
  /** Lets a person choose, if one place can mean several actions. */
  ask: (question: string, among: LegalAction[]) => void;
}

/** Does what was meant: the only action that fits, or the one that a person picks. */
export function settle(fitting: Move[], question: string, props: Pick<BoardProps<Drawing>, "act" | "ask">): void {
  const [only, ...others] = fitting.map((move) => move.legal);
  if (!only) return;
  if (others.length === 0) props.act(only.by, only.action);
  else props.ask(question, [only, ...others]);
}
