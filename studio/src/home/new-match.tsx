/** A new match: which game, who sits where, which dice, from which position. */

import { useState } from "preact/hooks";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { GameInfo, Player } from "../generated/wire";
import { begin } from "../match/focus";
import { Problem } from "../parts/notice";
import { Emblem } from "./emblem";
import { firstEye, PLAYERS } from "./players";
import { EVERYTHING, matchRoute, visit, writeRoute } from "../route";
import { counted, seatWho, title, whoName } from "../words";

export function NewMatchForm({ games }: { games: GameInfo[] }) {
  const [name, setName] = useState(games[0]?.name ?? "");
  const [seats, setSeats] = useState<Record<number, Player>>({});
  const [seed, setSeed] = useState("");
  const [position, setPosition] = useState("");
  const [error, setError] = useState<string | null>(null);
  const game = games.find((known) => known.name === name);
  if (!game) return <Problem>No game is registered.</Problem>;
  const players = Array.from({ length: game.seats }, (_, seat) => seats[seat] ?? "human");
  const start = async (event: Event) => {
    event.preventDefault();
    setError(null);
    try {
      const more = { ...(seed && { seed }), ...(position && { position }) };
      const { id } = await studio.start({ game: name, seats: players, ...more });
      begin(id);
      const viewer = firstEye(game, players);
      // A seat may not look behind the rules, but sees what happens.
      visit(matchRoute(id, { viewer, pane: viewer === EVERYTHING ? "decision" : "reactions" }));
    } catch (thrown) {
      setError(problem(thrown));
    }
  };
  return (
    <form class="new-match" onSubmit={(event) => void start(event)}>
      <GameList games={games} name={name} choose={setName} />
      <fieldset class="seats">
        <legend>Who sits where</legend>
        {players.map((player, seat) => (
          <label key={seat} class="field">
            <span>{whoName(seatWho(seat), name)}</span>
            <select
              name={seatWho(seat)}
              value={player}
              onChange={(event) => setSeats({ ...seats, [seat]: event.currentTarget.value as Player })}
            >
              {game.players.map((kind) => (
                <option key={kind} value={kind}>
                  {PLAYERS[kind]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </fieldset>
      <details>
        <summary>Seed and position</summary>
        <label class="field">
          <span>Seed: which dice fall; any, if empty</span>
          <input name="seed" inputMode="numeric" pattern="[0-9]*" value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>Position: from the start, if empty</span>
          <input name="position" spellcheck={false} value={position} onInput={(event) => setPosition(event.currentTarget.value)} />
        </label>
        <p class="quiet">{game.positions}</p>
      </details>
      {error && <Problem>{error}</Problem>}
      <p class="buttons">
        <button type="submit" class="primary">
          Play {title(name)}
        </button>
        <a href={writeRoute({ page: "book", game: name })}>Read its book</a>
      </p>
    </form>
  );
}

function GameList({ games, name, choose }: { games: GameInfo[]; name: string; choose: (name: string) => void }) {
  return (
    <fieldset class="games">
      <legend>Which game</legend>
      {games.map((game) => (
        <label key={game.name} class={game.name === name ? "game chosen" : "game"}>
          <input type="radio" name="game" value={game.name} checked={game.name === name} onChange={() => choose(game.name)} />
          <Emblem game={game.name} />
          <strong>{title(game.name)}</strong>
          <span>{game.about}</span>
          <span class="quiet">
            {counted(game.seats, "seat")}
            {game.hidden && ", something hidden"}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
