/** Dice and the doubling cube. */

import type { Cube as CubeInfo } from "../generated/wire";
import { whoName } from "../words";

/** Where the pips of each face are, on a field of three by three. */
const PIPS: number[][] = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function Dice({ dice, left }: { dice: number[]; left: number[] }) {
  const unplayed = [...left];
  const shown = dice.map((value) => {
    const at = unplayed.indexOf(value);
    if (at >= 0) unplayed.splice(at, 1);
    return { value, isPlayed: at < 0 };
  });
  const words = dice.length === 0 ? "No dice on the table" : `Dice: ${dice.join(" and ")}; left to play: ${left.join(", ") || "none"}`;
  return (
    <span class="dice" role="img" aria-label={words}>
      {shown.map(({ value, isPlayed }, index) => (
        <svg key={index} class={isPlayed ? "die played" : "die"} viewBox="0 0 30 30" aria-hidden="true">
          <rect x="1" y="1" width="28" height="28" rx="6" />
          {(PIPS[value] ?? []).map((pip) => (
            <circle key={pip} cx={7 + 8 * (pip % 3)} cy={7 + 8 * Math.floor(pip / 3)} r="2.6" />
          ))}
        </svg>
      ))}
    </span>
  );
}

export function Cube({ cube, game }: { cube: CubeInfo; game: string }) {
  const owner = cube.owner === null ? "in the middle" : `${whoName(cube.owner, game)}'s`;
  const words = cube.offered_by === null ? owner : `offered by ${whoName(cube.offered_by, game)}`;
  return (
    <span class={cube.offered_by === null ? "cube" : "cube offered"} role="img" aria-label={`Cube at ${cube.value}, ${words}`}>
      <span class="face">{cube.value}</span>
      <span class="quiet">{words}</span>
    </span>
  );
}
