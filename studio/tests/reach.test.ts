import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Match } from "../src/generated/wire";
import { openPage } from "./harness/browser";
import { useStudio } from "./harness/setup";
import { andThen, pane, shows, sitDown } from "./harness/table";

const studio = useStudio();
/** The first page in all, in bytes. */
const WEIGHT = 300_000;
/** The narrowest phones that are still sold. */
const PHONE = { viewport: { width: 360, height: 720 } };
const GAMES = ["tic-tac-toe", "connect-four", "chess", "backgammon", "night-market", "duels"];
const PANES = ["decision", "reactions", "why", "state", "book", "records"];

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

test("a match is begun, played and walked through by keyboard alone", async () => {
  const { page } = await openPage(studio.browser);
  await page.goto(studio.server.url);
  await page.waitForSelector(".games");
  await tabTo(page, "input[name=game]");
  await tabTo(page, "button[type=submit]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".board .cell"));
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await andThen(page, () => page.keyboard.press("Enter"));
  expect(await page.getAttribute("[data-place=b2]", "aria-label")).toContain("Crosses");

  await tabTo(page, ".moves summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "[name=action]");
  await page.keyboard.type("a1");
  await andThen(page, () => page.keyboard.press("Enter"));

  await tabTo(page, "[role=tab][aria-selected=true]");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".pane.reactions");
  await page.focus("[role=tree]");
  await page.keyboard.press("ArrowUp");
  await shows(page, 1);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".row.event");
  await page.keyboard.press("Home");
  await shows(page, 0);
});

test("a link that cannot be read says so and leads home", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await page.goto(`${studio.server.url}/#/match/%zz`);
  expect(await page.locator("main").innerText()).toContain("This link cannot be read");
  await page.click("main a");
  await page.waitForSelector(".games");
  expect(traffic.problems).toEqual([]);
});

test("a link to a step that is not there leads to where the match was left, and says so", async () => {
  const { page } = await openPage(studio.browser);
  const match = await sitDown(page, studio.server, { game: "tic-tac-toe" });
  await andThen(page, () => page.click("[data-place=b2]"));
  const { page: other } = await openPage(studio.browser);
  await other.goto(`${studio.server.url}/#/match/${match.id}/node/99`);
  await shows(other, 1);
  expect(await other.locator(".problem").innerText()).toContain("There is no step 99");
  await other.click("button[title='One step back']");
  await shows(other, 0);
  expect(await other.locator(".problem").count()).toBe(0);
});

test("home lists the newest matches, and older ones when they are asked for", async () => {
  const { page } = await openPage(studio.browser);
  const begun: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    begun.push((await studio.server.post<Match>("/api/matches", { game: "tic-tac-toe" })).id);
  }
  await page.goto(studio.server.url);
  const listed = () => page.locator(".matches a").evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("/").at(-1)));
  const newest = begun.toReversed();
  await page.waitForFunction(() => document.querySelectorAll(".matches a").length === 20);
  expect(await listed()).toEqual(newest.slice(0, 20));
  await page.click("text=Show older matches");
  await page.waitForFunction(() => document.querySelectorAll(".matches a").length === 40);
  expect(await listed()).toEqual(newest.slice(0, 40));
});

test("arrows walk through time wherever nothing else wants them", async () => {
  const { page } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "tic-tac-toe" });
  for (const cell of ["a1", "b2"]) await andThen(page, () => page.click(`[data-place=${cell}]`));
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("ArrowLeft");
  await shows(page, 1);
  await page.keyboard.press("End");
  await shows(page, 2);
});

test("on a phone nothing is wider than the screen, in every game and pane", async () => {
  const { page } = await openPage(studio.browser, PHONE);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(studio.server.url);
  await page.waitForSelector(".games");
  expect(await width()).toBe(PHONE.viewport.width);
  for (const game of GAMES) {
    await sitDown(page, studio.server, { game });
    expect(await width(), game).toBe(PHONE.viewport.width);
    await page.click(".parts >> text=Timeline");
    expect(await page.locator(".timeline").isVisible(), game).toBe(true);
    await page.click(".parts >> text=Why");
    for (const name of PANES) {
      await pane(page, name);
      expect(await width(), `${game}, ${name}`).toBe(PHONE.viewport.width);
    }
  }
});

test("light and dark differ, and a person can choose", async () => {
  const colour = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const { page: light } = await openPage(studio.browser, { colorScheme: "light" });
  const { page: dark } = await openPage(studio.browser, { colorScheme: "dark" });
  for (const page of [light, dark]) await page.goto(studio.server.url);
  expect(await colour(light)).not.toBe(await colour(dark));
  await light.click("text=Colours");
  await light.click("text=Colours");
  expect(await colour(light)).toBe(await colour(dark));
  await light.reload();
  expect(await colour(light)).toBe(await colour(dark));
});

/** Text on its ground, by the names of their colours. */
const ON: [string, string][] = [
  ["--ink", "--paper"],
  ["--ink", "--card"],
  ["--ink", "--sunk"],
  ["--quiet", "--paper"],
  ["--quiet", "--card"],
  ["--quiet", "--sunk"],
  ["--accent", "--card"],
  ["--accent-ink", "--accent"],
  ["--good", "--good-paper"],
  ["--bad", "--bad-paper"],
  ["--warn", "--warn-paper"],
  ["--ink", "--heat5"],
];

/** How light a colour is, written as `rgb(1, 2, 3)`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.for(["light", "dark"] as const)("what is written can be read, %s", async (colorScheme) => {
  const { page } = await openPage(studio.browser, { colorScheme });
  await page.goto(studio.server.url);
  const colour = (name: string) =>
    page.evaluate((name) => {
      document.body.style.color = `var(${name})`;
      return getComputedStyle(document.body).color;
    }, name);
  for (const [text, ground] of ON) {
    const [one, other] = [luminance(await colour(text)), luminance(await colour(ground))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    expect(contrast, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("the first page is light and asks nobody else for anything", async () => {
  const { page, traffic } = await openPage(studio.browser);
  await sitDown(page, studio.server, { game: "chess" });
  for (const name of PANES) await pane(page, name);
  await traffic.all();
  const shell = traffic.bodies.filter((body) => !body.startsWith(`${studio.server.url}/api`));
  const weight = shell.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  expect(weight).toBeGreaterThan(10_000);
  expect(weight).toBeLessThan(WEIGHT);
  const host = new URL(studio.server.url).host;
  for (const url of traffic.urls.filter((url) => !url.startsWith("data:"))) expect(new URL(url).host).toBe(host);
  expect(traffic.problems).toEqual([]);
});

test("every control has a name", async () => {
  const { page } = await openPage(studio.browser);
  for (const game of GAMES) {
    await sitDown(page, studio.server, { game });
    const nameless = await page.locator("button, input, select").evaluateAll((all) =>
      all
        .filter((one) => one instanceof HTMLElement)
        .filter((one) => !one.getAttribute("aria-label") && !one.textContent?.trim() && !one.closest("label"))
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(nameless, game).toEqual([]);
  }
});
