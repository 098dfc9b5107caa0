import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, sitDown } from "./harness/table";

const studio = useStudio();
/** Two lanterns that differ hang, the others have passed: whoever bids must choose. */
const NIGHT = "night 1 torch 0 river 0 show gold jade; 9 charm; 9 charm bid 0; 9 charm bid 0";
const QUESTION = "Which lantern do you take?";

async function bid(): Promise<{ page: Page; match: Match }> {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "night-market", position: NIGHT });
  await page.click("[data-bid='5']");
  await page.waitForSelector(".choice");
  return { page, match };
}

test("a choice that an action leads to is asked, and answering it finishes the action", async () => {
  const { page } = await bid();
  const choice = page.locator(".choice");
  expect(await choice.innerText()).toContain(QUESTION);
  expect((await choice.locator("button").allInnerTexts()).join()).toMatch(/gold.*jade.*Take back/);
  await andThen(page, () => choice.locator("button", { hasText: "jade" }).click());
  await choice.waitFor({ state: "detached" });
  await page.click("#row-n1");
  await pane(page, "reactions");
  await page.waitForFunction((asked) => document.querySelector(".pane.reactions")?.textContent?.includes(asked), QUESTION);
  expect(await page.locator(".pane.reactions strong").first().innerText()).toBe("jade");
});

test("an action that asks can be taken back, and nothing has happened", async () => {
  const { page, match } = await bid();
  await page.click(".choice button:text-is('Take back')");
  await page.waitForSelector(".choice", { state: "detached" });
  const { nodes } = await studio.server.get<Match>(`/api/matches/${match.id}`);
  expect(nodes).toBe(1);
  await page.waitForSelector("[data-bid='5']");
});

test("a choice survives a reload", async () => {
  const { page } = await bid();
  await page.reload();
  await page.waitForSelector(".choice");
  await andThen(page, () => page.click(".choice button:has-text('gold')"));
});

test("whoever is not asked learns only that somebody is", async () => {
  const { match } = await bid();
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(`${studio.server.url}/#/match/${match.id}?viewer=seat1`);
  await page.waitForSelector(".choice");
  expect(await page.locator(".choice").innerText()).toBe("Seat 0 must choose first.");
  expect(await traffic.all()).not.toContain(QUESTION);
  expect(await page.content()).not.toContain(QUESTION);
});
