/** A studio of its own for a test: its port, its folder, and its end. */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Match, RecordOpened } from "../../src/generated/wire";
import { PROGRAM } from "./program";

/** How long a studio may take to answer, on a machine that has much to do. */
const PATIENCE = 60_000;

export class Server {
  readonly url: string;
  private readonly port: number;
  private readonly folder: string;
  private process: ChildProcess | null = null;
  private said = "";

  private constructor(port: number, folder: string) {
    this.port = port;
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<Server> {
    const server = new Server(await freePort(), await mkdtemp(join(tmpdir(), "rulebook-studio-")));
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
    const started = spawn(PROGRAM, ["studio", "--port", String(this.port), "--data", this.folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = started;
    const listen = (chunk: Buffer) => (this.said += chunk.toString());
    started.stdout.on("data", listen);
    started.stderr.on("data", listen);
    started.on("error", (error) => (this.said += error.message));
    const until = Date.now() + PATIENCE;
    while (Date.now() < until && started.exitCode === null) {
      if (await this.answers()) return;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    throw new Error(`The studio did not start. Build it with “cargo build -p rulebook-cli”.\n${this.said}`);
  }

  private async answers(): Promise<boolean> {
    return fetch(`${this.url}/api/games`).then(
      (response) => response.ok,
      () => false,
    );
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

async function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}
