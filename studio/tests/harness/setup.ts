/** One studio and one browser for all tests of a file. */

import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openBrowser } from "./browser";
import { Server } from "./server";

export interface Studio {
  server: Server;
  browser: Browser;
}

/** What is in it is there once the first test begins. */
export function useStudio(command?: Parameters<typeof Server.start>[0]): Studio {
  const studio = {} as Studio;
  beforeAll(async () => {
    studio.server = await Server.start(command);
    studio.browser = await openBrowser();
  });
  // A page that nobody looks at any more would go on listening.
  afterEach(async () => {
    await Promise.all(studio.browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await studio.browser?.close();
    await studio.server?.stop();
  });
  return studio;
}
