/** The match at a node as one viewer sees it: board, what can be done, what was refused. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { studio } from "../api/studio";
import { Board } from "../boards/board";
import { settled } from "../boards/own";
import { movesOn, wordsBeside } from "../boards/reading";
import type { Scene } from "../generated/wire";
import { Fetched } from "../parts/notice";
import { useResource } from "../parts/resource";
import { useTied } from "../parts/tied";
import { EVERYTHING, type Viewer } from "../route";
import { seatNumber, whoName, type Who } from "../words";
import { Dot } from "../parts/dot";
import { useActing } from "./acting";
import { actorOf, botToAct, turnOf } from "./actor";
import { useBoardFocus } from "./focus";
import { BoardQuestion, PendingChoice, type Question } from "./choice";
import { Moves } from "./moves";
import { Refusal } from "./refusal";
import type { MatchStore } from "./store";
import { Told } from "./told";

/** Drawings that look different from the other side. */
const HAS_SIDES: ReadonlySet<string> = new Set(["chess", "backgammon", "duels"]);

interface Props {
  store: MatchStore;
  viewer: Viewer;
  askWhy: (by: Who, action: string) => void;
}

export function View(props: Props) {
  const { store, viewer } = props;
  const node = store.node.value;
  const key = store.match.value && `${store.id} ${node} ${viewer} ${store.stir.value}`;
  const scene = useResource(key, () => studio.scene(store.id, node, viewer));
  return <Fetched from={scene} show={(scene) => <SceneView {...props} scene={scene} />} />;
}

function SceneView({ store, viewer, askWhy, scene }: Props & { scene: Scene }) {
  const game = store.match.value?.game ?? "";
  const acting = useActing(store, scene.node, viewer);
  const box = useBoardFocus(store.id, scene);
  const [question, setQuestion] = useTied<Question | null>(scene, null);
  const [isTurned, setTurned] = useState(false);
  const actor = actorOf(scene, viewer);
  const drawing = settled(scene.drawing);
  const { kind } = drawing;
  const side = (seatNumber(viewer) ?? 0) ^ Number(isTurned);
  const ask = (question: string, among: Question["among"]) => setQuestion({ question, among });
  const answer = (option: number) => scene.choice && acting.answer(scene.choice, option);
  return (
    <div class="scene" data-node={scene.node} data-viewer={viewer} ref={box}>
      <Status {...{ store, scene, game }} letMove={acting.letMove}>
        {HAS_SIDES.has(kind) && (
          <button type="button" class="small turn" aria-pressed={isTurned} onClick={() => setTurned(!isTurned)}>
            Turn the board
          </button>
        )}
      </Status>
      {acting.refused && (
        <Refusal
          refused={acting.refused}
          game={game}
          askWhy={viewer === EVERYTHING ? askWhy : null}
          close={acting.forget}
        />
      )}
      <Board
        {...{ drawing, game, side, ask, answer }}
        actor={actor ?? viewer}
        text={scene.text}
        moves={movesOn(kind, scene.legal)}
        choice={scene.choice}
        act={acting.act}
      />
      {question && (
        <BoardQuestion
          {...question}
          drawing={drawing}
          pick={(chosen) => acting.act(chosen.by, chosen.action)}
          close={() => setQuestion(null)}
        />
      )}
      {scene.choice && (
        <PendingChoice
          choice={scene.choice}
          game={game}
          answer={answer}
          withdraw={acting.withdraw}
        />
      )}
      <Told {...{ store, viewer, kind }} node={scene.node} />
      <Buttons legal={wordsBeside(kind, scene.legal)} game={game} act={acting.act} />
      <Moves legal={scene.legal} drawing={drawing} actor={actor} game={game} act={acting.act} />
    </div>
  );
}

interface ButtonsProps {
  legal: Scene["legal"];
  game: string;
  act: (by: Who, action: string) => void;
}

/** What goes on with the game, actor by actor; below it, in one small line, what cuts it short. */
function Buttons({ legal, game, act }: ButtonsProps) {
  const rare = legal.filter((legal) => legal.rare);
  const isNamed = new Set(legal.map(({ by }) => by)).size > 1;
  return (
    <>
      <ActorButtons legal={legal.filter((legal) => !legal.rare)} {...{ game, act, isNamed }} />
      {rare.length > 0 && (
        <div class="rarely">
          <ActorButtons legal={rare} {...{ game, act, isNamed }} />
        </div>
      )}
    </>
  );
}

function ActorButtons({ legal, game, act, isNamed }: ButtonsProps & { isNamed: boolean }) {
  const actors = [...new Set(legal.map(({ by }) => by))];
  return (
    <>
      {actors.map((actor) => (
        <p key={actor} class="buttons beside" role="group" aria-label={whoName(actor, game)}>
          {isNamed && (
            <span class="quiet">
              <Dot who={actor} /> {whoName(actor, game)}
            </span>
          )}
          {legal
            .filter(({ by }) => by === actor)
            .map(({ action, words, rare }) => (
              <button key={action} type="button" class={rare ? "rare small" : "primary"} onClick={() => act(actor, action)}>
                {words || action}
              </button>
            ))}
        </p>
      ))}
    </>
  );
}

interface StatusProps {
  store: MatchStore;
  scene: Scene;
  game: string;
  letMove: (bot: Who) => void;
  children: ComponentChildren;
}

function Status({ store, scene, game, letMove, children }: StatusProps) {
  const seats = store.match.value?.seats ?? [];
  const turn = turnOf(scene);
  const names = (turn ? [turn] : scene.active).map((who) => whoName(who, game));
  const bot = botToAct(scene, seats);
  if (scene.result) {
    return (
      <p class="status" role="status">
        <strong>The game is over.</strong> {scene.result.words} {children}
      </p>
    );
  }
  return (
    <p class="status" role="status">
      {turn && <Dot who={turn} />}
      <strong>{names.join(", ") || "Nobody"}</strong> to act
      {store.thinking.value && <span class="quiet"> · {whoName(store.thinking.value, game)} thinks …</span>}
      {bot !== null && !store.thinking.value && (
        <button type="button" class="small" onClick={() => letMove(bot)}>
          Let {whoName(bot, game)} move
        </button>
      )}
      {scene.children.length > 0 && <span class="quiet forks">· acting here begins a new line</span>}
      {children}
    </p>
  );
}
