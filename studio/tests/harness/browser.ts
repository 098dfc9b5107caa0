/** A browser with a fresh profile, and everything that a page says and hears. */

import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
}

/** Everything that came over the wire, and what went wrong. */
export class Traffic {
  readonly urls: string[] = [];
  readonly bodies: string[] = [];
  readonly frames: string[] = [];
  readonly problems: string[] = [];
  private readonly waiting: Promise<void>[] = [];

  constructor(page: Page) {
    page.on("request", (request) => this.urls.push(request.url()));
    page.on("response", (response) => {
      const read = response.text().then(
        (text) => void this.bodies.push(`${response.url()}\n${text}`),
        // A body that was thrown away when the page left was never seen.
        () => undefined,
      );
      this.waiting.push(read);
    });
    page.on("websocket", (socket) => {
      this.urls.push(socket.url());
      socket.on("framereceived", ({ payload }) => this.frames.push(payload.toString()));
    });
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(message.text());
    });
  }

  /** All of it as one text, once everything has arrived. */
  async all(): Promise<string> {
    await Promise.all(this.waiting);
    return [...this.urls, ...this.bodies, ...this.frames].join("\n");
  }
}

/** The page of the program may be older than what was built last: `STUDIO_PAGE` names a folder to take it from. */
async function serveBuilt(page: Page): Promise<void> {
  const folder = process.env["STUDIO_PAGE"];
  if (!folder) return;
  for (const file of ["studio.js", "studio.css"]) {
    await page.route(`**/${file}`, (route) => route.fulfill({ path: join(folder, file) }));
  }
}

const ORDINARY: BrowserContextOptions = { viewport: { width: 1400, height: 900 }, reducedMotion: "reduce" };

export async function openPage(browser: Browser, more: BrowserContextOptions = {}): Promise<{ page: Page; traffic: Traffic }> {
  const context = await browser.newContext({ ...ORDINARY, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await serveBuilt(page);
  return { page, traffic: new Traffic(page) };
}
