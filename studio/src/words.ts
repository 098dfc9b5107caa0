/** Names for people. */

/** Whoever acts or looks: `seat0`, `chance`, `everything` and so on. */
export type Who = string;

const SIDES: Record<string, string[]> = {
  chess: ["White", "Black"],
  chess960: ["White", "Black"],
  backgammon: ["White", "Black"],
  "tic-tac-toe": ["Crosses", "Noughts"],
  "connect-four": ["Red", "Yellow"],
};

/** The number of a seat: 1 for "seat1"; none for chance, the clock and viewers. */
export function seatNumber(who: Who): number | null {
  const found = /^seat(\d+)$/.exec(who);
  return found ? Number(found[1]) : null;
}

/** "White", "Seat 2", "Chance": whoever acts or looks, in a game. */
export function whoName(who: Who, game: string): string {
  const seat = seatNumber(who);
  if (seat !== null) return SIDES[game]?.[seat] ?? `Seat ${seat}`;
  if (who === "clock") return "The clock";
  return who.charAt(0).toUpperCase() + who.slice(1);
}

/** Games whose hyphens are part of the name. */
const HYPHENATED: ReadonlySet<string> = new Set(["tic-tac-toe"]);

/** "night-market" as a title: "Night market". */
export function title(name: string): string {
  const spoken = HYPHENATED.has(name) ? name : name.replaceAll("-", " ");
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
}

/** The word for a seat, by number. */
export function seatWho(seat: number): Who {
  return `seat${seat}`;
}

/** "1 move", "2 moves". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** What is wrong with a line of a file: the line is said once, also where the message begins with it. */
export function atLine(line: number | null, message: string): string {
  if (line === null) return message;
  return `Line ${line}: ${message.replace(new RegExp(`^line ${line}: `, "i"), "")}`;
}

/** How long ago, roughly. */
export function ago(then: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${counted(hours, "hour")} ago`;
  return `${counted(Math.round(hours / 24), "day")} ago`;
}
