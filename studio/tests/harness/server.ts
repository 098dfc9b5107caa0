/** A studio of its own for a test: its port, its folder, and its end. */

import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Match, RecordOpened } from "../../src/generated/wire";
import { PROGRAM, TEN } from "./program";

/** How long a studio may take to open, on a machine that has much to do. */
const PATIENCE = 120_000;

/** How a studio is started over a folder, at a port. */
type Command = (folder: string, port: number) => [program: string, words: string[]];

/** The program itself, with the reference games. */
const REFERENCE: Command = (folder, port) => [PROGRAM, ["studio", "--port", String(port), "--data", folder]];

/** A studio with nothing but an author's own game, as text or with its own drawing. */
export function own(...more: "drawn"[]): Command {
  return (folder) => [TEN, [folder, ...more]];
}

export class Server {
  private readonly folder: string;
  private readonly command: Command;
  /** Zero at first: the studio takes a port that is free, and keeps it when it is started again. */
  private port = 0;
  private process: ChildProcess | null = null;

  private constructor(folder: string, command: Command) {
    this.folder = folder;
    this.command = command;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async start(command = REFERENCE): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), "rulebook-studio-")), command);
    await server.launch();
    return server;
  }

  /** Ends it without warning and starts it again over the same folder. */
  async restart(): Promise<void> {
    await this.kill("SIGKILL");
    await this.launch();
  }

  async stop(): Promise<void> {
    await this.kill("SIGTERM");
    await rm(this.folder, { recursive: true, force: true });
  }

  async get<T>(path: string): Promise<T> {
    return read<T>(await fetch(this.url + path));
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return read<T>(await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  /** Opens a record: it becomes a match. */
  async open(record: string): Promise<Match> {
    const opened = await read<RecordOpened>(await fetch(`${this.url}/api/records`, { method: "POST", body: record }));
    if (opened.kind !== "opened") throw new Error(JSON.stringify(opened));
    return opened.match;
  }

  private async launch(): Promise<void> {
    const started = spawn(...this.command(this.folder, this.port), { stdio: ["ignore", "pipe", "pipe"] });
    this.process = started;
    this.port = await portOf(started);
  }

  private async kill(signal: NodeJS.Signals): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
    await ended;
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** The port at which a studio says that it is open. */
function portOf(started: ChildProcessByStdio<null, Readable, Readable>): Promise<number> {
  return new Promise((found, failed) => {
    let said = "";
    const fail = () => failed(new Error(`The studio did not open. Build it with “cargo xtask studio”.\n${said}`));
    const timer = setTimeout(fail, PATIENCE);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      found(Number(port));
    };
    started.stdout.on("data", listen);
    started.stderr.on("data", listen);
    started.once("error", fail);
    started.once("exit", fail);
  });
}
