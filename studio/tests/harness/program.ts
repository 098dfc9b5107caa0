/** The program itself: where it is, and a game that it plays at its keyboard and keeps. */

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const TARGET = process.env["CARGO_TARGET_DIR"] ?? resolve(import.meta.dirname, "../../../target");
/** The game of an author's own that the guide shows. */
export const TEN = process.env["RULEBOOK_TEN"] ?? join(TARGET, "debug", "examples", "ten");
export const PROGRAM = process.env["RULEBOOK_BIN"] ?? join(TARGET, "debug", "rulebook");

export interface Script {
  game: string;
  position: string;
  moves: string[];
}

/** Plays a game for people by what they would type, and gives its record. */
export async function recordOf({ game, position, moves }: Script): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rulebook-record-"));
  const file = join(folder, "game.jsonl");
  try {
    await type(["play", game, "--seats", "human", "--position", position, "--record", file], [...moves, "quit"]);
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function type(words: string[], lines: string[]): Promise<void> {
  const playing = spawn(PROGRAM, words, { stdio: ["pipe", "ignore", "inherit"] });
  const ended = new Promise<number | null>((done, failed) => {
    playing.once("error", failed);
    playing.once("exit", done);
  });
  playing.stdin.end(`${lines.join("\n")}\n`);
  const code = await ended;
  if (code !== 0) throw new Error(`“rulebook ${words.join(" ")}” ended with ${code}.`);
}
