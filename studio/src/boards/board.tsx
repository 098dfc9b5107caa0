/** The board of a scene, whichever game it is. */

import type { Choice, Drawing } from "../generated/wire";
import { BackgammonBoard } from "./backgammon";
import { ChessBoard } from "./chess";
import { DuelsBoard } from "./duels";
import { GenericBoard } from "./generic";
import { GridBoard } from "./grid";
import { MarketBoard } from "./market";
import { pictureOf } from "./own";
import type { BoardProps } from "./props";

interface Props extends Omit<BoardProps<never>, "drawing"> {
  drawing: Drawing;
  /** The same as text. */
  text: string;
  choice: Choice | null;
  answer: (option: number) => void;
}

export function Board({ drawing, text, choice, answer, ...rest }: Props) {
  switch (drawing.kind) {
    case "chess":
      return <ChessBoard drawing={drawing} {...rest} />;
    case "backgammon":
      return <BackgammonBoard drawing={drawing} {...rest} />;
    case "grid":
      return <GridBoard drawing={drawing} {...rest} />;
    case "duels":
      return <DuelsBoard drawing={drawing} {...rest} />;
    case "market":
      return <MarketBoard drawing={drawing} choice={choice} answer={answer} {...rest} />;
    case "generic":
    case "own":
      return <GenericBoard text={text} picture={pictureOf(drawing)} />;
  }
}
