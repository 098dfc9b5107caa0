/** Doing something in a match: one request, one answer, and the reasons of a refusal. */

import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { Answer, Choice, Reason } from "../generated/wire";
import { useTied } from "../parts/tied";
import type { Viewer } from "../route";
import type { Who } from "../words";
import { hindrance } from "./actor";
import type { MatchStore } from "./store";

export interface Refused {
  by: Who;
  action: string;
  /** "invalid", "disallowed", "aborted", or what else went wrong. */
  refusal: string;
  reasons: Pick<Reason, "message" | "check" | "rule">[];
}

export interface Acting {
  refused: Refused | null;
  act: (by: Who, action: string) => void;
  answer: (choice: Choice, option: number) => void;
  withdraw: () => void;
  letMove: (bot: Who) => void;
  forget: () => void;
}

export function useActing(store: MatchStore, at: number, viewer: Viewer): Acting {
  const [refused, setRefused] = useTied<Refused | null>(at, null);

  // An answer holds what the timeline may show.
  const eye = store.eye.value;

  const send = async (by: Who, action: string, request: () => Promise<Answer>) => {
    // A second click while the first is under way would do the same twice; and what is
    // seen of a node that was left is old.
    if (store.isBusy || at !== store.node.value) return;
    store.isBusy = true;
    setRefused(null);
    try {
      take(await request(), store, (refusal, reasons) => setRefused({ by, action, refusal, reasons }));
    } catch (thrown) {
      setRefused({ by, action, refusal: "not done", reasons: [said(problem(thrown))] });
    }
    store.isBusy = false;
  };

  return {
    refused,
    act: (by, action) => {
      const hindered = hindrance(viewer, by);
      if (hindered) return setRefused({ by: viewer, action, refusal: "not done", reasons: [said(hindered)] });
      const done = store.childBy(at, by, action);
      if (done !== null) store.go(done);
      else void send(by, action, () => studio.act(store.id, eye, { at, by, action }));
    },
    answer: (choice, option) => {
      const words = choice.options[option] ?? String(option);
      const request = { at, by: choice.seat, choice: choice.id, option };
      void send(choice.seat, words, () => studio.answer(store.id, eye, request));
    },
    withdraw: () => void send("", "take back", () => studio.withdraw(store.id, eye, at)),
    letMove: (bot) => void send(bot, "let them move", () => studio.letMove(store.id, eye, at, bot)),
    forget: () => setRefused(null),
  };
}

function said(message: string): Refused["reasons"][number] {
  return { message, check: null, rule: null };
}

/** Each reason names who gave it; where no part of the book did, it was the engine or the studio. */
function reasonsOf({ reasons, message, rule }: Extract<Answer, { status: "refused" }>): Refused["reasons"] {
  const named = reasons.length > 0 ? reasons : [said(message)];
  return named.map((reason) => (reason.check ?? reason.rule ? reason : { ...reason, rule }));
}

function take(
  answer: Answer,
  store: MatchStore,
  refuse: (refusal: string, reasons: Refused["reasons"]) => void,
): void {
  switch (answer.status) {
    case "accepted":
      return store.add(answer.node);
    case "pending":
    case "withdrawn":
      store.stir.value += 1;
      return;
    case "unchanged":
      return refuse("nothing changed", [said("It is allowed, but it changes nothing.")]);
    case "refused":
      return refuse(answer.refusal, reasonsOf(answer));
    case "fault":
      return refuse("a fault of the book", [said(answer.message)]);
  }
}
