/** A question that must be answered first, and one that the board asks itself. */

import { useEffect, useRef } from "preact/hooks";
import { spoken } from "../boards/spoken";
import type { Choice, Drawing, LegalAction } from "../generated/wire";
import { whoName } from "../words";

interface PendingProps {
  choice: Choice;
  game: string;
  answer: (option: number) => void;
  withdraw: () => void;
}

export function PendingChoice({ choice, game, answer, withdraw }: PendingProps) {
  const name = whoName(choice.seat, game);
  if (choice.options.length === 0) return <p class="choice">{name} must choose first.</p>;
  return (
    <div class="choice" role="group" aria-label={`${name} must choose`}>
      <p>
        <strong>{name} must choose:</strong> {choice.question}
      </p>
      <p class="buttons">
        {choice.options.map((option, index) => (
          <button key={index} type="button" class="primary" onClick={() => answer(index)}>
            {option}
          </button>
        ))}
        <button type="button" onClick={withdraw}>
          Take back
        </button>
      </p>
    </div>
  );
}

export interface Question {
  question: string;
  among: LegalAction[];
}

interface QuestionProps extends Question {
  drawing: Drawing;
  pick: (chosen: LegalAction) => void;
  close: () => void;
}

export function BoardQuestion({ question, among, drawing, pick, close }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div class="choice" role="group" aria-label={question} ref={box}>
      <p>
        <strong>{question}</strong>
      </p>
      <p class="buttons">
        {among.map((legal) => (
          <button key={legal.action} type="button" class="primary" onClick={() => pick(legal)}>
            {spoken(legal, drawing)}
          </button>
        ))}
        <button type="button" onClick={close}>
          Neither
        </button>
      </p>
    </div>
  );
}
