/** Sitting at a table: beginning a match, doing something, waiting until it is done. */

import type { Page } from "playwright-core";
import type { Match, NewMatch, Scene } from "../../src/generated/wire";
import type { Server } from "./server";

/** Begins a match behind the page's back and looks at it. */
export async function sitDown(page: Page, server: Server, wanted: NewMatch, query = ""): Promise<Match> {
  const match = await server.post<Match>("/api/matches", { seed: "1", ...wanted });
  await page.goto(`${server.url}/#/match/${match.id}${query}`);
  await page.waitForSelector(".scene");
  return match;
}

/** The node that the page shows. */
export async function shownNode(page: Page): Promise<number> {
  return Number(await page.locator(".scene").first().getAttribute("data-node"));
}

/** Does something and waits until the page shows another node. */
export async function andThen(page: Page, work: () => Promise<void>): Promise<number> {
  const before = await shownNode(page);
  await work();
  await page.waitForFunction(
    (before) => Number(document.querySelector(".scene")?.getAttribute("data-node")) !== before,
    before,
  );
  return shownNode(page);
}

/** Waits until the page shows a node. */
export async function shows(page: Page, node: number): Promise<void> {
  await page.waitForSelector(`.scene[data-node="${node}"]`);
}

/** In Duels: places a card where it can be, or goes on with the turn. */
export async function placeOrGoOn(page: Page): Promise<void> {
  const inHand = page.locator(".hand .card.movable").first();
  if ((await inHand.count()) > 0) {
    await inHand.click();
    const slot = page.locator(".card.target").first();
    if ((await slot.count()) > 0) return slot.click();
  }
  await page.locator(".beside button.primary").first().click();
}

/** Clicks on two squares, one after the other. */
export async function move(page: Page, from: string, to: string): Promise<number> {
  await page.click(`[data-square=${from}]`);
  return andThen(page, () => page.click(`[data-square=${to}]`));
}

export async function isOver(page: Page): Promise<boolean> {
  return (await page.locator(".status").first().innerText()).includes("over");
}

/** Opens a pane. */
export async function pane(page: Page, name: string): Promise<void> {
  await page.click(`#tab-${name}`);
  await page.waitForSelector(`.pane.${name}`);
}

export async function sceneOf(server: Server, match: string, node: number, viewer: string): Promise<Scene> {
  return server.get<Scene>(`/api/matches/${match}/nodes/${node}?viewer=${viewer}`);
}
